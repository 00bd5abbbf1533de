import { formats } from '../../src/formats/index.js';
import { detectSyntax } from '../../src/text/index.js';
import type { TypedSource } from '../../src/types-file/messages-of.js';

/** A JSON catalog as input of the generator. */
export function parseJson(path: string, messages: object | string): TypedSource {
  const { json } = formats;
  const text = typeof messages === 'string' ? messages : JSON.stringify(messages);
  const { units } = json.parse(text, { role: 'source', locale: 'en' });
  return { path, locale: 'en', units, ...detectSyntax(units, json.capabilities) };
}
