import type { Compiler, WebpackError } from 'webpack';
import type { Notice } from '../notice.js';

/** A notice as webpack and Rspack print it: with the file, and the place in it. */
export function webpackError({ webpack }: Compiler, { text, place }: Notice): WebpackError {
  const error = new webpack.WebpackError(text);
  error.hideStack = true;
  if (place !== undefined) {
    const { file, line, column } = place;
    error.file = file;
    error.loc = { start: { line, column: column - 1 }, end: { line, column: column - 1 } };
  }
  return error;
}
