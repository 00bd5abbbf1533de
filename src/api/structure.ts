import * as z from 'zod';

/** The structure of a value: the subset of JSON Schema that the endpoint descriptions need. */
export interface Structure {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Structure>>;
  readonly items?: Structure;
  readonly anyOf?: readonly Structure[];
  readonly required?: readonly string[];
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly format?: string;
}

const known = new WeakMap<z.ZodType, Structure>();

/** A zod schema as JSON Schema, converted once per schema. */
export function structureOf(schema: z.ZodType): Structure {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Structure;
  known.set(schema, made);
  return made;
}

/**
 * The fields of an object, or of all alternatives that are objects. A record has none: its names
 * are data.
 */
export function fieldsOf(structure: Structure): Readonly<Record<string, Structure>> {
  const alternatives = (structure.anyOf ?? []).map(fieldsOf);
  return Object.assign({}, ...alternatives, structure.properties) as Record<string, Structure>;
}

/** The items of a list, or of the first alternative that is a list. */
export function itemsOf({ items, anyOf = [] }: Structure): Structure | undefined {
  return items ?? anyOf.find((alternative) => alternative.items !== undefined)?.items;
}
