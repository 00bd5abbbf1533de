import { expect, test } from 'vitest';
import { ParsedFiles } from '../../src/engine/load/index.js';
import { codecFor } from '../../src/formats/public.js';
import type { Codec, ParseOptions } from '../../src/model/index.js';
import { documentOf } from './support.js';

const json = codecFor('a.json') as Codec;
const srt = codecFor('a.srt') as Codec;
const source = documentOf('en.json', '{ "yes": "Yes" }', { role: 'source', locale: 'en' });
const same = documentOf('en.json', '{ "yes": "Yes" }', { role: 'source', locale: 'en' });
const rooted = documentOf('en.yml', 'en:\n  yes: Yes\n', { role: 'source', locale: 'en' });
const target: ParseOptions = { role: 'target', locale: 'de', source };

test.each([
  { name: 'the same bytes', isKnown: true },
  { name: 'other bytes', hash: 'other', isKnown: false },
  { name: 'another file', path: 'fr.json', isKnown: false },
  { name: 'in another role', options: { ...target, role: 'source' }, isKnown: false },
  { name: 'of another locale', options: { ...target, locale: 'fr' }, isKnown: false },
  {
    name: 'beside a source that was read again',
    options: { ...target, source: same },
    isKnown: true,
  },
  {
    name: 'beside a source that has a root key now',
    options: { ...target, source: rooted },
    isKnown: false,
  },
  { name: 'cut by the same source', codec: srt, isKnown: true },
  {
    name: 'cut by another source',
    codec: srt,
    options: { ...target, source: same },
    isKnown: false,
  },
])('$name: known is $isKnown', ({ isKnown, ...asked }) => {
  const { path = 'de.json', hash = 'bytes', codec = json, options = target } = asked;
  const parsed = new ParsedFiles();
  const document = documentOf('de.json', '{ "yes": "Ja" }', target);
  parsed.set('de.json', { hash: 'bytes', options: target, document });
  const found = parsed.get(path, hash, codec, options as ParseOptions);
  expect(found).toBe(isKnown ? document : undefined);
});
