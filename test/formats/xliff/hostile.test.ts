import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/model/index.js';
import { decodeText } from '../../../src/formats/kit/encoding.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { corpusBytes } from '../support/corpus.js';
import { coreFile, fixtures } from './fixtures.js';
import { fileOf, segmentOf, unitOf } from './snippets.js';

function failure(text: string): FormatError {
  try {
    xliff.parse(text, { file: 'a.xlf' });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail(`no error: ${text.slice(0, 200)}`);
}

const deep = 10_000;

describe('bad input', () => {
  it.each([
    ['empty', '', 'syntax', 1],
    ['not XML', 'key: value', 'syntax', 1],
    ['JSON', '{"a": "b"}', 'syntax', 1],
    ['another root', '<html/>', 'syntax', 1],
    ['two roots', `${segmentOf('a')}<xliff/>`, 'syntax', 8],
    ['text behind the end', `${segmentOf('a')}more`, 'syntax', 8],
    ['a wrong closing tag', unitOf('<segment><source>a</target></segment>'), 'syntax', 4],
    ['an ampersand', segmentOf('a & b'), 'syntax', 4],
    ['a less-than sign', segmentOf('a < b'), 'syntax', 4],
    ['an undeclared entity', segmentOf('a&nbsp;b'), 'syntax', 4],
    ['a wrong character reference', segmentOf('a&#0;b'), 'syntax', 4],
    ['a control character', segmentOf('a\u0001b'), 'syntax', 4],
    ['the end of a CDATA section without its start', segmentOf('a]]>b'), 'syntax', 4],
    ['a tag that is never ended', segmentOf('a').replace('</source>', '</source'), 'syntax', 4],
    ['an attribute twice', unitOf('<segment id="a" id="a"><source/></segment>'), 'syntax', 4],
    ['NUL', segmentOf('a\0b'), 'encoding', 4],
    ['half a surrogate pair', segmentOf('a\ud83db'), 'encoding', 4],
    [
      'conflict markers',
      unitOf('<<<<<<< HEAD\n<segment/>\n=======\n>>>>>>> b'),
      'conflict-markers',
      4,
    ],
    [
      'an entity bomb',
      `<?xml version="1.0"?>\n<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n${segmentOf('&b;')}`,
      'doctype',
      2,
    ],
    [
      'an external entity',
      `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${segmentOf('&e;')}`,
      'doctype',
      1,
    ],
    [
      'deep groups',
      fileOf(Array.from({ length: deep }, (_, i) => `<group id="g${String(i)}">`).join('')),
      'too-deep',
      3,
    ],
    ['deep codes', segmentOf('<pc id="1">'.repeat(deep)), 'too-deep', 4],
    ['deep extensions', unitOf('<my:x>'.repeat(deep)), 'too-deep', 4],
    ['only open tags', '<a>'.repeat(deep), 'syntax', 1],
  ])('%s is an error with its place', (_, text, code, line) => {
    const error = failure(text);
    expect([error.code, error.line], error.message).toEqual([code, line]);
    expect(error.column).toBeGreaterThan(0);
    expect(error.message).toMatch(/^a\.xlf:\d+:\d+: /);
  });
  it.each([
    ['text behind the end', `${segmentOf('a')}  more`, 8, 3],
    ['a less-than sign', segmentOf('a > b < c'), 4, 24],
    ['an ampersand behind references', segmentOf('&lt;&#65; & b'), 4, 28],
    ['an end of CDATA', segmentOf('&lt;]] ]]>'), 4, 25],
    ['a control character', segmentOf('ab\u0001c'), 4, 20],
    ['an undeclared entity', segmentOf('a > &nbsp; b'), 4, 22],
  ])('%s is told at its very place', (_, text, line, column) => {
    const error = failure(text);
    expect([error.line, error.column], error.message).toEqual([line, column]);
  });
  it('a ">" in text, attributes, comments, CDATA and instructions ends nothing', () => {
    const text = segmentOf('a > b <!-- > <x> -->c<![CDATA[ > ]]]><?p > ?>d').replace(
      '<source',
      '<!-- > --><?p a="b>" ?><source',
    );
    const named = text.replace('<unit ', '<unit name="a > b" ');
    expect(xliff.parse(named).units.map((unit) => unit.text)).toEqual(['a > b c > ]d']);
  });
  it('a file that is cut off anywhere is an error', () => {
    const end = coreFile.trimEnd().length;
    for (let at = 0; at < end; at += 7)
      expect(failure(coreFile.slice(0, at)).line).toBeGreaterThan(0);
  });
  it('names that objects have of their own are ids like any other', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const units = names.map(
      (id) => `<unit id="${id}"><segment><source>${id}</source></segment></unit>`,
    );
    const document = xliff.parse(fileOf(units.join('\n')), { role: 'target' });
    expect(document.units.map(({ key }) => key[1])).toEqual(names);
    const edits = names.map((id) => ({ op: 'set', key: ['f1', id], text: 'x' }) as const);
    expect(xliff.edit(document, edits).match(/<target>x</g)).toHaveLength(4);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('mutated files', () => {
  const seeds = [
    ...fixtures.map(({ text }) => text),
    ...corpusBytes('xliff')
      .filter(({ bytes }) => bytes.length < 6_000)
      .map(({ bytes, name }) => decodeText(bytes, name)),
  ];
  const pieces = [
    '<',
    '>',
    '/',
    '"',
    "'",
    '&',
    ';',
    '=',
    '\n',
    '\r',
    '\0',
    '<target>',
    '</unit>',
    ' id="1"',
  ];
  const more = [
    '<!--',
    ']]>',
    '<![CDATA[',
    '<?x',
    '&#10;',
    '\ud800',
    'xmlns:a="b"',
    '<pc id="1">',
    'no',
  ];

  it('are read, or refused with a place, and never changed by no edits', () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      length: fc.integer({ min: 0, max: 20 }),
      text: fc.oneof(fc.constantFrom(...pieces, ...more), fc.string({ maxLength: 4 })),
    });
    fc.assert(
      fc.property(fc.nat(), fc.array(change, { minLength: 1, maxLength: 4 }), (seed, changes) => {
        let text = seeds[seed % seeds.length] ?? '';
        for (const { at, length, text: piece } of changes) {
          const start = Math.floor(at * text.length);
          text = text.slice(0, start) + piece + text.slice(start + length);
        }
        for (const role of ['source', 'target'] as const) {
          try {
            const document = xliff.parse(text, { role });
            expect(xliff.edit(document, [])).toBe(text);
          } catch (error) {
            if (!(error instanceof FormatError)) throw error;
            expect(error.offset).toBeLessThanOrEqual(text.length);
            expect(error.line).toBeGreaterThan(0);
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
