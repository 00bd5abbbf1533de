import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';

const REST = "{ source: 'en', targets: ['de'], catalogs: [{ files: '{locale}.json' }] }";
const NEVER = 'new Promise(() => undefined)';

function project(config: string, name = 'service.config.mjs'): Project {
  return new Project({ [name]: config, 'en.json': '{"a": "Hello"}\n' }, 'silence');
}

describe('a process that ends before its command has a result', () => {
  test.each([
    ['a promise that never settles', 'service.config.mjs', `export default ${NEVER};`],
    ['a top-level await', 'service.config.mjs', `await ${NEVER};\nexport default ${REST};`],
    ['one in TypeScript', 'service.config.ts', `await ${NEVER};\nexport default ${REST};`],
  ])('%s is an error of the config', async (_, name, config) => {
    const stage = project(config, name);
    const { code, stdout, stderr } = await stage.run(['check']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      `${name}: the config did not finish loading: a promise in it never settles.`,
    );
    for (const command of ['plan', 'sync', 'status']) {
      const report = await stage.report([command]);
      expect(report).toMatchObject({ code: 2, ok: false, error: { code: 'unsettled' } });
    }
  });

  test.each(['process.exit(0);', 'process.exit();'])(
    '%s in a config is a failure',
    async (code) => {
      const stage = project(`${code}\nexport default ${REST};`);
      const run = await stage.run(['check']);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('The process ended before the command had a result.');
      expect(await stage.report(['check'])).toMatchObject({ code: 2, error: { code: 'internal' } });
    },
  );

  test('an interruption ends the wait for a config', async () => {
    const stage = project(
      `(await import('node:fs')).writeFileSync('begun', '');
setInterval(() => undefined, 1000);
await ${NEVER};`,
    );
    const child = stage.start(['check']);
    await expect.poll(() => stage.has('begun')).toBe(true);
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(130);
  });
});

describe.concurrent('code of a config that never pauses', () => {
  test.each([
    ['a loop', 'while (true) {}'],
    ['an expression', "/^(a+)+$/.test('a'.repeat(60) + 'b');"],
    ['a command', "(await import('node:child_process')).execSync('sleep 100; sleep 100');"],
    ['a wait', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
  ])('%s is said, and ends with 2', async (_, code) => {
    const stage = new Project(
      { 'service.config.mjs': `${code}\nexport default ${REST};`, 'en.json': '{}' },
      'endless',
      () => undefined,
    );
    const run = await stage.run(['check']);
    const report = await stage.report(['sync']);
    stage.remove('.');
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toMatch(
      /^Waiting for .*service\.config\.mjs to finish loading\.\nerror: .*did not finish loading/,
    );
    expect(run.stderr).not.toContain('debugger');
    expect(report).toMatchObject({ code: 2, stderr: '', error: { code: 'unsettled' } });
  });
});

describe('an error that nothing catches is one of the config', () => {
  const LATER = 'setTimeout(() => { throw new Error("boom"); }, 20);';
  test.each([
    ['while it loads', `${LATER}\nawait new Promise((go) => setTimeout(go, 300));`],
    ['of a promise', 'void Promise.reject(new Error("boom"));'],
    ['after the result', LATER.replace('20', '1200')],
  ])('%s', async (_, code) => {
    const stage = project(`${code}\nexport default ${REST};`);
    const run = await stage.run(['check']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('the config threw an uncaught error: boom');
    expect(run.stderr).not.toContain('    at ');
    const { stdout, code: exit } = await stage.run(['check', '--json']);
    expect(exit).toBe(2);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });
});

test('what a config leaves running does not keep the process', async () => {
  const stage = project(`setInterval(() => undefined, 1000);\nexport default ${REST};`);
  expect(await stage.report(['plan'])).toMatchObject({ code: 0, texts: 1 });
});

test.each([['--version'], ['--help'], ['help']])('%s exits with 0', async (flag) => {
  expect((await project('').run([flag])).code).toBe(0);
});
