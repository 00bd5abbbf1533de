import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { shapeText } from '../../src/config/json-schema.js';
import { configSchema } from '../../src/config/schema.js';
import { fits, hasKnownShape } from '../../src/config/shape.js';
import shape from '../../src/config/shape.json' with { type: 'json' };

const example: unknown = parse(readFileSync('service.config.example.yaml', 'utf8'));
const exampleText = JSON.stringify(example);

test('the shape is the one that the config schema gives (npm run schema)', () => {
  expect(readFileSync('src/config/shape.json', 'utf8')).toBe(shapeText());
});

test('the schema says nothing that is not read', () => {
  const read =
    'type enum const minLength maxLength pattern minimum maximum items minItems maxItems properties required additionalProperties propertyNames anyOf $schema';
  expect([...keywordsOf(shape)].filter((word) => !read.split(' ').includes(word))).toEqual([]);
});

test('a usual config is known without the schema library', () => {
  expect(hasKnownShape(example)).toBe(true);
  const small = { source: 'en', targets: ['de'], catalogs: [{ files: 'l/{locale}.json' }] };
  expect(hasKnownShape(small)).toBe(true);
  expect(hasKnownShape({ ...small, limits: undefined })).toBe(true);
});

test.each<[unknown]>([
  [undefined],
  [[]],
  [{ source: 'en', catalogs: [] }],
  [{ source: 1, catalogs: [{ files: 'a' }] }],
  [{ source: undefined, catalogs: [{ files: 'a' }] }],
  [{ source: 'en', catalogs: [{ files: 'a', toString: 'b' }] }],
  [{ source: 'en', catalogs: [{ files: 'a' }], limits: { characters: 1.5 } }],
  [{ source: 'en', catalogs: [{ files: 'a' }], limits: { concurrency: 101 } }],
  [{ source: 'en', catalogs: [{ files: 'a' }], languages: { de: 'D' } }],
  [{ source: 'en', catalogs: [{ files: 'a' }], keep: [' '] }],
])('%j is left to the schema', (config) => {
  expect(hasKnownShape(config)).toBe(false);
});

test('long instructions are counted in letters, as the service counts them', () => {
  expect(fits('👍👍', { type: 'string', maxLength: 2 })).toBe(true);
  expect(fits('👍👍👍', { type: 'string', maxLength: 2 })).toBe(false);
});

test('what has a known shape is what the schema takes, as it is', () => {
  const odd = fc.oneof(
    fc.constantFrom(undefined, null, '', 'en', 0, 101, 1.5, true, [], {}, [''], { a: 'b' }, [1]),
    fc.constantFrom('auto', 'less', 'utf-8', '/x/', 'de', false, { exclude: ['a'] }),
  );
  const path = fc.array(fc.nat(30), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(path, odd, fc.boolean(), (steps, value, isNew) => {
      const config: unknown = JSON.parse(exampleText);
      change(config, steps, isNew ? { key: 'other', value } : { value });
      if (!hasKnownShape(config)) return;
      const result = configSchema.safeParse(config, { jitless: true });
      expect(result.success).toBe(true);
      expect(result.data).toEqual(config);
    }),
    { numRuns: 2000 },
  );
});

/** Sets something inside, wherever the steps lead. */
function change(
  node: unknown,
  [step = 0, ...others]: readonly number[],
  { key, value }: { readonly key?: string; readonly value: unknown },
): void {
  if (typeof node !== 'object' || node === null) return;
  const names = Object.keys(node);
  const name = names[step % Math.max(1, names.length)] ?? key;
  if (name === undefined) return;
  const group = node as Record<string, unknown>;
  const inside = group[name];
  const isEnd = others.length === 0 || typeof inside !== 'object' || inside === null;
  if (isEnd) group[Array.isArray(node) ? name : (key ?? name)] = value;
  else change(inside, others, key === undefined ? { value } : { key, value });
}

interface Part {
  readonly [keyword: string]: unknown;
}

function keywordsOf(part: Part): Set<string> {
  const words = new Set(Object.keys(part));
  const groups = Object.values((part['properties'] as Part | undefined) ?? {});
  const single = [part['items'], part['additionalProperties'], part['propertyNames']];
  const inner = [...groups, ...single, ...((part['anyOf'] as Part[] | undefined) ?? [])];
  for (const one of inner) {
    if (typeof one === 'object' && one !== null) {
      for (const word of keywordsOf(one as Part)) words.add(word);
    }
  }
  return words;
}
