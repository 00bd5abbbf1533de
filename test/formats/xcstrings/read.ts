import { keyId } from '../../../src/model/index.js';

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Every text of a catalog by locale, key and place, read by JSON.parse. */
export function readTexts(text: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const catalog = JSON.parse(text.replace(/^\ufeff/, '')) as { [name: string]: Json };
  for (const [key, entry] of entriesOf(catalog['strings']))
    for (const [locale, localization] of entriesOf(
      (entry as { [name: string]: Json })['localizations'],
    ))
      collect(localization, [locale, key], texts);
  return texts;
}

function collect(node: Json | undefined, path: readonly string[], into: Map<string, string>): void {
  for (const [name, value] of entriesOf(node)) {
    const text = name === 'stringUnit' ? new Map(entriesOf(value)).get('value') : undefined;
    if (typeof text === 'string') into.set(keyId(path), text);
    else if (name === 'variations' || name === 'plural') collect(value, path, into);
    else collect(value, [...path, name], into);
  }
}

function entriesOf(node: Json | undefined): [string, Json][] {
  return typeof node === 'object' && node !== null && !Array.isArray(node)
    ? Object.entries(node)
    : [];
}
