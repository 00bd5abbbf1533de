import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../support/project.js';

const FILES = {
  'service.config.yaml':
    'version: 1\nsource: en\ntargets: [de, fr]\ncatalogs:\n  - files: locales/{locale}.json\n',
  'locales/en.json': '{"hello": "Hello there", "bye": "Goodbye"}\n',
};

interface Body {
  readonly text: readonly string[];
  readonly target_lang: string;
}

type Answer = (body: Body, response: ServerResponse, request: IncomingMessage) => void;

interface Answering {
  readonly env: Record<string, string>;
  /** The bodies that arrived. */
  readonly seen: readonly Body[];
  /** Requests that began to arrive. */
  readonly begun: () => number;
}

/** A service of the test's own. */
async function answering(answer: Answer): Promise<Answering> {
  const seen: Body[] = [];
  let begun = 0;
  const server = createServer((request, response) => {
    begun += 1;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = Buffer.concat(chunks).toString();
      const body = JSON.parse(content === '' ? '{}' : content) as Body;
      seen.push(body);
      answer(body, response, request);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { env: { SERVICE_URL: url, SERVICE_AUTH_KEY: 'key' }, seen, begun: () => begun };
}

function translate(
  { text, target_lang: target }: Body,
  response: ServerResponse,
  say = (source: string): string => `${target}:${source}`,
): void {
  response.setHeader('content-type', 'application/json');
  const translations = text.map((source) => ({
    detected_source_language: 'EN',
    text: say(source),
    billed_characters: source.length,
  }));
  response.end(JSON.stringify({ translations }));
}

function refuse(
  response: ServerResponse,
  { status, message, headers }: { status: number; message: string; headers?: object },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ message }));
}

test('an empty answer is no translation: the next run asks again', async () => {
  let empty = true;
  const { env } = await answering((body, response) => {
    translate(body, response, (text) => (empty && text === 'Goodbye' ? '' : `ok:${text}`));
  });
  const project = new Project(FILES);
  expect(await project.report(['sync'], { env })).toMatchObject({ code: 1, texts: 4 });
  empty = false;
  expect(await project.report(['sync'], { env })).toMatchObject({ code: 0, texts: 2 });
  expect(project.json('locales/de.json')).toEqual({ hello: 'ok:Hello there', bye: 'ok:Goodbye' });
});

test('half of a sentence that the source parted is still known as a machine text where its answer was empty', async () => {
  let empty = true;
  const { env } = await answering((body, response) => {
    translate(body, response, (text) => (empty && text === 'It rained.' ? '' : `ok ${text}`));
  });
  const subtitles = (first: string, second: string): string =>
    `1\n00:00:01,000 --> 00:00:03,000\n${first}\n\n2\n00:00:03,100 --> 00:00:05,000\n${second}\n`;
  const project = new Project({
    'service.config.yaml':
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.srt\n',
    'l/en.srt': subtitles('Since it was cold,', 'it rained.'),
  });
  await project.report(['sync'], { env });
  project.write('l/en.srt', subtitles('Since it was cold.', 'It rained.'));
  expect(await project.report(['sync'], { env })).toMatchObject({ code: 1, texts: 2 });
  expect(project.read('l/de.srt')).toContain('\nok Since it was cold.\n');
  empty = false;
  expect(await project.report(['sync'], { env })).toMatchObject({ code: 0, texts: 1 });
  expect(project.read('l/de.srt')).toBe(subtitles('ok Since it was cold.', 'ok It rained.'));
});

test('an empty answer to a part of a text is none to the text: nothing is written without its words', async () => {
  let empty = true;
  const { env } = await answering((body, response) => {
    // Elements get lost, so that texts are cut at their placeholders.
    translate(body, response, (text) =>
      text.includes('<') ? 'lost' : empty && text.includes('shop') ? '' : text.toUpperCase(),
    );
  });
  const source = '{"hello": "Welcome to the shop, {name}, and enjoy", "bye": "See you, {name}"}\n';
  const project = new Project({ ...FILES, 'locales/en.json': source });
  const { code, problems } = await project.report(['sync', '--locale', 'de'], { env });
  expect(code).toBe(1);
  expect(problems).toMatchObject([
    { code: 'service-failed', key: 'hello' },
    { code: 'review', key: 'bye' },
  ]);
  expect(project.json('locales/de.json')).toEqual({ bye: 'SEE YOU, {name}' });
  empty = false;
  const again = await project.report(['sync', '--locale', 'de'], { env });
  expect(again.problems).toMatchObject([
    { code: 'review', key: 'bye' },
    { code: 'review', key: 'hello' },
  ]);
  expect(project.json('locales/de.json')).toEqual({
    hello: 'WELCOME TO THE SHOP, {name}, AND ENJOY',
    bye: 'SEE YOU, {name}',
  });
});

test.each(['3600', '999999999'])(
  'a service that asks to wait for %s s ends the run, and says so',
  async (seconds) => {
    const { env, seen } = await answering((_, response) => {
      const headers = { 'retry-after': seconds };
      refuse(response, { status: 429, message: 'Too many requests', headers });
    });
    const started = performance.now();
    const report = await new Project(FILES).report(['sync'], { env });
    expect(report).toMatchObject({ code: 3, texts: 0, error: { code: 'rate' } });
    expect(report.requests).toBe(seen.length);
    expect(performance.now() - started).toBeLessThan(20_000);
  },
);

test('requests that wait to be tried again when the run ends were never sent, and are not counted', async () => {
  const { env, begun } = await answering((body, response, request) => {
    // Of one language the connection breaks, again and again; the other is told that the key is not
    // accepted, later.
    if (body.target_lang === 'DE') request.socket.destroy();
    else setTimeout(() => refuse(response, { status: 403, message: 'no' }), 400);
  });
  const report = await new Project(FILES).report(['sync'], { env });
  expect(report).toMatchObject({ code: 3, error: { code: 'forbidden' } });
  // The end of the run may have cut one short that was under way: its body never came.
  await expect.poll(begun).toBe(report.requests);
});

test('an address that is none of the service is told once, with the next step', async () => {
  const { env, seen } = await answering((_, response) => {
    refuse(response, { status: 404, message: 'Not found: /v2/v2/translate' });
  });
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, i) => [`k${i}`, `Text ${i}`]));
  const project = new Project({ ...FILES, 'locales/en.json': JSON.stringify(many) });
  const run = await project.run(['sync'], { env });
  expect(run.code).toBe(3);
  expect(run.stderr).toContain('the base URL must end before /v2');
  expect(run.stderr.split('404').length - 1).toBeLessThanOrEqual(2);
  // Nothing is asked text by text.
  expect(seen.length).toBeLessThanOrEqual(6);
});

test('a language that the service does not have is told once, with the place to mend it', async () => {
  const { env, seen } = await answering((body, response) => {
    if (body.target_lang === 'FR') translate(body, response);
    else refuse(response, { status: 400, message: "Value for 'target_lang' not supported." });
  });
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`k${i}`, `Text ${i}`]));
  const project = new Project({ ...FILES, 'locales/en.json': JSON.stringify(many) });
  const run = await project.run(['sync'], { env });
  expect(run.code).toBe(1);
  expect(run.stderr.split('target_lang').length - 1).toBe(1);
  expect(run.stderr).toContain('`languages:` in the config');
  expect(run.stderr).toContain('such as { zh_CN: ZH-HANS }');
  expect(seen).toHaveLength(2);
  expect(Object.keys(project.json('locales/fr.json') as object)).toHaveLength(40);
});
