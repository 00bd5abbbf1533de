import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Trap } from './support/fake-host.js';
import { json, Shop } from './support/shop.js';

type Row = readonly [what: string, trap: Trap, error: object];

const PATCH = { hint: expect.stringContaining('proposal.patch') as string };

function graphqlError(type: string, message: string): Trap['answer'] {
  return { status: 200, body: { data: null, errors: [{ type, message }] } };
}

const GITHUB: readonly Row[] = [
  [
    'a protected branch',
    {
      method: 'POST',
      path: /graphql/,
      answer: graphqlError('UNPROCESSABLE', 'Repository rule violations found'),
    },
    { code: 'host-protected', ...PATCH },
  ],
  [
    'a token without the right to open requests',
    {
      method: 'POST',
      path: /\/pulls$/,
      answer: { status: 403, body: { message: 'Resource not accessible by integration' } },
    },
    { code: 'host-forbidden', ...PATCH },
  ],
  [
    'a rate limit half way',
    {
      method: 'POST',
      path: /\/pulls$/,
      answer: { status: 403, body: { message: 'rate limit' }, headers: { 'retry-after': '3600' } },
    },
    { code: 'host-rate', ...PATCH },
  ],
  [
    '5xx half way',
    { method: 'POST', path: /graphql/, answer: { status: 502 } },
    { code: 'host-server', ...PATCH },
  ],
  [
    'a branch that nobody may make',
    {
      method: 'POST',
      path: /git\/refs$/,
      answer: {
        status: 422,
        body: { message: 'Repository rule violations found\n\nCannot create ref' },
      },
    },
    { code: 'host-protected', hint: expect.stringMatching(/propose\.branch/) as string },
  ],
  [
    'a token that expires half way',
    {
      method: 'POST',
      path: /\/pulls$/,
      answer: { status: 401, body: { message: 'Bad credentials' } },
    },
    { code: 'host-token', ...PATCH },
  ],
  [
    'a secondary rate limit',
    {
      method: 'POST',
      path: /graphql/,
      answer: {
        status: 403,
        body: { message: 'You have exceeded a secondary rate limit.' },
        headers: { 'retry-after': '120' },
      },
    },
    { code: 'host-rate', message: expect.stringMatching(/until \d{4}-/) as string },
  ],
  [
    'a connection that breaks',
    { method: 'POST', path: /graphql/, answer: { status: 0 }, times: 4 },
    { code: 'host-network', ...PATCH },
  ],
];

const GITLAB: readonly Row[] = [
  [
    'a protected branch',
    {
      method: 'POST',
      path: /commits$/,
      answer: { status: 403, body: { message: 'You are not allowed to push into this branch' } },
    },
    { code: 'host-protected', ...PATCH },
  ],
  [
    'a rate limit half way',
    {
      method: 'POST',
      path: /merge_requests$/,
      answer: { status: 429, headers: { 'retry-after': '600' } },
    },
    { code: 'host-rate', ...PATCH },
  ],
  [
    'a token without the scope api',
    {
      method: 'POST',
      path: /commits$/,
      answer: {
        status: 403,
        body: { error: 'insufficient_scope', error_description: 'The request requires api.' },
      },
    },
    { code: 'host-forbidden', hint: expect.stringMatching(/scope api/) as string },
  ],
  [
    '5xx half way',
    { method: 'POST', path: /merge_requests$/, answer: { status: 503 }, times: 4 },
    { code: 'host-server', ...PATCH },
  ],
];

const ROWS = [
  ...GITHUB.map((row) => ['GitHub' as const, ...row] as const),
  ...GITLAB.map((row) => ['GitLab' as const, ...row] as const),
];

describe('a host that fails once texts are paid for', () => {
  test.each(ROWS)('%s: %s', async (name, _, trap, error) => {
    const shop = await Shop.open(name);
    shop.host.traps.push(trap);
    const failed = await shop.propose();
    expect(failed).toMatchObject({ code: 3, texts: 6, error });
    expect(JSON.stringify(failed)).not.toContain(shop.host.token);
    execFileSync('git', ['apply', '--check', '.locale-sync/proposal.patch'], {
      cwd: shop.checkout.root,
    });
    shop.host.traps.splice(0);
    const again = await shop.propose();
    expect(again).toMatchObject({ code: 0, requests: 0, characters: 0, proposal: { texts: 6 } });
    expect(shop.checkout.has('.locale-sync/proposal.patch')).toBe(false);
    expect(shop.host.open).toHaveLength(1);
  });
});

test.each([
  [
    'a page to sign in',
    { status: 200, body: '<html>' },
    'host-server',
    /returned a web page instead of a response of the GitHub API/,
    /GITHUB_API_URL/,
  ],
  [
    'a repository that was renamed',
    { status: 301, body: { message: 'Moved Permanently' } },
    'host-refused',
    /moved to another URL on GitHub \(301\): Moved/,
    /git remote set-url/,
  ],
])('%s is said before anything is paid for', async (_, answer, code, message, hint) => {
  const shop = await Shop.open('GitHub');
  shop.host.traps.push({ method: 'GET', path: /./, answer });
  const { error, ...rest } = await shop.propose();
  expect(rest).toMatchObject({ code: 3, texts: 0 });
  expect(error).toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
    hint: expect.stringMatching(hint) as string,
  });
});

test('what fails for a moment is tried again', async () => {
  const shop = await Shop.open('GitHub');
  const limit = { status: 403, body: { message: 'You have exceeded a secondary rate limit' } };
  shop.host.traps.push(
    { method: 'POST', path: /\/pulls$/, answer: { status: 502 }, times: 1 },
    {
      method: 'POST',
      path: /graphql/,
      answer: { ...limit, headers: { 'retry-after': '0' } },
      times: 1,
    },
  );
  expect(await shop.propose()).toMatchObject({ code: 0, proposal: { state: 'opened' } });
});

describe('before anything is paid for', () => {
  test.each(['GitHub', 'GitLab'] as const)('%s does not know the token', async (name) => {
    const shop = await Shop.open(name);
    shop.checkout.env = { ...shop.checkout.env, LOCALE_SYNC_TOKEN: 'other-token' };
    const failed = await shop.propose();
    expect(failed).toMatchObject({ code: 3, texts: 0, error: { code: 'host-token' } });
    expect(failed.error?.message).toContain('LOCALE_SYNC_TOKEN');
    expect(JSON.stringify(failed)).not.toContain('other-token');
  });

  test('there is no token', async () => {
    const shop = await Shop.open('GitHub');
    shop.checkout.env = { ...shop.checkout.env, GITHUB_TOKEN: '' };
    expect(await shop.propose()).toMatchObject({ code: 3, error: { code: 'host-token' } });
    const dry = await shop.propose('--dry-run');
    expect(dry).toMatchObject({ code: 0, proposal: { state: 'opened', dryRun: true, calls: 0 } });
  });

  test('the token may only read', async () => {
    const shop = await Shop.open('GitHub');
    const body = { default_branch: 'main', permissions: { push: false } };
    shop.host.traps.push({ method: 'GET', path: /shop$/, answer: { status: 200, body } });
    expect(await shop.propose()).toMatchObject({
      code: 3,
      texts: 0,
      error: { code: 'host-forbidden' },
    });
  });

  test('a file that no sync writes conflicts', async () => {
    const shop = await Shop.open('GitHub', { files: { 'a.txt': 'one\n' } });
    await shop.propose();
    shop.repository.commit('locale-sync', { 'a.txt': 'two\n' }, { message: 'Person' });
    shop.repository.commit('main', { 'a.txt': 'three\n' }, { message: 'Main' });
    const failed = await shop.propose();
    expect(failed).toMatchObject({ code: 2, error: { code: 'conflict' } });
    expect(shop.repository.read('locale-sync', 'a.txt')).toBe('two\n');
  });
});

test('a run over its limit proposes nothing', async () => {
  const shop = await Shop.open('GitHub');
  const limited = await shop.propose('--max-characters', '3');
  expect(limited).toMatchObject({ code: 2, requests: 0 });
  expect(shop.host.requests).toEqual([]);
});

describe('without a push', () => {
  test('a dry run asks the host, and changes nothing', async () => {
    const shop = await Shop.open('GitLab');
    const dry = await shop.propose('--dry-run');
    expect(dry).toMatchObject({ code: 0, proposal: { state: 'opened', dryRun: true } });
    expect(shop.host.asked.every(({ method }) => method === 'GET')).toBe(true);
    expect(shop.repository.head('locale-sync')).toBe(undefined);
  });

  test.each(['a fork', 'anybody'])('the patch of %s can be applied', async (who) => {
    const shop = await Shop.open('GitHub');
    const { checkout } = shop;
    const event = {
      pull_request: {
        head: { repo: { full_name: 'eve/shop' } },
        base: { repo: { full_name: 'acme/shop' } },
      },
    };
    checkout.write('event.json', json(event));
    checkout.write('l/en.json', 'uncommitted\n');
    const fork = { GITHUB_ACTIONS: 'true', GITHUB_EVENT_PATH: checkout.path('event.json') };
    if (who === 'a fork') checkout.env = { ...checkout.env, ...fork };
    const args = who === 'a fork' ? [] : ['--patch', 'locale-sync.patch'];
    const patched = await shop.propose(...args);
    expect(patched).toMatchObject({
      code: 0,
      proposal: { state: 'patch', patch: 'locale-sync.patch', texts: 6 },
    });
    expect(shop.host.asked).toEqual([]);
    expect(checkout.read('l/en.json')).toBe('uncommitted\n');
    execFileSync('git', ['apply', 'locale-sync.patch'], { cwd: checkout.root });
    expect(checkout.has('l/de.json')).toBe(true);
  });

  test('a checkout that is not a repository', async () => {
    const shop = await Shop.open('GitHub');
    shop.checkout.remove('.git');
    expect(await shop.propose()).toMatchObject({ code: 2, error: { code: 'no-repository' } });
  });
});

test('a config in a folder, a shallow clone, and files with changes', async () => {
  const config = json({
    version: 1,
    source: 'en',
    targets: ['de'],
    catalogs: [{ files: 'l/{locale}.json' }],
  });
  const files = {
    'service.config.json': null,
    'app/service.config.json': config,
    'app/l/en.json': json({ hi: 'Hi' }),
  };
  const shop = await Shop.open('GitHub', { files: { ...files, 'service.config.json': '{}' } });
  const { checkout, repository } = shop;
  for (let at = 0; at < 3; at += 1) repository.commit('main', { x: String(at) }, { message: 'x' });
  checkout.remove('.git');
  checkout.remove('app');
  const clone = checkout.path('clone');
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${repository.path}`, clone], {
    stdio: 'pipe',
  });
  checkout.write('clone/app/l/en.json', json({ hi: 'Changed here' }));
  const cwd = ['--cwd', 'clone/app'];
  expect((await shop.propose(...cwd)).proposal).toMatchObject({ state: 'opened', texts: 1 });
  const person = json({ hi: 'Grüß Gott' });
  repository.commit('locale-sync', { 'app/l/de.json': person }, { message: 'Person' });
  repository.commit(
    'main',
    { 'app/l/en.json': json({ hi: 'Hi', more: 'More' }) },
    { message: 'Add' },
  );
  expect((await shop.propose(...cwd)).proposal).toMatchObject({ state: 'updated', edited: 1 });
  expect(JSON.parse(repository.read('locale-sync', 'app/l/de.json') ?? '')).toMatchObject({
    hi: 'Grüß Gott',
    more: expect.any(String) as string,
  });
  expect(checkout.read('clone/app/l/en.json')).toContain('Changed here');
  expect(shop.host.open[0]?.body).toContain('/blob/locale-sync/app/l/de.json');
});
