import { readJson } from '../support/json-reader.js';

/** Texts as jsonc-parser reads them, without what speaks of others: it goes and comes with them. */
export function readArb(text: string): ReadonlyMap<string, string> {
  return new Map([...readJson(text)].filter(([id]) => !id.startsWith('@')));
}
