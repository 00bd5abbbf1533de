import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quotations } from '../support/quotations.js';
import { Shop } from './support/shop.js';

const STORE_PASSWORD = 'store+pass/word-1';
const REMOTE_PASSWORD = 'remote-password-2';
/** What a run holds, by the variable that it comes from. */
const HELD = {
  SERVICE_AUTH_KEY: 'service/key-0123456789',
  SERVICE_ADMIN_KEY: 'admin-key-3',
  LOCALE_SYNC_STORE: `postgres://me:${encodeURIComponent(STORE_PASSWORD)}@127.0.0.1:9/x`,
  LOCALE_SYNC_STORE_KEY: 'store key & more',
  LOCALE_SYNC_TOKEN: 'ghp_hostToken4',
};
const SECRETS = [
  ...Object.values(HELD).filter((value) => !value.includes('://')),
  ...[STORE_PASSWORD, REMOTE_PASSWORD],
];

/** Messages of at most 300 characters that quote all secrets, each in another way. */
const ECHOES = [
  SECRETS.join(' '),
  SECRETS.map((secret) => encodeURIComponent(secret)).join('&'),
  SECRETS.slice(0, 3)
    .map((secret) => quotations(secret)['as a basic header'])
    .join(' '),
  SECRETS.slice(3)
    .map((secret) => quotations(secret)['as a basic header of GitLab'])
    .join(' '),
  // A message is cut after 300 characters.
  `${SECRETS.join(' ')} ${'x'.repeat(288 - SECRETS.join(' ').length)} ${HELD.LOCALE_SYNC_TOKEN}`,
] as const;

function expectNone(text: string): void {
  for (const secret of SECRETS) {
    for (const quoted of Object.values(quotations(secret))) expect(text).not.toContain(quoted);
  }
  expect(text).not.toContain('ghp_');
  expect(text).toContain('[redacted]');
}

async function open(name: 'GitHub' | 'GitLab', config: object = {}): Promise<Shop> {
  const shop = await Shop.open(name, { config });
  shop.host.token = HELD.LOCALE_SYNC_TOKEN;
  shop.checkout.env = { ...shop.checkout.env, ...HELD, SERVICE_URL: 'embedded' };
  return shop;
}

/** Makes git ask the same server. */
function withRemote({ checkout, host }: Shop): void {
  const url = `${host.url.replace('//', `//me:${REMOTE_PASSWORD}@`)}/acme/shop.git`;
  execFileSync('git', ['remote', 'set-url', 'origin', url], { cwd: checkout.root });
}

const REPORTERS = ['json', 'sarif', 'junit', 'markdown', 'text', 'gitlab'];

test.each([
  ['text', [], {}],
  ['text with --verbose', ['--verbose'], {}],
  ['--json', ['--json'], {}],
  ['annotations', [], { GITHUB_ACTIONS: 'true' }],
  ['reports', REPORTERS.flatMap((name) => ['--reporter', `${name}=out.${name}`]), {}],
])('a host that quotes secrets in an error: none is in %s', async (what, args, env) => {
  const shop = await open(what === 'text' ? 'GitLab' : 'GitHub');
  const { checkout, host } = shop;
  withRemote(shop);
  for (const [at, message] of ECHOES.entries()) {
    const status = [401, 403, 418, 301, 404][at] ?? 403;
    const headers = { location: `https://elsewhere/?token=${HELD.LOCALE_SYNC_TOKEN}` };
    const answer = { status, headers, body: { message } };
    host.traps.splice(0, 1, { method: 'GET', path: /./, answer });
    const { code, stdout, stderr } = await checkout.run(['propose', ...args], { env });
    const reports = args.filter((arg) => arg.includes('=')).map((arg) => arg.replace(/.*=/, ''));
    for (const output of what === 'reports' ? reports.map((name) => checkout.read(name)) : [])
      expectNone(output);
    expectNone(stdout + stderr);
    if (what === '--json') expect(JSON.parse(stdout)).toMatchObject({ ok: false });
    if (what === 'annotations') expect(stdout).toMatch(/^::error .*\[redacted\]/m);
    expect(code).toBe(3);
  }
});

test('a server that quotes secrets to git: none is printed', async () => {
  const shop = await open('GitHub');
  const { checkout, host } = shop;
  withRemote(shop);
  const headers = { 'content-type': 'text/plain' };
  for (const body of ECHOES) {
    const answer = { status: 403, headers, body };
    host.traps.splice(0, 1, { method: 'GET', path: /info\/refs/, answer });
    const { code, stderr } = await checkout.run(['propose']);
    expect(stderr).toContain('The repository cannot be fetched: remote:');
    expectNone(stderr);
    expect(code).toBe(3);
  }
});

test('a host that quotes secrets in an address and in what it does not accept', async () => {
  const { checkout, host } = await open('GitHub', { propose: { labels: ['i18n'] } });
  const message = SECRETS.slice(0, -1).join(' ');
  host.traps.push(
    { method: 'POST', path: /labels$/, answer: { status: 422, body: { message } } },
    { method: 'PATCH', path: /pulls/, answer: { status: 200, body: {} } },
    {
      method: 'POST',
      path: /pulls$/,
      answer: {
        status: 201,
        body: {
          ...{ number: 1, state: 'open', merged_at: null, title: '', body: '' },
          html_url: `https://x-access-token:${HELD.LOCALE_SYNC_TOKEN}@github.example/1`,
          user: { login: 'bot' },
        },
      },
    },
  );
  const { code, stdout, stderr } = await checkout.run(['propose']);
  expect(stderr).toContain('@github.example/1');
  expect(stderr).toContain('note: labels');
  expectNone(stdout + stderr);
  expect(code).toBe(0);
});

test('a service that quotes secrets of others', async () => {
  const { checkout, host } = await open('GitHub');
  const answer = { status: 400, body: { message: SECRETS.slice(0, -1).join('&') } };
  host.traps.push({ method: 'POST', path: /./, answer });
  const { code, stdout, stderr } = await checkout.run(['sync'], { env: { SERVICE_URL: host.url } });
  expectNone(stdout + stderr);
  expect(code).not.toBe(0);
});
