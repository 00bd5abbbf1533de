import type { Key } from '../model/index.js';

const NAMES =
  /access[._-]?key|accelerator|command[._-]?key|hot[._-]?key|mnemonic|shortcut|(?:^|[._-])key$/i;

/**
 * Whether a text is a keyboard shortcut (`.accesskey = F`), judged by the name of its key. A
 * translation of it would be another letter, or a word.
 */
export function isAccessKey(key: Key, text: string): boolean {
  return text.length < 5 && /^\p{L}$/u.test(text.trim()) && NAMES.test(key.join('.'));
}
