import { expect, test } from 'vitest';
import { packBatches } from '../../src/engine/segments/batches.js';
import type { Proposal, Report } from '../../src/model/report.js';
import { makeStyle } from '../../src/people/index.js';
import { markdownText } from '../../src/people/report/markdown-text.js';
import { proposalText } from '../../src/people/report/summary-text.js';
import { resourcesDoneText } from '../../src/people/report/resource-text.js';
import { improvementsText } from '../../src/people/report/suggestions-text.js';
import { Project } from '../support/project.js';
import { batchOf } from '../segments/support.js';

const style = makeStyle({ color: false, width: 100 });
const PROPOSAL: Proposal = {
  ...{ state: 'none', dryRun: false, branch: 'locale-sync', base: 'main' },
  ...{ calls: 0, texts: 0, edited: 0, files: 0, notes: [] },
};
const REPORT: Report = {
  ...{ ok: true, requests: 1, texts: 2, characters: 9, removed: 0, settled: 0, locales: {} },
  reused: { repository: 0, memory: 0, duplicates: 0 },
  files: { written: 1, unchanged: 0 },
  problems: [],
  error: null,
  proposal: PROPOSAL,
};
const FAILED = { ok: false, error: { code: 'host-refused', message: 'No.' } };

test('"nothing to propose" is only said where that is so', () => {
  expect(proposalText(REPORT, style)).toContain('nothing to propose');
  expect(proposalText({ ...REPORT, ...FAILED }, style)).toContain('nothing was proposed');
});

test('what a dry run only looked at was neither billed nor written', () => {
  const dry = { ...REPORT, proposal: { ...PROPOSAL, dryRun: true } };
  expect(proposalText(dry, style)).toContain('9 characters to be billed · 1 file to be written');
  expect(proposalText(REPORT, style)).toContain('9 characters billed · 1 file written');
  expect(markdownText(dry, { command: 'propose' })).toContain('characters to be billed');
  expect(markdownText(REPORT, { command: 'propose' })).toContain('9 characters billed');
});

test('a failed run does not say that everything is fine', () => {
  const none = { suggestions: [], applied: 0, dismissed: 0, kept: 0 };
  expect(improvementsText({ ...REPORT, ...none })).toContain('Nothing to improve');
  expect(improvementsText({ ...REPORT, ...none, ok: false })).not.toContain('Nothing to improve');
  const idle = { ...REPORT, files: { written: 0, unchanged: 0 } };
  expect(resourcesDoneText(idle, style)).toContain('Everything is in sync');
  expect(resourcesDoneText({ ...idle, ...FAILED }, style)).not.toContain('in sync');
});

test('no message counts bytes below nothing', () => {
  const { group, segments } = batchOf(['12345']);
  const { tooLarge } = packBatches(group, segments, { overhead: 26, bytes: 20 });
  expect([...tooLarge.values()]).toMatchObject([
    { message: 'The context and instructions of the text fill the whole request. Shorten them.' },
  ]);
});

test.each([
  [['en.json'], false],
  [['en.json', 'more/en.json'], true],
])('of %j, the first broken: were others processed? %j', async (files, expected) => {
  const project = new Project({
    'service.config.yaml':
      'source: en\ntargets: [de]\nservice: { url: embedded }\ncatalogs: [{ files: "**/{locale}.json" }]\n',
    ...Object.fromEntries(files.map((file) => [file, '{"a": "Text"}'])),
    'en.json': '{"a": ',
  });
  const { stderr, code } = await project.run(['sync']);
  expect(code).toBe(2);
  expect(stderr.includes('The other files were processed')).toBe(expected);
  expect(stderr.includes('No target was checked')).toBe(!expected);
});
