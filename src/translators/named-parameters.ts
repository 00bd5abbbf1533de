import { translateBody } from '../api/translate.js';

const parameters: ReadonlySet<string> = new Set(Object.keys(translateBody.shape));

/** A quoted word, or one with underscores: `text` and `context` are parameters, but also prose. */
const name = /'\w+'|"\w+"|`\w+`|[a-z]+(?:_[a-z]+)+/g;

/**
 * The translation parameters that a rejection names, in the order of its message. The message is
 * all that the interface has for this (contract.md); nothing else reads it.
 */
export function namedParameters(message: string): readonly string[] {
  const words = Array.from(message.matchAll(name), ([word]) => word.replaceAll(/\W/g, ''));
  return [...new Set(words)].filter((word) => parameters.has(word));
}
