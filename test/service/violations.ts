import { z } from 'zod';

/** What the tests read of a JSON Schema. */
interface Schema {
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Path = readonly (string | number)[];

/** A value that a field may not hold; `missing`: the field is left out. */
export interface Violation {
  readonly path: Path;
  readonly what: string;
  readonly value: unknown;
}

export const missing = Symbol('missing');

const typeSamples: Readonly<Record<string, unknown>> = {
  string: 'x',
  number: 7.5,
  boolean: true,
  array: [null],
  object: { a: 1 },
  null: null,
};

function typesOf({ type, anyOf = [] }: Schema): readonly string[] {
  return type === undefined ? anyOf.flatMap(typesOf) : [type === 'integer' ? 'number' : type];
}

function* wrongTypes(schema: Schema, path: Path): Generator<Violation> {
  const types = typesOf(schema);
  if (types.length === 0) return;
  for (const [type, value] of Object.entries(typeSamples)) {
    if (!types.includes(type)) yield { path, what: `of type ${type}`, value };
  }
  if (types.includes('number') && schema.type === 'integer') {
    yield { path, what: 'a fraction', value: 1.5 };
  }
}

function* outOfRange(schema: Schema, path: Path, sample: unknown): Generator<Violation> {
  const { minLength = 0, maxLength, minimum, maximum, minItems = 0, maxItems } = schema;
  if (schema.enum !== undefined) yield { path, what: 'no such value', value: 'nonsense' };
  if (minLength > 0) yield { path, what: 'empty', value: '' };
  if (maxLength !== undefined && schema.enum === undefined) {
    yield { path, what: 'one too long', value: 'x'.repeat(maxLength + 1) };
  }
  if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER) {
    yield { path, what: 'one too small', value: minimum - 1 };
  }
  if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
    yield { path, what: 'one too large', value: maximum + 1 };
  }
  if (minItems > 0) yield { path, what: 'too few items', value: [] };
  if (maxItems !== undefined) {
    const [item] = sample as readonly unknown[];
    yield { path, what: 'one item too many', value: Array(maxItems + 1).fill(item) };
  }
}

function* violationsOf(schema: Schema, path: Path, sample: unknown): Generator<Violation> {
  if (path.length > 0) {
    yield* wrongTypes(schema, path);
    for (const each of schema.anyOf ?? [schema]) yield* outOfRange(each, path, sample);
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const below = [...path, name];
    if (schema.required?.includes(name) === true) {
      yield { path: below, what: 'missing', value: missing };
    }
    const value = (sample as Readonly<Record<string, unknown>>)[name];
    yield* violationsOf(field, below, value);
  }
  if (schema.items !== undefined && schema.items.type !== undefined) {
    yield* violationsOf(schema.items, [...path, 0], (sample as readonly unknown[])[0]);
  }
}

/** Every way in which one field of a good value can go against its description. */
export function* violations(schema: z.ZodType, good: unknown): Generator<Violation> {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  yield* violationsOf(described, [], good);
}

/** A copy of a good value with one field as the violation has it. */
export function withViolation(good: unknown, { path, value }: Violation): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(good)) {
    return good.map((item: unknown, index) =>
      index === name ? withViolation(item, { path: rest, what: '', value }) : item,
    );
  }
  const fields = good as Readonly<Record<string, unknown>>;
  const changed = withViolation(fields[name], { path: rest, what: '', value });
  const entries = Object.entries({ ...fields, [name]: changed });
  return Object.fromEntries(entries.filter(([, each]) => each !== missing));
}
