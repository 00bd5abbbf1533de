import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { endpoints } from '../../src/api/endpoints.js';
import { operations } from '../../src/facts/operations.js';
import { operationFacts } from '../../scripts/operation-facts.js';
import { OPERATIONS_FILE, operationsText } from '../../scripts/list-operations.js';

test('the list of operations is what the descriptions say: npm run operations', () => {
  const file = join(resolve(import.meta.dirname, '../..'), OPERATIONS_FILE);
  expect(readFileSync(file, 'utf8')).toBe(operationsText());
  expect(operations).toEqual(JSON.parse(JSON.stringify(operationFacts())));
});

test('every operation is one command of its area', () => {
  expect(operations.map(({ name }) => name)).toEqual(Object.keys(endpoints));
  const commands = operations.map(({ area, command }) => `${area} ${command}`);
  expect(new Set(commands).size).toBe(commands.length);
});

test('no field has the name of a flag that all operations share', () => {
  const shared = 'file body url signature config cwd out json quiet verbose help'.split(' ');
  const names = operations.flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(names.filter((name) => shared.includes(name))).toEqual([]);
});

test('secrets are known as such', () => {
  const secrets = operations.flatMap(({ name, secrets: own = [], fields }) => {
    const given = fields.filter(({ secret }) => secret === true).map((field) => field.name);
    return [...own, ...given].map((one) => `${name} ${one}`);
  });
  expect(secrets).toContain('createDeveloperKey key');
  expect(secrets).toContain('uploadDocument document_key');
  expect(secrets).toContain('getDocumentStatus document_key');
  expect(secrets).toContain('createVoiceJob signature');
  expect(secrets).toContain('getVoiceJob signed_download_url');
});
