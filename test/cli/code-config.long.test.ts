import { describe, expect, test } from 'vitest';
import { isPullRequest, refusalOfCode } from '../../src/cli/ci-job.js';
import { Project } from '../support/project.js';

const FORK = 'in a pull request from a fork';

const github = (name: string) => ({ GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: name });
const gitlab = (source: string, base: string) => ({
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source,
  CI_MERGE_REQUEST_PROJECT_ID: base,
});
const pull = (head: unknown, base: unknown) => ({
  pull_request: { head: { repo: head }, base: { repo: base } },
});
const OURS = { full_name: 'us/app' };
/** Of a repository that is a fork of another one itself. */
const OWN = { full_name: 'us/app', fork: true };
const THEIRS = { full_name: 'them/app', fork: true };

describe('whether a config that is code is run', () => {
  test.each([
    ['nothing says anything', undefined, {}, undefined, undefined],
    ['another CI', undefined, { CI: 'true' }, undefined, undefined],
    ['a push', undefined, github('push'), {}, undefined],
    ['a schedule', undefined, github('schedule'), undefined, undefined],
    ['a branch', undefined, github('pull_request'), pull(OURS, OURS), undefined],
    ['a branch of a fork in itself', undefined, github('pull_request'), pull(OWN, OWN), undefined],
    ['a fork', undefined, github('pull_request'), pull(THEIRS, OURS), FORK],
    ['with secrets', undefined, github('pull_request_target'), pull(THEIRS, OURS), FORK],
    ['a review', undefined, github('pull_request_review'), pull(THEIRS, OURS), FORK],
    ['a deleted fork', undefined, github('pull_request'), pull(null, OURS), FORK],
    ['no base', undefined, github('pull_request'), pull(OURS, null), FORK],
    ['no names', undefined, github('pull_request'), pull({}, {}), FORK],
    ['no event', undefined, github('pull_request'), undefined, FORK],
    ['another event', undefined, github('pull_request'), [1], FORK],
    ['not GitHub', undefined, { GITHUB_EVENT_NAME: 'pull_request' }, undefined, undefined],
    ['a merge request', undefined, gitlab('1', '1'), undefined, undefined],
    ['that of a fork', undefined, gitlab('2', '1'), undefined, FORK],
    ['one without a base', undefined, { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '2' }, undefined, FORK],
    ['empty variables', undefined, gitlab('', ''), undefined, undefined],
    ['the flag', false, {}, undefined, 'because of --no-code-config'],
    ['the flag in a branch', false, gitlab('1', '1'), undefined, 'because of --no-code-config'],
    ['trust', true, {}, undefined, undefined],
    ['trust in a fork', true, github('pull_request'), pull(THEIRS, OURS), undefined],
  ])('%s', (_, flag, env, event, refusal) => {
    expect(refusalOfCode({ flag, env, event })).toBe(refusal);
  });

  test.each([
    [{}, false],
    [github('push'), false],
    [github('pull_request'), true],
    [github('pull_request_target'), true],
    [gitlab('1', '1'), true],
  ])('%o is a pull request: %s', (env, is) => {
    expect(isPullRequest(env)).toBe(is);
  });
});

const DATA = { source: 'en', targets: ['de'], catalogs: [{ files: '{locale}.json' }] };
/** Leaves a file behind if it runs. */
const CODE = `import { writeFileSync } from 'node:fs';
writeFileSync('ran', '');
export default ${JSON.stringify({ ...DATA, extract: { code: ['*.tsx'], catalog: 'en.json' } })};`;
const TEXTS = { 'en.json': '{"a":"Hello"}', 'de.json': '{"a":"Hallo"}' };
const EVENT = JSON.stringify(pull(THEIRS, OURS));
const FROM_FORK = { ...github('pull_request'), GITHUB_EVENT_PATH: 'event.json' };

describe('the command line', () => {
  test.each(['service.config.mjs', 'service.config.js', 'service.config.ts'])(
    '%s is not run where the pull request is a fork’s, by any command',
    async (file) => {
      const project = new Project({ [file]: CODE, ...TEXTS, 'event.json': EVENT });
      for (const command of ['sync', 'plan', 'check', 'status', 'extract']) {
        const run = await project.run([command], { env: FROM_FORK });
        expect(run.stderr).toContain(
          `${file}: the config is code, which is not allowed to run ${FORK}`,
        );
        expect(run.stderr).toContain('--code-config');
        expect(run.code).toBe(2);
      }
      expect(project.has('ran')).toBe(false);
    },
  );

  test.each(['code.mjs', 'code.js', 'code.cjs', 'code.ts'])(
    '--no-code-config refuses %s of --config, with a code in --json',
    async (file) => {
      const project = new Project({ [file]: CODE, ...TEXTS });
      const args = ['check', '--config', file, '--no-code-config'];
      const report = await project.report(args);
      expect(report).toMatchObject({ ok: false, error: { code: 'code-refused' } });
      expect(report.error?.message).toContain('because of --no-code-config');
      expect(report.code).toBe(2);
      expect(project.has('ran')).toBe(false);
    },
  );

  test.each(['service.config.json', 'service.config.yaml', 'package.json'])(
    '%s is data',
    async (file) => {
      const text = JSON.stringify(file === 'package.json' ? { service: DATA } : DATA);
      const places = ['.config/config.js', '.config/config.cjs', '.config/config.ts'];
      const code = "require('node:fs').writeFileSync('ran', ''); module.exports = {};";
      const files = Object.fromEntries(places.map((place) => [place, code]));
      const project = new Project({ [file]: text, ...TEXTS, ...files, 'event.json': EVENT });
      expect((await project.run(['check', '--no-code-config'])).code).toBe(0);
      expect((await project.run(['check'], { env: FROM_FORK })).code).toBe(0);
      expect(project.has('ran')).toBe(false);
    },
  );

  test('--code-config runs it, and check says in CI and with --verbose what that means', async () => {
    const project = new Project({ 'service.config.mjs': CODE, ...TEXTS, 'event.json': EVENT });
    const NOTE = 'note: service.config.mjs is code';
    const inFork = await project.run(['check', '--code-config'], { env: FROM_FORK });
    expect(inFork.stderr).toContain(NOTE);
    expect(inFork.code).toBe(0);
    expect(project.has('ran')).toBe(true);
    expect((await project.run(['check', '--verbose'])).stderr).toContain(NOTE);
    expect((await project.run(['check'])).stderr).not.toContain(NOTE);
    const env = gitlab('1', '1');
    expect((await project.run(['check', '--quiet'], { env })).stderr).toBe('');
    expect((await project.run(['check'], { env })).stderr).toContain(NOTE);
  });
});
