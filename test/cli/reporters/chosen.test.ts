import { expect, test } from 'vitest';
import { chosenReporters } from '../../../src/cli/reporters/chosen.js';
import type { CommonFlags } from '../../../src/cli/flags.js';

const GITHUB = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/s.md' };
const GITLAB = { GITLAB_CI: 'true' };
const asked = (...reporter: NonNullable<CommonFlags['reporter']>): CommonFlags => ({ reporter });

test.each<[string, CommonFlags, Record<string, string>, string[]]>([
  ['a terminal', {}, {}, []],
  ['GitHub', {}, GITHUB, ['github', 'markdown=/s.md']],
  ['GitHub without a summary', {}, { GITHUB_ACTIONS: 'true' }, ['github']],
  ['GitHub, JSON', { json: true }, GITHUB, ['markdown=/s.md']],
  ['GitLab', {}, GITLAB, ['gitlab=.locale-sync/code-quality.json']],
  ['GitLab, JSON', { json: true }, GITLAB, ['gitlab=.locale-sync/code-quality.json']],
  ['its own file', asked({ name: 'gitlab', file: 'q.json' }), GITLAB, ['gitlab=q.json']],
  [
    'its own summary',
    asked({ name: 'markdown', file: '/s.md' }),
    GITHUB,
    ['markdown=/s.md', 'github'],
  ],
  [
    'another form on stdout',
    asked({ name: 'markdown', file: undefined }),
    GITHUB,
    ['markdown', 'markdown=/s.md'],
  ],
  ['annotations', asked({ name: 'github', file: undefined }), GITHUB, ['github', 'markdown=/s.md']],
])('%s', (_, flags, env, expected) => {
  const names = chosenReporters(flags, env).map(({ name, file }) =>
    file === undefined ? name : `${name}=${file}`,
  );
  expect(names).toEqual(expected);
});
