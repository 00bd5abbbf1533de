import { describe, expect, it } from 'vitest';
import type { RequestOptions, RetryReason } from '../../src/model/index.js';
import { TranslatorError } from '../../src/model/index.js';
import { createServiceTranslator } from '../../src/client/index.js';
import {
  drop,
  impatient,
  json,
  plain,
  scripted,
  testKey,
  translations,
  type ScriptedServer,
  type SeenRequest,
  type Step,
} from '../client/support/server.js';
import { hintOf } from '../support/hint.js';

const options: RequestOptions = { source: 'EN', target: 'DE' };

function translatorOn(server: Pick<ScriptedServer, 'url'>) {
  return createServiceTranslator({ client: impatient(server.url).client });
}

async function failure(promise: Promise<unknown>): Promise<TranslatorError> {
  const error: unknown = await promise.then(
    () => new Error('did not fail'),
    (cause: unknown) => cause,
  );
  if (!(error instanceof TranslatorError)) throw error as Error;
  return error;
}

function sent({ body }: SeenRequest): unknown {
  return JSON.parse(body.toString());
}

describe('translate', () => {
  it('sends every option under its name in the interface', async () => {
    await using server = await scripted(translations);
    const translator = translatorOn(server);
    const answer = await translator.translate({
      options: {
        ...options,
        model: 'quality_optimized',
        formality: 'prefer_less',
        context: 'A shop',
        glossary: 'g',
        style: 's',
        memory: 'm',
        memory_threshold: 80,
        instructions: ['Be brief.'],
        tagHandling: 'xml',
        ignoreTags: ['x'],
      },
      texts: ['Hi', '𝄞'],
    });
    expect(answer).toEqual({ texts: ['«Hi»', '«𝄞»'], billedCharacters: 4 });
    expect(sent(server.seen[0]!)).toEqual({
      text: ['Hi', '𝄞'],
      source_lang: 'EN',
      target_lang: 'DE',
      model_type: 'quality_optimized',
      formality: 'prefer_less',
      context: 'A shop',
      glossary_id: 'g',
      style_id: 's',
      translation_memory_id: 'm',
      translation_memory_threshold: 80,
      custom_instructions: ['Be brief.'],
      tag_handling: 'xml',
      ignore_tags: ['x'],
      show_billed_characters: true,
    });
    await translator.close();
  });

  it('sends nothing for options that say nothing', async () => {
    await using server = await scripted(translations);
    const translator = translatorOn(server);
    const empty = { ...options, context: '', instructions: [], memory_threshold: 80 };
    await translator.translate({ options: empty, texts: ['Hi'] });
    expect(sent(server.seen[0]!)).toEqual({
      text: ['Hi'],
      source_lang: 'EN',
      target_lang: 'DE',
      show_billed_characters: true,
    });
    await translator.close();
  });

  it('counts code points where the service does not tell what it billed', async () => {
    const text = { detected_source_language: 'EN', text: 'x' };
    const each = { ...text, billed_characters: 7 };
    await using server = await scripted(
      json({ translations: [text] }),
      json({ translations: [each] }),
    );
    const translator = translatorOn(server);
    const batch = { options, texts: ['a𝄞'] };
    expect((await translator.translate(batch)).billedCharacters).toBe(2);
    expect((await translator.translate(batch)).billedCharacters).toBe(7);
    await translator.close();
  });

  it('names the backend where the service does', async () => {
    const translation = { detected_source_language: 'EN', text: 'x' };
    await using server = await scripted(
      json({ translations: [translation] }, 200, { 'x-backend': 'pseudo' }),
    );
    const translator = translatorOn(server);
    expect(await translator.translate({ options, texts: ['a'] })).toEqual({
      texts: ['x'],
      billedCharacters: 1,
      backend: 'pseudo',
    });
    await translator.close();
  });

  it('tells why and how long it waits before it tries again', async () => {
    await using server = await scripted(
      plain(429, '', { 'retry-after': '2' }),
      plain(500),
      drop,
      translations,
    );
    const translator = translatorOn(server);
    const reasons: RetryReason[] = [];
    const onRetry = (reason: RetryReason) => reasons.push(reason);
    await translator.translate({ options, texts: ['a'] }, { onRetry });
    expect(reasons).toEqual([
      { kind: 'rate', delay: 2000, attempt: 1 },
      { kind: 'server', delay: 500, attempt: 2 },
      { kind: 'network', delay: 1000, attempt: 3 },
    ]);
    await translator.close();
  });

  it('leaves a refusal for its rate to a caller who asks for it', async () => {
    await using server = await scripted(plain(429, '', { 'retry-after': '2' }), translations);
    const translator = translatorOn(server);
    const error = await failure(
      translator.translate({ options, texts: ['a'] }, { surfaceRate: true }),
    );
    expect(error).toMatchObject({ code: 'rate', retryAfter: 2000 });
    expect(server.seen.length).toBe(1);
    await translator.close();
  });
});

describe('overhead', () => {
  const variants: readonly RequestOptions[] = [
    options,
    { ...options, context: 'Straße "quoted"\n\u2028', formality: 'more' },
    {
      ...options,
      glossary: 'g',
      style: 's',
      memory: 'm',
      memory_threshold: 75,
      model: 'quality_optimized',
      instructions: ['ü', 'b'],
      tagHandling: 'xml',
      ignoreTags: ['x', 'y'],
    },
  ];
  const texts = ['plain', 'ümläut €', '"quotes" \\ and\nlines', '𝄞', '\ud800 alone', ''];

  it.each(variants)(
    'and the JSON of the texts with commas are the bytes sent (%#)',
    async (one) => {
      await using server = await scripted(translations);
      const translator = translatorOn(server);
      const length = (list: readonly string[]) =>
        list.reduce((sum, text) => sum + Buffer.byteLength(JSON.stringify(text)), 0);
      for (const count of [1, 2, texts.length]) {
        const some = texts.slice(0, count);
        await translator.translate({ options: one, texts: some });
        const { body, headers } = server.seen.at(-1)!;
        expect(body.length).toBe(translator.overhead(one) + length(some) + count - 1);
        expect(headers['content-length']).toBe(String(body.length));
      }
      await translator.close();
    },
  );
});

describe('errors', () => {
  it.each<[number, string]>([
    [400, 'rejected'],
    [403, 'forbidden'],
    [404, 'rejected'],
    [413, 'too-large'],
    [429, 'rate'],
    [456, 'quota'],
    [500, 'server'],
  ])('of status %i are %s', async (status, code) => {
    await using server = await scripted(json({ message: 'no' }, status, { 'x-trace-id': 'f00d' }));
    const translator = translatorOn(server);
    const error = await failure(translator.translate({ options, texts: ['a'] }));
    expect(error).toMatchObject({ code, status, requestId: 'f00d' });
    await translator.close();
  });

  it('of a rejection hold the parameters that the service names', async () => {
    const message = "Value for 'target_lang' not supported: 'XX'";
    await using server = await scripted(json({ message }, 400));
    const translator = translatorOn(server);
    const error = await failure(translator.translate({ options, texts: ['a'] }));
    expect(error.parameters).toEqual(['target_lang']);
    await translator.close();
  });

  it("of a refused key name the key's variable, not the key", async () => {
    await using server = await scripted(plain(403, `bad key ${testKey}`));
    const translator = translatorOn(server);
    const error = await failure(translator.translate({ options, texts: ['a'] }));
    expect(hintOf(error)).toContain('SERVICE_AUTH_KEY');
    expect(error.message + hintOf(error)).not.toContain(testKey);
    await translator.close();
  });

  it('of a service that is not there say which address, and how to run one', async () => {
    const server = await scripted(translations);
    await server[Symbol.asyncDispose]();
    const translator = translatorOn(server);
    const error = await failure(translator.translate({ options, texts: ['a'] }));
    expect(error.code).toBe('network');
    expect(error.message).toContain(server.url);
    expect(hintOf(error)).toContain('embedded');
    await translator.close();
  });

  it('of another number of texts are protocol, never a shift', async () => {
    await using server = await scripted(json({ translations: [] }));
    const translator = translatorOn(server);
    const error = await failure(translator.translate({ options, texts: ['a'] }));
    expect(error.code).toBe('protocol');
    await translator.close();
  });
});

describe('resolve', () => {
  const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
  const glossary = (number: number, name: string) => ({
    glossary_id: id(number),
    name,
    creation_time: '2026-01-01T00:00:00.000Z',
    dictionaries: [{ source_lang: 'en', target_lang: 'pt', entry_count: 1 }],
  });
  const style = (number: number, name: string, language: string) => ({
    style_id: id(number),
    name,
    language,
    version: number,
    creation_time: 't',
    updated_time: 't',
  });
  const memory = {
    translation_memory_id: id(7),
    name: 'tm',
    source_language: 'en',
    target_languages: ['de'],
    segment_count: 1,
  };

  function service(entries: { text: string }): Step {
    const answers: readonly (readonly [string, () => unknown])[] = [
      [
        '/entries',
        () => ({
          dictionaries: [
            { source_lang: 'en', target_lang: 'pt', entries: entries.text, entries_format: 'tsv' },
          ],
        }),
      ],
      [`/v3/glossaries/${id(1)}`, () => glossary(1, 'shop')],
      [
        '/v3/glossaries',
        () => ({ glossaries: [glossary(1, 'shop'), glossary(2, 'twice'), glossary(3, 'twice')] }),
      ],
      [
        '/v3/style_rules',
        () => ({ style_rules: [style(4, 'house', 'pt'), style(5, 'house', 'de')] }),
      ],
      ['/v3/translation_memories', () => ({ translation_memories: [memory], total_count: 1 })],
    ];
    return (response, request) => {
      const found = answers.find(([part]) => request.url.includes(part));
      json(found?.[1]() ?? { message: 'not found' }, found ? 200 : 404)(response, request);
    };
  }

  const wanted: RequestOptions = { source: 'EN', target: 'PT-BR' };

  it('asks nothing where no name is used', async () => {
    await using server = await scripted(service({ text: 'a\tb' }));
    const translator = translatorOn(server);
    expect(await translator.resolve(wanted)).toEqual({ options: wanted, fingerprint: '' });
    expect(server.seen.length).toBe(0);
    await translator.close();
  });

  it('puts ids for names, once, and takes the style list of the target', async () => {
    await using server = await scripted(service({ text: 'a\tb' }));
    const translator = translatorOn(server);
    const named = { ...wanted, glossary: 'shop', style: 'house', memory: 'tm' };
    const first = await translator.resolve(named);
    expect(first.options).toEqual({ ...wanted, glossary: id(1), style: id(4), memory: id(7) });
    const asked = server.seen.length;
    expect(await translator.resolve(named)).toEqual(first);
    expect(server.seen.length).toBe(asked);
    await translator.close();
  });

  it('takes what looks like an id for one', async () => {
    await using server = await scripted(service({ text: 'a\tb' }));
    const translator = translatorOn(server);
    const named = await translator.resolve({ ...wanted, glossary: id(1), memory: id(9) });
    expect(named.options).toEqual({ ...wanted, glossary: id(1), memory: id(9) });
    await translator.close();
  });

  it('gives another fingerprint after an entry was changed', async () => {
    const entries = { text: 'cart\tcarrinho' };
    await using server = await scripted(service(entries));
    const fingerprint = async () => {
      const translator = translatorOn(server);
      const resolved = await translator.resolve({ ...wanted, glossary: 'shop' });
      await translator.close();
      return resolved.fingerprint;
    };
    const before = await fingerprint();
    expect(await fingerprint()).toBe(before);
    entries.text = 'cart\tcesto';
    expect(await fingerprint()).not.toBe(before);
  });

  it.each<[string, Partial<RequestOptions>, string]>([
    ['a name that does not exist', { glossary: 'none' }, "glossary 'none' does not exist"],
    ['a name of several', { glossary: 'twice' }, id(3)],
    ['a glossary without the pair', { glossary: 'shop', target: 'FR' }, 'EN → FR'],
    ['a style of other languages', { style: 'house', target: 'FR' }, "style 'house' for FR"],
    ['a memory that does not exist', { memory: 'x' }, "translation memory 'x'"],
  ])('refuses %s', async (_, extra, said) => {
    await using server = await scripted(service({ text: 'a\tb' }));
    const translator = translatorOn(server);
    const error = await failure(translator.resolve({ ...wanted, ...extra }));
    expect(error.code).toBe('rejected');
    expect(error.message).toContain(said);
    await translator.close();
  });
});
