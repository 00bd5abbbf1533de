import { describe, expect, it } from 'vitest';
import { toml } from '../../../src/formats/toml/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, hostileTexts } from '../support/laws.js';
import { fixtures } from './fixtures.js';
import { readToml } from './read.js';

const { files, refused } = corpusFiles(toml);

describeLaws({
  codec: toml,
  files: [...fixtures, ...files],
  read: readToml,
  texts: [...hostileTexts, 'three """ and \'\'\' quotes ""', '\n"first line"'],
  // In an array those behind would change.
  movable: ({ key }) => !key.some((segment) => /^\d$/.test(segment)),
});

describe('the corpora', () => {
  it('are refused only where they are no TOML', () => {
    const wrong = refused.filter(({ name }) => !name.includes('/invalid/'));
    expect(wrong.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([]);
    const read = files.filter(({ name }) => name.includes('/invalid/'));
    // Only TOML's own rule asks for UTF-8.
    expect(read.every(({ name }) => name.endsWith('/encoding/utf16-bom.toml'))).toBe(true);
  });
});
