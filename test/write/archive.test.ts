import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TargetFiles } from '../../src/engine/write/target-files.js';
import { ArchiveWrite } from '../../src/engine/write/archive.js';
import { Inputs } from '../../src/engine/load/inputs.js';
import { ARCHIVE_FILE } from '../../src/lock/index.js';
import type { TextToArchive } from '../../src/lock/index.js';
import { temporaryFolder } from '../state/temporary.js';
import { Folder } from './folder.js';

const INPUT = {
  source: { x: 'In x' },
  target: { x: 'X', a: 'Alt' },
  lock: [
    ['x', 'In x', 'X', 'person'],
    ['a', 'Old', 'Alt', 'person'],
  ],
} as const;

const TEXT: TextToArchive = {
  path: 'en.json',
  key: ['a'],
  locale: 'de',
  origin: '==',
  source: 'abcdefgh',
  text: 'Alt',
};

function archiveIn(root: string, bytes?: number): ArchiveWrite {
  const place = { root, state: join(root, '.locale-sync'), inputs: new Inputs(root) };
  return new ArchiveWrite(bytes === undefined ? place : { ...place, bytes });
}

test.each<[string, (path: string) => unknown]>([
  ['is a folder', (path) => mkdirSync(path)],
  ['is of a newer version', (path) => writeFileSync(path, '# locale-sync archive v9: new\n')],
])('where the archive %s, no file loses a text of a person', async (_, spoil) => {
  const folder = await Folder.of(INPUT);
  spoil(join(folder.root, ARCHIVE_FILE));
  const path = folder.comparison.pairs[0]?.targets[0]?.path ?? '';
  const before = folder.read(path);
  const targets = new TargetFiles(folder.context);
  targets.add(folder.plan.files);
  const { problems, replaced, removals } = await targets.write(folder.plan.files);
  expect(problems).toMatchObject([{ code: 'write-failed', severity: 'error', file: path }]);
  expect(problems[0]?.message).not.toContain(folder.root);
  expect([...replaced, ...removals]).toEqual([]);
  expect(folder.read(path)).toBe(before);
});

test('a full archive says what had to leave', () => {
  const root = temporaryFolder();
  archiveIn(root).add([TEXT]);
  const full = archiveIn(root, 250);
  full.add([{ ...TEXT, key: ['b'] }]);
  expect(full.problems).toMatchObject([{ code: 'archive-full', file: ARCHIVE_FILE }]);
});

test('a text that cannot be taken out again stays, with a warning', () => {
  const root = temporaryFolder();
  writeFileSync(join(root, ARCHIVE_FILE), '# locale-sync archive v9: new\n');
  const archive = archiveIn(root);
  archive.remove([TEXT]);
  expect(archive.problems).toMatchObject([{ code: 'write-failed', severity: 'warning' }]);
});
