import { editPlace } from '../../src/model/index.js';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { chmodSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { ReviewData } from '../../src/model/index.js';
import { project, rowOf } from './support.js';

/** A review of the built command, once it says where it is. */
async function started(
  app: ReturnType<typeof project>,
  ...args: string[]
): Promise<{ readonly url: string; readonly end: () => Promise<number> }> {
  const child = app.start(['review', ...args]);
  const exit = once(child, 'exit');
  const [said] = (await once(child.stdout!, 'data')) as [Buffer];
  const url = /^Review page: (http:\/\/127\.0\.0\.1:\d+\/\?token=\S{20,})\n/.exec(
    String(said),
  )?.[1];
  if (url === undefined) throw new Error(String(said));
  const end = async (): Promise<number> => {
    child.kill('SIGINT');
    const [code] = (await exit) as [number];
    return code;
  };
  return { url, end };
}

test('review serves its page until Ctrl-C, and a second one beside it', async () => {
  const app = project();
  const { url, end } = await started(app);
  expect((await fetch(url)).status).toBe(200);
  const second = await started(app);
  expect((await fetch(second.url)).status).toBe(200);
  expect([await end(), await second.end()]).toEqual([0, 0]);
  await expect(fetch(url)).rejects.toThrow();
});

test('a link per person and language is printed, and flags that do not fit say why', async () => {
  const app = project();
  const child = app.start(['review', '--locale', 'de', '--invite', 'Anna', '--suggest']);
  const exit = once(child, 'exit');
  let said = '';
  child.stdout!.on('data', (text: Buffer) => (said += String(text)));
  await expect.poll(() => said.split('\n')).toHaveLength(4);
  expect(said).toMatch(
    /\nLink for Anna, de \(may decide\): http:\/\/127\.0\.0\.1:\d+\/\?token=\S{24}\n/,
  );
  expect(said).toMatch(
    /\nLink for de \(may suggest\): http:\/\/127\.0\.0\.1:\d+\/\?token=\S{24}\n$/,
  );
  child.kill('SIGINT');
  await exit;
  for (const [flags, message] of [
    [['--host', '0.0.0.0'], /no link is asked for\.\n.*Add --invite or --suggest/],
    [['--invite', '--locale', 'fr'], /no target fr\.\n.*Use de, ar/],
    [['--invite', 'A\nB'], /a name on one line/],
    [['--invite', '--url', 'ftp://x'], /an address such as https/],
    [['--invite', '--host', '192.0.2.1'], /192\.0\.2\.1 is no address of this machine/],
  ] as const) {
    const { code, stderr } = await app.run(['review', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
  }
});

test("the edits of a report are somebody's suggestions if the command says so", async () => {
  const app = project();
  await app.run(['report', '--html', 'out.html', '--quiet']);
  const start = /<script id="start"[^>]*>([^<]*)/.exec(app.read('out.html'))?.[1] ?? '';
  const { data } = (JSON.parse(start) as { shown: { data: ReviewData } }).shown;
  const place = editPlace(rowOf(data, 'de', 'title'));
  const edits = [{ ...place, text: 'Hallo', ask: 'Which shop?' }];
  app.write('edits.json', JSON.stringify({ version: 1, edits }));
  const before = app.read('locales/de.json');
  const { code } = await app.run(['review', '--apply', 'edits.json', '--suggest', 'Ben']);
  expect([code, app.read('locales/de.json')]).toEqual([0, before]);
  expect(app.read('locale-sync.comments')).toMatch(
    /"by":"Ben","question":"Which shop\?","answer":""/,
  );
  expect(app.read('locale-sync.comments')).toMatch(/"by":"Ben","suggestion":"Hallo"/);
  for (const command of ['status', 'check']) {
    const { stderr, stdout } = await app.run([command]);
    expect(stdout + stderr).toMatch(/1 suggestion and 1 question wait/);
  }
  app.write('locale-sync.comments', `${app.read('locale-sync.comments')}{"half":\n`);
  const { stderr } = await app.run(['check']);
  expect(stderr).toContain(
    'locale-sync.comments: this line is no comment; correct or remove it: {"half":',
  );
});

test.each([
  [['--host', '127.0.0.1']],
  [['--locale', 'de']],
  [['--invite', 'Anna', '--suggest', 'Ben']],
])('--apply with %j is a wrong call', async (flags) => {
  const { code, stderr } = await project().run(['review', '--apply', 'edits.json', ...flags]);
  expect([code, stderr]).toEqual([2, expect.stringContaining('the edits of one person')]);
});

test('a report says the coverage where its script may not run', async () => {
  const app = project({ 'locales/de.json': '{ "title": "<b>" ' });
  await app.run(['report', '--html', 'out.html']);
  const [, body = ''] = app.read('out.html').split('<body>');
  const [shown = ''] = body.split('<script');
  expect(shown).toContain('<tr><td>ar</td><td>5</td><td>1</td><td>0</td>');
  expect(shown).toMatch(/<p role="alert">locales\/de\.json:1:\d+: /);
  expect(shown).toContain('save the page and open the file');
});

test('a port that is taken is an error with the next step', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const { code, stderr } = await project().run(['review', '--port', String(port)]);
  expect([code, stderr]).toEqual([
    2,
    `error: Port ${port} on this machine is in use.\n       Choose another with --port, or leave it out.\n`,
  ]);
});

test.each([
  ['no JSON', '{', /The patch is not valid JSON/],
  ['another file', '{"version":9}', /The patch is invalid at: version/],
])('a patch that is %s changes nothing', async (_, text, message) => {
  const app = project({ 'edits.json': text });
  const before = app.files();
  const { code, stderr } = await app.run(['review', '--apply', 'edits.json']);
  expect([code, app.files()]).toEqual([2, before]);
  expect(stderr).toMatch(message);
});

test('a patch that is not there, and one that leads out of the project', async () => {
  const app = project();
  expect(await app.run(['review', '--apply', 'gone.json'])).toMatchObject({ code: 2 });
  const seen = { source: 'x', target: 'x' };
  const edit = { file: '../../etc/passwd', locale: 'de', key: ['title'], seen, text: 'x' };
  app.write('edits.json', JSON.stringify({ version: 1, edits: [edit] }));
  const { code, stdout } = await app.run(['review', '--apply', 'edits.json']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^de:title \(\.\.\/\.\.\/etc\/passwd\): No file contains this text/);
});

test('a report replaces an earlier report, and no other file', async () => {
  const app = project({ 'notes.html': '<p>mine</p>' });
  const refused = await app.run(['report', '--html', 'notes.html']);
  expect([refused.code, app.read('notes.html')]).toEqual([2, '<p>mine</p>']);
  expect(refused.stderr).toMatch(/already exists and is not a report/);
  for (let round = 0; round < 2; round += 1) {
    expect((await app.run(['report', '--html', 'out.html', '--quiet'])).code).toBe(0);
  }
  expect((await app.run(['report', '--html', 'gone/out.html'])).stderr).toMatch(
    /its folder does not exist[\s\S]*Create the folder/,
  );
});

test('an edit of a file that cannot be written names it, and the others are written', async () => {
  const app = project();
  await app.run(['report', '--html', 'out.html', '--quiet']);
  const start = /<script id="start"[^>]*>([^<]*)/.exec(app.read('out.html'))?.[1] ?? '';
  const { data } = (JSON.parse(start) as { shown: { data: Record<string, never> } })
    .shown as never as {
    data: { texts: { hash: string[] }; rows: { hash: string[]; text: number[] } };
  };
  const edits = [
    { file: 'locales/de.json', locale: 'de', at: 0 },
    { file: 'locales/ar.json', locale: 'ar', at: 5 },
  ].map(({ file, locale, at }) => ({
    ...{ file, locale, key: ['title'], text: `${locale} neu` },
    seen: { source: data.texts.hash[0]!, target: data.rows.hash[at]! },
  }));
  app.write('edits.json', JSON.stringify({ version: 1, edits }));
  chmodSync(app.path('locales/de.json'), 0o444);
  const { code, stdout } = await app.run(['review', '--apply', 'edits.json']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^de:title \(locales\/de\.json\): locales\/de\.json: .*write-protected/);
  expect(app.json('locales/ar.json')).toMatchObject({ title: 'ar neu' });
});
