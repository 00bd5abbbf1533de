import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/index.js';
import { call, start, textsOf, translate } from './support.js';

const base = { text: ['Hello there'], source_lang: 'en', target_lang: 'de' };

/** How many pieces of a text were translated on their own. */
async function pieces(body: object): Promise<number> {
  const service = await start();
  const [text = ''] = textsOf(await translate(service, { ...base, ...body }));
  return text.match(/\[de /g)?.length ?? 0;
}

async function withTerms(service: RunningService, entries: string): Promise<string> {
  const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries }];
  const made = await call(service, 'POST /v3/glossaries', { body: { name: 'G', dictionaries } });
  return made.json.glossary_id;
}

describe('split_sentences (interface.md 4.1)', () => {
  const text = ['One. Two!\nThree (four.) Five'];

  test('0 does not split, 1 splits on punctuation and newlines, nonewlines on punctuation only', async () => {
    const lines = ['One\nTwo. Three'];
    expect(await pieces({ text: lines, split_sentences: '0' })).toBe(1);
    expect(await pieces({ text: lines, split_sentences: '1' })).toBe(3);
    expect(await pieces({ text: lines, split_sentences: 'nonewlines' })).toBe(2);
  });

  test('the default is 1, and nonewlines with tag_handling=html', async () => {
    const lines = ['One\nTwo. Three'];
    expect(await pieces({ text: lines })).toBe(3);
    expect(await pieces({ text: lines, tag_handling: 'xml' })).toBe(3);
    expect(await pieces({ text: lines, tag_handling: 'html' })).toBe(2);
  });

  test('nothing between sentences is lost', async () => {
    const service = await start();
    const body = { ...base, text, split_sentences: '0' };
    const whole = textsOf(await translate(service, body))[0] ?? '';
    const split = textsOf(await translate(service, { ...base, text, split_sentences: '1' }))[0];
    expect(split?.replaceAll(/\[de |\]/g, '')).toBe(whole.replaceAll(/\[de |\]/g, ''));
    expect(await pieces({ text, split_sentences: '1' })).toBe(4);
  });

  test('next-gen models ignore the value: none without tag handling, nonewlines with it', async () => {
    const quality = { text, model_type: 'quality_optimized' };
    expect(await pieces({ ...quality, split_sentences: '1' })).toBe(1);
    expect(await pieces({ ...quality, split_sentences: '0', tag_handling: 'xml' })).toBe(4);
    const lines = { ...quality, text: ['One\nTwo. Three'], tag_handling: 'html' };
    expect(await pieces({ ...lines, split_sentences: '1' })).toBe(2);
  });

  test('without a source language next-gen models split, whatever the value', async () => {
    expect(await pieces({ text, source_lang: undefined, split_sentences: '1' })).toBe(1);
  });
});

describe('outline_detection (interface.md 4.1)', () => {
  const xml = { tag_handling: 'xml', text: ['<doc><p>One</p><p>Two</p></doc>'] };

  test('XML structure splits by itself; when false, splitting_tags alone decide', async () => {
    expect(await pieces(xml)).toBe(2);
    expect(await pieces({ ...xml, outline_detection: false })).toBe(1);
    expect(await pieces({ ...xml, outline_detection: false, splitting_tags: ['p'] })).toBe(2);
  });
});

describe('glossary terms between tags', () => {
  test('a term is found where entities spell it, and written as markup again', async () => {
    const service = await start();
    const glossary_id = await withTerms(service, 'R&D\tF&E\nDon\u2019t know\tUnbekannt');
    const text = ['<p>Our R&amp;D &amp; more &#233;t</p>', '<p>Don&rsquo;t know</p>', 'R&amp;D'];
    const body = { ...base, text, glossary_id, tag_handling: 'xml' };
    const [first, second, third] = textsOf(await translate(service, body));
    expect(first).toMatch(/^<p>\[de .* F&amp;E &amp; .*&#233;.*\]<\/p>$/);
    expect(second).toBe('<p>Unbekannt</p>');
    expect(third).toBe('F&amp;E');
  });

  test('a term in ignored markup and in translate="no" stays as it is', async () => {
    const service = await start();
    const glossary_id = await withTerms(service, 'cart\tWagen');
    const text = ['<a>cart</a> cart <b translate="no">cart</b>'];
    const more = { tag_handling: 'xml', ignore_tags: ['a'], glossary_id };
    const [translated] = textsOf(await translate(service, { ...base, ...more, text }));
    expect(translated).toMatch(/^<a>cart<\/a> .*Wagen.* <b translate="no">cart<\/b>$/);
  });
});

describe('translation_memory_threshold (interface.md 4.1 and 8)', () => {
  const id = '5f0c9f9e-0000-4000-8000-000000000001';
  const segments = [{ target: 'de', from: 'Add to the basket', to: 'In den Korb' }];
  const memories = [{ id, name: 'Shop', source: 'en', segments }];

  test('is 75 by default', async () => {
    const service = await start({ memories });
    const ask = async (text: string, more: object = {}) => {
      const body = { ...base, text: [text], translation_memory_id: id, ...more };
      return textsOf(await translate(service, body))[0] === 'In den Korb';
    };
    const [near, far] = ['Add to a basket', 'Add to my new basket'];
    expect([await ask(near), await ask(far)]).toEqual([true, false]);
    expect(await ask(far, { translation_memory_threshold: 50 })).toBe(true);
    expect(await ask(near, { translation_memory_threshold: 75 })).toBe(true);
    expect(await ask(near, { translation_memory_threshold: 100 })).toBe(false);
    expect(await ask('Add to the basket', { translation_memory_threshold: 100 })).toBe(true);
  });

  test('a translation memory forces quality_optimized', async () => {
    const service = await start({ memories });
    const more = { translation_memory_id: id, model_type: 'prefer_quality_optimized' };
    const { json } = await translate(service, { ...base, ...more });
    expect(json.model_type_used).toBe('quality_optimized');
  });
});

describe('model_type (interface.md 4.1)', () => {
  test.each([
    ['latency_optimized', 'latency_optimized'],
    ['quality_optimized', 'quality_optimized'],
    ['prefer_quality_optimized', 'quality_optimized'],
  ])('%s is answered by %s models, which exist for every language', async (model_type, used) => {
    const { json } = await translate(await start(), { ...base, model_type });
    expect(json.model_type_used).toBe(used);
    expect(json.translations[0]?.model_type_used).toBe(used);
  });

  test('without model_type and show_billed_characters the answer carries neither', async () => {
    const { json } = await translate(await start(), base);
    expect(json).toEqual({
      translations: [
        { detected_source_language: 'EN', text: expect.stringContaining('[de ') as string },
      ],
    });
  });
});

describe('style rules and instructions in translations', () => {
  test('a style list, its instructions and those of the request reach the engine', async () => {
    const service = await start();
    const marked = async (more: object) =>
      textsOf(await translate(service, { ...base, ...more }))[0]?.startsWith('[de~ ');
    const list = { name: 'House', language: 'de' };
    const rule = { punctuation: { periods_in_academic_degrees: 'do_not_use' } };
    const make = async (more: object) =>
      (await call(service, 'POST /v3/style_rules', { body: { ...list, ...more } })).json.style_id;
    expect(await marked({})).toBe(false);
    expect(await marked({ custom_instructions: ['Be kind'] })).toBe(true);
    expect(await marked({ style_id: await make({ configured_rules: rule }) })).toBe(true);
    const custom_instructions = [{ label: 'Kind', prompt: 'Be kind' }];
    expect(await marked({ style_id: await make({ custom_instructions }) })).toBe(true);
    expect(await marked({ style_id: await make({}) })).toBe(false);
  });

  test('more and less show in what pseudo answers, prefer_ values alike', async () => {
    const service = await start();
    const mark = async (formality: string) =>
      textsOf(await translate(service, { ...base, formality }))[0]?.slice(0, 5);
    expect(await mark('more')).toBe('[de+ ');
    expect(await mark('prefer_more')).toBe('[de+ ');
    expect(await mark('less')).toBe('[de- ');
    expect(await mark('prefer_less')).toBe('[de- ');
    expect(await mark('default')).toMatch(/^\[de /);
  });
});

describe('preserve_formatting (interface.md 4.1)', () => {
  let server: Server;
  let openaiUrl = '';

  beforeAll(async () => {
    // A model that writes every text as a sentence.
    const improve = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { messages } = JSON.parse(body) as { messages: readonly { content: string }[] };
        const texts = JSON.parse(messages[1]?.content ?? '[]') as string[];
        const content = JSON.stringify(texts.map(improve));
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ choices: [{ message: { content } }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    openaiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => server.close());

  test('keeps the case at the start and the punctuation at the end', async () => {
    const service = await start({ engine: 'openai', openaiUrl });
    const body = { ...base, text: ['save file', 'Save all', ' {count} files '] };
    expect(textsOf(await translate(service, body))).toEqual([
      'Save file.',
      'Save all.',
      expect.stringContaining('files.') as string,
    ]);
    const kept = textsOf(await translate(service, { ...body, preserve_formatting: true }));
    expect(kept.slice(0, 2)).toEqual(['save file', 'Save all']);
    expect(kept[2]).toMatch(/files $/);
  });
});
