import { SaxesParser } from 'saxes';

/** Why a text is not an XML fragment; undefined if it is one. */
export function complainOfFragment(text: string): string | undefined {
  if (text.search(/[\ud800-\udfff]/u) !== -1) return 'half of a surrogate pair';
  let complaint: string | undefined;
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  parser.on('error', (error) => {
    complaint ??= error.message;
  });
  parser.on('doctype', () => {
    complaint ??= 'a DOCTYPE';
  });
  let depth = 0;
  parser.on('opentag', () => {
    depth += 1;
    if (depth > 100) complaint ??= 'elements nested too deep';
  });
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.write(`<x>${text}</x>`).close();
  return complaint;
}
