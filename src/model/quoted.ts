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
