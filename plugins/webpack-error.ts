import type { Compiler, WebpackError } from 'webpack';
import type { Told } from './text.js';

/** What is told, as webpack and Rspack print it: with the file, and the place in it. */
export function webpackError({ webpack }: Compiler, { text, place }: Told): WebpackError {
  const error = new webpack.WebpackError(text);
  error.hideStack = true;
  if (place !== undefined) {
    const { file, line, column } = place;
    error.file = file;
    error.loc = { start: { line, column: column - 1 }, end: { line, column: column - 1 } };
  }
  return error;
}
