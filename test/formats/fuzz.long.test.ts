import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import { fuzz } from './support/fuzz.js';

/** Large files take long, and show nothing that small ones do not. */
const LARGEST = { markdown: 700, yaml: 1_500, php: 2_500, default: 4_000 };

describe('600 damaged files of each format', () => {
  it.each(Object.values(formats))(
    '$name: are read, and edits of them keep the laws; all others are refused',
    async (codec) => {
      const largest = { ...LARGEST }[codec.name] ?? LARGEST.default;
      const { failures, refused } = await fuzz(codec, { read: 600, seed: 1, largest });
      expect(failures).toEqual([]);
      expect(refused).toBeGreaterThan(0);
    },
  );
});
