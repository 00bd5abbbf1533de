import { findTarget } from '../../api/facts/language-codes.js';
import { serviceLanguage } from '../../config/languages.js';
import { codecFor } from '../../formats/index.js';
import { atOnce } from '../../model/index.js';
import { candidatesOf } from './candidates.js';
import type { Candidate } from './candidates.js';
import { escapeAround, escapePattern } from './escape-pattern.js';
import type { Suggestion } from './layout.js';
import { isEnglish, isPlainLocale } from './locale-names.js';
import { countByLocale } from './project.js';
import type { ReadFile } from './project.js';
import { guessSource } from './source-locale.js';

interface Guess extends Omit<Suggestion, 'targets'> {
  /** Whether the path has a locale; otherwise the file says it, or English is assumed. */
  readonly isNamed: boolean;
}

/**
 * The most files that are read for a suggestion: a repository may be full of folders with names
 * like `it`.
 */
const MOST = 50;

/** The likely source if nothing was found: English first, then files with only texts. */
export function suggestSource(
  paths: readonly string[],
  read: (path: string, locale: string) => ReadFile,
): Suggestion | undefined {
  const named = paths.flatMap(candidatesOf).filter(isLikely).map(guessOf);
  const english = named.filter(({ locale }) => isEnglish(locale));
  const others = named.filter(({ locale }) => !isEnglish(locale));
  for (const guess of [...english, ...unnamed(paths), ...others].slice(0, MOST)) {
    const { path, files, locale, isNamed } = guess;
    const file = read(path, locale);
    if (!file.ok || file.strings === 0) continue;
    if (!isNamed) return { path, files, locale: file.sourceLanguage ?? locale, targets: [] };
    return { path, files, ...localesOf(guess, paths, read) };
  }
  return undefined;
}

/** Source and targets among the files that a pattern matches. */
function localesOf(
  { path, files, locale: guessed }: Guess,
  paths: readonly string[],
  read: (path: string, locale: string) => ReadFile,
): Pick<Suggestion, 'locale' | 'targets'> {
  const alike = paths
    .flatMap(candidatesOf)
    .filter((one) => isPlainLocale(one.locale) && guessOf(one).files === files);
  const counted = atOnce(countByLocale(alike, read));
  const holdsSource = isTemplate(path) && !Object.keys(counted).some(isEnglish);
  const locale = holdsSource ? guessed : guessSource(counted);
  return { locale, targets: Object.keys(counted).filter((one) => one !== locale) };
}

/**
 * Whether a file can be suggested: the service must have its language, and a folder with a
 * two-letter name such as `ts` or `cs` is code unless it contains only text files.
 */
function isLikely({ path, locale, rest }: Candidate): boolean {
  if (!isPlainLocale(locale) || findTarget(serviceLanguage(locale)) === undefined) return false;
  const isWord = /^[a-z]+$/.test(locale) && rest.startsWith('{locale}/');
  return !isWord || isEnglish(locale) || isTextOnly(path);
}

function isTextOnly(path: string): boolean {
  return codecFor(path)?.capabilities.onlyTexts === true;
}

function guessOf({ path, locale, folder, rest }: Candidate): Guess {
  const files = escapeAround(folder === '' ? rest : `${folder}/${rest}`);
  // The source texts in a translation are English.
  return { path, locale: isTemplate(path) ? 'en' : locale, files, isNamed: true };
}

function isTemplate(path: string): boolean {
  return codecFor(path)?.capabilities.servesAsTemplate === true;
}

/** Files of formats that contain only texts, such as `media/talk.srt`. */
function unnamed(paths: readonly string[]): Guess[] {
  return paths
    .filter((path) => isTextOnly(path) && !candidatesOf(path).some(isLikely))
    .map((path) => ({ path, files: escapePattern(path), locale: 'en', isNamed: false }));
}
