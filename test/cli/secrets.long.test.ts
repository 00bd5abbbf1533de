import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { Project } from '../support/project.js';

/** Shapes that keys have. */
const KEYS = [
  '5f0c1a2b-3c4d-5e6f-7a8b-9c0d1e2f3a4b:fx',
  'sk-live-4eC39HqLyjWDarjtT1zdp7dc',
  'deadbeefdeadbeefdeadbeef',
  'hunter2',
] as const;

const REST = 'source: en\ntargets: [de]\ncatalogs: [{ files: "{locale}.json" }]\n';

const PLACES: readonly (readonly [string, (key: string) => string])[] = [
  ['service.key', (key) => `${REST}service: { key: "${key}" }\n`],
  ['service', (key) => `${REST}service: "${key}"\n`],
  ['service as a list', (key) => `${REST}service: ["${key}"]\n`],
  ['an unknown key at the top', (key) => `${REST}key: "${key}"\n`],
  ['apiKey', (key) => `${REST}service: { apiKey: "${key}" }\n`],
  ['a header', (key) => `${REST}service: { scheme: "Bearer ${key}" }\n`],
  ['a password in an address', (key) => `${REST}service: { url: "https://me:${key}@host" }\n`],
  ['an address', (key) => `${REST}service: { url: "${key}" }\n`],
  ['a query', (key) => `${REST}service: { url: "https://host/?key=${key}" }\n`],
  ['the name of a key', (key) => `${REST}"${key}": true\n`],
  ['the name of a key in a group', (key) => `${REST}service: { "${key}": true }\n`],
  ['a name twice', (key) => `${REST}"${key}": true\n"${key}": true\n`],
  ['source', (key) => REST.replace('en', `"${key}"`)],
  ['targets', (key) => REST.replace('[de]', `"${key}"`)],
  ['a target', (key) => REST.replace('[de]', `[de, "${key}"]`)],
  ['options of a target', (key) => `${REST}translate: { targets: { "${key}": {} } }\n`],
  ['wrong options of one', (key) => `${REST}translate: { targets: { "${key}": { a: 1 } } }\n`],
  ['languages', (key) => `${REST}languages: { de: "${key}" }\n`],
  ['a name in languages', (key) => `${REST}languages: { "${key}": 1 }\n`],
  ['files', (key) => REST.replace('{locale}.json', key)],
  ['files that are not there', (key) => REST.replace('{locale}.json', `{locale}/${key}.json`)],
  ['a placeholder', (key) => REST.replace('{locale}', `{${key}}`)],
  ['a class of characters', (key) => REST.replace('{locale}', `{locale}[z-a${key}]`)],
  ['a choice', (key) => `${REST}translate: { formality: "${key}" }\n`],
  ['a number', (key) => `${REST}limits: { characters: "${key}" }\n`],
  ['rules', (key) => `${REST}rules: { markup: "${key}" }\n`],
  ['YAML that does not close', (key) => `${REST}service: { key: "${key}\n`],
  ['YAML with a tab', (key) => `service:\n\tkey: ${key}\n`],
  ['YAML with a reserved letter', (key) => `service: @${key}\n`],
  ['YAML with an alias', (key) => `service: *${key}\n`],
  ['YAML with a tag', (key) => `service: !${key} a\n`],
  ['YAML with a stray text', (key) => `source: "en" ${key}\n`],
  ['a list as the name of a key', (key) => `${REST}? ["${key}"]\n: 1\n`],
  ['a group as the name of a key', (key) => `${REST}{ a: "${key}" }: 1\n`],
  ['a merge', (key) => `${REST}<<: "${key}"\n`],
  ['a number of YAML', (key) => `${REST}limits: { characters: !!int "${key}" }\n`],
  ['YAML with a directive', (key) => `%YAML ${key}\n---\n${REST}`],
];

describe.each(PLACES.map(([name, config], at) => ({ name, config, at })))(
  'a key as $name',
  ({ config, at }) => {
    test('is not in the error, however it is looked at', async () => {
      for (const key of KEYS) {
        const project = new Project({ 'service.config.yaml': config(key) });
        const error: unknown = await loadConfig({ cwd: project.root, env: {} }).catch(
          (reason: unknown) => reason,
        );
        if (error instanceof Error) expect(inspect(error, { depth: 9 })).not.toContain(key);
      }
    });

    test('is not printed', async () => {
      const key = KEYS[at % KEYS.length] ?? KEYS[0];
      const project = new Project({ 'service.config.yaml': config(key), 'en.json': '{"a":"b"}' });
      const args = at % 2 === 0 ? ['check'] : ['check', '--verbose', '--json'];
      const { code, stdout, stderr } = await project.run(args);
      expect(`${stdout}${stderr}`).not.toContain(key);
      expect(`${stdout}${stderr}`).toContain('service.config.yaml:');
      expect(code).toBe(2);
    });
  },
);

test.each([
  ['service.config.json', (key: string) => `{ "${key}": 1, "${key}": 2 }`],
  ['service.config.json', (key: string) => `{ "service": ${key} }`],
  ['package.json', (key: string) => `{ "service": { "${key}": 1 } }`],
  ['service.config.mjs', (key: string) => `throw new Error("no ${key}");`],
  ['service.config.mjs', (key: string) => `export default { service: ${key} }; let "${key}";`],
  ['service.config.ts', (key: string) => `export default { service: "${key}" };`],
])('a key in %s is not repeated', async (file, config) => {
  for (const key of KEYS) {
    const project = new Project({ [file]: config(key) });
    const { code, stdout, stderr } = await project.run(['check', '--verbose']);
    expect(`${stdout}${stderr}`).not.toContain(key);
    expect(code).toBe(2);
  }
});

describe('the environment', () => {
  const FILES = { 'service.config.yaml': REST, 'en.json': '{"a":"Hello"}' };
  const KEY = KEYS[1];

  test.each([
    ['SERVICE_URL', `https://me:${KEY}@host`],
    ['SERVICE_URL', KEY],
    ['SERVICE_AUTH_SCHEME', `Bearer ${KEY}`],
    ['SERVICE_AUTH_KEY', `${KEY}\n${KEY}`],
  ])('%s is named, its value is not repeated', async (name, value) => {
    const project = new Project(FILES);
    const { code, stderr } = await project.run(['check'], { env: { [name]: value } });
    expect(stderr).toContain(name);
    expect(stderr).not.toContain(KEY);
    expect(code).toBe(2);
  });

  test('a key as the name of a variable, and one in the path of an address', async () => {
    const service = `service: { key: "\${${KEY.replaceAll('-', '_')}}" }\n`;
    const project = new Project({ ...FILES, 'service.config.yaml': `${REST}${service}` });
    const env = { SERVICE_URL: `http://127.0.0.1:9/${KEY}` };
    const { code, stderr } = await project.run(['sync'], { env });
    expect(stderr).toContain('http://127.0.0.1:9');
    expect(stderr).not.toContain('4eC39');
    expect(code).toBe(3);
  });
});

test('a plan that is another file is not quoted', async () => {
  const project = new Project({ 'service.config.yaml': REST, 'en.json': '{}', '.env': KEYS[3] });
  const { code, stderr } = await project.run(['sync', '--plan', '.env']);
  expect(stderr).toContain('.env cannot be read as a plan: it is not valid JSON');
  expect(stderr).not.toContain(KEYS[3]);
  expect(code).toBe(2);
});

test.each([
  [['sync', `--key=${KEYS[0]}`]],
  [['sync', `-${KEYS[0]}`]],
  [[KEYS[0]]],
  [['sync', '--concurrency', KEYS[0], '--json']],
  [['service', '--key', `${KEYS[0]} ${KEYS[0]}`]],
])('a key in the wrong place of a call is not repeated', async (args) => {
  const { code, stdout, stderr } = await new Project().run(args);
  expect(`${stdout}${stderr}`).not.toContain(KEYS[0]);
  expect(code).toBe(2);
});
