import type * as z from 'zod';
import type { ConfigPath } from './document.js';
import { configSchema } from './schema.js';

/** Keys that the schema allows in the group at a path. */
export function knownKeys(path: ConfigPath): string[] {
  let schema: z.core.$ZodType | undefined = configSchema;
  for (const part of path) schema = step(unwrap(schema), part);
  const { def } = unwrap(schema)?._zod ?? {};
  return def !== undefined && isObject(def) ? Object.keys(def.shape) : [];
}

/** Groups whose keys are often written a level too high or too low. */
const GROUPS = ['service', 'catalogs', 'translate', 'limits', 'rules', 'extract'] as const;

/** Names of the groups that have a key. */
export function groupsWith(key: string): string[] {
  return GROUPS.filter((group) =>
    knownKeys(group === 'catalogs' ? [group, 0] : [group]).includes(key),
  );
}

function step(
  schema: z.core.$ZodType | undefined,
  part: string | number,
): z.core.$ZodType | undefined {
  const def = schema?._zod.def;
  if (def === undefined) return undefined;
  if (isObject(def)) return def.shape[String(part)];
  if (def.type === 'array') return (def as z.core.$ZodArrayDef).element;
  if (def.type === 'record') return (def as z.core.$ZodRecordDef).valueType;
  return undefined;
}

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let inner = schema;
  while (inner?._zod.def.type === 'optional') {
    inner = (inner._zod.def as z.core.$ZodOptionalDef).innerType;
  }
  return inner;
}

function isObject(def: z.core.$ZodTypeDef): def is z.core.$ZodObjectDef {
  return def.type === 'object';
}
