import type { PluralCategory } from '../../model/index.js';

/** CLDR's plural categories, in its order. */
export const CATEGORIES: readonly PluralCategory[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

export function isCategory(word: string): word is PluralCategory {
  return (CATEGORIES as readonly string[]).includes(word);
}
