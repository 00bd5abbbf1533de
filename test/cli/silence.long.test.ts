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

  test.each([
    ['a promise that never settles', `setInterval(() => undefined, 1000);\nawait ${NEVER};`],
    ['a loop', 'while (true) {}'],
    ['an expression', "/^(a+)+$/.test('a'.repeat(60) + 'b');"],
    ['a wait', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);'],
  ])('a signal ends %s of a config', async (_, code) => {
    const stage = project(`(await import('node:fs')).writeFileSync('begun', '');\n${code}`);
    const child = stage.start(['check']);
    await expect.poll(() => stage.has('begun')).toBe(true);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
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
