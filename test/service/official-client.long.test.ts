import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AuthorizationError,
  DeepLClient,
  DocumentNotReadyError,
  DocumentTranslationError,
  GlossaryEntries,
  GlossaryNotFoundError,
  QuotaExceededError,
  TooManyRequestsError,
} from 'deepl-node';
import { describe, expect, test } from 'vitest';
import type { ServiceOptions } from '../../src/service/index.js';
import { docx, pdf, pptx, srt, xlf, xlsx } from '../jobs/support.js';
import { engineThat } from './documents-support.js';
import { start } from './support.js';

// npm's deepl-node, as published, against the embedded service: everything of the interface that
// it has. It also has operations on translation memories that the interface does not (9.6).
const NOT_IN_THE_INTERFACE = /TranslationMemory/;
/** Not operations. */
const OF_THE_CLIENT: readonly string[] = ['constructor', 'constructUserAgentString'];

/** Operations of the client that a test called. */
const called = new Set<string>();

/** The client, whose operations are noted as they are called. */
function noting(deepl: DeepLClient): DeepLClient {
  return new Proxy(deepl, {
    get: (target, name) => {
      if (typeof name === 'string') called.add(name);
      return Reflect.get(target, name, target) as unknown;
    },
  });
}

const MEMORY = '0f3a9a55-9d7c-4b0e-9d3e-0c8d7f5b1a11';

async function client(options: ServiceOptions = {}): Promise<DeepLClient> {
  const service = await start({
    scheme: 'DeepL-Auth-Key',
    ...options,
    memories: [
      {
        id: MEMORY,
        name: 'Shop',
        source: 'en',
        segments: [{ target: 'de', from: 'The cart is empty', to: 'Der Korb ist leer' }],
      },
    ],
  });
  const patience = { maxRetries: 0, minTimeout: 120_000 };
  const settings = { serverUrl: service.url, sendPlatformInfo: false, ...patience };
  return noting(new DeepLClient(service.keys.developer, settings));
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'locale-sync-official-'));
  return made;
}

describe('texts', () => {
  test('one, several, and every option', async () => {
    const deepl = await client();
    const one = await deepl.translateText('Hello world', null, 'de');
    expect(one.text).toContain('[de ');
    expect(one.detectedSourceLang).toBe('en');
    expect(one.billedCharacters).toBe(11);
    const several = await deepl.translateText(['One', 'Two <b>three</b>'], 'en', 'fr', {
      splitSentences: 'nonewlines',
      preserveFormatting: true,
      formality: 'prefer_more',
      tagHandling: 'xml',
      tagHandlingVersion: 'v2',
      outlineDetection: false,
      splittingTags: ['p'],
      nonSplittingTags: ['b'],
      ignoreTags: ['code'],
      context: 'Numbers',
      modelType: 'quality_optimized',
      customInstructions: ['Be short'],
    });
    expect(several.map(({ text }) => text)[1]).toMatch(/<b>.*<\/b>/);
    expect(several[0]?.modelTypeUsed).toBe('quality_optimized');
  });

  test('what is refused is its error, with the message of the service', async () => {
    const deepl = await client();
    await expect(deepl.translateText('Hi', null, 'xx' as 'de')).rejects.toThrow(/target_lang/);
    await expect(
      deepl.translateText('Hi', 'en', 'de', { glossary: crypto.randomUUID() }),
    ).rejects.toThrow(/not found/);
  });

  test('improvement, of one text and of several', async () => {
    const deepl = await client();
    const one = await deepl.rephraseText('This is a text', 'en-US');
    expect(one).toMatchObject({ text: 'This is a text', targetLang: 'en-US' });
    const two = await deepl.rephraseText(['This is a text', 'Another text'], 'en-GB', 'business');
    expect(two).toHaveLength(2);
    await expect(deepl.rephraseText('A text', 'en-US', 'business', 'friendly')).rejects.toThrow(
      /cannot both be sent/,
    );
  });
});

test('documents: upload, status, download, and all at once', async () => {
  const deepl = await client();
  const at = folder();
  writeFileSync(join(at, 'in.txt'), 'Hello world');
  const status = await deepl.translateDocument(join(at, 'in.txt'), join(at, 'out.txt'), 'en', 'de');
  expect(status.status).toBe('done');
  expect(status.billedCharacters).toBe(11);
  expect(readFileSync(join(at, 'out.txt'), 'utf8')).toContain('[de ');
  const handle = await deepl.uploadDocument(Buffer.from('<p>Hello</p>'), 'en', 'fr', {
    filename: 'page.html',
    formality: 'prefer_less',
  });
  expect((await deepl.getDocumentStatus(handle)).ok()).toBe(true);
  await deepl.isDocumentTranslationComplete(handle);
  await deepl.downloadDocument(handle, join(at, 'page.html'));
  expect(readFileSync(join(at, 'page.html'), 'utf8')).toContain('<p>[fr');
});

describe('documents', () => {
  const KINDS: Readonly<Record<string, () => Promise<Uint8Array> | Uint8Array>> = {
    'a.docx': () => docx('Hello world'),
    'a.pptx': () => pptx('Hello world'),
    'a.xlsx': () => xlsx('Hello world'),
    'a.pdf': () => pdf('Hello world'),
    'a.html': () => Buffer.from('<p>Hello world</p>'),
    'a.htm': () => Buffer.from('<p>Hello world</p>'),
    'a.txt': () => Buffer.from('Hello world'),
    'a.xlf': () => Buffer.from(xlf('Hello world')),
    'a.xliff': () => Buffer.from(xlf('Hello world')),
    'a.srt': () => Buffer.from(srt('Hello world')),
  };

  test('of every kind', async () => {
    const deepl = await client();
    const at = folder();
    // At once, since this client first asks after five seconds.
    await Promise.all(
      Object.entries(KINDS).map(async ([name, content]) => {
        const file = Buffer.from(await content());
        const out = join(at, name);
        const done = await deepl.translateDocument(file, out, 'en', 'de', { filename: name });
        const least = /docx|pptx|xlsx|pdf/.test(name) ? 50_000 : 11;
        expect([name, done.status, done.billedCharacters]).toEqual([name, 'done', least]);
        expect(readFileSync(out).length).toBeGreaterThan(0);
      }),
    );
  });

  test('every option: glossary, formality, another format, and what has no effect', async () => {
    const deepl = await client();
    const entries = new GlossaryEntries({ entries: { cart: 'Warenkorb' } });
    const glossary = await deepl.createGlossary('Shop', 'en', 'de', entries);
    const at = folder();
    const options = { filename: 'a.txt', glossary, formality: 'more' } as const;
    await deepl.translateDocument(Buffer.from('The cart'), join(at, 'a.txt'), 'en', 'de', options);
    expect(readFileSync(join(at, 'a.txt'), 'utf8')).toContain('Warenkorb');
    const extraRequestParameters = {
      output_format: 'docx',
      model_type: 'quality_optimized',
      enable_beta_languages: '1',
    };
    const file = Buffer.from(await pdf('Hello world'));
    const converted = { filename: 'a.pdf', extraRequestParameters };
    await deepl.translateDocument(file, join(at, 'a.docx'), null, 'de', converted);
    expect(readFileSync(join(at, 'a.docx')).toString('latin1', 0, 2)).toBe('PK');
  });

  test('one that fails says why, and one that was fetched is gone', async () => {
    const deepl = await client();
    const old = '<xliff version="1.2"></xliff>';
    const failed = await deepl.uploadDocument(Buffer.from(old), 'en', 'de', { filename: 'a.xlf' });
    await expect(deepl.isDocumentTranslationComplete(failed)).rejects.toThrow(/2\.1/);
    const out = join(folder(), 'a.xlf');
    await expect(
      deepl.translateDocument(Buffer.from(old), out, 'en', 'de', { filename: 'a.xlf' }),
    ).rejects.toThrow(DocumentTranslationError);
    const text = { filename: 'a.txt' };
    const handle = await deepl.uploadDocument(Buffer.from('Hello'), 'en', 'de', text);
    await deepl.isDocumentTranslationComplete(handle);
    const at = folder();
    await deepl.downloadDocument(handle, join(at, 'a.txt'));
    await expect(deepl.downloadDocument(handle, join(at, 'b.txt'))).rejects.toThrow(/not found/i);
  });

  test('one that is not done yet is not ready', async () => {
    const openaiUrl = await engineThat('never answers');
    const deepl = await client({ engine: 'openai', openaiUrl });
    const text = { filename: 'a.txt' };
    const handle = await deepl.uploadDocument(Buffer.from('Hello'), 'en', 'de', text);
    await expect(deepl.downloadDocument(handle, join(folder(), 'a.txt'))).rejects.toThrow(
      DocumentNotReadyError,
    );
  });
});

test('what goes wrong is the error of its kind', async () => {
  const deepl = await client();
  await expect(deepl.getGlossary(crypto.randomUUID())).rejects.toThrow(GlossaryNotFoundError);
  const failing = (status: number): Promise<DeepLClient> =>
    client({ faults: [{ fault: 'status', status }] });
  const translates = async (status: number): Promise<unknown> =>
    (await failing(status)).translateText('Hello', 'en', 'de');
  await expect(translates(403)).rejects.toThrow(AuthorizationError);
  await expect(translates(456)).rejects.toThrow(QuotaExceededError);
  await expect(translates(429)).rejects.toThrow(TooManyRequestsError);
});

test('usage of the free plan', async () => {
  const deepl = await client({ plan: 'free' });
  expect((await deepl.getUsage()).character).toMatchObject({ count: 0 });
});

test('languages and usage', async () => {
  const deepl = await client();
  expect((await deepl.getSourceLanguages()).map(({ code }) => code)).toContain('en');
  const targets = await deepl.getTargetLanguages();
  expect(targets.find(({ code }) => code === 'de')).toMatchObject({ supportsFormality: true });
  expect((await deepl.getGlossaryLanguagePairs()).length).toBeGreaterThan(100);
  await deepl.translateText('Hello', 'en', 'de');
  const usage = await deepl.getUsage();
  expect(usage.character?.count).toBe(5);
  expect(usage.anyLimitReached()).toBe(false);
});

test('glossaries of one pair', async () => {
  const deepl = await client();
  const entries = new GlossaryEntries({ entries: { cart: 'Warenkorb', "sign's": 'Zeichen' } });
  const made = await deepl.createGlossary('Shop', 'en', 'de', entries);
  expect(made).toMatchObject({ name: 'Shop', ready: true, entryCount: 2 });
  expect((await deepl.getGlossary(made.glossaryId)).targetLang).toBe('de');
  expect((await deepl.listGlossaries()).map(({ name }) => name)).toEqual(['Shop']);
  expect((await deepl.getGlossaryEntries(made)).entries()).toEqual({
    cart: 'Warenkorb',
    "sign's": 'Zeichen',
  });
  const used = await deepl.translateText('The cart', 'en', 'de', { glossary: made });
  expect(used.text).toContain('Warenkorb');
  const csv = await deepl.createGlossaryWithCsv(
    'Csv',
    'en',
    'fr',
    Buffer.from('cart,panier,en,fr\n'),
  );
  expect(csv.entryCount).toBe(1);
  await deepl.deleteGlossary(made);
  expect(await deepl.listGlossaries()).toHaveLength(1);
});

test('glossaries of several pairs', async () => {
  const deepl = await client();
  const entries = (pairs: Record<string, string>) => new GlossaryEntries({ entries: pairs });
  const made = await deepl.createMultilingualGlossary('Shop', [
    { sourceLangCode: 'en', targetLangCode: 'de', entries: entries({ cart: 'Korb' }) },
    { sourceLangCode: 'en', targetLangCode: 'fr', entries: entries({ cart: 'panier' }) },
  ]);
  const id = made.glossaryId;
  expect(made.dictionaries).toHaveLength(2);
  expect((await deepl.getMultilingualGlossary(id)).name).toBe('Shop');
  expect(await deepl.listMultilingualGlossaries()).toHaveLength(1);
  const read = await deepl.getMultilingualGlossaryDictionaryEntries(id, 'en', 'de');
  expect(read.entries.entries()).toEqual({ cart: 'Korb' });
  await deepl.updateMultilingualGlossaryName(id, 'Store');
  const merged = await deepl.updateMultilingualGlossaryDictionary(id, {
    sourceLangCode: 'en',
    targetLangCode: 'de',
    entries: entries({ bill: 'Rechnung' }),
  });
  expect(merged).toMatchObject({ name: 'Store' });
  const replaced = await deepl.replaceMultilingualGlossaryDictionary(id, {
    sourceLangCode: 'en',
    targetLangCode: 'es',
    entries: entries({ cart: 'carrito' }),
  });
  expect(replaced.entryCount).toBe(1);
  const csv = await deepl.createMultilingualGlossaryWithCsv('Csv', 'en', 'de', 'a,b\n"c,d",e\n');
  expect(csv.dictionaries[0]?.entryCount).toBe(2);
  await deepl.replaceMultilingualGlossaryDictionaryWithCsv(csv, 'en', 'de', 'x,y\n');
  await deepl.updateMultilingualGlossaryDictionaryWithCsv(csv, 'en', 'de', 'z,w\n');
  const all = await deepl.getMultilingualGlossaryDictionaryEntries(csv, 'en', 'de');
  expect(all.entries.entries()).toEqual({ x: 'y', z: 'w' });
  await deepl.deleteMultilingualGlossaryDictionary(id, 'en', 'fr');
  await deepl.deleteMultilingualGlossary(id);
  expect((await deepl.listMultilingualGlossaries()).map(({ name }) => name)).toEqual(['Csv']);
});

test('style rules and their instructions', async () => {
  const deepl = await client();
  const made = await deepl.createStyleRule({
    name: 'House',
    language: 'de',
    configured_rules: { dates_and_times: { calendar_era: 'use_bc_and_ad' } },
    custom_instructions: [{ label: 'Short', prompt: 'Be short' }],
  });
  const id = made.styleId;
  expect((await deepl.getStyleRule(id)).name).toBe('House');
  expect(await deepl.getAllStyleRules(0, 10, true)).toHaveLength(1);
  expect((await deepl.updateStyleRuleName(id, 'Home')).name).toBe('Home');
  const rules = { punctuation: { periods_in_academic_degrees: 'do_not_use' } };
  await deepl.updateStyleRuleConfiguredRules(id, rules);
  const added = await deepl.createStyleRuleCustomInstruction(id, {
    label: 'Warm',
    prompt: 'Be warm',
  });
  const instruction = added.id ?? '';
  const read = await deepl.getStyleRuleCustomInstruction(id, instruction);
  expect(read).toMatchObject({ label: 'Warm', prompt: 'Be warm' });
  const changed = { label: 'Warm', prompt: 'Be warmer' };
  const replaced = await deepl.updateStyleRuleCustomInstruction(id, instruction, changed);
  expect(replaced.prompt).toBe('Be warmer');
  const text = await deepl.translateText('Hello', 'en', 'de', { styleRule: id });
  expect(text.text).toContain('~');
  await deepl.deleteStyleRuleCustomInstruction(id, instruction);
  await deepl.deleteStyleRule(id);
  expect(await deepl.getAllStyleRules()).toEqual([]);
});

test('translation memories are listed and used', async () => {
  const deepl = await client();
  const [memory] = await deepl.listTranslationMemories();
  expect(memory).toMatchObject({ name: 'Shop', translationMemoryId: MEMORY });
  const used = await deepl.translateText('The cart is empty', 'en', 'de', {
    translationMemory: MEMORY,
    translationMemoryThreshold: 100,
  });
  expect(used.text).toBe('Der Korb ist leer');
});

test('every operation that the interface has was called', () => {
  const operations = [DeepLClient.prototype, Object.getPrototypeOf(DeepLClient.prototype) as object]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .filter((name) => !OF_THE_CLIENT.includes(name) && !NOT_IN_THE_INTERFACE.test(name));
  expect(operations.length).toBeGreaterThan(40);
  expect(operations.filter((name) => !called.has(name))).toEqual([]);
});
