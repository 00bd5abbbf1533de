import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RememberedNames } from '../../src/engine/load/names.js';
import { namesKey } from '../../src/engine/units/request-names.js';
import type { RequestOptions, Translator } from '../../src/model/index.js';
import { STATE_FILES } from '../../src/state/index.js';
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

describe('a damaged file of names', () => {
  test.each<[string, string, string]>([
    ['is nothing where it is no JSON', '[["a","v1"]', '[]'],
    ['is nothing where it is no list', '{"a":"v1"}', '[]'],
    ['has the entries that can be read', '[["a","v1"],["b"],[1,"v"],"c",null]', '[["a","v1"]]'],
  ])('%s', (_, text, expected) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, STATE_FILES.names), text);
    expect(new RememberedNames(folder).identity).toBe(expected);
  });

  test('is replaced once there is news', async () => {
    const folder = temporaryFolder();
    const file = join(folder, STATE_FILES.names);
    writeFileSync(file, '[');
    await refresh(new RememberedNames(folder), [TERMS], { terms: 'v1' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([[namesKey(TERMS), 'v1']]);
  });

  test('that cannot be written is no error', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, STATE_FILES.names));
    const names = new RememberedNames(folder);
    expect(await refresh(names, [TERMS], { terms: 'v1' })).toBe(true);
    expect(names.fingerprintOf(namesKey(TERMS))).toBe('v1');
  });
});
