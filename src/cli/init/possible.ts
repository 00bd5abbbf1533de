import { candidatesOf } from './candidates.js';
import type { Candidate } from './candidates.js';
import { readLocaleFile } from './count.js';
import { escapeAround } from './layout.js';

/** A file with texts and a locale in its path, but nothing about it that says that it is a locale file. */
export interface Possible {
  readonly path: string;
  /** Pattern that finds it. */
  readonly files: string;
  readonly locale: string;
}

/** Files that are read to find one: a repository may be full of folders with names like `it`. */
const MOST = 50;

/** What may be meant where nothing was found, English first. */
export function possibleSource(root: string, paths: readonly string[]): Possible | undefined {
  const isEnglish = ({ locale }: Candidate): number => (/^en(?![a-z])/i.test(locale) ? 0 : 1);
  const found = paths
    .flatMap(candidatesOf)
    .sort((a, b) => isEnglish(a) - isEnglish(b))
    .slice(0, MOST)
    .find(({ path, locale }) => hasTexts(root, path, locale));
  if (found === undefined) return undefined;
  const { path, locale, folder, rest } = found;
  return { path, locale, files: escapeAround(folder === '' ? rest : `${folder}/${rest}`) };
}

function hasTexts(root: string, path: string, locale: string): boolean {
  const file = readLocaleFile(root, path, locale);
  return file.ok && file.strings > 0;
}
