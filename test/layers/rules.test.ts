import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const CRUISER = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  moduleResolution: 'nodenext',
  verbatimModuleSyntax: true,
};

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
}

/** What the rules of a config say of a small project, as `rule: from → to`, sorted. */
async function violations(config: string, files: Readonly<Record<string, string>>) {
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-layers-'));
  const tsconfig = JSON.stringify({ compilerOptions: COMPILER_OPTIONS });
  for (const [path, text] of Object.entries({ ...files, 'tsconfig.json': tsconfig })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const args = [CRUISER, '--config', resolve(config), '--output-type', 'json', 'src'];
  const output = await new Promise<string>((done) => {
    // Its exit code counts the violations.
    execFile(process.execPath, args, { cwd: root }, (_error, stdout) => done(stdout));
  });
  const { summary } = JSON.parse(output) as { summary: { violations: readonly Violation[] } };
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`).sort();
}

test('pure rooms reach no built-in and no package with effects, however deep', async () => {
  const found = await violations('.dependency-cruiser-pure.json', {
    'src/engine/compare/index.ts': `export { own } from './own.js';`,
    'src/engine/compare/own.ts': `export * as own from '../../config/deep.js';`,
    'src/config/deep.ts': `export * as deep from './deeper.js';`,
    'src/config/deeper.ts': `export { readFileSync } from 'node:fs';`,
    'src/engine/plan/index.ts': `export const load = () => import('../../config/globs.js');`,
    'src/config/globs.ts': `export * as glob from 'fast-glob';`,
    'src/text/index.ts': `export const os = process.getBuiltinModule('node:os');`,
  });

  expect(found).toEqual([
    'pure-rooms-reach-no-system: src/engine/compare/index.ts → fs',
    'pure-rooms-reach-no-system: src/engine/compare/own.ts → fs',
    'pure-rooms-reach-no-system: src/engine/plan/index.ts → fast-glob',
    'pure-rooms-reach-no-system: src/text/index.ts → os',
  ]);
});

test('pure rooms may hash, and may name types of what is not pure', async () => {
  const found = await violations('.dependency-cruiser-pure.json', {
    'src/engine/compare/index.ts': `export * as hash from '../../lock/hash.js';
import type { Stats } from '../../state/files/index.js';
export type Size = Stats['size'];`,
    'src/lock/hash.ts': `export const crypto = process.getBuiltinModule('node:crypto');`,
    'src/state/files/index.ts': `export type { Stats } from 'node:fs';
export { readFileSync } from 'node:fs';`,
    'src/engine/units/index.ts': `export { randomUUID } from 'node:crypto';`,
  });

  expect(found).toEqual(['crypto-only-for-hashes: src/engine/units/index.ts → crypto']);
});

test('a room is entered by its door, and a step of the engine only by steps behind it', async () => {
  const found = await violations('.dependency-cruiser.json', {
    'src/engine/sync.ts': `export * as inside from './write/inside.js';`,
    'src/engine/write/index.ts': `export * as inside from './inside.js';`,
    'src/engine/write/inside.ts': `export * as inside from '../ledger/inside.js';`,
    'src/engine/ledger/inside.ts': `export const inside = 1;`,
    'src/engine/plan/index.ts': `export type * as behind from '../write/index.js';`,
    'src/engine/load/index.ts': `export * as above from '../engine.js';`,
    'src/engine/engine.ts': ``,
    'src/unknown/index.ts': `export * as engine from '../engine/engine.js';`,
    'src/engine/unknown/index.ts': `export * as load from '../load/index.js';`,
    'src/people/report/text.ts': `export type * as inside from '../../engine/write/index.js';`,
    'src/lock/index.ts': `export type * as unit from '../model/unit.js';`,
    'src/model/unit.ts': ``,
    'src/index.ts': `export * as unit from './model/unit.js';`,
    'src/cli/run.ts': `export * as inside from '../engine/segments/inside.js';`,
    'src/engine/segments/inside.ts': ``,
  });

  expect(found).toEqual([
    'engine-doors-from-above: src/engine/sync.ts → src/engine/write/inside.ts',
    'engine-doors: src/engine/write/inside.ts → src/engine/ledger/inside.ts',
    'engine-load: src/engine/load/index.ts → src/engine/engine.ts',
    'engine-plan: src/engine/plan/index.ts → src/engine/write/index.ts',
    'engine-rooms-have-rules: src/engine/unknown/index.ts → src/engine/load/index.ts',
    'layers-have-rules: src/unknown/index.ts → src/engine/engine.ts',
    'people-report-layer: src/people/report/text.ts → src/engine/write/index.ts',
    'rooms-have-doors: src/cli/run.ts → src/engine/segments/inside.ts',
    'rooms-have-doors: src/index.ts → src/model/unit.ts',
    'rooms-have-doors: src/lock/index.ts → src/model/unit.ts',
    'rooms-have-doors: src/people/report/text.ts → src/engine/write/index.ts',
    'rooms-have-doors: src/unknown/index.ts → src/engine/engine.ts',
  ]);
});

test('cycles of types are cycles', async () => {
  const found = await violations('.dependency-cruiser.json', {
    'src/model/one.ts': `import type { Two } from './two.js';
export type One = readonly Two[];`,
    'src/model/two.ts': `import type { One } from './one.js';
export interface Two { readonly one?: One }`,
  });

  expect(found).toEqual(['no-cycles: src/model/one.ts → src/model/two.ts']);
});
