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
/** What is longer is no word; every letter more costs a hundred candidates. */
const longest = 30;
const shortestPart = 3;
const links = ['', 's', 'es', 'n', 'en', 'er'];

/** Neighbouring letters exchanged. */
function swaps(word: string): string[] {
  return Array.from(
    { length: word.length - 1 },
    (_, at) => word.slice(0, at) + word.charAt(at + 1) + word.charAt(at) + word.slice(at + 2),
  );
}

/** A letter doubled, or one of two equal ones left out. */
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

/** German writes words together that the dictionary has apart: `Software` + `entwicklung`. */
function isCompound(word: string, dictionary: Dictionary): boolean {
  for (let at = shortestPart; at <= word.length - shortestPart; at += 1) {
    const rest = word.slice(at);
    if (!dictionary.correct(rest) && !dictionary.correct(upperFirst(rest))) continue;
    const head = word.slice(0, at);
    const isKnown = links.some((link) => {
      if (!head.endsWith(link)) return false;
      const part = head.slice(0, head.length - link.length);
      return part.length >= shortestPart && dictionary.correct(upperFirst(part));
    });
    if (isKnown) return true;
  }
  return false;
}

/**
 * The one word that a misspelled one surely stands for; the word itself where none or several could be meant.
 * Slips are taken in the order of how likely they are, and a kind of slip with several answers is no answer.
 * @param language Base language.
 */
export function correctWord(word: string, language: string, dictionary: Dictionary): string {
  if (word.length < shortest || word.length > longest || dictionary.correct(word)) return word;
  if (language === 'de' && isCompound(word, dictionary)) return word;
  const letters = alphabets[language] ?? '';
  const kinds = [
    () => swaps(word),
    () => doublings(word),
    () => insertions(word, letters),
    () => replacements(word, letters),
    () => deletions(word),
  ];
  for (const kind of kinds) {
    const found = [...new Set(kind())].filter(
      (candidate) => candidate !== word && dictionary.correct(candidate),
    );
    if (found.length > 0) return found.length === 1 ? (found[0] ?? word) : word;
  }
  return word;
}
