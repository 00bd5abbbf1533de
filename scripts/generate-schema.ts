// Generates schema/service.config.schema.json and src/config/shape.json from the config's schema.
// `tsx scripts/generate-schema.ts`
import { mkdirSync, writeFileSync } from 'node:fs';
import { jsonSchemaText, shapeText } from '../src/config/json-schema.js';

mkdirSync('schema', { recursive: true });
writeFileSync('schema/service.config.schema.json', jsonSchemaText());
writeFileSync('src/config/shape.json', shapeText());
