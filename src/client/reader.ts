import type * as z from 'zod';
import { camelCase, fromWire } from './casing.js';

/** What a reader gives for a value that is not as described. */
export const unreadable = Symbol('unreadable');

/** Checks a parsed JSON value and gives it in camelCase, in one walk. */
export type Reader = (value: unknown) => unknown;

interface Definition {
  readonly type: string;
  readonly checks?: readonly unknown[];
  readonly format?: string;
  readonly coerce?: boolean;
  readonly innerType?: z.ZodType;
  readonly element?: z.ZodType;
  readonly shape?: Readonly<Record<string, z.ZodType>>;
  readonly catchall?: z.ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly values?: readonly unknown[];
}

const readString: Reader = (value) => (typeof value === 'string' ? value : unreadable);
const readBoolean: Reader = (value) => (typeof value === 'boolean' ? value : unreadable);
const readNumber: Reader = (value) => (Number.isFinite(value) ? value : unreadable);
const readInteger: Reader = (value) => (Number.isSafeInteger(value) ? value : unreadable);

function oneOf(values: readonly unknown[]): Reader {
  const known = new Set(values);
  return (value) => (known.has(value) ? value : unreadable);
}

function readArray(item: Reader): Reader {
  return (value) => {
    if (!Array.isArray(value)) return unreadable;
    const result: unknown[] = value.map(item);
    return result.includes(unreadable) ? unreadable : result;
  };
}

interface Field {
  readonly wire: string;
  readonly camel: string;
  readonly read: Reader;
}

function readObject(fields: readonly Field[]): Reader {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return unreadable;
    const source = value as Readonly<Record<string, unknown>>;
    const result: Record<string, unknown> = {};
    for (const { wire, camel, read } of fields) {
      const current = read(source[wire]);
      if (current === unreadable) return unreadable;
      if (current !== undefined) result[camel] = current;
    }
    return result;
  };
}

/** For what is described in a way that is not known here: the schema's own check. */
function bySchema(schema: z.ZodType): Reader {
  return (value) => {
    const { success, data } = schema.safeParse(value);
    return success ? fromWire(schema, data) : unreadable;
  };
}

function build(schema: z.ZodType): Reader {
  const definition = schema.def as Definition;
  const { type, checks = [], format, coerce = false, innerType, element, shape } = definition;
  if (checks.length > 0 || coerce) return bySchema(schema);
  if (type === 'string' && format === undefined) return readString;
  if (type === 'number' && format === undefined) return readNumber;
  if (type === 'number' && format === 'safeint') return readInteger;
  if (type === 'boolean') return readBoolean;
  if (type === 'enum') return oneOf(Object.values(definition.entries ?? {}));
  if (type === 'literal') return oneOf(definition.values ?? []);
  if (type === 'array' && element !== undefined) return readArray(readerOf(element));
  if (type === 'optional' && innerType !== undefined) {
    const read = readerOf(innerType);
    return (value) => (value === undefined ? undefined : read(value));
  }
  if (type === 'nullable' && innerType !== undefined) {
    const read = readerOf(innerType);
    return (value) => (value === null ? null : read(value));
  }
  if (type === 'object' && shape !== undefined && definition.catchall === undefined) {
    return readObject(
      Object.entries(shape).map(([wire, field]) => ({
        wire,
        camel: camelCase(wire),
        read: readerOf(field),
      })),
    );
  }
  return bySchema(schema);
}

const readers = new WeakMap<z.ZodType, Reader>();

/** The reader of a schema, built once: its results are those of the schema's own check followed by `fromWire`. */
export function readerOf(schema: z.ZodType): Reader {
  const known = readers.get(schema);
  if (known !== undefined) return known;
  const reader = build(schema);
  readers.set(schema, reader);
  return reader;
}
