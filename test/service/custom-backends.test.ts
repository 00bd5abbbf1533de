import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadCustomBackend } from '../../src/service/index.js';
import type { CustomRequest } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { call, start, textsOf } from './support.js';

const body = (text: readonly string[], more: object = {}) => ({
  body: { text, source_lang: 'en', target_lang: 'de', ...more },
});

describe('a backend of your own', () => {
  test('gets plain texts with marks for markup, and the options of the request', async () => {
    const asked: { texts: readonly string[]; request: CustomRequest }[] = [];
    const service = await start({
      engine: {
        name: 'mine',
        translate: (texts, request) => {
          asked.push({ texts, request });
          return texts.map((text) => text.replace('house', 'Haus'));
        },
      },
    });
    const options = { tag_handling: 'xml', formality: 'more', context: 'Homes' };
    const answer = await call(
      service,
      'POST /v2/translate',
      body(['The <b>house</b> &amp; I'], options),
    );
    expect(textsOf(answer)).toEqual(['The <b>Haus</b> &amp; I']);
    expect(answer.headers.get('x-backend')).toBe('mine');
    expect(asked[0]?.texts[0]).toBe('The <x0/>house<x1/> & I');
    expect(asked[0]?.request).toMatchObject({ source: 'en', formality: 'more', context: 'Homes' });
  });

  test('that loses a mark is asked piece by piece', async () => {
    const service = await start({
      engine: {
        translate: (texts) => texts.map((text) => text.replaceAll(/<x\d+\/>/g, '').toUpperCase()),
      },
    });
    const answer = await call(
      service,
      'POST /v2/translate',
      body(['a <b>c</b>'], { tag_handling: 'xml' }),
    );
    expect(textsOf(answer)).toEqual(['A <b>C</b>']);
  });

  test('is not asked for text without words, and once for the pieces of all texts', async () => {
    const asked: (readonly string[])[] = [];
    const service = await start({
      engine: {
        translate: (texts) => {
          asked.push(texts);
          return texts.map((text) => text.replaceAll(/<x\d+\/>/g, '').toUpperCase());
        },
      },
    });
    const text = ['{only}', 'a {b} c', ' d {e}'];
    const answer = await call(service, 'POST /v2/translate', body(text));
    expect(textsOf(answer)).toEqual(['{only}', 'A {b} C', ' D {e}']);
    expect(asked).toEqual([
      ['a <x0/> c', 'd <x0/>'],
      ['a', 'c', 'd'],
    ]);
  });

  test('is asked piece by piece for text with characters that are markup, which stay escaped', async () => {
    const service = await start({
      engine: { translate: (texts) => texts.map((text) => text.replaceAll(/<x\d+\/>/g, '')) },
    });
    const text = ['R&amp;D <b>a &lt; b</b>', '&amp;'];
    const answer = await call(service, 'POST /v2/translate', body(text, { tag_handling: 'xml' }));
    expect(textsOf(answer)).toEqual(text);
  });

  test('that fails or answers something else is a 503, and nothing is billed', async () => {
    for (const translate of [
      () => Promise.reject(new Error('no')),
      () => ['one', 'two'],
      () => [1] as unknown as string[],
    ]) {
      const service = await start({ engine: { translate } });
      const { status } = await call(service, 'POST /v2/translate', body(['Hello']));
      expect(status).toBeGreaterThanOrEqual(500);
      expect(service.counters().characters).toBe(0);
    }
  });

  test('leaves pairs that it does not have to pseudo', async () => {
    const service = await start({ engine: { supports: () => false, translate: () => [] } });
    const [text] = textsOf(await call(service, 'POST /v2/translate', body(['Hi'])));
    expect(text).toContain('[de ');
  });
});

function moduleFile(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-backend-'));
  const file = join(folder, 'backend.mjs');
  writeFileSync(file, code);
  return file;
}

test.each([
  ['export default { translate: (texts) => texts };'],
  ['export const translate = (texts) => texts;'],
  ['export default async () => ({ translate: (texts) => texts });'],
])('a module: %s', async (code) => {
  const backend = await loadCustomBackend(moduleFile(code));
  expect(await backend.translate(['a'], { source: 'en', target: 'de' })).toEqual(['a']);
});

test.each([['export default 1;'], ['syntax error('], ['export default {};']])(
  'is refused: %s',
  async (code) => {
    await expect(loadCustomBackend(moduleFile(code))).rejects.toThrow(TypeError);
  },
);

const UPPER =
  'export default { name: "upper", translate: (texts) => texts.map((text) => text.replace(/[a-z]+(?!\\d|\\/)/gi, (word) => word.toUpperCase())) };';

function project(backend: string): Project {
  return new Project({
    '.git/HEAD': '',
    'upper.mjs': UPPER,
    'service.config.yaml': `version: 1\nservice: { url: embedded, backend: ${backend} }\nsource: en\ntargets: [de]\ncatalogs: [{ files: "locales/{locale}.json" }]\n`,
    'locales/en.json': '{"a":"Save all"}',
  });
}

describe('service.backend of the config', () => {
  test('a module of the repository', async () => {
    const made = project('./upper.mjs');
    expect(await made.report(['sync'])).toMatchObject({ code: 0 });
    expect(made.json('locales/de.json')).toEqual({ a: 'SAVE ALL' });
  });

  test('a module is code: a pull request of a fork does not run it', async () => {
    const made = project('./upper.mjs');
    const { code, stderr } = await made.run(['sync', '--no-code-config']);
    expect(code).toBe(2);
    expect(stderr).toContain('service.backend is a module');
    expect(made.has('locales/de.json')).toBe(false);
  });

  test.each([['../upper.mjs'], ['/upper.mjs'], ['apertum'], ['{ engine: openai }']])(
    '%s is refused with its place',
    async (backend) => {
      const { code, stderr } = await project(backend).run(['plan']);
      expect(code).toBe(2);
      expect(stderr).toMatch(/service\.config\.yaml:2:\d+: "service\.backend"/);
    },
  );

  test("LibreTranslate's protocol", async () => {
    const server = createServer((request, response) => {
      let sent = '';
      request.on('data', (piece: Buffer) => (sent += piece.toString()));
      request.on('end', () => {
        const { q, api_key: key } = JSON.parse(sent) as { q: string[]; api_key?: string };
        response.end(JSON.stringify({ translatedText: q.map((text) => `${key ?? ''} ${text}`) }));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const made = project(`{ engine: libretranslate, url: "${url}" }`);
    await made.run(['sync'], { env: { LIBRETRANSLATE_API_KEY: 'lt' } });
    expect(made.json('locales/de.json')).toEqual({ a: 'lt Save all' });
  });
});
