import { describe, expect, it } from 'vitest';
import { php } from '../../../src/formats/php/index.js';
import type { Document, Unit } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws } from '../support/laws.js';
import { fixtures } from './fixtures.js';
import { readPhp } from './read.js';

const { files, refused } = corpusFiles(php);

describeLaws({
  codec: php,
  files: [...fixtures, ...files],
  read: readPhp,
  editable: (unit, document) => unit.kind === 'text' && isReadable(unit, document),
  movable: outsideLists,
});

/** php-parser refuses an empty line of an indented heredoc that ends in CRLF. */
function isReadable({ range }: Unit, { text, newline }: Document): boolean {
  return newline !== '\r\n' || !text.slice(range.start, range.end).startsWith('<<<EOT');
}

/** In a list without keys those behind would change. */
function outsideLists(unit: Unit, { text }: Document): boolean {
  if (!/^\d+$/.test(unit.key.at(-1) ?? '')) return true;
  return text.slice(0, unit.range.start).trimEnd().endsWith('=>');
}

describe('the corpora', () => {
  it('are all read', () => {
    expect(refused.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([]);
  });
});
