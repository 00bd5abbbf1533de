import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Project } from '../support/project.js';

/** A service that knows Write and translation, and says what it was asked. */
async function service(improve: (text: string) => string) {
  const asked: { texts: string[]; body: Record<string, unknown>; bytes: number }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString()));
    request.on('end', () => {
      const sent = JSON.parse(body) as { text: string | string[]; target_lang?: string };
      const texts = [sent.text].flat();
      const isWrite = request.url === '/v2/write/rephrase';
      if (isWrite) asked.push({ texts, body: sent, bytes: Buffer.byteLength(body) });
      const isRefused = isWrite && texts.some((text) => text.includes('REFUSE'));
      response.statusCode = isRefused ? 400 : 200;
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(
          isRefused
            ? { message: 'no' }
            : isWrite
              ? {
                  improvements: texts.map((text) => ({
                    text: improve(text),
                    detected_source_language: 'EN',
                  })),
                }
              : {
                  translations: texts.map((text) => ({
                    text: `${sent.target_lang ?? ''} ${text}`,
                    detected_source_language: 'EN',
                  })),
                },
        ),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const CONFIG = `version: 1
source: en
targets: [de]
catalogs: [{ files: "locales/{locale}.json" }]
improve: { style: business }
`;

async function project(texts: object, improve: (text: string) => string, config = CONFIG) {
  const { url, asked } = await service(improve);
  const made = new Project({
    'service.config.yaml': config,
    'locales/en.json': `${JSON.stringify(texts, null, 4)}\n`,
  });
  made.env = { SERVICE_URL: url, SERVICE_AUTH_KEY: 'k' };
  return { made, asked };
}

const fix = (text: string): string =>
  text.replaceAll('mesage', 'message').replaceAll(' ,', ',').replaceAll('teh', 'the');

describe('suggestions', () => {
  test('a diff by key, with what changes; exit 1, and 0 where there is nothing', async () => {
    const { made } = await project({ a: 'A mesage', b: 'Fine', c: 'Yes , no' }, fix);
    const run = await made.run(['improve']);
    expect(run.code).toBe(1);
    expect(run.stdout).toBe(
      `locales/en.json:2:10  a  (spelling)\n- A mesage\n+ A message\n\nlocales/en.json:4:10  c  (punctuation)\n- Yes , no\n+ Yes, no\n\n`,
    );
    const none = await project({ b: 'Fine' }, fix);
    expect(await none.made.run(['improve'])).toMatchObject({ code: 0, stdout: '' });
  });

  test('style and language go with each request, bodies stay under 10 KiB, no text goes twice', async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`k${at}`, `A mesage number ${at} ${'x'.repeat(90)}`]),
    );
    const { made, asked } = await project({ ...texts, twice: texts['k0'] }, fix);
    const first = await made.report(['improve']);
    expect(first.texts).toBe(300);
    for (const { body, bytes } of asked) {
      expect(body['writing_style']).toBe('business');
      // Of English and Portuguese, Write has variants only: the texts keep theirs.
      expect(body).not.toHaveProperty('target_lang');
      expect(bytes).toBeLessThanOrEqual(10_240);
    }
    const again = await made.report(['improve']);
    expect(again).toMatchObject({ requests: 0, characters: 0 });
    expect(asked.flatMap((one) => one.texts)).toHaveLength(300);
  });

  test('a suggestion that changes a placeholder, a tag or a message is dropped', async () => {
    const { made } = await project(
      {
        a: 'A mesage for {name}',
        b: 'Read <b>teh mesage</b>',
        c: '{n, plural, one {# mesage} other {# mesages}}',
        d: '%s mesage',
      },
      (text) => fix(text).replace('{name}', 'you').replace('<b>', '').replace('%s', '% s'),
    );
    const run = await made.report(['improve', '--apply']);
    const after = JSON.stringify(made.json('locales/en.json'));
    for (const code of ['{name}', '<b>', '</b>', '%s', '{n, plural, one {# ', 'other {# ']) {
      expect(after).toContain(code);
    }
    expect(after).toContain('A message for {name}');
    expect(run.code).toBe(0);
  });

  test('one text that the service does not take leaves the others alone', async () => {
    const { made, asked } = await project({ a: 'A mesage', b: 'REFUSE', c: 'teh end' }, fix);
    const run = await made.report(['improve']);
    expect(run).toMatchObject({ code: 1, problems: [{ code: 'service-rejected', key: 'b' }] });
    const before = asked.length;
    await made.report(['improve']);
    expect(asked.length).toBe(before);
  });

  test('a key that is not there is named as it was given, without a flag that there is not', async () => {
    const { made, asked } = await project({ title: 'Title' }, (text) => text);
    const run = await made.run(['improve', 'titel']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('error: titel matches no key in the selected files; did');
    expect(run.stderr).not.toContain('--keys');
    expect(asked).toEqual([]);
  });

  test('a limit is known before the first request', async () => {
    const { made, asked } = await project({ a: 'A mesage' }, fix);
    expect((await made.run(['improve', '--max-characters', '3'])).code).toBe(2);
    expect(asked).toEqual([]);
  });

  test('options that Write refuses are refused here', async () => {
    const both = await project(
      { a: 'x' },
      fix,
      `${CONFIG.trim().replace('business', 'business, tone: friendly')}\n`,
    );
    const refused = await both.made.run(['improve']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('not both');
    const finnish = await project({ a: 'x' }, fix, CONFIG.replace('source: en', 'source: cs'));
    expect((await finnish.made.run(['plan'])).stderr).toContain('prefer_business');
  });
});

describe('--apply', () => {
  test('changes these values and no other byte', async () => {
    const { made } = await project({ a: 'A mesage', b: 'Fine' }, fix);
    const before = made.read('locales/en.json');
    const run = await made.run(['improve', '--apply']);
    expect(run.code).toBe(0);
    expect(made.read('locales/en.json')).toBe(before.replace('mesage', 'message'));
    expect(await made.run(['improve'])).toMatchObject({ code: 0, stdout: '' });
  });

  test.each([
    [[], 1],
    [['--keep-targets'], 0],
    [['--no-keep-targets'], 2],
  ])('with %j, %i translations become stale', async (flags, stale) => {
    const { made } = await project({ a: 'A mesage', b: 'Fine', c: 'Yes , no' }, fix);
    await made.run(['sync']);
    const target = made.read('locales/de.json');
    await made.run(['improve', '--apply', ...flags]);
    const { locales } = await made.report(['check']);
    expect(locales['de']?.stale).toBe(stale);
    expect(made.read('locales/de.json')).toBe(target);
  });

  test("a person's translation is kept as a person's", async () => {
    const { made } = await project({ a: 'Yes , no' }, fix);
    await made.run(['sync']);
    made.write('locales/de.json', '{"a":"Ja, nein"}\n');
    await made.run(['sync']);
    await made.run(['improve', '--apply']);
    const { locales } = await made.report(['check']);
    expect(locales['de']).toMatchObject({ edited: 1, review: 0, stale: 0 });
  });

  test('YAML keeps its comments and quotes', async () => {
    const config = CONFIG.replace('.json', '.yml');
    const { made } = await project({}, fix, config);
    made.write('locales/en.yml', "en:\n  # a comment\n  a: 'A mesage'   # why\n  b: teh end\n");
    await made.run(['improve', '--apply']);
    expect(made.read('locales/en.yml')).toBe(
      "en:\n  # a comment\n  a: 'A message'   # why\n  b: the end\n",
    );
  });
});

describe('dismissed suggestions', () => {
  test('stay dismissed: the lock says so, through sync, and for a checkout that knows nothing', async () => {
    const { made, asked } = await project({ a: 'A mesage', c: 'teh end' }, fix);
    await made.run(['improve']);
    expect(await made.run(['improve', 'a', '--dismiss'])).toMatchObject({ code: 0 });
    await made.run(['sync']);
    made.remove('.locale-sync');
    asked.length = 0;
    const { stdout } = await made.run(['improve']);
    expect(stdout).not.toContain('mesage');
    expect(asked.flatMap(({ texts }) => texts)).toEqual(['teh end']);
    made.write('locales/en.json', '{"a":"Another mesage","c":"teh end"}');
    expect((await made.run(['improve'])).stdout).toContain('Another message');
  });

  test('`accept` dismisses, too', async () => {
    const { made } = await project({ a: 'A mesage' }, fix);
    expect(await made.run(['accept', 'en:a'])).toMatchObject({ code: 0 });
    expect(await made.run(['improve'])).toMatchObject({ code: 0, stdout: '' });
  });
});
