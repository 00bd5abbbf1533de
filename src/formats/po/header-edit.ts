import { detectNewline } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import type { PoFile } from './file.js';
import { contentType, quoteHeader, withValues } from './header.js';

/** A header with these values. A file without one gets a minimal header. */
export function headerSplices(
  file: PoFile,
  values: Readonly<Record<string, string>>,
): readonly Splice[] {
  const { header, text } = file;
  const style = file.styles.ids;
  const newline = detectNewline(text);
  const field = header?.texts[0];
  if (header === undefined || field === undefined) {
    const own = withValues('', {
      'MIME-Version': '1.0',
      'Content-Type': contentType(file.encoding),
      'Content-Transfer-Encoding': '8bit',
      ...values,
    });
    const start = file.entries[0]?.block.start ?? text.length;
    const none = { at: 0, start: 0, end: 0, text: '' };
    const lines = quoteHeader(none, own, { text, style, newline });
    const added = `msgid ""${newline}msgstr ${lines}${newline}${newline}`;
    return [{ start, end: start, text: added }];
  }
  const quoted = quoteHeader(field, withValues(field.text, values), { text, style, newline });
  return [{ start: field.start, end: field.end, text: quoted }];
}
