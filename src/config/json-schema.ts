import * as z from 'zod';
import { configSchema } from './schema.js';

/** The JSON Schema of `service.config.*`, as it is shipped in schema/. */
export function jsonSchemaText(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' });
  const titled = { title: 'Config of locale-sync', ...schema };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
