import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldsOf, itemsOf, structureOf } from '../../src/api/index.js';

const pair = z.object({ source: z.string(), target: z.string().optional() });
const fields = (schema: z.ZodType) => Object.keys(fieldsOf(structureOf(schema)));

test.each<[string, z.ZodType, readonly string[]]>([
  ['an object has its fields', pair, ['source', 'target']],
  ['also where it may be null or absent', pair.nullish(), ['source', 'target']],
  [
    'alternatives have the fields of all',
    z.union([pair, z.object({ id: z.int() })]),
    ['source', 'target', 'id'],
  ],
  ['a record has none, its names are data', z.record(z.string(), pair), []],
  ['a list has none', z.array(pair), []],
  ['anything has none', z.unknown(), []],
])('%s', (_name, schema, names) => {
  expect(fields(schema)).toEqual(names);
});

test.each<[string, z.ZodType, string | undefined]>([
  ['a list', z.array(z.string()), 'string'],
  ['a list that may be absent', z.array(z.int()).optional(), 'integer'],
  ['one text or several', z.union([z.string(), z.array(z.boolean())]), 'boolean'],
  ['no list', z.string(), undefined],
])('the items of %s', (_name, schema, type) => {
  expect(itemsOf(structureOf(schema))?.type).toBe(type);
});

test('a schema is described once', () => {
  expect(structureOf(pair)).toBe(structureOf(pair));
});
