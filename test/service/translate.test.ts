import { describe, expect, test } from 'vitest';
import { call, start, textsOf, translate } from './support.js';

describe('translate (interface.md 4.1)', () => {
  test('output order equals input order, one entry per text, and every text stands alone', async () => {
    const service = await start();
    const answer = await translate(service, { text: ['One', 'Two', 'One'], target_lang: 'de' });
    expect(answer.status).toBe(200);
    const [one, two, again] = textsOf(answer);
    expect(one).toBe(again);
    expect(two).not.toBe(one);
    expect(answer.json.translations[0]?.detected_source_language).toBe('EN');
  });

  test('a form body is accepted, with booleans as 1 or 0', async () => {
    const service = await start();
    const answer = await call(service, 'POST /v2/translate', {
      form: [
        ['text', 'One'],
        ['text', 'Two & three'],
        ['target_lang', 'FR'],
        ['source_lang', 'EN'],
        ['show_billed_characters', '1'],
      ],
    });
    expect(answer.json).toMatchObject({ billed_characters: 14 });
    const json = await translate(service, { text: ['One', 'Two & three'], target_lang: 'fr' });
    expect(textsOf(answer)).toEqual(textsOf(json));
  });

  test('the target shows in what pseudo answers, which is longer, in brackets and always the same', async () => {
    const service = await start();
    const text = ['The quick brown fox jumps over the lazy dog'];
    const de = textsOf(await translate(service, { text, target_lang: 'de' }))[0]!;
    const fr = textsOf(await translate(service, { text, target_lang: 'fr' }))[0]!;
    expect(de).toMatch(/^\[de .*\]$/);
    expect(fr).toMatch(/^\[fr .*\]$/);
    expect(de.slice(4)).not.toBe(fr.slice(4));
    expect(de.length).toBeGreaterThan(text[0]!.length * 1.2);
    expect(textsOf(await translate(service, { text, target_lang: 'DE' }))[0]).toBe(de);
  });

  test.each([
    'Hello {name}, {{count}} of %{total}, %s, %1$s, %(x)s, %@, ${x}, :x, $t(key), @:key',
    'A <b class="x">bold</b> word &amp; an entity &#233;',
    '{count, plural, one {# item} other {# items}} left',
    '  surrounded\n\tby blanks  ',
  ])('placeholders, tags, entities and white space stay: %j', async (text) => {
    const service = await start();
    const answer = await translate(service, { text: [text], target_lang: 'de', source_lang: 'en' });
    const [translated = ''] = textsOf(answer);
    const codes = text.match(/\{.*\}\}? |%\{\w+\}|\$\{x\}|%\S*|<[^>]*>|&\S*;|:x|\$t\(key\)|@:key/g);
    for (const code of codes ?? []) expect(translated).toContain(code.trim());
    expect(translated.match(/^\s*/)?.[0]).toBe(text.match(/^\s*/)?.[0]);
    expect(translated.match(/\s*$/)?.[0]).toBe(text.match(/\s*$/)?.[0]);
  });

  test('which engine answered is told in X-Backend', async () => {
    const service = await start();
    const answer = await translate(service, { text: ['x'], target_lang: 'de' });
    expect(answer.headers.get('x-backend')).toBe('pseudo');
  });

  test.each([
    [{ target_lang: 'de' }, 'text'],
    [{ text: ['x'] }, 'target_lang'],
    [{ text: 'x', target_lang: 'de' }, 'text'],
    [{ text: [1], target_lang: 'de' }, 'text'],
    [{ text: [], target_lang: 'de' }, 'text'],
    [{ text: Array(51).fill('x'), target_lang: 'de' }, 'text'],
    [{ text: ['x'], target_lang: 'xx' }, 'target_lang'],
    [{ text: ['x'], target_lang: 'de', source_lang: 'xx' }, 'source_lang'],
    [{ text: ['x'], target_lang: 'de', source_lang: 'en-US' }, 'source_lang'],
    [{ text: ['x'], target_lang: 'de', split_sentences: '2' }, 'split_sentences'],
    [{ text: ['x'], target_lang: 'de', model_type: 'best' }, 'model_type'],
    [{ text: ['x'], target_lang: 'de', formality: 'very' }, 'formality'],
    [{ text: ['x'], target_lang: 'de', tag_handling: 'md' }, 'tag_handling'],
    [{ text: ['x'], target_lang: 'de', tag_handling_version: 'v3' }, 'tag_handling_version'],
    [{ text: ['x'], target_lang: 'de', custom_instructions: Array(11).fill('x') }, 'custom_instr'],
    [{ text: ['x'], target_lang: 'de', custom_instructions: ['x'.repeat(301)] }, 'custom_instr'],
    [{ text: ['x'], target_lang: 'pl', custom_instructions: ['Be kind'] }, 'custom_instructions'],
    [{ text: ['x'], target_lang: 'de', translation_memory_threshold: 101 }, 'threshold'],
    [{ text: ['x'], target_lang: 'de', translation_memory_threshold: -1 }, 'threshold'],
    [{ text: ['x'], target_lang: 'cs', formality: 'more' }, 'formality'],
    [{ text: ['x'], target_lang: 'de', glossary_id: 'g' }, 'source_lang'],
    [{ text: ['x'], target_lang: 'de', source_lang: 'en', glossary_id: 'g' }, 'not found'],
    [{ text: ['x'], target_lang: 'de', style_id: 'g' }, 'style_id'],
    [{ text: ['x'], target_lang: 'de', translation_memory_id: 'g' }, 'translation_memory_id'],
  ])('%j is refused with 400, naming %s', async (body, name) => {
    const service = await start();
    const answer = await translate(service, body);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain(name);
  });

  test.each(['style_id', 'custom_instructions', 'translation_memory_id', 'tag_handling_version'])(
    'latency_optimized together with %s is rejected with 400',
    async (name) => {
      const service = await start();
      const value = { custom_instructions: ['x'], tag_handling_version: 'v2' }[name] ?? 'x';
      const answer = await translate(service, {
        text: ['x'],
        target_lang: 'de',
        source_lang: 'en',
        model_type: 'latency_optimized',
        [name]: value,
      });
      expect(answer.status).toBe(400);
      expect(answer.json.message).toContain(name);
    },
  );

  test('50 texts, an empty list of instructions, unknown parameters and bare EN or PT are fine', async () => {
    const service = await start();
    for (const target_lang of ['EN', 'pt', 'de']) {
      const body = { text: Array(50).fill('Wort'), target_lang, custom_instructions: [], more: 1 };
      expect((await translate(service, body)).status).toBe(200);
    }
  });

  test('prefer_more and prefer_less fall back to default where a target has no formality', async () => {
    const service = await start();
    const text = ['Save'];
    const plain = textsOf(await translate(service, { text, target_lang: 'cs' }));
    const fallen = await translate(service, { text, target_lang: 'cs', formality: 'prefer_more' });
    expect(textsOf(fallen)).toEqual(plain);
    const de = textsOf(await translate(service, { text, target_lang: 'de' }));
    const formal = await translate(service, { text, target_lang: 'de', formality: 'prefer_more' });
    expect(textsOf(formal)).not.toEqual(de);
  });

  test('model_type_used is there when model_type was set, at the top and in each translation', async () => {
    const service = await start();
    const used = async (more: object) =>
      (await translate(service, { text: ['x'], target_lang: 'de', source_lang: 'en', ...more }))
        .json;
    expect(await used({})).not.toHaveProperty('model_type_used');
    const latency = await used({ model_type: 'latency_optimized' });
    expect(latency.model_type_used).toBe('latency_optimized');
    expect(latency.translations[0]?.model_type_used).toBe('latency_optimized');
    const prefer = await used({ model_type: 'prefer_quality_optimized' });
    expect(prefer.model_type_used).toBe('quality_optimized');
  });

  test('without a source language next-gen models are used whatever model_type says', async () => {
    const service = await start();
    const body = { text: ['x'], target_lang: 'de', model_type: 'latency_optimized' };
    expect((await translate(service, body)).json.model_type_used).toBe('quality_optimized');
  });

  test('billed_characters counts code points, at the top and in each translation; context is free', async () => {
    const service = await start();
    const body = {
      text: ['a😀', 'bcd'],
      target_lang: 'de',
      show_billed_characters: true,
      context: 'long',
    };
    const { json } = await translate(service, body);
    expect(json.billed_characters).toBe(5);
    expect(json.translations.map((t) => t.billed_characters)).toEqual([2, 3]);
    const usage = await call(service, 'GET /v2/usage');
    expect(usage.json.character_count).toBe(5);
  });

  test('markup is not billed under tag handling', async () => {
    const service = await start();
    const body = {
      text: ['<b>ab</b> <x id="0"/>'],
      target_lang: 'de',
      show_billed_characters: true,
    };
    const tagged = await translate(service, { ...body, tag_handling: 'xml' });
    expect(tagged.json.billed_characters).toBe(3);
    expect((await translate(service, body)).json.billed_characters).toBe(21);
  });

  test('equal source and target is accepted and billed, and variants of one language change nothing', async () => {
    const service = await start();
    for (const [source_lang, target_lang] of [
      ['de', 'DE'],
      ['en', 'en-GB'],
      ['ZH', 'zh-Hant'],
    ] as const) {
      const body = { text: ['Colour'], source_lang, target_lang, show_billed_characters: true };
      const answer = await translate(service, body);
      expect(textsOf(answer)).toEqual(['Colour']);
      expect(answer.json.billed_characters).toBe(6);
    }
  });

  test('a body of 131,072 bytes is taken, one byte more is 413', async () => {
    const service = await start();
    const body = (bytes: number) => {
      const empty = JSON.stringify({ text: [''], target_lang: 'de' });
      return empty.replace('""', `"${'a'.repeat(bytes - empty.length)}"`);
    };
    expect((await translate(service, body(131_072) as unknown as object)).status).toBe(200);
    const large = await translate(service, body(131_073) as unknown as object);
    expect(large.status).toBe(413);
    expect(large.json.message).toContain('too large');
  });
});

describe('tag handling', () => {
  test('ignore_tags content and translate="no" come back as they are', async () => {
    const service = await start();
    const text = ['<p>Hello <x>keep me</x>, see <b translate="no">Acme <i>Corp</i></b> now</p>'];
    for (const tag_handling of ['xml', 'html']) {
      const answer = await translate(service, {
        text,
        target_lang: 'de',
        tag_handling,
        ignore_tags: ['x'],
      });
      const [translated] = textsOf(answer);
      expect(translated).toContain('<x>keep me</x>');
      expect(translated).toContain('<b translate="no">Acme <i>Corp</i></b>');
      expect(translated).not.toContain('Hello');
    }
  });

  test('tags, attributes, comments, CDATA and entities stay; text between them is translated', async () => {
    const service = await start();
    const text = [
      '<a href="x?a=1&amp;b=2" title=\'>\'>Link</a><!-- note --><![CDATA[raw]]> &lt;end&gt; <x id="0"/>',
    ];
    const [translated = ''] = textsOf(
      await translate(service, { text, target_lang: 'de', tag_handling: 'xml' }),
    );
    const tags = text[0]!.match(/<[^>]*'>'>|<!--.*?-->|<!\[.*?\]\]>|<[^>]+>|&\w+;/g)!;
    for (const tag of tags) expect(translated).toContain(tag);
    expect(translated).not.toContain('Link');
  });

  test('XML that does not parse is 400 under tag_handling_version v2 only', async () => {
    const service = await start();
    const body = { text: ['<b>open'], target_lang: 'de', tag_handling: 'xml' };
    expect((await translate(service, body)).status).toBe(200);
    const refused = await translate(service, { ...body, tag_handling_version: 'v2' });
    expect(refused.status).toBe(400);
    expect(refused.json.message).toBe('Tag handling parsing failed, please check input.');
  });

  test('an HTML doctype under xml is accepted', async () => {
    const service = await start();
    const answer = await translate(service, {
      text: ['<!DOCTYPE html><p>Hi &nbsp; there</p>'],
      target_lang: 'de',
      tag_handling: 'xml',
      tag_handling_version: 'v2',
    });
    expect(answer.status).toBe(200);
    expect(textsOf(answer)[0]).toContain('<!DOCTYPE html><p>');
  });

  test('splitting_tags split, non_splitting_tags do not', async () => {
    const service = await start();
    const text = ['<r>One<s>two</s>three</r>'];
    const brackets = async (more: object) => {
      const body = {
        text,
        target_lang: 'de',
        tag_handling: 'xml',
        outline_detection: false,
        ...more,
      };
      return textsOf(await translate(service, body))[0]?.match(/\[de /g)?.length;
    };
    expect(await brackets({})).toBe(1);
    expect(await brackets({ splitting_tags: ['x,s'] })).toBe(3);
    const rows = { text: ['<r><s>One</s><s>two</s></r>'], outline_detection: true };
    expect(await brackets(rows)).toBe(2);
    expect(await brackets({ ...rows, non_splitting_tags: ['s'] })).toBe(1);
  });
});
