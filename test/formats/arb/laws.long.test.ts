import { describe, expect, it } from 'vitest';
import { arb } from '../../../src/formats/arb/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readArb } from './read.js';

const sample = `{
  "@@locale": "en",
  "@@last_modified": "2026-01-01",

  "hello": "Hello {name}",
  "@hello": {
    "description": "Greeting",
    "placeholders": { "name": { "example": "Ann" } }
  },
  "bye": "It's over",
  "@bye": { "description": "Parting", "maxLength": 12 },
  "ok": "OK"
}
`;

const fixtures: readonly LawFile[] = [
  { name: 'sample', text: sample },
  { name: 'crlf and bom', text: `\ufeff${sample.replaceAll('\n', '\r\n')}` },
  { name: 'one line', text: '{"a":"b","@a":{},"c":"d"}' },
];
const { files, refused } = corpusFiles(arb);

describeLaws({
  codec: arb,
  files: [...fixtures, ...files],
  read: readArb,
  idsOf: ({ key }) => [key.join('\0')],
});

describe('arb', () => {
  it('of the corpora is all read', () => {
    expect(refused.map(({ name, error }) => `${name}: ${error.message}`)).toEqual([]);
  });
  it('has notes and limits in what is beside a text', () => {
    const { units, syntax } = arb.parse(sample);
    expect(syntax).toBe('arb');
    expect(units.map(({ key, note, maxLength }) => [key[0], note, maxLength])).toEqual([
      ['hello', 'Greeting\n{name}: for example Ann', undefined],
      ['bye', 'Parting', 12],
      ['ok', undefined, undefined],
    ]);
  });
  it('says nothing of its own where a text is gone', () => {
    const { units } = arb.parse('{"a":"x","@b":{"description":"of b"}}');
    expect(units.map(({ key }) => key)).toEqual([['a']]);
  });
  it('is ARB whatever it holds', () => {
    expect(arb.parse('{"a":"b"}').syntax).toBe('arb');
  });
  it('states the locale of a new file as Flutter reads it', () => {
    const text = arb.derive(arb.parse('{"@@locale":"en","a":"b"}'), [], {
      ...{ locale: 'pt-BR', language: 'pt-BR' },
    });
    expect(text).toBe('{"@@locale":"pt_BR","a":"b"}');
  });
});
