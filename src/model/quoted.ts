/** Stands in a message for a value that could be a key or a password. */
export const REDACTED = '[redacted]';

/** A longer word is no word that people write. */
const LONGEST_WORD = 15;
/** Up to here a word may mix anything: `v2`, `i18n`, `utf8`. */
const SHORT_WORD = 4;

/**
 * A value of a config or of the environment for a message: in double quotes, or `[redacted]` where
 * it could be a key. People put keys in wrong places, and messages end in the logs of CI.
 * @param known words that are public, such as the keys of the config
 */
export function quoted(value: string, known: readonly string[] = []): string {
  return known.includes(value) || isPlain(value) ? `"${value}"` : REDACTED;
}

/**
 * Whether a value can be no key, as docs/config.md says it: no address with `://` and no `=`, no
 * word such as "secret", no four groups of one length, and only plain words.
 */
export function isPlain(value: string): boolean {
  if (/:\/\/|=|:.*@|secret|passw|bearer|token|credential/i.test(value)) return false;
  const words = value.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const [first] = words;
  const groups = words.length >= 4 && words.every(({ length }) => length === first?.length);
  return !groups && words.every(isPlainWord);
}

/** Letters without digits, in capitals or as up to three words written together: `apiKey`. */
function isPlainWord(word: string): boolean {
  if (word.length <= SHORT_WORD) return true;
  if (word.length > LONGEST_WORD || /\p{N}/u.test(word)) return false;
  return /^(?:\p{Lu}+|\p{Lu}?[^\p{Lu}]+(?:\p{Lu}[^\p{Lu}]+){0,2})$/u.test(word);
}

/**
 * A message of someone else, such as a parser, without the words that could be a key.
 * @param safe a text that words may hold, such as the folder of the file that the message is about
 */
export function redacted(message: string, safe?: string): string {
  return message.replace(/[^\s"'`(),;]+/g, (word) => {
    const isSafe = safe !== undefined && safe !== '' && word.includes(safe);
    return isSafe || isPlain(word) ? word : REDACTED;
  });
}
