import { isHuman } from '../../lock/index.js';
import type { KnownTranslation } from '../units/row.js';
import { keyMatcher } from '../units/key-glob.js';
import type { FileComparison } from '../units/row.js';
import type { SourceUnit } from '../units/source-units.js';

/** Placeholders and tags, whose letters do not count. */
const MARKS = /%\{[^}]*\}|\$?\{\{?[^{}]*\}?\}|<[^<>]*>|%(?:\d+\$)?[-+#.\d]*[a-z@]/gi;

/** Scripts in which a character is a syllable or a word. */
const BROAD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Whether a source text means the same everywhere: it has at least three letters, or two characters
 * of Chinese, Japanese or Korean. Shorter texts ("h", "No", ", ") may mean something else at each
 * key.
 */
export function saysEnough(text: string): boolean {
  const letters = text.replace(MARKS, ' ').match(/\p{L}/gu) ?? [];
  if (letters.length >= 3) return true;
  return letters.length === 2 && letters.some((letter) => BROAD.test(letter));
}

export type MayFill = (source: SourceUnit, found: Pick<KnownTranslation, 'origin'>) => boolean;

/**
 * Which units of a file may reuse translations of their source from elsewhere. Machine text is
 * allowed for short sources too: the service would return the same.
 */
export function fillableIn({ pair }: FileComparison): MayFill {
  const isExcluded = keyMatcher(pair.catalog.reuseExcluded);
  return ({ expected }, { origin }) =>
    !isExcluded(expected.key) && (!isHuman(origin) || saysEnough(expected.text));
}
