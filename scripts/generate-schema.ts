// Generates schema/service.config.schema.json from the config's schema. `tsx scripts/generate-schema.ts`
import { mkdirSync, writeFileSync } from 'node:fs';
import { jsonSchemaText } from '../src/config/schema.js';

mkdirSync('schema', { recursive: true });
writeFileSync('schema/service.config.schema.json', jsonSchemaText());
