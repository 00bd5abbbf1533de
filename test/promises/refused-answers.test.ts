import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../support/project.js';

const TEXTS = 50;

interface Service {
  readonly env: Record<string, string>;
  /** The texts of each request. */
  readonly requests: readonly (readonly string[])[];
}

// 50 texts, none of whose answers is right: 50 refused answers in each round.

/** A service that answers every text in this way. */
async function answering(say: (text: string) => string): Promise<Service> {
  const requests: (readonly string[])[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { text } = JSON.parse(Buffer.concat(chunks).toString()) as { text: readonly string[] };
      requests.push(text);
      const translations = text.map((one) => ({
        detected_source_language: 'EN',
        text: say(one),
        billed_characters: one.length,
      }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ translations }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { env: { SERVICE_URL: url, SERVICE_AUTH_KEY: 'key' }, requests };
}

function projectOf(textOf: (at: number) => object, messages = 'auto'): Project {
  const entries = Array.from({ length: TEXTS }, (_, at) => Object.entries(textOf(at))).flat();
  return new Project({
    'service.config.json': JSON.stringify({
      version: 1,
      source: 'en',
      targets: ['de'],
      catalogs: [{ files: 'l/{locale}.json', messages }],
    }),
    'l/en.json': JSON.stringify(Object.fromEntries(entries)),
  });
}

/** The numbers of the texts that a request holds something of: each word ends with one. */
function numbersIn(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.match(/(?<=[a-z])\d+/g) ?? []));
}

const upper = (text: string): string => text.toUpperCase().replace(/\d+/g, '');
const untagged = (text: string): string => upper(text.replace(/<[^>]*>/g, ''));

test.each<[string, (at: number) => string | object, (text: string) => string, number, number]>([
  // Text, answer, requests in all and texts sent; pieces of texts that are cut count one by one.
  ['lost placeholders', (at) => `Mail${at} to {name} again${at}`, untagged, 4, 200],
  ['lost tags', (at) => `<b>Bold${at}</b> word${at}`, untagged, 4, 200],
  [
    'lost numbers of plurals',
    (at) => `{n, plural, one {# file${at}} other {# files${at}}}`,
    untagged,
    7,
    300,
  ],
  ['damaged characters', (at) => `Word${at}`, (text) => `${upper(text)}\ufffd`, 2, 100],
  ['ends of sentences', (at) => `Delete file${at}?`, (text) => text.replace('?', ''), 2, 100],
  [
    'ends, of texts with placeholders',
    (at) => `Delete {name} in file${at}?`,
    (text) => text.replace('?', ''),
    3,
    150,
  ],
  [
    'line breaks',
    (at) => `First${at}\nsecond${at}\nthird${at}`,
    (text) => text.replaceAll('\n', ' '),
    4,
    200,
  ],
  [
    'line breaks, of texts with placeholders',
    (at) => `First${at} {name}\nsecond${at}`,
    (text) => text.replaceAll('\n', ' '),
    3,
    150,
  ],
  [
    'more lines than a request takes',
    (at) => Array.from({ length: 60 }, () => `line${at}`).join('\n'),
    (text) => text.replaceAll('\n', ' '),
    2,
    100,
  ],
  [
    'too long',
    (at) => ({ [`k${at}`]: `Save${at}`, [`@k${at}`]: { maxLength: 10 + at } }),
    (text) => text.repeat(20),
    12,
    150,
  ],
])(
  '%s: a refused answer costs one more request at most, shared with the others',
  async (_, textOf, say, requests, texts) => {
    const service = await answering(say);
    const project = projectOf((at) => {
      const text = textOf(at);
      return typeof text === 'string' ? { [`k${at}`]: text } : text;
    });
    const report = await project.report(['sync'], service);
    expect(report.requests).toBe(service.requests.length);
    expect([report.requests, report.texts]).toEqual([requests, texts]);
    const sent = service.requests.map(numbersIn);
    for (let at = 0; at < TEXTS; at += 1) {
      const count = sent.filter((numbers) => numbers.has(String(at))).length;
      expect(count, `text ${at}`).toBeLessThanOrEqual(3);
    }
    // Every answer is remembered: no run asks for the same again.
    expect(await project.report(['sync'], service)).toMatchObject({ requests: 0 });
  },
);

// Three texts, each of which is requested once with the others and once alone.
test.each<[string, string, (text: string) => string]>([
  ['a refusal', 'missing', () => 'I am sorry, I cannot help with that.'],
  ['an introduction', 'missing', (text) => `Here is the translation: ${upper(text)}`],
  ['JSON', 'missing', (text) => JSON.stringify([upper(text)])],
  ['a block of code', 'missing', (text) => `\`\`\`\n${upper(text)}\n\`\`\``],
  ['quotation marks', 'review', (text) => `“${upper(text)}”`],
])('%s: requested once more, alone; then each text is %s', async (_, status, say) => {
  const service = await answering(say);
  const project = new Project({
    'service.config.json': JSON.stringify({
      ...{ version: 1, source: 'en', targets: ['de'], catalogs: [{ files: 'l/{locale}.json' }] },
    }),
    'l/en.json': '{ "a": "Save it", "b": "Open a folder", "c": "Close the window" }',
  });
  const report = await project.report(['sync'], service);
  expect(report).toMatchObject({ ok: false, texts: 6, locales: { de: { [status]: 3 } } });
  expect(service.requests.map((texts) => texts.length)).toEqual([3, 1, 1, 1]);
  for (const severity of ['error', 'warning']) {
    const codes = report.problems.filter((one) => one.severity === severity);
    expect(codes.map(({ code, key }) => `${code} ${key}`)).toEqual(
      ['a', 'b', 'c'].map((key) => `${severity === 'error' ? status : 'no-translation'} ${key}`),
    );
  }
  expect(project.has('l/de.json')).toBe(status === 'review');
  // A second run has the same answers from the memory.
  const again = await project.report(['sync'], service);
  expect(again).toMatchObject({ ok: false, requests: 0, locales: { de: { [status]: 3 } } });
});
