import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';
import { gate } from './gate.js';
import { docx, documents, noise } from './support.js';

// A limit holds for everything that is billed, whatever its unit.

const WAV = noise();
const PNG = readFileSync(new URL('fixtures/shot.png', import.meta.url));
const HEAD = 'source: en\ntargets: [de]\n';
const RECORDINGS = `${HEAD}recordings: [{ source: media/*.wav, text: 'media/*.{locale}.txt' }]\n`;

test.each([
  ['a recording', RECORDINGS, { 'media/talk.wav': WAV }, '1 recording'],
  [
    'an image, whose text only the service can count',
    `${HEAD}documents: [{ files: 'docs/{locale}/*.png' }]\n`,
    { 'docs/en/a.png': PNG },
    '1 document',
  ],
])('with a limit of 0, %s is not sent', async (_, config, files, what) => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': `${config}limits: { characters: 0 }\n`,
    ...files,
  });
  project.env = environment(running);
  const report = await project.report(['sync']);
  expect(report).toMatchObject({ code: 2, requests: 0, error: { code: 'limit-exceeded' } });
  expect(report.error?.message).toContain(what);
  expect(running.counters().requests).toBe(0);
  expect((await project.run(['plan'])).stdout).toContain(`sync would refuse: This run would`);
  await project.report(['sync', '--max-characters', '1']);
  expect(running.counters().requests).toBeGreaterThan(0);
});

test('with a limit of 0, a recording whose job exists is not uploaded', async () => {
  const running = await service();
  const project = new Project({ 'service.config.yaml': RECORDINGS, 'media/talk.wav': WAV });
  const { url, shut } = await gate(running.url, ({ method }) => method === 'PUT');
  project.env = { ...environment(running), SERVICE_URL: url };
  const child = project.start(['sync']);
  const closed = once(child, 'close');
  await shut;
  child.kill('SIGKILL');
  await closed;
  project.env = environment(running);
  const { requests } = running.counters();
  const refused = await project.report(['sync', '--max-characters', '0']);
  expect(refused).toMatchObject({ code: 2, error: { code: 'limit-exceeded' } });
  expect(running.counters().requests).toBe(requests);
});

test('asking again for an unsound answer is billed too, and counts', async () => {
  const running = await service({ faults: [{ fault: 'mangle' }] });
  const project = new Project({
    'service.config.yaml': `${HEAD}catalogs: [{ files: '{locale}.json' }]\n`,
    'en.json': '{"a": "Hello {{name}}", "b": "Fine"}',
  });
  project.env = environment(running);
  const { characters } = await project.report(['plan']);
  const limit = characters + 2;
  const report = await project.report(['sync', '--max-characters', `${limit}`]);
  expect(report).toMatchObject({ code: 2, error: { code: 'limit-exceeded' } });
  expect(report.characters).toBeLessThanOrEqual(limit);
  // What was sound is written.
  expect(project.read('de.json')).toContain('"b"');
  expect((await project.report(['sync'])).error).toBeNull();
});

test('improve asks for no text again beyond the limit', async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      asked += 1;
      const { text } = JSON.parse(body) as { text: string | string[] };
      const improvements = [text]
        .flat()
        .map((one) => ({ text: one.replace('{name}', 'somebody') }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ improvements }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const project = new Project({
    'service.config.yaml': `${HEAD}catalogs: [{ files: '{locale}.json' }]\n`,
    'en.json': '{"a": "Hello {name}, teh end"}',
  });
  const { port } = server.address() as AddressInfo;
  project.env = { SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_AUTH_KEY: 'k' };
  const none = await project.run(['improve', '--json', '--max-characters', '0']);
  expect(none.code).toBe(2);
  expect(none.stdout).toContain('Nothing was sent.');
  expect(asked).toBe(0);
  const some = await project.run(['improve', '--json', '--max-characters', '30']);
  expect(some.code).toBe(2);
  const { characters, error } = JSON.parse(some.stdout) as {
    characters: number;
    error: { code: string; message: string };
  };
  expect(error.code).toBe('limit-exceeded');
  expect(error.message).not.toContain('Nothing was sent');
  expect(characters).toBeGreaterThan(0);
  expect(asked).toBe(1);
});

test.each([
  ['characters', 'limits: { characters: 105000 }'],
  ['money', 'limits: { money: 2.10 }\nprices: { characters: 20, currency: EUR }'],
])(
  'a document that costs more than its least leaves no room for the next: %s',
  async (_, limit) => {
    const running = await service();
    const files = Object.fromEntries(
      ['a', 'b'].map((name) => [`docs/en/${name}.docx`, docx(`${name} word `.repeat(9_000))]),
    );
    const project = documents(running, files, { rest: `${limit}\n` });
    expect((await project.report(['plan'])).characters).toBe(100_000);
    const report = await project.report(['sync']);
    expect(report).toMatchObject({ code: 2, error: { code: 'limit-exceeded' } });
    expect(report.error?.message).toContain('the next one was not sent');
    expect(report.characters).toBe(running.counters().characters);
    expect(report.characters).toBeLessThanOrEqual(105_000);
    expect(report.characters).toBeGreaterThan(50_000);
    expect(project.has('docs/de/a.docx')).toBe(true);
    expect(project.has('docs/de/b.docx')).toBe(false);
  },
);

test.each([
  ['improve', '{"a": "teh end"}', ['improve', '--json']],
  ['texts', '{"a": "The end"}', ['sync', '--json']],
])('a limit in money holds before the first request: %s', async (_, texts, command) => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': `${HEAD}catalogs: [{ files: '{locale}.json' }]\nlimits: { money: 0.0001 }\nprices: { characters: 20 }\n`,
    'en.json': texts,
  });
  project.env = environment(running);
  const done = await project.run(command);
  expect(done.code).toBe(2);
  expect(done.stdout).toContain('limit-exceeded');
  expect(running.counters().requests).toBe(0);
});
