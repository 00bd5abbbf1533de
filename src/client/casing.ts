import type * as z from 'zod';
import { fieldsOf, itemsOf, structureOf } from '../api/index.js';
import type { Structure } from '../api/index.js';

type CamelKey<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelKey<Tail>>}`
  : S;

/** A wire type with its field names in camelCase. Keys that are data, such as rule names, stay. */
export type Camel<T> = T extends readonly (infer Item)[]
  ? readonly Camel<Item>[]
  : T extends object
    ? string extends keyof T
      ? T
      : { readonly [K in keyof T as K extends string ? CamelKey<K> : never]: Camel<T[K]> }
    : T;

type Convert = (value: unknown) => unknown;

interface Converters {
  /** Wire names → camelCase. */
  readonly read: Convert;
  /** camelCase → wire names; undefined values and unknown names are left out. */
  readonly write: Convert;
}

interface Field {
  readonly wire: string;
  readonly camel: string;
  readonly converters: Converters | undefined;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Iterates over the value's names, not the described ones, because most requests use few of them.
 */
function renamer(
  fields: readonly Field[],
  from: 'wire' | 'camel',
  direction: 'read' | 'write',
): Convert {
  const to = from === 'wire' ? 'camel' : 'wire';
  const byName = new Map(fields.map((field) => [field[from], field]));
  return (value) => {
    if (!isObject(value)) return value;
    const renamed: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const field = byName.get(name);
      const current = value[name];
      if (field === undefined || current === undefined) continue;
      renamed[field[to]] = field.converters?.[direction](current) ?? current;
    }
    return renamed;
  };
}

function mapper(convert: Convert): Convert {
  return (value) => (Array.isArray(value) ? value.map(convert) : value);
}

/** Undefined for values without field names. */
function build(structure: Structure): Converters | undefined {
  const items = itemsOf(structure);
  if (items !== undefined) {
    const item = build(items);
    return item && { read: mapper(item.read), write: mapper(item.write) };
  }
  const fields = Object.entries(fieldsOf(structure)).map(([wire, field]) => ({
    wire,
    camel: camelCase(wire),
    converters: build(field),
  }));
  if (fields.length === 0) return undefined;
  return { read: renamer(fields, 'wire', 'read'), write: renamer(fields, 'camel', 'write') };
}

const known = new WeakMap<z.ZodType, { readonly converters: Converters | undefined }>();

/** Built once per schema. */
function convertersOf(schema: z.ZodType): Converters | undefined {
  const found = known.get(schema);
  if (found !== undefined) return found.converters;
  const converters = build(structureOf(schema));
  known.set(schema, { converters });
  return converters;
}

/** An answer that was checked against `schema`, with field names in camelCase. */
export function fromWire(schema: z.ZodType, value: unknown): unknown {
  return convertersOf(schema)?.read(value) ?? value;
}

/** A request with the interface's field names. Unknown names are dropped. */
export function toWire(schema: z.ZodType, value: unknown): unknown {
  return convertersOf(schema)?.write(value) ?? value;
}
