import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Inputs } from '../../src/engine/load/inputs.js';
import { statedSyntax } from '../../src/engine/load/read-pairs.js';
import { about } from '../../src/formats/arb/about.js';

let root = '';
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-arb-')));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['arb', {}],
  ['arb', { 'l10n.yaml': 'arb-dir: lib/l10n\n' }],
  ['icu', { 'l10n.yaml': 'arb-dir: lib/l10n\nuse-escaping: true\n' }],
  ['arb', { 'l10n.yaml': '# use-escaping: true\n' }],
  ['icu', { 'app/l10n.yaml': 'use-escaping: true', 'l10n.yaml': 'arb-dir: x' }],
])('%s with %j', (expected, files) => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const { syntaxSetting: setting } = about.capabilities;
  const options = { setting, inputs: new Inputs(root) };
  expect(statedSyntax('arb', 'app/lib/l10n/app_en.arb', options)).toBe(expected);
});
