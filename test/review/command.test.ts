import { once } from 'node:events';
import { createServer } from 'node:net';
import { chmodSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { project } from './support.js';

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

test('review serves its page until Ctrl-C, and a second one is refused meanwhile', async () => {
  const app = project();
  const { url, end } = await started(app);
  expect((await fetch(url)).status).toBe(200);
  const second = await app.run(['review']);
  expect([second.code, second.stdout]).toEqual([2, '']);
  expect(second.stderr).toMatch(/already open on port \d+ \(process \d+\)\.\n.*Use that one/);
  expect(await end()).toBe(0);
  expect(app.has('.locale-sync/review')).toBe(false);
  await expect(fetch(url)).rejects.toThrow();
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

test('what a killed review left behind stops nobody', async () => {
  const app = project({ '.locale-sync/review': `{"pid":${process.pid},"port":1}` });
  expect(await (await started(app)).end()).toBe(0);
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
