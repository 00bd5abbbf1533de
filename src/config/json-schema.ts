import * as z from 'zod';
import { configSchema } from './schema.js';

let made: z.core.JSONSchema.BaseSchema | undefined;

/** The JSON Schema of `service.config.*`. Generated on first use. */
export function jsonSchema(): z.core.JSONSchema.BaseSchema {
  return (made ??= z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' }));
}

/** The JSON Schema as shipped in schema/. */
export function jsonSchemaText(): string {
  const titled = { title: 'Config of locale-sync', ...jsonSchema() };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
