import type { Dictionary } from './dictionary.js';

const alphabets: Readonly<Record<string, string>> = {
  de: 'abcdefghijklmnopqrstuvwxyzäöüß',
  en: 'abcdefghijklmnopqrstuvwxyz',
  es: 'abcdefghijklmnopqrstuvwxyzáéíñóúü',
  fr: 'abcdefghijklmnopqrstuvwxyzàâçèéêëîïôùûœ',
  it: 'abcdefghijklmnopqrstuvwxyzàèéìòù',
  pt: 'abcdefghijklmnopqrstuvwxyzàáâãçéêíóôõú',
};

const shortest = 4;
/** Longer strings are not words; each letter adds a hundred candidates. */
const longest = 30;
const shortestPart = 3;
const links = ['', 's', 'es', 'n', 'en', 'er'];

/** All words with two adjacent letters swapped. */
function swaps(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
}

/** All words with a letter doubled, or one of two equal letters removed. */
function doublings(word: string): string[] {
  return Array.from(word).flatMap((letter, at) => [
    word.slice(0, at) + letter + word.slice(at),
    ...(word.charAt(at + 1) === letter ? [word.slice(0, at) + word.slice(at + 1)] : []),
  ]);
}

function insertions(word: string, letters: string): string[] {
  return Array.from({ length: word.length }, (_, at) => at + 1).flatMap((at) =>
    Array.from(letters).map((letter) => word.slice(0, at) + letter + word.slice(at)),
  );
}

function replacements(word: string, letters: string): string[] {
  return Array.from(word).flatMap((_, at) =>
    at === 0
      ? []
      : Array.from(letters).map((letter) => word.slice(0, at) + letter + word.slice(at + 1)),
  );
}

function deletions(word: string): string[] {
  return Array.from(word).flatMap((_, at) =>
    at === 0 ? [] : [word.slice(0, at) + word.slice(at + 1)],
  );
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The possible splits of a compound, each with the possible forms of its two parts. */
function cuts(word: string): readonly { readonly heads: string[]; readonly tails: string[] }[] {
  const count = Math.max(0, word.length - 2 * shortestPart + 1);
  return Array.from({ length: count }, (_, index) => {
    const head = word.slice(0, shortestPart + index);
    const tail = word.slice(shortestPart + index);
    const heads = links
      .filter((link) => head.endsWith(link))
      .map((link) => head.slice(0, head.length - link.length))
      .filter((part) => part.length >= shortestPart)
      .map(upperFirst);
    return { heads, tails: [tail, upperFirst(tail)] };
  });
}

/** German joins words that the dictionary has separately: `Software` + `entwicklung`. */
async function isCompound(word: string, dictionary: Dictionary): Promise<boolean> {
  const places = cuts(word);
  const known = await dictionary.known(places.flatMap(({ heads, tails }) => [...heads, ...tails]));
  const isKnown = (part: string) => known.has(part);
  return places.some(({ heads, tails }) => heads.some(isKnown) && tails.some(isKnown));
}

/**
 * The correction of a misspelled word if it is certain; otherwise the word itself. Kinds of typos
 * are tried by likelihood; a kind with several corrections gives none.
 * @param word one that the dictionary does not have
 * @param language base language
 */
export async function correctWord(
  word: string,
  language: string,
  dictionary: Dictionary,
): Promise<string> {
  if (word.length < shortest || word.length > longest) return word;
  if (language === 'de' && (await isCompound(word, dictionary))) return word;
  const letters = alphabets[language] ?? '';
  const kinds = [
    () => swaps(word),
    () => doublings(word),
    () => insertions(word, letters),
    () => replacements(word, letters),
    () => deletions(word),
  ];
  for (const kind of kinds) {
    const candidates = new Set(kind());
    candidates.delete(word);
    const found = [...(await dictionary.known([...candidates]))];
    if (found.length > 0) return found.length === 1 ? (found[0] ?? word) : word;
  }
  return word;
}
