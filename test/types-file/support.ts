import { formats } from '../../src/formats/public.js';
import { detectSyntax } from '../../src/text/index.js';
import { listsIn } from '../../src/code/types/write-types.js';
import type { TypedSource } from '../../src/code/types/messages-of.js';

/** A JSON catalog as input of the generator. */
export function parseJson(path: string, messages: object | string): TypedSource {
  const { json } = formats;
  const text = typeof messages === 'string' ? messages : JSON.stringify(messages);
  const document = json.parse(text, { role: 'source', locale: 'en' });
  const { units } = document;
  return {
    path,
    locale: 'en',
    units,
    lists: listsIn(document),
    ...detectSyntax(units, json.capabilities),
  };
}
