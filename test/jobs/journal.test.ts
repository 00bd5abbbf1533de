import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { JobJournal } from '../../src/engine/jobs/journal.js';
import type { OpenDocument } from '../../src/engine/jobs/journal.js';
import { temporaryFolder } from '../state/temporary.js';

const DOCUMENT: OpenDocument = {
  kind: 'document',
  key: 'k',
  service: 's',
  source: 'docs/en/a.txt',
  handle: { id: 'id', key: 'secret' },
};

test('an upload is known from the first moment of its answer', async () => {
  const state = temporaryFolder();
  const jobs = join(state, 'jobs');
  const journal = new JobJournal(state);
  journal.announce('k', 's');
  journal.release('k');
  expect(new JobJournal(state).wasCutOff('k', 's')).toBe(true);
  journal.announce('k', 's');
  expect(new JobJournal(state).wasCutOff('k', 's')).toBe(true);
  expect(new JobJournal(state).documentOf('k', 's')).toBeUndefined();
  await journal.open(DOCUMENT);
  // Killed before the note had its own name.
  rmSync(join(jobs, 'k.document'));
  const next = new JobJournal(state);
  expect(next.documentOf('k', 's')).toEqual(DOCUMENT);
  expect(next.wasCutOff('k', 's')).toBe(false);
  expect(next.problems).toEqual([]);
  next.close(DOCUMENT);
  expect(readdirSync(jobs)).toEqual([]);
  journal.retract('k');
});

test('a result that a killed run received whole is known, a half one is not', async () => {
  const state = temporaryFolder();
  const jobs = join(state, 'jobs');
  const journal = new JobJournal(state);
  await journal.keep('k', async (receiver) => {
    await Promise.resolve();
    receiver.begin();
    receiver.write(Buffer.from('Hallo'));
    const [part = ''] = readdirSync(jobs);
    copyFileSync(join(jobs, part), join(state, 'half'));
    receiver.end();
  });
  rmSync(join(jobs, 'k.result'));
  copyFileSync(join(state, 'half'), join(jobs, 'k.result.1.part'));
  expect(new JobJournal(state).resultOf('k')).toBeUndefined();
  const note = `\0whole:9f3c1d7ab8e24065\0${'5'.padStart(16)}`;
  writeFileSync(join(jobs, 'k.result.1.part'), `Hallo${note}`);
  const next = new JobJournal(state);
  expect(next.resultOf('k')).toBe('result');
  expect(next.read('k').toString()).toBe('Hallo');
});
