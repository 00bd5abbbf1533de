import { translateBody } from '../api/translate.js';

const parameters: ReadonlySet<string> = new Set(Object.keys(translateBody.shape));

/** A quoted word, or one with underscores: `text` and `context` are parameters, but also prose. */
const name = /'\w+'|"\w+"|`\w+`|[a-z]+(?:_[a-z]+)+/g;

/** Ids that a request was sent with, by parameter. */
export type SentIds = Readonly<Record<string, string | undefined>>;

/**
 * The translation parameters that a rejection names, in the order of its message, and those whose
 * id it quotes. The interface has nothing but the message for this (docs/interface.md 7); nothing
 * else reads it.
 */
export function namedParameters(message: string, ids: SentIds = {}): readonly string[] {
  const words = Array.from(message.matchAll(name), ([word]) => word.replaceAll(/\W/g, ''));
  const quoted = Object.keys(ids).filter((one) => message.includes(ids[one] ?? '\0'));
  return [...new Set([...words, ...quoted])].filter((word) => parameters.has(word));
}
