import type { CodeKey, Conflict, DefaultText } from './types.js';

const asRead = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The texts that code gives for a key and that can be compared: those with tags are rendered in too
 * many ways, and a context may have texts of its own.
 */
function textsOf(
  code: CodeKey,
  nameOf: (form: string) => string,
): readonly { readonly name: string; readonly text: string }[] {
  if (code.context || code.group === true || code.asks === true) return [];
  const all = code.count
    ? Object.entries(code.forms ?? {}).map(([form, text]) => ({ name: nameOf(form), text }))
    : [{ name: code.key, text: code.text ?? '' }];
  return all.filter(({ text }) => text !== '' && !text.includes('<'));
}

/**
 * Where two places in code give one key different texts, and where the catalog has another text than
 * code. Pure.
 * @param nameOf the key of a plural form
 * @param standing the text of a key in the catalog; undefined: it has none
 */
export function compareDefaults(
  wanted: readonly CodeKey[],
  nameOf: (code: CodeKey, form: string) => string,
  standing: (name: string) => string | undefined,
): { readonly conflicts: readonly Conflict[]; readonly differing: readonly DefaultText[] } {
  const first = new Map<string, { readonly text: string; readonly at: CodeKey }>();
  const conflicts = new Map<string, Conflict>();
  for (const at of wanted) {
    for (const { name, text } of textsOf(at, (form) => nameOf(at, form))) {
      const known = first.get(name);
      if (known === undefined) first.set(name, { text, at });
      else if (asRead(known.text) !== asRead(text) && !conflicts.has(name)) {
        conflicts.set(name, { name, ...known, other: text, otherAt: at });
      }
    }
  }
  const differing = [...first].flatMap(([name, given]) => {
    const other = standing(name) ?? '';
    const isSame = other === '' || asRead(other) === asRead(given.text);
    return isSame || conflicts.has(name) ? [] : [{ name, ...given, other }];
  });
  return { conflicts: [...conflicts.values()], differing };
}
