// Generates src/facts/operations.ts with every operation of the interface as plain data, so
// that help and completion of `api` load no schema. `npm run operations`
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { operationFacts } from './operation-facts.js';

const ROOT = resolve(import.meta.dirname, '..');

export const OPERATIONS_FILE = 'src/facts/operations.ts';

/** The expected content of the file: JSON, which parses faster than code. */
export function operationsText(): string {
  const rows = operationFacts().map((facts) =>
    JSON.stringify(facts).replace(/[\\`]|\$\{/g, '\\$&'),
  );
  return `// Made by \`npm run operations\` of the descriptions in src/api.
import type { OperationFacts } from './operation.js';

/** All operations of the interface. */
export const operations = JSON.parse(\`[
${rows.join(',\n')}
]\`) as readonly OperationFacts[];
`;
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(join(ROOT, OPERATIONS_FILE), operationsText());
}
