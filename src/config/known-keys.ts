import type { ConfigPath } from './errors.js';
import { jsonSchema } from './json-schema.js';

/** The parts of JSON Schema that define the config's keys. */
interface Structure {
  readonly properties?: Readonly<Record<string, Structure>>;
  readonly items?: Structure;
  readonly additionalProperties?: Structure | boolean;
  /** Several shapes, one of which is a group of keys. */
  readonly anyOf?: readonly Structure[];
}

/** Keys that the schema allows in the group at a path. */
export function knownKeys(path: ConfigPath): string[] {
  let structure: Structure | undefined = jsonSchema() as Structure;
  for (const part of path) structure = structure && inside(structure, part);
  const shapes = structure === undefined ? [] : [structure, ...(structure.anyOf ?? [])];
  return Object.keys(shapes.find(({ properties }) => properties !== undefined)?.properties ?? {});
}

function inside(
  { properties = {}, items, additionalProperties }: Structure,
  part: string | number,
): Structure | undefined {
  if (typeof part === 'number') return items;
  if (Object.hasOwn(properties, part)) return properties[part];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

/** Groups whose keys people often put one level too high or too low. */
const GROUPS = ['service', 'catalogs', 'translate', 'limits', 'rules', 'extract', 'types'] as const;

/** The groups that have a key with this name. */
export function groupsWith(key: string): string[] {
  return GROUPS.filter((group) =>
    knownKeys(group === 'catalogs' ? [group, 0] : [group]).includes(key),
  );
}
