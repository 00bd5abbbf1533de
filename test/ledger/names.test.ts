import { describe, expect, test } from 'vitest';
import { RememberedNames } from '../../src/engine/ledger/names.js';
import { namesKey } from '../../src/engine/units/request-names.js';
import type { RequestOptions, Translator } from '../../src/model/index.js';
import { temporaryFolder } from '../state/temporary.js';

const TERMS: RequestOptions = { source: 'EN', target: 'DE', glossary: 'terms' };
const PLAIN: RequestOptions = { source: 'EN', target: 'DE' };
const SIGNAL = new AbortController().signal;

/** A service that gives glossaries these versions. */
function service(versions: Readonly<Record<string, string>>) {
  const asked: string[] = [];
  const resolve = ({ glossary = '' }: RequestOptions) => {
    asked.push(glossary);
    return Promise.resolve({ fingerprint: versions[glossary] ?? '' });
  };
  return { asked, translator: { resolve } as unknown as Translator };
}

const refresh = (
  names: RememberedNames,
  requests: readonly RequestOptions[],
  versions: Readonly<Record<string, string>>,
): Promise<boolean> => names.refresh(requests, service(versions).translator, SIGNAL);

describe('what names stand for', () => {
  test('is not known before the service said it', () => {
    const names = new RememberedNames(temporaryFolder());
    expect(names.fingerprintOf(namesKey(TERMS))).toBeUndefined();
    expect(names.identity).toBe('[]');
  });

  test('is known to later runs', async () => {
    const folder = temporaryFolder();
    expect(await refresh(new RememberedNames(folder), [TERMS], { terms: 'v1' })).toBe(true);
    const later = new RememberedNames(folder);
    expect(later.fingerprintOf(namesKey(TERMS))).toBe('v1');
    expect(later.identity).toContain('v1');
  });

  test.each([
    ['is no news where it is the same', { terms: 'v1' }, false, 'v1'],
    ['is news where it is another', { terms: 'v2' }, true, 'v2'],
  ])('%s', async (_, versions, isNews, expected) => {
    const names = new RememberedNames(temporaryFolder());
    await refresh(names, [TERMS], { terms: 'v1' });
    expect(await refresh(names, [TERMS], versions)).toBe(isNews);
    expect(names.fingerprintOf(namesKey(TERMS))).toBe(expected);
  });

  test('is asked once for each name, and not where there is none', async () => {
    const { asked, translator } = service({ terms: 'v1', others: 'v1' });
    const requests = [
      TERMS,
      PLAIN,
      { ...TERMS, context: 'Shop' },
      { ...TERMS, glossary: 'others' },
    ];
    const names = new RememberedNames(temporaryFolder());
    await names.refresh(requests, translator, SIGNAL);
    expect(asked).toEqual(['terms', 'others']);
  });

  test('has an identity whatever the order in which it was asked', async () => {
    const others = { ...TERMS, glossary: 'others' };
    const versions = { terms: 'v1', others: 'v2' };
    const [one, other] = [
      new RememberedNames(temporaryFolder()),
      new RememberedNames(temporaryFolder()),
    ];
    await refresh(one, [TERMS, others], versions);
    await refresh(other, [others, TERMS], versions);
    expect(one.identity).toBe(other.identity);
  });
});
