import type { LocaleSyncError, Setting } from './error.js';
import { sayHint } from './hint.js';
import type { HintTable } from './hint.js';
import type { ReportError } from './report.js';

/** Maps a word to the words that can follow it in a phrase. */
interface Branch<T> {
  /** Values of the phrases that end here. */
  readonly values: T[];
  readonly next: Map<string, Branch<T>>;
}

function branch<T>(): Branch<T> {
  return { values: [], next: new Map<string, Branch<T>>() };
}

/** Replaces a value in a message that could be a key or a password. */
export const REDACTED = '[redacted]';

/** The most characters of a plain word. People write no longer ones. */
const LONGEST_WORD = 15;
/** The most characters of a word that may mix anything: `v2`, `i18n`, `utf8`. */
const SHORT_WORD = 4;

/**
 * A value of the config or the environment for a message: in double quotes, or `[redacted]` if it
 * could be a key. People put keys in wrong places, and messages end up in CI logs.
 * @param known public words, such as the keys of the config
 */
export function quoted(value: string, known: readonly string[] = []): string {
  return known.includes(value) || isPlain(value) ? `"${value}"` : REDACTED;
}

/**
 * Whether a value cannot be a key, by the rules in docs/config.md: no address with `://` and no
 * `=`, no word such as "secret", no four groups of equal length, and only plain words.
 */
export function isPlain(value: string): boolean {
  if (/:\/\/|=|:.*@|secret|passw|bearer|token|credential/i.test(value)) return false;
  const words = value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [first] = words;
  const groups = words.length >= 4 && words.every(({ length }) => length === first?.length);
  return !groups && words.every(isPlainWord);
}

/** Letters without digits, in capitals or up to three words in camel case: `apiKey`. */
function isPlainWord(word: string): boolean {
  if (word.length <= SHORT_WORD) return true;
  if (word.length > LONGEST_WORD || /\p{N}/u.test(word)) return false;
  return /^(?:\p{Lu}+|\p{Lu}?[^\p{Lu}]+(?:\p{Lu}[^\p{Lu}]+){0,2})$/u.test(word);
}

/**
 * A foreign message, such as a parser's, without the words that could be a key.
 * @param safe a text that words may contain, such as the folder of the file
 */
export function redacted(message: string, safe?: string): string {
  return message.replace(/[^\s"'`(),;]+/g, (word) => {
    const isSafe = safe !== undefined && safe !== '' && word.includes(safe);
    return isSafe || isPlain(word) ? word : REDACTED;
  });
}

/**
 * A map from phrases to values that finds phrases in texts. A search takes time in proportion to
 * the words of the text.
 */
export class Phrases<T> {
  readonly #root = branch<T>();

  get isEmpty(): boolean {
    return this.#root.next.size === 0;
  }

  add(words: readonly string[], value: T): void {
    let at = this.#root;
    for (const word of words) {
      let next = at.next.get(word);
      if (next === undefined) at.next.set(word, (next = branch<T>()));
      at = next;
    }
    if (at !== this.#root) at.values.push(value);
  }

  /** Values of all phrases that occur in the words. */
  in(words: readonly string[]): ReadonlySet<T> {
    const found = new Set<T>();
    for (let start = 0; start < words.length; start += 1) {
      let at = this.#root.next.get(words[start] ?? '');
      for (let end = start + 1; at !== undefined; end += 1) {
        for (const value of at.values) found.add(value);
        at = at.next.get(words[end] ?? '');
      }
    }
    return found;
  }
}

/** A host's wording: its names for settings, and its next steps. */
export interface Words {
  readonly settings: Readonly<Record<Setting, string>>;
  readonly hints: HintTable;
}

/** An error as reports show it, in a host's wording. */
export function explain(error: LocaleSyncError, { settings, hints }: Words): ReportError {
  const { code, hint } = error;
  const requestId =
    'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;
  return {
    code,
    message: error.messageWith(settings),
    ...(hint === undefined ? {} : { hint: sayHint(hint, hints) }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}
