import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/service/index.js';
import type { ServiceOptions } from '../../src/service/index.js';
import { CLI, Project } from '../support/project.js';

const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs: [{ files: "locales/{locale}.json" }]
translate: { targets: { de: { formality: more } } }
`;

async function project(options: ServiceOptions = {}, config = CONFIG) {
  const service = await startService({
    engine: 'pseudo',
    keys: ['dev-key'],
    adminKeys: ['adm-key'],
    ...options,
  });
  onTestFinished(() => service.close());
  const made = new Project({ 'service.config.yaml': config, 'locales/en.json': '{"a":"Save"}' });
  made.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: 'dev-key' };
  return { made, service };
}

async function piped(made: Project, args: readonly string[], input: string | Buffer) {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: made.root,
    env: { PATH, ...made.env },
  });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { stdout, code };
}

describe('translate', () => {
  test("texts go out under the config's options, with placeholders and markup kept", async () => {
    const { made } = await project();
    const run = await made.run(['translate', 'Hello {name}', 'Sign <b>out</b>', '--to', 'de']);
    expect(run.code).toBe(0);
    const [first, second] = run.stdout.trimEnd().split('\n');
    expect(first).toMatch(/^\[de\+ .*\{name\}/);
    expect(second).toMatch(/<b>.*<\/b>/);
  });

  test('all targets by default, each line with its locale', async () => {
    const { made } = await project();
    const { stdout } = await made.run(['translate', 'Hello']);
    expect(stdout).toMatch(/^de\t\[de\+ .*\nfr\t\[fr .*\n$/);
  });

  test('into the language that they are in is refused: it would be billed for nothing', async () => {
    const { made, service } = await project();
    const run = await made.run(['translate', 'Hello', '--to', 'de,EN']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('The texts are already in "EN"; nothing was sent.');
    expect(run.stderr).toContain('--from');
    expect(service.counters().requests).toBe(0);
    const other = await made.run(['translate', 'Hallo', '--from', 'de', '--to', 'en-US']);
    expect(other.code).toBe(0);
  });

  test('from another language than the source leave the glossary file alone, and the lock', async () => {
    const { made, service } = await project(
      {},
      `${CONFIG.slice(0, -3)}, glossary: terms.csv }\ndocuments: [{ files: "docs/{locale}/*.txt" }]\n`,
    );
    made.write('terms.csv', 'en,de,fr\ncart,Wagen,panier\nbag,,sac\n');
    expect((await made.run(['resources', 'push'])).code).toBe(0);
    const [lock, { requests }] = [made.read('locale-sync.lock'), service.counters()];
    const run = await made.run(['translate', 'le panier', '--from', 'fr', '--to', 'de']);
    expect(run.code).toBe(0);
    expect(service.counters().requests).toBe(requests + 1);
    expect(made.read('locale-sync.lock')).toBe(lock);
    const own = await made.run(['translate', 'the cart', '--from', 'en-GB', '--to', 'de']);
    expect(own.stdout).toContain('Wagen');
  });

  test('stdin is one text, or with --lines a text per line', async () => {
    const { made } = await project();
    const whole = await piped(made, ['translate', '--to', 'fr', '--json'], 'One\nTwo\n');
    expect(JSON.parse(whole.stdout)).toMatchObject({
      texts: 1,
      translations: { fr: [expect.any(String)] },
    });
    const lines = await piped(made, ['translate', '--to', 'fr', '--json', '--lines'], 'One\nTwo\n');
    const { translations } = JSON.parse(lines.stdout) as { translations: { fr: string[] } };
    expect(translations.fr).toHaveLength(2);
    const broken = await piped(made, ['translate', '--to', 'fr'], Buffer.from([0xff, 0xfe, 0xfd]));
    expect(broken.code).toBe(2);
  });

  test('nothing is paid twice: neither by a second call nor by sync', async () => {
    const { made, service } = await project();
    await made.run(['translate', 'Save', '--to', 'de']);
    const before = service.counters().characters;
    const again = await made.report(['translate', 'Save', '--to', 'de']);
    expect(again).toMatchObject({ ok: true, requests: 0, reused: { memory: 1 } });
    await made.run(['sync', '--locale', 'de']);
    expect(service.counters().characters).toBe(before);
  });

  test('an answer without its placeholder is not printed', async () => {
    const { made } = await project({ faults: [{ fault: 'mangle' }] });
    const run = await made.run(['translate', 'Hello {name}, {other}', '--to', 'de', '--json']);
    const { translations } = JSON.parse(run.stdout) as { translations: { de: (string | null)[] } };
    for (const text of translations.de) {
      if (text !== null) expect(text).toMatch(/\{name\}.*\{other\}/);
    }
  });

  test('a glossary file applies', async () => {
    const config = CONFIG.replace('translate: {', 'translate: { glossary: shop.csv,');
    const { made } = await project({}, config);
    made.write('shop.csv', 'en,de\ncart,Warenkorb\n');
    const run = await made.run(['translate', 'The cart', '--to', 'de']);
    expect(run.stdout).toContain('Warenkorb');
    const sync = await made.run(['check']);
    expect(sync.stderr).not.toContain('conflict');
  });

  test('limits, wrong options and unknown languages say so', async () => {
    const { made } = await project();
    const limit = await made.run(['translate', 'Hello', '--to', 'de', '--max-characters', '3']);
    expect(limit).toMatchObject({ code: 2, stdout: '' });
    expect((await made.run(['translate', 'Hi', '--to', 'cs', '--formality', 'more'])).code).toBe(2);
    expect((await made.run(['translate', 'Hi', '--to', 'xx'])).code).toBe(3);
  });
});

describe('usage', () => {
  test('bars of limits, keys with an admin key, and the runs of this checkout', async () => {
    const { made, service } = await project();
    const admin = { authorization: 'Service-Auth-Key adm-key', 'content-type': 'application/json' };
    const listed = await fetch(`${service.url}/v2/admin/developer-keys`, { headers: admin });
    const [key] = (await listed.json()) as { key_id: string }[];
    await fetch(`${service.url}/v2/admin/developer-keys/limits`, {
      method: 'PUT',
      headers: admin,
      body: JSON.stringify({ key_id: key?.key_id, characters: 100 }),
    });
    await made.run(['translate', 'Hello', '--to', 'de']);
    await made.run(['sync']);
    const env = { SERVICE_ADMIN_KEY: 'adm-key' };
    const { stdout, code } = await made.run(['usage'], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/this key +█+░+ +13 of 100 characters \(13 %\)/);
    expect(stdout).toMatch(/translate +█/);
    expect(stdout).toContain('Keys');
    expect(stdout).toContain('This repository: 2 runs, 3 requests, 13 characters');
    const { stdout: json } = await made.run(['usage', '--json'], { env });
    const { runs } = JSON.parse(json) as { runs: object[] };
    expect(runs).toMatchObject([
      { command: 'translate', locales: ['de'], requests: 1, texts: 1, characters: 5 },
      { command: 'sync', locales: ['de', 'fr'], requests: 2, texts: 2, characters: 8 },
    ]);
  });

  test('needs no config', async () => {
    const { service } = await project();
    const bare = new Project({ '.git/HEAD': '' });
    bare.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: 'dev-key' };
    expect(await bare.run(['usage'])).toMatchObject({ code: 0 });
    expect(await bare.run(['usage'], { env: { SERVICE_URL: '' } })).toMatchObject({ code: 3 });
  });
});
