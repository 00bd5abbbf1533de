import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { keysBelow } from '../../bench/support/extract-projects.js';
import { extractKeys, loadConfig } from '../../src/index.js';
import { Project } from '../support/project.js';
import { keysIn } from './keys-in.js';

const FOLDER = join(import.meta.dirname, 'fixtures/shop/src');
const FILES = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [`src/${file}`, readFileSync(join(FOLDER, file), 'utf8')]),
);
const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: ours/{locale}/*.json
extract: { code: ['src/*'], catalog: 'ours/en/{namespace}.json' }
`;
const THEIR_CONFIG = `export default {
  locales: ['en'],
  extract: { input: ['src/*'], output: 'theirs/{{language}}/{{namespace}}.json' },
};
`;

async function extracted(): Promise<Project> {
  const project = new Project({
    ...FILES,
    'service.config.yaml': CONFIG,
    'i18next.config.mjs': THEIR_CONFIG,
  });
  await extractKeys(await loadConfig({ cwd: project.root, env: {} }));
  return project;
}

const root = resolve(import.meta.dirname, '../..');
/** Wants a later Node, and packages that not every registry has: `.ci/nightly` installs it. */
const cli = join(root, 'node_modules/i18next-cli/dist/esm/cli.js');
const hasCli = existsSync(cli);
const unless = hasCli ? '' : ' (it is not installed: not compared)';

test.runIf(hasCli)(`every key that i18next-cli finds is found${unless}`, async () => {
  const project = await extracted();
  const methods = join(root, 'bench/support/set-methods.cjs');
  const { status } = spawnSync(process.execPath, ['-r', methods, cli, 'extract'], {
    cwd: project.root,
  });
  expect(status).toBe(0);
  const own = keysBelow(project.path('ours/en'));
  const missing = [...keysBelow(project.path('theirs/en'))].filter((key) => !own.has(key));
  // It does not see the namespace of `<Translation ns="tns">`.
  expect(missing).toEqual(['translation:inner']);
  expect(own).toContain('tns:inner');
});

/** What we read of i18next-parser, whose own declarations say nothing of it. */
interface ParserModule {
  readonly parser: new (options: object) => {
    parse(code: string, file: string): readonly { readonly key: string }[];
  };
}

test('every key that i18next-parser finds is found', { timeout: 60_000 }, async () => {
  const { parser: Parser } = (await import('i18next-parser')) as unknown as ParserModule;
  const code = FILES['src/cart.tsx'] ?? '';
  const theirs = new Parser({}).parse(code, 'cart.tsx').map(({ key }) => key);
  const own = await keysIn('cart.tsx', code);
  const found = new Set(own.map((key) => key.replace(/^\w+:/, '')));
  expect(theirs.length).toBeGreaterThan(5);
  // It does not see the prefix of `useTranslation`.
  expect(theirs.filter((key) => !found.has(key.replace(/^\w+:/, '')))).toEqual([]);
});

test('nothing else is found', async () => {
  const project = await extracted();
  expect([...keysBelow(project.path('ours/en'))].sort()).toMatchSnapshot();
});
