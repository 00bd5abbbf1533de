import { loadOptional } from '../tools/optional-package.js';

/** What is used of a hunspell dictionary. */
export interface Dictionary {
  correct(word: string): boolean;
}

interface Hunspell {
  readonly aff: Uint8Array;
  readonly dic: Uint8Array;
}

interface NspellModule {
  readonly default: (dictionary: Hunspell) => Dictionary;
}

interface DictionaryModule {
  readonly default: Hunspell;
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

const loaded = new Map<string, Promise<Dictionary | undefined>>();

async function load(name: string): Promise<Dictionary | undefined> {
  const nspell = await loadOptional<NspellModule>('nspell');
  const dictionary = await loadOptional<DictionaryModule>(name);
  if (nspell === undefined || dictionary === undefined) return undefined;
  return nspell.default(dictionary.default);
}

/** The dictionary of a language, read once; undefined where nspell or the dictionary's package is not installed. */
export function dictionaryOf(language: string): Promise<Dictionary | undefined> {
  const name = packages[language];
  if (name === undefined) return Promise.resolve(undefined);
  const dictionary = loaded.get(name) ?? load(name);
  loaded.set(name, dictionary);
  return dictionary;
}
