import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, start, textsOf, translate } from './support.js';

function apertiumPairs(): string {
  try {
    return execFileSync('apertium', ['-l'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return '';
  }
}

describe('engine auto', () => {
  const installed = apertiumPairs().includes('eng-spa');
  if (!installed)
    console.info('apertium with eng-spa is not installed: pseudo answers in its place');

  test('apertium translates where the pair is installed, pseudo elsewhere, and X-Backend says which', async () => {
    const service = await start({ engine: 'auto' });
    const body = { text: ['The house is red.'], source_lang: 'en', target_lang: 'es' };
    const spanish = await translate(service, body);
    expect(spanish.headers.get('x-backend')).toBe(installed ? 'apertium' : 'pseudo');
    expect(textsOf(spanish)[0]).toEqual(
      installed ? 'La casa es roja.' : expect.stringMatching(/^\[es /),
    );
    const german = await translate(service, { ...body, target_lang: 'de' });
    expect(german.headers.get('x-backend')).toBe('pseudo');
  });

  test('codes, white space and special characters come through every engine once and unchanged', async () => {
    const service = await start({ engine: 'auto' });
    const text = [
      'Hello %{name}, you have {count} messages',
      '  A line\n\nand <b>another</b> line [with] ^signs$ / \\ @ #  ',
      'One\u0000two',
      '',
      '   ',
      '{only}',
      '日本 😀',
    ];
    for (const target_lang of ['es', 'de']) {
      const answers = textsOf(await translate(service, { text, source_lang: 'en', target_lang }));
      expect(answers[0]).toContain('%{name}');
      expect(answers[0]).toContain('{count}');
      expect(answers[0]).not.toMatch(/ {2}|\*/);
      expect(answers[1]).toMatch(/^ {2}\S[^]*\n\n[^]*<b>[^<]+<\/b>[^]*\^[^]*\$ \/ \\ @ #\]? {2}$/);
      expect(answers.slice(3, 6)).toEqual(['', '   ', '{only}']);
      expect(answers[6]).toContain('日本 😀');
    }
  });

  test('a small letter behind a placeholder stays small', async () => {
    const service = await start({ engine: 'auto' });
    const text = ['%1$s shared this file', '{name} shared', '%s Shared'];
    const answers = textsOf(
      await translate(service, { text, source_lang: 'en', target_lang: 'es' }),
    );
    if (!installed) return;
    expect(answers[0]).toMatch(/^%1\$s \p{Ll}/u);
    expect(answers[1]).toMatch(/^\{name\} \p{Ll}/u);
    expect(answers[2]).toMatch(/^%s \p{Lu}/u);
  });

  test('marks that other tools put in the place of placeholders survive', async () => {
    const service = await start({ engine: 'pseudo' });
    const text = ['Hello __VAR_0__, bye', '__name__', 'a__b and ⟦0⟧', 'snake_case name'];
    const answers = textsOf(
      await translate(service, { text, source_lang: 'en', target_lang: 'de' }),
    );
    expect(answers[0]).toContain('__VAR_0__');
    expect(answers[1]).toBe('__name__');
    expect(answers[2]).toContain('⟦0⟧');
    expect(answers[3]).toMatch(/^\[de /);
  });

  test('many texts at once come back in order', async () => {
    const service = await start({ engine: 'auto' });
    const text = Array.from({ length: 50 }, (_, index) => `The number ${index}`);
    const body = { text, source_lang: 'en', target_lang: 'es' };
    const answers = await Promise.all([translate(service, body), translate(service, body)]);
    for (const answer of answers) {
      expect(textsOf(answer).map((each) => /\d+/.exec(each)?.[0])).toEqual(
        text.map((_, index) => String(index)),
      );
    }
  });

  test('entities reach apertium as characters and come back as the source had them', async () => {
    const service = await start({ engine: 'auto' });
    const body = { source_lang: 'en', target_lang: 'es', tag_handling: 'xml' };
    const text = ['I don&apos;t know the &quot;house&quot; of <b>Tom &amp; Ana</b>'];
    const [translated = ''] = textsOf(await translate(service, { ...body, text }));
    expect(translated).toContain('&quot;');
    expect(translated).toContain('&amp;');
    expect(translated).not.toMatch(/["']/);
    if (installed) expect(translated).toMatch(/^No (?:sé|conozco) la &quot;casa&quot; de <b>/);
  });

  test('a glossary term and ignored markup hold in real translations too', async () => {
    const service = await start({ engine: 'auto' });
    const body = {
      text: ['<p>The <x>red</x> house is <b>big</b></p><p>Hello</p>'],
      source_lang: 'en',
      target_lang: 'es',
      tag_handling: 'html',
      ignore_tags: ['x'],
    };
    const [translated = ''] = textsOf(await translate(service, body));
    expect(translated).toContain('<x>red</x>');
    expect(translated.match(/<\/?\w+>/g)?.sort()).toEqual(body.text[0]?.match(/<\/?\w+>/g)?.sort());
  });
});

describe('engine openai', () => {
  const asked: { messages: { content: string }[]; model: string }[] = [];
  let server: Server;
  let url = '';
  let answerWith = (texts: string[]): string =>
    JSON.stringify(texts.map((text) => text.toUpperCase()));

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const question = JSON.parse(body) as (typeof asked)[number];
        asked.push(question);
        const texts = JSON.parse(question.messages[1]?.content ?? '[]') as string[];
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ choices: [{ message: { content: answerWith(texts) } }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`;
  });
  afterAll(() => server.close());

  const body = { text: ['Hello {name}', 'Save'], source_lang: 'en', target_lang: 'fr' };

  test('it asks the server with context and formality, codes masked, and puts them back', async () => {
    const service = await start({ engine: 'openai', openaiUrl: url, openaiModel: 'm' });
    const answer = await translate(service, { ...body, context: 'A shop', formality: 'more' });
    expect(textsOf(answer)).toEqual(['HELLO {name}', 'SAVE']);
    expect(answer.headers.get('x-backend')).toBe('openai');
    const question = asked.at(-1);
    expect(question?.model).toBe('m');
    expect(question?.messages[0]?.content).toMatch(/more formal[^]*A shop/);
    expect(question?.messages[1]?.content).not.toContain('{name}');
  });

  test('an answer that lost a code is asked for again piece by piece', async () => {
    const original = answerWith;
    answerWith = (texts) =>
      JSON.stringify(texts.map((text) => text.replace(/⟦\d⟧/, '').toUpperCase()));
    const service = await start({ engine: 'openai', openaiUrl: url });
    expect(textsOf(await translate(service, body))).toEqual(['HELLO {name}', 'SAVE']);
    answerWith = original;
  });

  test.each<[string, (texts: string[]) => string, number]>([
    ['by their places, in any order', () => '{"2": "B", "1": "A"}', 1],
    ['in a fence', () => '```json\n{"1": "A", "2": "B"}\n```', 1],
    ['between prose with brackets', () => 'Here are [2]:\n{"1": "A", "2": "B"}\nAs asked [1].', 1],
    [
      'after its thoughts',
      () => '<think>{"1": "…", "2": "…"} for [2]</think>{"1": "A", "2": "B"}',
      1,
    ],
    ['of which one is missing', (texts) => (texts.length > 1 ? '{"1": "A"}' : '{"1": "B"}'), 2],
    [
      'with a place too many',
      (texts) =>
        texts.length > 1
          ? '{"0": "x", "1": "y", "2": "z"}'
          : `{"1": "${texts[0] === 'One' ? 'A' : 'B'}"}`,
      3,
    ],
    [
      'in a list that is too short',
      (texts) => (texts.length > 1 ? '["x"]' : `["${texts[0] === 'One' ? 'A' : 'B'}"]`),
      3,
    ],
  ])('answers %s', async (_, answer, requests) => {
    const original = answerWith;
    answerWith = answer;
    const service = await start({ engine: 'openai', openaiUrl: url });
    const before = asked.length;
    expect(textsOf(await translate(service, { ...body, text: ['One', 'Two'] }))).toEqual([
      'A',
      'B',
    ]);
    expect(asked.length - before).toBe(requests);
    answerWith = original;
  });

  test('the model sees terms of the glossary, and no other code', async () => {
    const service = await start({ engine: 'openai', openaiUrl: url });
    const dictionary = { source_lang: 'en', target_lang: 'fr', entries: 'cart\tpanier' };
    const glossary = { name: 'Shop', dictionaries: [dictionary] };
    const { json } = await call(service, 'POST /v3/glossaries', { body: glossary });
    const request = { ...body, text: ['{name} has a cart'], glossary_id: json.glossary_id };
    expect(textsOf(await translate(service, request))).toEqual(['{name} HAS A panier']);
    expect(asked.at(-1)?.messages[1]?.content).toBe('["⟦0⟧ has a ⟦1:panier⟧"]');
  });

  test('what 50 texts cost besides themselves', async () => {
    const service = await start({ engine: 'openai', openaiUrl: url });
    const text = Array.from({ length: 50 }, (_, index) => `Text number ${index}`);
    const before = asked.length;
    await translate(service, { ...body, text });
    expect(asked.length - before).toBe(1);
    const [system, user] = asked.at(-1)?.messages ?? [];
    expect(user?.content).toBe(JSON.stringify(text));
    expect(system?.content.length).toBeLessThan(500);
  });

  describe('under tag handling', () => {
    const tagged = async (text: string, answer: (text: string) => string) => {
      const original = answerWith;
      answerWith = (texts) => JSON.stringify(texts.map(answer));
      const service = await start({ engine: 'openai', openaiUrl: url });
      const request = { ...body, text: [text], tag_handling: 'xml' };
      const [translated = ''] = textsOf(await translate(service, request));
      answerWith = original;
      return translated;
    };

    test('what the model adds cannot become markup', async () => {
      const add = (text: string) => `${text} <b>bold</b> & <script> "it\u2019s"`;
      expect(await tagged('One', add)).toBe(
        'One &lt;b&gt;bold&lt;/b&gt; &amp; &lt;script&gt; "it\u2019s"',
      );
    });

    test('tags that no longer nest are asked for again, piece by piece', async () => {
      const swap = (text: string) =>
        text.replace(/^(.*)⟦0⟧(.*)⟦1⟧(.*)$/, '$1⟦1⟧$2⟦0⟧$3').toUpperCase();
      expect(await tagged('a <b>b</b> c', swap)).toBe('A <b>B</b> C');
    });

    test('a doubled or invented mark is asked for again, piece by piece', async () => {
      for (const more of ['⟦0⟧', '⟦7⟧']) {
        const answer = (text: string) => (text.includes('⟦') ? text + more : text.toUpperCase());
        expect(await tagged('a <x id="1"/> b', answer)).toBe('A <x id="1"/> B');
      }
    });

    test('entities reach the model as characters and are written back as the source had them', async () => {
      const seen: string[] = [];
      const keep = (text: string) => (seen.push(text), `${text}!`);
      expect(await tagged('Don&apos;t &amp; caf&#233; &lt;x&gt;', keep)).toBe(
        'Don&apos;t &amp; caf&#233; &lt;x&gt;!',
      );
      expect(seen).toEqual(["Don't & café ⟦0⟧x⟦1⟧"]);
      expect(await tagged('Don&apos;t', () => 'N&apos;y <i>va</i>')).toBe(
        'N&apos;y &lt;i&gt;va&lt;/i&gt;',
      );
    });

    test('a character that the source has both ways stays as it is each time', async () => {
      expect(await tagged("it's &apos;so&apos;", (text) => text)).toBe("it's &apos;so&apos;");
    });

    test('a bare & or < of the source that is no markup stays bare', async () => {
      expect(await tagged('<p>R&D, 1 < 2</p>', (text) => text)).toBe('<p>R&D, 1 < 2</p>');
      expect(await tagged('1 < 2', (text) => `${text} <b>`)).toBe('1 &lt; 2 &lt;b&gt;');
    });
  });

  test('an answer that is no list is 503 and not billed, and so is a server that is not there', async () => {
    const original = answerWith;
    answerWith = () => 'I cannot do that';
    const service = await start({ engine: 'openai', openaiUrl: url });
    expect((await translate(service, body)).status).toBe(503);
    answerWith = original;
    const lost = await start({ engine: 'openai', openaiUrl: 'http://127.0.0.1:1/v1' });
    const answer = await translate(lost, body);
    expect(answer.status).toBe(503);
    expect(answer.json.message).toContain('could not be reached');
    expect(lost.counters().characters).toBe(0);
  });
});

describe('engine libretranslate', () => {
  test('asks for the text between codes, and says which server failed', async () => {
    const asked: unknown[] = [];
    const server: Server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        const { q, ...rest } = JSON.parse(body) as { readonly q: readonly string[] };
        asked.push({ path: request.url, q, ...rest });
        if (q.includes('fail')) response.writeHead(500).end();
        else response.end(JSON.stringify({ translatedText: q.map((text) => `«${text}» & <x>`) }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const libretranslateUrl = `http://127.0.0.1:${port}/`;
    const options = {
      engine: 'libretranslate',
      libretranslateUrl,
      libretranslateKey: 'k',
    } as const;
    const service = await start(options);
    const pair = { source_lang: 'en', target_lang: 'pt-BR' };
    const plain = await translate(service, { ...pair, text: ['Hello {name}, you', '{only}'] });
    expect(textsOf(plain)).toEqual(['«Hello» & <x> {name}«, you» & <x>', '{only}']);
    expect(plain.headers.get('x-backend')).toBe('libretranslate');
    const rest = { source: 'en', target: 'pt-BR', format: 'text', api_key: 'k' };
    expect(asked).toEqual([{ path: '/translate', q: ['Hello', ', you'], ...rest }]);
    const html = await translate(service, {
      ...pair,
      text: ['<b>Hello</b>'],
      tag_handling: 'html',
    });
    expect(textsOf(html)).toEqual(['<b>«Hello» &amp; &lt;x&gt;</b>']);
    const failed = await translate(service, { ...pair, text: ['fail'] });
    expect([failed.status, failed.json.message]).toEqual([
      503,
      'The LibreTranslate server returned 500',
    ]);
    server.close();
  });
});
