import { describe, expect, it, test } from 'vitest';
import {
  contentHash,
  memoryKey,
  originOf,
  quickHash,
  sourceHash,
  targetHash,
  unitHash,
} from '../../src/lock/hash.js';
import { ADOPTED, COPIED, EDITED, PIECED, REVIEW } from '../../src/lock/fact.js';

// Committed locks hold these values: with other ones, every text of every project would be unknown.
test.each([
  ['contentHash', contentHash('Summe: {betrag} €'), 'jdHeIQ_fYCMGcEEwTY5ivQ'],
  ['quickHash', quickHash('Summe: {betrag} €'), 'jdHeIQ_fYCMG'],
  ['memoryKey', memoryKey(['en', 'de', 'Total']), 'IaD7lRBCdFWXBO3sgDqqVy'],
  ['unitHash', unitHash('locales/en/app.json', ['cart', 'total']), '_f-JZrtazOV'],
  ['sourceHash', sourceHash('Total: {amount}'), 'NxWfwn-H'],
  ['targetHash', targetHash('Summe: {betrag} €'), 'jdHeIQ'],
  ['originOf', originOf('{"formality":"more"}'), '3t'],
])('%s is the beginning of SHA-256 in base64url', (_, hash, expected) => {
  expect(hash).toBe(expected);
});

describe('hashes', () => {
  it('of bytes are those of the text', () => {
    expect(contentHash(Buffer.from('Größe'))).toBe(contentHash('Größe'));
    expect(quickHash(Buffer.from('Größe'))).toBe(quickHash('Größe'));
  });

  it('of options are never an origin with a meaning of its own', () => {
    const origins = new Set(Array.from({ length: 50_000 }, (_, i) => originOf(String(i))));
    for (const origin of [ADOPTED, COPIED, EDITED, PIECED, REVIEW])
      expect(origins).not.toContain(origin);
    expect(origins.size).toBe(64 * 64 - 1);
  });

  it('tell a dotted key from a nested one and a file from a key', () => {
    const file = 'en.json';
    const hashes = [
      unitHash(file, ['a.b']),
      unitHash(file, ['a', 'b']),
      unitHash(file, ['ab']),
      unitHash(`${file}a`, ['b']),
      unitHash(file, ['a', 'b', '']),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
