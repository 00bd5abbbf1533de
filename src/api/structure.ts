import * as z from 'zod';

/** How a value is built: the part of JSON Schema that the descriptions of the interface use. */
export interface Structure {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Structure>>;
  readonly items?: Structure;
  readonly anyOf?: readonly Structure[];
}

const known = new WeakMap<z.ZodType, Structure>();

/** What zod says of a schema as JSON Schema. Made once for each schema. */
export function structureOf(schema: z.ZodType): Structure {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Structure;
  known.set(schema, made);
  return made;
}

/** The fields of an object, or of all objects that a value may be. Records have none: their names are data. */
export function fieldsOf(structure: Structure): Readonly<Record<string, Structure>> {
  const alternatives = (structure.anyOf ?? []).map(fieldsOf);
  return Object.assign({}, ...alternatives, structure.properties) as Record<string, Structure>;
}

/** The items of a list, also of one that is an alternative to something else. */
export function itemsOf({ items, anyOf = [] }: Structure): Structure | undefined {
  return items ?? anyOf.find((alternative) => alternative.items !== undefined)?.items;
}
