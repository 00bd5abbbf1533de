import type { Compiler, WebpackError } from 'webpack';
import type { Notice } from '../notice.js';

/** A notice as webpack and Rspack print it: with the file and the position in it. */
export function webpackError({ webpack }: Compiler, { text, place }: Notice): WebpackError {
  const error = new webpack.WebpackError(text);
  error.hideStack = true;
  if (place !== undefined) {
    const { file, line, column } = place;
    error.file = file;
    if (takesPlaces(webpack))
      error.loc = { start: { line, column: column - 1 }, end: { line, column: column - 1 } };
  }
  return error;
}

/**
 * Before 1.4, Rspack crashes on a position in a file that is not a module. The notice's text
 * contains it anyway.
 */
function takesPlaces(webpack: Compiler['webpack'] & { readonly rspackVersion?: string }): boolean {
  const [major = 0, minor = 0] = (webpack.rspackVersion ?? '').split('.').map(Number);
  return webpack.rspackVersion === undefined || major > 1 || minor >= 4;
}
