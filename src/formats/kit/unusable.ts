import { FormatError, type FormatErrorCode, locate } from '../../model/index.js';

/** A `FormatError` at an offset of the text. */
export function formatError(
  code: FormatErrorCode,
  message: string,
  at: { readonly text: string; readonly offset: number; readonly file?: string | undefined },
): FormatError {
  return new FormatError(code, message, { ...locate(at.text, at.offset), file: at.file });
}

/**
 * The most values of a file, more than any catalog has. A value takes many times its own size in
 * memory, which would run out.
 */
export const MOST_VALUES = 2_000_000;

// Spelled out, because formatting a number would load locale data in every run.
export const TOO_LARGE = 'more than 2,000,000 values; split the file';

/**
 * Refuses content that no format can contain: conflict markers of a merge at the start of a line,
 * and NUL characters.
 * @throws FormatError `conflict-markers`, `encoding`
 */
export function rejectUnusable(text: string, file?: string): void {
  const nul = text.indexOf('\0');
  if (nul !== -1)
    throw formatError(
      'encoding',
      'a NUL character; the file is damaged, or UTF-16. Save it as UTF-8.',
      { text, offset: nul, file },
    );
  for (let at = text.indexOf('<<<<<<<'); at !== -1; at = text.indexOf('<<<<<<<', at + 7)) {
    if (at === 0 || /[\n\r\ufeff]/.test(text.charAt(at - 1)))
      throw formatError('conflict-markers', 'merge conflict markers; resolve the conflict first.', {
        text,
        offset: at,
        file,
      });
  }
}
