import { po as reader } from 'gettext-parser';

/** A syntax error for msgfmt; gettext-parser takes it for one more form of the entry before. */
const STRAY_OBSOLETE = /^(?!#~).*\n#~[ \t]*(?:msgstr|")/m;

/** Every `msgstr` as gettext-parser reads it, by context, text and number. */
export function readPo(text: string): ReadonlyMap<string, string> {
  if (STRAY_OBSOLETE.test(text)) throw new Error('obsolete lines that begin no entry');
  if (hasGap(text)) throw new Error('forms that it would count anew');
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

function hasGap(text: string): boolean {
  const numbers = Array.from(text.matchAll(/^[ \t]*msgstr\[(\d+)\]/gm), ([, number]) =>
    Number(number),
  );
  return numbers.some((number, at) => number !== 0 && number !== (numbers[at - 1] ?? -1) + 1);
}

export function idOf(context: string, id: string, index: number): string {
  return [context, id, index].join('\0');
}
