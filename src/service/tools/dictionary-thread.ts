import { serveThread } from './thread.js';

// Some dictionaries take seconds to load, which would block the main thread.

/** URLs of packages. */
export interface DictionaryData {
  readonly nspell: string;
  readonly dictionary: string;
}

interface Speller {
  correct(word: string): boolean;
}

interface Nspell {
  readonly default: (dictionary: unknown) => Speller;
}

/** A dictionary, or before version 4 of the packages a function that loads it. */
type Dictionary = { readonly aff: unknown; readonly dic: unknown } | Loader;
type Loader = (done: (error: Error | null | undefined, dictionary: object) => void) => void;

function loaded(load: Loader): Promise<object> {
  return new Promise((resolve, reject) => {
    load((error, dictionary) => {
      if (error) reject(error);
      else resolve(dictionary);
    });
  });
}

serveThread({
  open: async ({ nspell, dictionary }: DictionaryData) => {
    const { default: createSpeller } = (await import(nspell)) as Nspell;
    const { default: words } = (await import(dictionary)) as { readonly default: Dictionary };
    return createSpeller(typeof words === 'function' ? await loaded(words) : words);
  },
  answer: (speller, words: readonly string[]) => words.filter((word) => speller.correct(word)),
});
