import { describe, expect, test } from 'vitest';
import type { ResolvedConfig } from '../../src/config/resolved.js';
import { languagePairs, OptionsTable, UnitOptions } from '../../src/engine/units/options.js';
import { hasNames, namesKey } from '../../src/engine/units/request-names.js';
import type { RequestOptions, TranslateOptions } from '../../src/model/index.js';
import { isHuman } from '../../src/lock/index.js';
import { catalogOf } from '../load/support.js';
import { compareTexts } from '../support/comparison.js';

const BASE: RequestOptions = { source: 'EN', target: 'DE' };

function fingerprint(options: Partial<RequestOptions>, names = ''): string {
  return new UnitOptions({ ...BASE, ...options }, names).fingerprint;
}

describe('the fingerprint of options', () => {
  test.each<[string, Partial<RequestOptions>]>([
    ['source', { source: 'FR' }],
    ['target', { target: 'FR' }],
    ['model', { model: 'quality' }],
    ['formality', { formality: 'more' }],
    ['context', { context: 'Shop' }],
    ['glossary', { glossary: 'terms' }],
    ['style', { style: 'house' }],
    ['memory', { memory: 'old texts' }],
    ['threshold', { memory: 'old texts', memory_threshold: 80 }],
    ['instructions', { instructions: ['Be brief.'] }],
    ['order of instructions', { instructions: ['Be brief.', 'Be kind.'] }],
  ] as readonly [string, Partial<RequestOptions>][])('is another with another %s', (_, options) => {
    const others = [
      {},
      { memory: 'old texts', memory_threshold: 70 },
      { instructions: ['Be kind.', 'Be brief.'] },
    ] as readonly Partial<RequestOptions>[];
    for (const other of others) expect(fingerprint(options)).not.toBe(fingerprint(other));
  });

  test.each<[string, Partial<RequestOptions>]>([
    ['the formality is the usual one', { formality: 'default' }],
    ['the context is empty', { context: '' }],
    ['there are no instructions', { instructions: [] }],
    ['markup is handled', { tagHandling: 'xml', ignoreTags: ['x'] }],
  ])('is the same where %s', (_, options) => {
    expect(fingerprint(options)).toBe(fingerprint({}));
  });

  test('is another where names stand for something else, or the service is a rehearsal', () => {
    expect(fingerprint({ glossary: 'terms' }, 'v1')).not.toBe(
      fingerprint({ glossary: 'terms' }, 'v2'),
    );
    const rehearsal = new UnitOptions(BASE, '', { service: 'embedded' });
    expect(rehearsal.fingerprint).not.toBe(fingerprint({}));
  });

  test('gives the origin that the lock remembers: never a person’s', () => {
    const { origin } = new UnitOptions(BASE, '');
    expect(origin).toHaveLength(2);
    expect(isHuman(origin)).toBe(false);
    expect(new UnitOptions({ ...BASE }, '').origin).toBe(origin);
    expect(new UnitOptions({ ...BASE, formality: 'more' }, '').origin).not.toBe(origin);
  });

  test('is certain once the service has said what names stand for', () => {
    expect(new UnitOptions(BASE, undefined).isResolved).toBe(false);
    expect(new UnitOptions(BASE, '').isResolved).toBe(true);
  });
});

/** The request of a unit in German. */
async function request(
  translate: TranslateOptions,
  note?: string,
  config: Partial<ResolvedConfig> = {},
): Promise<RequestOptions> {
  const catalog = catalogOf('{locale}.json', { translate: { de: translate } });
  const base = (await compareTexts({ source: {} })).config;
  return new OptionsTable({ ...base, ...config }).of(catalog, 'de', note).request;
}

describe('the request of a unit', () => {
  test.each<[string, TranslateOptions, string | undefined, Partial<RequestOptions>]>([
    ['has the two languages', {}, undefined, {}],
    ['has the options of its locale', { formality: 'more' }, undefined, { formality: 'more' }],
    ['has the context of its catalog', { context: 'Shop' }, undefined, { context: 'Shop' }],
    ['has its note as context', {}, 'A button', { context: 'A button' }],
    ['has both', { context: 'Shop' }, 'A button', { context: 'Shop\nA button' }],
    ['has no context of an empty note', {}, '', {}],
  ])('%s', async (_, translate, note, expected) => {
    expect(await request(translate, note)).toEqual({ ...BASE, ...expected });
  });

  test('has the language that the config names for a locale', async () => {
    expect((await request({}, undefined, { languages: { de: 'AT' } })).target).toBe('AT');
    expect((await request({}, undefined, { source: 'en-GB' })).source).toBe('EN');
  });
});

describe('options are made once', async () => {
  const catalog = catalogOf('{locale}.json', { translate: { de: {} } });
  const other = catalogOf('other/{locale}.json', { translate: { de: {} } });
  const table = new OptionsTable((await compareTexts({ source: {} })).config);
  const german = table.of(catalog, 'de', undefined);

  test.each([
    ['each catalog', other, 'de', undefined, false],
    ['each locale', catalog, 'fr', undefined, false],
    ['each note', catalog, 'de', 'A note', false],
    ['the same unit', catalog, 'de', undefined, true],
  ] as const)('for %s', (_, one, locale, note, isSame) => {
    expect(table.of(one, locale, note) === german).toBe(isSame);
  });
});

describe('names that the service resolves', () => {
  test.each<[TranslateOptions, boolean]>([
    [{}, false],
    [{ formality: 'more', context: 'Shop' }, false],
    [{ glossary: 'terms' }, true],
    [{ style: 'house' }, true],
    [{ memory: 'old texts' }, true],
  ])('%j has some: %s', (options, expected) => {
    expect(hasNames(options)).toBe(expected);
  });

  test('are asked for once for each pair of languages, whatever else is asked for', () => {
    const key = namesKey({ ...BASE, glossary: 'terms' });
    expect(namesKey({ ...BASE, glossary: 'terms', context: 'Shop', formality: 'more' })).toBe(key);
    expect(namesKey({ ...BASE, glossary: 'others' })).not.toBe(key);
    expect(namesKey({ ...BASE, style: 'terms' })).not.toBe(key);
    expect(namesKey({ ...BASE, target: 'FR', glossary: 'terms' })).not.toBe(key);
  });

  test('are not asked for where there are none', async () => {
    const asked: string[] = [];
    const translate = { de: { glossary: 'terms' }, fr: {} };
    const named = catalogOf('{locale}.json', { translate });
    const names = (key: string): undefined => void asked.push(key);
    const table = new OptionsTable((await compareTexts({ source: {} })).config, names);
    expect(table.of(named, 'fr', undefined).isResolved).toBe(true);
    expect(asked).toEqual([]);
    expect(table.of(named, 'de', undefined).isResolved).toBe(false);
    expect(asked).toHaveLength(1);
  });
});

test('language tags of two sides are made once a locale', async () => {
  const languagesOf = languagePairs({
    ...(await compareTexts({ source: {} })).config,
    source: 'en_US',
  });
  expect(languagesOf('pt_BR')).toEqual({ source: 'en-US', target: 'pt-BR' });
  expect(languagesOf('pt_BR')).toBe(languagesOf('pt_BR'));
  expect(languagesOf('iw')).toEqual({ source: 'en-US', target: 'he' });
});
