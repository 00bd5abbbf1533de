import type { Dictionary } from './dictionary.js';

/** British and American spellings, as parts of words. */
const pairs: readonly (readonly [british: string, american: string])[] = [
  ['our', 'or'],
  ['tre', 'ter'],
  ['bre', 'ber'],
  ['ise', 'ize'],
  ['isi', 'izi'],
  ['isa', 'iza'],
  ['yse', 'yze'],
  ['ysi', 'yzi'],
  ['ence', 'ense'],
  ['ogue', 'og'],
  ['ll', 'l'],
  ['ae', 'e'],
  ['oe', 'e'],
  ['mme', 'm'],
  ['grey', 'gray'],
  ['cheque', 'check'],
  ['ey', 'ay'],
];

/** Every position where the spellings differ. */
function candidates(word: string, from: string, to: string): string[] {
  const found: string[] = [];
  for (let at = word.indexOf(from, 1); at !== -1; at = word.indexOf(from, at + 1)) {
    found.push(word.slice(0, at) + to + word.slice(at + from.length));
  }
  return found;
}

/**
 * A word in the spelling of this variant of English; unchanged if it has no other spelling.
 * @param word one that only the other variant has
 */
export async function convertWord(
  word: string,
  language: 'en-GB' | 'en-US',
  own: Dictionary,
): Promise<string> {
  const spellings = pairs.flatMap(([british, american]) =>
    language === 'en-GB'
      ? candidates(word, american, british)
      : candidates(word, british, american),
  );
  const known = await own.known(spellings);
  return spellings.find((spelling) => known.has(spelling)) ?? word;
}
