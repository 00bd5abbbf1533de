import shape from './shape.json' with { type: 'json' };

/** The subset of JSON Schema used here. A test ensures that the config's schema uses no more. */
export interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Shape;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Shape | boolean;
  readonly propertyNames?: Shape;
  readonly anyOf?: readonly Shape[];
}

/**
 * Whether a config has the shape of the JSON Schema. Almost every config does, and loading the
 * schema library just to confirm it would take a sixth of a first read-only run. The schema itself
 * reports what does not fit.
 */
export function hasKnownShape(value: unknown): boolean {
  return fits(value, shape);
}

/** Whether a value without prototypes and cycles matches a schema. */
export function fits(value: unknown, schema: Shape): boolean {
  if (schema.anyOf !== undefined && !schema.anyOf.some((one) => fits(value, one))) return false;
  if (schema.enum?.includes(value) === false) return false;
  if ('const' in schema && schema.const !== value) return false;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && fitsText(value, schema);
    case 'integer':
      return Number.isSafeInteger(value) && isBetween(value as number, schema);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return Array.isArray(value) && fitsList(value, schema);
    case 'object':
      return typeof value === 'object' && value !== null && fitsGroup(value, schema);
    default:
      return schema.type === undefined;
  }
}

function fitsText(text: string, { minLength = 0, maxLength, pattern }: Shape): boolean {
  if (text.length < minLength) return false;
  if (maxLength !== undefined && Array.from(text).length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern, 'u').test(text);
}

function isBetween(value: number, { minimum = -Infinity, maximum = Infinity }: Shape): boolean {
  return value >= minimum && value <= maximum;
}

function fitsList(list: readonly unknown[], schema: Shape): boolean {
  const { items = {}, minItems = 0, maxItems = Infinity } = schema;
  if (list.length < minItems || list.length > maxItems) return false;
  return list.every((item) => fits(item, items));
}

function fitsGroup(group: object, schema: Shape): boolean {
  if (Array.isArray(group)) return false;
  const { properties = {}, required = [], additionalProperties = true, propertyNames } = schema;
  const entries = Object.entries(group) as [string, unknown][];
  const isThere = (key: string): boolean => Object.hasOwn(group, key);
  if (!required.every(isThere)) return false;
  return entries.every(([key, value]) => {
    if (propertyNames !== undefined && !fits(key, propertyNames)) return false;
    const known = Object.hasOwn(properties, key) ? properties[key] : undefined;
    // In a config that is code, a key may be present with the value undefined.
    if (known !== undefined)
      return value === undefined ? !required.includes(key) : fits(value, known);
    return typeof additionalProperties === 'boolean'
      ? additionalProperties
      : fits(value, additionalProperties);
  });
}
