import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs:
  - files: locales/{locale}/*.json
`;
const FILES = {
  'service.config.yaml': CONFIG,
  'locales/en/app.json': '{"hello": "Hello there", "bye": "Bye"}\n',
};

describe('a plan in a file', () => {
  test('what a narrowed plan did not look at is not remembered as done', async () => {
    const env = environment(await service());
    const project = new Project(FILES);
    expect((await project.run(['plan', '--locale', 'de', '--out', 'p.json'])).code).toBe(0);
    expect((await project.run(['sync', '--plan', 'p.json'], { env })).code).toBe(0);
    expect(project.has('locales/fr/app.json')).toBe(false);
    const check = await project.report(['check']);
    expect(check.code).toBe(1);
    expect(check.locales['fr']).toMatchObject({ missing: 2 });
  });

  test.each([
    ['--locale', 'fr'],
    ['--files', 'locales/de/*'],
    ['--retranslate', 'all'],
    ['--accept'],
    ['--watch'],
  ])('takes no %s beside it', async (...flags) => {
    const project = new Project(FILES);
    await project.run(['plan', '--out', 'p.json']);
    const run = await project.run(['sync', '--plan', 'p.json', ...flags]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`cannot be used with option '${flags[0]}`);
  });

  test.each(['null', '[]', '{"format": "locale-sync plan v1", "digest": "x", "selection": null}'])(
    'that is none (%s) is told as such',
    async (content) => {
      const project = new Project({ ...FILES, 'p.json': content });
      const run = await project.run(['sync', '--plan', 'p.json']);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('p.json is not a plan made by this version');
    },
  );

  test('that is not there is told in plain words', async () => {
    const run = await new Project(FILES).run(['sync', '--plan', 'nope.json']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('there is no file nope.json\n');
  });

  test('is not written over a catalog, into nowhere or onto a folder', async () => {
    const project = new Project(FILES);
    const before = project.read('locales/en/app.json');
    for (const file of ['locales/en/app.json', 'nowhere/p.json', 'locales']) {
      const run = await project.run(['plan', '--out', file]);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain(file);
      expect(run.stderr).not.toContain('Please report');
    }
    expect(project.read('locales/en/app.json')).toBe(before);
    // An older plan is what it is for.
    expect((await project.run(['plan', '--out', 'p.json'])).code).toBe(0);
    expect((await project.run(['plan', '--out', 'p.json'])).code).toBe(0);
  });
});

test.each(['abc', '0', '101', '1.5', '-1'])(
  '--concurrency %s is told what it may be',
  async (value) => {
    const run = await new Project(FILES).run(['sync', `--concurrency=${value}`]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('Use auto, or a whole number from 1 to 100.');
  },
);

test('help of a command that is not there is a wrong call', async () => {
  const project = new Project(FILES);
  const run = await project.run(['help', 'stats']);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain("unknown command 'stats'");
  expect(run.stderr).toContain('status');
  for (const args of [['help', 'status'], ['help', 'help'], ['help']]) {
    expect(await project.run(args)).toMatchObject({ code: 0, stderr: '' });
  }
});

test('a folder without a config is named once', async () => {
  const project = new Project({ '.git/HEAD': '', 'web/app.json': '{}' });
  const root = realpathSync(project.root);
  expect((await project.run(['check'])).stderr).toContain(`no config found in ${root} (`);
  const below = await project.run(['check', '--cwd', 'web']);
  expect(below.stderr).toContain(`no config found from ${join(root, 'web')} up to ${root} (`);
});

test('--cwd names a folder that is there, or nothing runs', async () => {
  const project = new Project(FILES);
  mkdirSync(join(project.root, 'packages'));
  for (const cwd of ['packages/typo', 'locales/en/app.json', 'locales/en/app.json/x']) {
    for (const command of ['sync', 'check', 'plan', 'extract']) {
      const run = await project.run([command, '--cwd', cwd]);
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('there is no folder');
    }
  }
  expect(project.has('locales/de/app.json')).toBe(false);
});

test('a wrong call with --json prints an object all the same', async () => {
  const run = await new Project(FILES).run(['sync', '--json', '--bogus']);
  expect(run.code).toBe(2);
  expect(JSON.parse(run.stdout)).toMatchObject({
    ok: false,
    error: { code: 'usage', message: expect.stringContaining('--bogus') as string },
  });
});

describe('proxies', () => {
  const WRONG = [
    'http://u:%@127.0.0.1:1',
    'socks5://127.0.0.1:1',
    'ftp://127.0.0.1:1',
    'foo',
    'foo:99999',
    'http://',
    'http://:99999',
    'http://127.0.0.1:99999',
    'http://127.0.0.1:1/path',
    'http://127.0.0.1:1?query=1',
    'http://a b',
    ' ',
    '::1',
    'http://[::1',
    'http://me:pass@word@[::1',
    'http:127.0.0.1:1',
  ];

  test.each(WRONG)(
    '%s is named as what is wrong, without its value, when something is sent',
    async (proxy) => {
      const project = new Project(FILES);
      const env = { ...environment(await service()), http_proxy: proxy };
      const run = await project.run(['sync'], { env });
      expect(run.code).toBe(2);
      expect(run.stderr).toContain('http_proxy is not the URL of an HTTP proxy');
      if (!/^(?:http:..|\s*)$/.test(proxy)) expect(run.stderr).not.toContain(proxy);
      expect((await project.run(['plan'], { env })).code).toBe(0);
    },
  );

  test.each(['HTTP_PROXY', 'all_proxy', 'ALL_PROXY'])('%s is named as it is set', async (name) => {
    const env = { ...environment(await service()), [name]: 'foo' };
    const run = await new Project(FILES).run(['sync'], { env });
    expect(run.stderr).toContain(`${name} is not the URL of an HTTP proxy`);
  });

  test.each(['http://[::1]:1', '[::1]:1', 'http://me:pass%40word@127.0.0.1:1/', 'http://a..b:1'])(
    '%s is one that cannot be reached',
    async (proxy) => {
      const env = { ...environment(await service()), http_proxy: proxy };
      const run = await new Project(FILES).run(['sync'], { env });
      expect(run.code).toBe(3);
      expect(run.stderr).toContain('cannot connect');
      expect(run.stderr).not.toContain('pass');
    },
  );

  test('an empty variable is not set', async () => {
    const env = { ...environment(await service()), http_proxy: '', HTTP_PROXY: 'foo' };
    expect((await new Project(FILES).run(['sync'], { env })).code).toBe(0);
  });

  test('host and port without a scheme are an HTTP proxy', async () => {
    const env = { ...environment(await service()), http_proxy: '127.0.0.1:1' };
    const run = await new Project(FILES).run(['sync'], { env });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('ECONNREFUSED 127.0.0.1:1');
    const secret = { ...env, http_proxy: 'me:pass-word-5@127.0.0.1:1' };
    const other = await new Project(FILES).run(['sync'], { env: secret });
    expect(other.stderr).toContain('ECONNREFUSED 127.0.0.1:1');
    expect(other.stderr).not.toContain('pass-word-5');
  });
});

test('the variable that the config reads its key from is the one to set', async () => {
  const config = `${CONFIG}service: { url: 'http://127.0.0.1:1', key: '\${OUR_KEY}' }\n`;
  const run = await new Project({ ...FILES, 'service.config.yaml': config }).run(['sync']);
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('export OUR_KEY=<your key>');
  expect(run.stderr).not.toContain('SERVICE_AUTH_KEY');
});

test.each([
  ['pt-BR', 'locales/pt-br/app.json'],
  ['pt-BR', 'locales/pt_BR/app.json'],
])('files of %s under another spelling (%s) are not made twice', async (locale, path) => {
  const config = CONFIG.replace('[de, fr]', `[${locale}]`);
  const project = new Project({
    ...FILES,
    'service.config.yaml': config,
    [path]: '{"hello": "Oi"}\n',
  });
  const run = await project.report(['sync'], { env: environment(await service()) });
  expect(run).toMatchObject({ code: 2, texts: 0, error: { code: 'misspelled-locale' } });
  expect(run.error?.message).toContain('spelled as in the file names');
});

test('plan says that sync would refuse what goes over the limit', async () => {
  const project = new Project(FILES);
  const run = await project.run(['plan', '--max-characters', '5']);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('but the limit is 5.');
});

test('control characters of keys reach neither terminal nor CI', async () => {
  const text = JSON.stringify({ 'a\u001b]0;title\u0007': 'One', 'k\n::error file=x::y': 'Two' });
  const project = new Project({ ...FILES, 'locales/en/app.json': text });
  for (const command of ['plan', 'check']) {
    const { stdout } = await project.run([command, '--verbose']);
    expect(stdout).not.toMatch(/[\u001b\u0007]/);
    expect(stdout).not.toMatch(/^::error/m);
    expect(stdout).toContain('::error file=x::y');
  }
});

test('a number that the source changed is told as what it is: to be copied', async () => {
  const env = environment(await service());
  const project = new Project({ ...FILES, 'locales/en/app.json': '{"a": "Text", "n": 1}\n' });
  await project.run(['sync'], { env });
  project.write('locales/en/app.json', '{"a": "Text", "n": 2}\n');
  const { problems } = await project.report(['check']);
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringContaining('copied'),
    expect.stringContaining('copied'),
  ]);
});

describe('--keys that name no key', () => {
  test.each([
    ['--retranslate', 'all'],
    ['--accept', undefined],
    ['--quiet', undefined],
  ])('are refused with %s, each by name', async (flag, value) => {
    const project = new Project(FILES);
    const args = [flag, ...(value === undefined ? [] : [value])];
    for (const command of ['sync', 'plan']) {
      const run = await project.report([command, ...args, '--keys', 'hello,helo*,bey']);
      expect(run).toMatchObject({ code: 2, requests: 0, error: { code: 'no-match' } });
      expect(run.error?.message).toContain('--keys helo* matches no key');
      expect(run.error?.hint).toContain('such as "hello"');
    }
    const near = await project.report(['plan', ...args, '--keys', 'bey']);
    expect(near.error?.message).toContain('did you mean "bye"?');
    expect((await project.run(['plan', ...args, '--keys', 'hel*,bye'])).code).toBe(0);
  });

  test('may be in a file that cannot be read', async () => {
    const project = new Project({ ...FILES, 'locales/en/broken.json': '{' });
    const run = await project.report(['plan', '--accept', '--keys', 'other']);
    expect(run).toMatchObject({ code: 2, error: { code: 'invalid-file' } });
  });
});

describe('--shard', () => {
  test.each(['0/8', '9/8', 'x', '3', '1/0', '-1/2', '1.5/2', '1/1001', ' '])(
    '%s is told what it may be',
    async (value) => {
      for (const command of ['sync', 'plan', 'check', 'status', 'propose']) {
        const run = await new Project(FILES).run([command, `--shard=${value}`]);
        expect(run.code).toBe(2);
        expect(run.stderr).toContain('Use i/n, such as 2/8 for the second of eight runners');
      }
    },
  );

  test('narrows what a look counts', async () => {
    const project = new Project({ ...FILES, 'locales/en/more.json': '{"more": "More"}\n' });
    const counts = await Promise.all(
      ['1/2', '2/2', '2/3', '3/3'].map(async (shard) => {
        const { locales } = await project.report(['status', '--shard', shard]);
        return locales['de']?.units ?? 0;
      }),
    );
    expect(counts).toEqual([2, 1, 1, 0]);
    expect((await project.run(['check', '--shard', '3/3'])).code).toBe(0);
    expect((await project.run(['check', '--shard', '1/3'])).code).toBe(1);
  });

  test.each([
    ['sync', '--watch'],
    ['check', '--baseline'],
    ['sync', '--plan', 'p.json'],
  ])('is not for %s %s', async (...call) => {
    const run = await new Project(FILES).run([...call, '--shard', '1/2']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('cannot be used with option');
  });

  test('of a plan is that of its sync, and is not remembered as everything', async () => {
    const env = environment(await service());
    const project = new Project({ ...FILES, 'locales/en/more.json': '{"more": "More"}\n' });
    await project.run(['plan', '--shard', '1/2', '--out', 'p.json']);
    expect((await project.run(['sync', '--plan', 'p.json'], { env })).code).toBe(0);
    expect(project.has('locales/de/more.json')).toBe(false);
    expect((await project.report(['check'])).locales['de']).toMatchObject({ missing: 1 });
    expect((await project.report(['sync', '--shard', '1/2'], { env })).requests).toBe(0);
    expect((await project.report(['check'])).locales['de']).toMatchObject({ missing: 1 });
  });
});

// An unexpected error asks for it.
test.each(['extract', 'types', 'check'])('%s takes --verbose', async (command) => {
  const { stderr } = await new Project({ '.git/HEAD': '' }).run([command, '--verbose']);
  expect(stderr).toContain('no config found');
});
