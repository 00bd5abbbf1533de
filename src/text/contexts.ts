import { keyId } from '../model/index.js';
import type { MessageSyntax, Unit } from '../model/index.js';

/** The plural forms of i18next, which come after a context: `friend_male_one`. */
const FORM = /_(?:(?:ordinal_)?(?:zero|one|two|few|many|other)|plural|\d)$/;
/** Words that only tell whom a text is about, whatever the library is. */
const GENDER = /(?:^|[_.-])((?:fe)?male|feminine|masculine|neuter)$/i;
/** i18next's way to name a context. */
const SUFFIX = /^(.+)_([^_]+)$/s;

/**
 * The words in keys that alone tell a text from an equal one, and may need another translation:
 * `male` of `friend_male` beside `friend` or `friend_female`. In i18next, any suffix of a key that
 * exists is such a context.
 */
export function contextsIn(
  units: readonly Unit[],
  syntax: MessageSyntax,
): ReadonlyMap<Unit, string> {
  const found = new Map<Unit, string>();
  const isI18next = syntax === 'i18next' || syntax === 'i18next-v3';
  const places = units.flatMap((unit) => {
    const name = unit.key.at(-1) ?? '';
    const form = isI18next ? (FORM.exec(name)?.[0] ?? '') : '';
    const stem = name.slice(0, name.length - form.length);
    const [, gender] = GENDER.exec(stem) ?? [];
    const [, base, suffix] = (isI18next && SUFFIX.exec(stem)) || [];
    if (gender === undefined && base === undefined) return [];
    const own = gender === undefined ? base : stem.slice(0, -gender.length).replace(/[_.-]$/, '');
    const parent = unit.key.slice(0, -1);
    const idOf = (word: string | undefined): string => keyId([...parent, `${word ?? ''}${form}`]);
    return [{ unit, gender, suffix, id: idOf(own), text: unit.text }];
  });
  if (places.length === 0) return found;
  const texts = new Map(units.map((unit) => [keyId(unit.key), unit.text]));
  const counts = new Map<string, number>();
  const idOf = ({ id, text }: (typeof places)[number]): string => `${id}\0\0${text}`;
  for (const one of places) counts.set(idOf(one), (counts.get(idOf(one)) ?? 0) + 1);
  for (const one of places) {
    const base = texts.get(one.id);
    const isContext = one.gender !== undefined || base !== undefined;
    const isAlone = base !== one.text && (counts.get(idOf(one)) ?? 0) < 2;
    const word = one.gender ?? one.suffix;
    if (isContext && !isAlone && word !== undefined) found.set(one.unit, word);
  }
  return found;
}
