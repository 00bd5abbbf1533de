import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { readConfig } from '../../src/config/load.js';
import { jsonSchemaText } from '../../src/config/schema.js';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const shipped = readFileSync('schema/service.config.schema.json', 'utf8');

test('the shipped JSON Schema is the one that the config schema gives (npm run schema)', () => {
  expect(shipped).toBe(jsonSchemaText());
});

test('the example config is valid', async () => {
  const config = await readConfig(resolve('service.config.example.yaml'));
  expect(config.catalogs).toHaveLength(4);
});

test('the rules of the example are the defaults, as it says', async () => {
  const { rules } = await readConfig(resolve('service.config.example.yaml'));
  const least = 'version: 1\nsource: en\ntargets: [de]\ncatalogs: [{ files: "{locale}.json" }]\n';
  expect(rules).toEqual((await parseConfig(resolve('service.config.yaml'), least)).rules);
});

test('the example and the reference explain every key', () => {
  const { properties = {} } = JSON.parse(shipped) as Schema;
  const named = (text: string, key: string) =>
    new RegExp(`(^|[\\s{\`.])${key}(:|\`)`, 'm').test(text);
  const keys = new Set(keysOf(properties));
  keys.delete('$schema');
  for (const file of ['service.config.example.yaml', 'docs/config.md']) {
    const text = readFileSync(file, 'utf8');
    expect(
      [...keys].filter((key) => !named(text, key)),
      file,
    ).toEqual([]);
  }
});

function keysOf(properties: Readonly<Record<string, Schema>>): string[] {
  return Object.entries(properties).flatMap(([key, schema]) => [
    key,
    ...keysOf(schema.properties ?? {}),
    ...keysOf(schema.items?.properties ?? {}),
  ]);
}
