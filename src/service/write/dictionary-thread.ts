import { serveThread } from '../tools/serve-thread.js';

// Some dictionaries take seconds to load, which would block the main thread.

/** Addresses of packages. */
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

serveThread({
  open: async ({ nspell, dictionary }: DictionaryData) => {
    const { default: createSpeller } = (await import(nspell)) as Nspell;
    const { default: words } = (await import(dictionary)) as { readonly default: unknown };
    return createSpeller(words);
  },
  answer: (speller, words: readonly string[]) => words.filter((word) => speller.correct(word)),
});
