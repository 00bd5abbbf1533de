import { po as reader } from 'gettext-parser';

/** Every `msgstr` as gettext-parser reads it, by context, text and number. */
export function readPo(text: string): ReadonlyMap<string, string> {
  const { translations } = reader.parse(text.replace(/^\ufeff/, ''));
  const values = new Map<string, string>();
  for (const [context, entries] of Object.entries(translations)) {
    for (const [id, { msgstr }] of Object.entries(entries)) {
      if (context === '' && id === '') continue;
      for (const [index, one] of msgstr.entries()) values.set(idOf(context, id, index), one);
    }
  }
  return values;
}

export function idOf(context: string, id: string, index: number): string {
  return [context, id, index].join('\0');
}
