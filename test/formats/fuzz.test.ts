import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/index.js';
import { fuzz } from './support/fuzz.js';

describe('2,000 damaged files of each format', () => {
  it.each(Object.values(formats))('$name: are read or refused, nothing else', async (codec) => {
    const damage = { runs: 2000, seed: 1, largest: 6000 };
    const { failures, parsed, refused } = await fuzz(codec, damage);
    expect(failures).toEqual([]);
    expect(parsed).toBeGreaterThan(0);
    expect(refused).toBeGreaterThan(0);
  });
});
