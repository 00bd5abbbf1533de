import { describe, expect, test } from 'vitest';
import { parseConfig } from '../../src/config/index.js';

describe('fallbacks', () => {
  const config = (fallbacks: string): string =>
    `version: 1\nsource: en\ntargets: [de, de-AT, de-CH]\nfallbacks:\n${fallbacks}catalogs: [{ files: "{locale}.json" }]\n`;
  const FILE = '/r/service.config.yaml';

  test('may be chains, and may end in the source', async () => {
    const chain = '  de-AT: de\n  de-CH: de-AT\n  de: en\n';
    const { fallbacks } = await parseConfig(FILE, config(chain));
    expect({ ...fallbacks }).toEqual({ 'de-AT': 'de', 'de-CH': 'de-AT', de: 'en' });
  });

  test.each([
    ['  de-At: de\n', 5, '"de-At" is not one of the targets; did you mean "de-AT"?'],
    ['  de-AT: dee\n', 5, '"dee" is neither the source nor one of the targets; did you mean "de"?'],
    ['  en: de\n', 5, '"en" is the source, which cannot have a fallback'],
    ['  de-AT: de-AT\n', 5, 'these fall back to each other: "de-AT" → "de-AT"'],
    [
      '  de-CH: de-AT\n  de-AT: de\n  de: de-AT\n',
      6,
      'these fall back to each other: "de-AT" → "de" → "de-AT"',
    ],
    ['  de-AT: [de]\n', 5, '"fallbacks.de-AT" must be a text, not a list'],
  ])('%j is an error at its line', async (fallbacks, line, message) => {
    const error: unknown = await parseConfig(FILE, config(fallbacks)).catch((one: unknown) => one);
    expect(error).toMatchObject({ issues: [{ line, message }] });
  });

  test.each([
    ['reuse: no thanks', '"catalogs[0].reuse" must be true, false or { exclude: [globs of keys] }'],
    ['reuse: { exlude: [a] }', 'did you mean "exclude"?'],
    ['reuse: { exclude: a }', '"catalogs[0].reuse.exclude" must be a list, not a text'],
    ['empty: intend', 'did you mean "intended"?'],
  ])('a catalog with %j is an error', async (entry, message) => {
    const text = `source: en\ntargets: [de]\ncatalogs:\n  - files: "{locale}.json"\n    ${entry}\n`;
    const error: unknown = await parseConfig(FILE, text).catch((one: unknown) => one);
    expect(error).toMatchObject({
      issues: [{ line: 5, message: expect.stringContaining(message) as string }],
    });
  });
});
