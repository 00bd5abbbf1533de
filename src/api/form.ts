import type * as z from 'zod';
import { fieldsOf, itemsOf, structureOf, type Structure } from './structure.js';

type Pairs = readonly (readonly [name: string, value: string])[];

const booleans = new Map<string, boolean>([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

const number = /^-?\d{1,15}(\.\d{1,15})?$/;

/** Text that does not fit the type stays text, so that the schema refuses it. */
function scalar({ type }: Structure, value: string): unknown {
  if (type === 'boolean') return booleans.get(value.toLowerCase()) ?? value;
  const isNumber = (type === 'number' || type === 'integer') && number.test(value);
  return isNumber ? Number(value) : value;
}

/** `name[3].rest` → [3, 'rest'] for the given name. */
function indexed(name: string, field: string): readonly [number, string] | undefined {
  if (!field.startsWith(`${name}[`)) return undefined;
  const match = /^(\d{1,4})\]\.(.+)$/.exec(field.slice(name.length + 1));
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return [Number(match[1]), match[2]];
}

function decodeObjects(item: Structure, name: string, pairs: Pairs): unknown[] | undefined {
  const items = new Map<number, [string, string][]>();
  for (const [field, value] of pairs) {
    const [index, rest] = indexed(name, field) ?? [];
    if (index === undefined || rest === undefined) continue;
    const fields = items.get(index) ?? [];
    fields.push([rest, value]);
    items.set(index, fields);
  }
  if (items.size === 0) return undefined;
  return [...items.entries()].sort(([a], [b]) => a - b).map(([, fields]) => decode(item, fields));
}

function decodeField(field: Structure, name: string, pairs: Pairs): unknown {
  const item = itemsOf(field);
  if (item?.type === 'object') return decodeObjects(item, name, pairs);
  const values = pairs.filter(([given]) => given === name).map(([, value]) => value);
  if (values.length === 0) return undefined;
  if (item !== undefined) return values.map((value) => scalar(item, value));
  // If a field is given twice, the last one wins.
  return scalar(field, values.at(-1) ?? '');
}

function decode(structure: Structure, pairs: Pairs): Readonly<Record<string, unknown>> {
  const decoded = Object.entries(fieldsOf(structure))
    .map(([name, field]): [string, unknown] => [name, decodeField(field, name, pairs)])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(decoded);
}

/**
 * Converts the fields of a form body, multipart body or query to the types of the schema: booleans
 * are `1` or `0` (docs/interface.md 4.1), also `true` and `false` as in queries; a list repeats its
 * field; objects in a list are written `dictionaries[0].source_lang`. Unknown fields are left out.
 * The result still has to be validated.
 */
export function decodeFields(schema: z.ZodType, pairs: Pairs): Readonly<Record<string, unknown>> {
  return decode(structureOf(schema), pairs);
}
