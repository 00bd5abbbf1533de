import { expect, test } from 'vitest';
import type { ResolvedConfig } from '../../src/config/index.js';
import type { GlossaryFile } from '../../src/engine/load/index.js';
import { hashesOf } from '../../src/engine/resources/apply.js';
import { knownFiles } from '../../src/engine/resources/known.js';
import { unitHash, updateApplied } from '../../src/lock/index.js';

const CONFIG = { service: { url: 'https://a.example' } } as ResolvedConfig;

const partsOf = (terms: string): GlossaryFile['parts'] =>
  new Map([['de', new Map(terms.split(' ').map((term) => [term, term.toUpperCase()]))]]);

/** The files that are a renamed one, each with the one it was. */
function renamed(
  lock: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Record<string, string | undefined> {
  const lines = Object.entries(lock).reduce(
    (all, [path, terms]) =>
      updateApplied(all, unitHash(path, []), { ids: [], terms: hashesOf(partsOf(terms)) }),
    '',
  );
  const glossaries = new Map(
    Object.entries(files).map(([path, terms]) => {
      const parts = partsOf(terms);
      return [path, { kind: 'glossary', path, name: path, parts } as unknown as GlossaryFile];
    }),
  );
  const known = knownFiles({ glossaries, styles: new Map() }, CONFIG, lines);
  const paths = new Map(Object.keys(lock).map((path) => [unitHash(path, []), path]));
  return Object.fromEntries(
    known.flatMap(({ file, was }) => (was === undefined ? [] : [[file.path, paths.get(was)]])),
  );
}

test.each([
  ['the same terms', { a: 'x y' }, { b: 'x y' }, { b: 'a' }],
  ['half of the terms', { a: 'x y' }, { b: 'x' }, { b: 'a' }],
  ['other terms', { a: 'x y' }, { b: 'z' }, {}],
  ['a file that is still there', { a: 'x y' }, { a: 'x y', b: 'x y' }, {}],
  ['two that are gone', { a: 'x y', c: 'x y' }, { b: 'x y' }, {}],
  ['two that are new', { a: 'x y' }, { b: 'x y', c: 'x y' }, {}],
  ['two renames', { a: 'x y', c: 'v w' }, { b: 'v w', d: 'x y' }, { b: 'c', d: 'a' }],
])('a glossary is another one, renamed: %s', (_, lock, files, expected) => {
  expect(renamed(lock, files)).toEqual(expected);
});
