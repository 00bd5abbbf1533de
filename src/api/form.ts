import type * as z from 'zod';

type Pairs = readonly (readonly [name: string, value: string])[];

interface Definition {
  readonly type: string;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly options?: readonly z.ZodType[];
  readonly shape?: Readonly<Record<string, z.ZodType>>;
}

/** The definition of a schema without what only says that a value may be absent. */
function definitionOf(schema: z.ZodType): Definition {
  let definition = schema.def as Definition;
  while (definition.innerType !== undefined) definition = definition.innerType.def;
  return definition;
}

const booleans = new Map<string, boolean>([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Text that does not stand for a value of the type stays text, so that the schema can refuse it by name. */
function scalar(definition: Definition, value: string): unknown {
  if (definition.type === 'boolean') return booleans.get(value.toLowerCase()) ?? value;
  if (definition.type === 'number' && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return Number(value);
  return value;
}

/** `name[3].rest` → [3, 'rest'] for the given name. */
function indexed(name: string, field: string): readonly [number, string] | undefined {
  if (!field.startsWith(`${name}[`)) return undefined;
  const match = /^(\d{1,4})\]\.(.+)$/.exec(field.slice(name.length + 1));
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return [Number(match[1]), match[2]];
}

function decodeObjects(element: z.ZodType, name: string, pairs: Pairs): unknown[] | undefined {
  const items = new Map<number, [string, string][]>();
  for (const [field, value] of pairs) {
    const place = indexed(name, field);
    if (place === undefined) continue;
    const [index, rest] = place;
    const item = items.get(index) ?? [];
    item.push([rest, value]);
    items.set(index, item);
  }
  if (items.size === 0) return undefined;
  return [...items.entries()]
    .sort(([a], [b]) => a - b)
    .map(([, fields]) => decodeFields(element, fields));
}

function decodeField(schema: z.ZodType, name: string, pairs: Pairs): unknown {
  const definition = definitionOf(schema);
  const array =
    definition.type === 'union'
      ? definition.options?.map(definitionOf).find(({ type }) => type === 'array')
      : definition;
  const element = array?.element;
  if (element !== undefined && definitionOf(element).type === 'object') {
    return decodeObjects(element, name, pairs);
  }
  const values = pairs.filter(([field]) => field === name).map(([, value]) => value);
  if (values.length === 0) return undefined;
  if (element !== undefined) return values.map((value) => scalar(definitionOf(element), value));
  // Of a field that may stand once, the last one counts.
  return scalar(definition, values.at(-1) ?? '');
}

/**
 * Gives the fields of a form body, a multipart body or a query the types that the schema asks for:
 * booleans are `1` or `0` (interface.md 4.1; `true` and `false` too, as in queries), a list repeats
 * its field, objects in a list are `dictionaries[0].source_lang`. Fields that the schema does not
 * know are left out. The result still has to be checked against the schema.
 */
export function decodeFields(schema: z.ZodType, pairs: Pairs): Readonly<Record<string, unknown>> {
  const { shape = {} } = definitionOf(schema);
  const decoded: [string, unknown][] = [];
  for (const [name, field] of Object.entries(shape)) {
    const value = decodeField(field, name, pairs);
    if (value !== undefined) decoded.push([name, value]);
  }
  return Object.fromEntries(decoded);
}
