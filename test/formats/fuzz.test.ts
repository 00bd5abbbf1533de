import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/index.js';
import { STILL_BROKEN } from './support/fuzz-laws.js';
import { fuzz } from './support/fuzz.js';

describe('2,000 damaged files of each format', () => {
  it.each(Object.values(formats))(
    '$name: are read, edited or refused, nothing else',
    async (codec) => {
      const damage = { runs: 2000, seed: 1, largest: 6000, edited: 300 };
      const { failures, parsed, refused, edited, broken } = await fuzz(codec, damage);
      expect(failures).toEqual([]);
      if (!STILL_BROKEN.has(codec.name)) expect(broken).toEqual([]);
      expect(parsed).toBeGreaterThan(0);
      expect(edited).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
    },
  );
});
