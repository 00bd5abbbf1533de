import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requireSupported } from '../../plugins/core/context.js';
import type { Bundler } from '../../plugins/core/context.js';

test.each<[Bundler, string | undefined]>([
  ['Vite', undefined],
  ['webpack', undefined],
  ['Rollup', '2.79.2'],
])('%s %s is refused with what to do', (bundler, version) => {
  expect(() => requireSupported(bundler, version)).toThrow(
    new RegExp(`runs with ${bundler} \\d.*Update ${bundler}, or run .npx locale-sync check.`),
  );
});

test.each<[Bundler, string]>([
  ['webpack', '5.0.0'],
  ['Rollup', '4.67.4'],
  ['Rollup', '5.0.0-beta.1'],
])('%s %s is let through', (bundler, version) => {
  expect(() => requireSupported(bundler, version)).not.toThrow();
});

test('no range of a peer can stop an installation, and none has to be there', () => {
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Readonly<Record<string, unknown>>>;
  // TypeScript reads a config in TypeScript before Node 22.18; i18next-parser reads Handlebars.
  const peers = [
    '@rspack/core',
    'esbuild',
    'i18next-parser',
    'rolldown',
    'rollup',
    'typescript',
    'vite',
    'webpack',
  ];
  expect(peerDependencies).toEqual(Object.fromEntries(peers.map((name) => [name, '*'])));
  expect(peerDependenciesMeta).toEqual(
    Object.fromEntries(peers.map((name) => [name, { optional: true }])),
  );
});
