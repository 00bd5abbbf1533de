import { translateBody } from '../api/translate.js';

const parameters: ReadonlySet<string> = new Set(Object.keys(translateBody.shape));

/** A word in quotes, or one that is no English word: `text` and `context` are parameters, and prose. */
const name = /'\w+'|"\w+"|`\w+`|[a-z]+(?:_[a-z]+)+/g;

/**
 * The parameters of a translation that a refusal of the service names, in the order of its message.
 * The message is all that the interface has for this (contract.md); nothing else reads it.
 */
export function namedParameters(message: string): readonly string[] {
  const words = Array.from(message.matchAll(name), ([word]) => word.replaceAll(/\W/g, ''));
  return [...new Set(words)].filter((word) => parameters.has(word));
}
