import { findOptional } from '../../disk/optional-package.js';
import { createThread } from '../tools/thread.js';
import type { DictionaryData } from './dictionary-thread.js';

/** A dictionary that is installed but fails to load. */
export class DictionaryError extends Error {
  override readonly name = 'DictionaryError';
}

/** The used part of a hunspell dictionary. */
export interface Dictionary {
  /** Those of the words that the dictionary has. @throws DictionaryError */
  known(words: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Packages with hunspell dictionaries, by language. */
const packages: Readonly<Record<string, string>> = {
  de: 'dictionary-de',
  en: 'dictionary-en',
  'en-US': 'dictionary-en',
  'en-GB': 'dictionary-en-gb',
  es: 'dictionary-es',
  fr: 'dictionary-fr',
  it: 'dictionary-it',
  'pt-BR': 'dictionary-pt',
  'pt-PT': 'dictionary-pt-pt',
};

function inThread(name: string, data: DictionaryData): Dictionary {
  const thread = createThread(name, () => import('./dictionary-thread.ts?module'), data);
  return {
    known: async (words) => {
      if (words.length === 0) return new Set();
      const known = (await thread.ask(words)) as readonly string[] | undefined;
      if (known === undefined) throw new DictionaryError(`The dictionary '${name}' does not work`);
      return new Set(known);
    },
  };
}

/**
 * The dictionary of a language; undefined if nspell or the dictionary's package is not installed.
 */
export function dictionaryOf(language: string): Dictionary | undefined {
  const name = packages[language];
  if (name === undefined) return undefined;
  const nspell = findOptional('nspell');
  const dictionary = findOptional(name);
  if (nspell === undefined || dictionary === undefined) return undefined;
  return inThread(name, { nspell, dictionary });
}
