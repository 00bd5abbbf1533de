import { detectNewline } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import type { PoFile } from './file.js';
import { hasOpenCharset, isBeyondAscii, quoteHeader, withValues } from './header.js';

/**
 * A header with these values. A file without one gets a minimal header.
 *
 * @param others the file's other changes, which may contain characters that its charset lacks
 */
export function headerSplices(
  file: PoFile,
  values: Readonly<Record<string, string>>,
  others: readonly Splice[],
): readonly Splice[] {
  const { header, text } = file;
  const style = file.styles.ids;
  const newline = detectNewline(text);
  const field = header?.texts[0];
  if (header === undefined || field === undefined) {
    const type = {
      'Content-Type': 'text/plain; charset=UTF-8',
      'Content-Transfer-Encoding': '8bit',
    };
    const own = withValues('', { 'MIME-Version': '1.0', ...type, ...values });
    const start = file.entries[0]?.block.start ?? text.length;
    const none = { at: 0, start: 0, end: 0, text: '' };
    const lines = quoteHeader(none, own, { text, style, newline });
    const added = `msgid ""${newline}msgstr ${lines}${newline}${newline}`;
    return [{ start, end: start, text: added }];
  }
  const isOpen = hasOpenCharset(header, isBeyondAscii(text, others));
  const type = isOpen ? { 'Content-Type': 'text/plain; charset=UTF-8' } : {};
  const own = withValues(field.text, { ...type, ...values });
  const quoted = quoteHeader(field, own, { text, style, newline });
  return [{ start: field.start, end: field.end, text: quoted }];
}
