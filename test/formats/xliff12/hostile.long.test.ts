import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError, type Edit } from '../../../src/model/index.js';
import { decodeAs, encode } from '../../../src/formats/kit/encoding.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { fixtures, symfony, tools, xcode } from './fixtures.js';
import { fileOf, unitOf } from './snippets.js';

function failure(text: string): FormatError {
  try {
    xliff.parse(text, { file: 'a.xlf' });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail(`no error: ${text.slice(0, 200)}`);
}

const bomb =
  '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;">]>';

describe('bad input', () => {
  it.each([
    ['an ampersand', unitOf('a', '<source>a & b</source>'), 'syntax', 3],
    ['a wrong closing tag', unitOf('a', '<source>a</target>'), 'syntax', 3],
    ['an undeclared entity', unitOf('a', '<source>a&nbsp;b</source>'), 'syntax', 3],
    ['a second root', `${unitOf('a', '<source>a</source>')}<xliff/>`, 'syntax', 6],
    ['NUL', unitOf('a', '<source>\0</source>'), 'encoding', 3],
    ['half a surrogate pair', unitOf('a', '<source>\ud800</source>'), 'encoding', 3],
    ['conflict markers', fileOf('\n<<<<<<< HEAD\n=======\n>>>>>>> b\n'), 'conflict-markers', 4],
    ['an entity bomb', bomb + unitOf('a', '<source>&c;</source>'), 'doctype', 1],
    ['deep groups', fileOf('<group>'.repeat(2000)), 'too-deep', 3],
    ['deep codes', unitOf('a', `<source>${'<g id="1">'.repeat(2000)}`), 'too-deep', 3],
  ])('%s is an error with its place', (_, text, code, line) => {
    const error = failure(text);
    expect([error.code, error.line], error.message).toEqual([code, line]);
    expect(error.column).toBeGreaterThan(0);
  });
  it('a file that is cut off anywhere is an error', () => {
    const end = tools.trimEnd().length;
    for (let at = 60; at < end; at += 7)
      expect(failure(tools.slice(0, at)).line, tools.slice(0, at)).toBeGreaterThan(0);
  });
  it('a DOCTYPE that declares nothing is passed over', () => {
    const text = `<!DOCTYPE xliff SYSTEM "http://127.0.0.1:1/x.dtd">${unitOf('a', '<source>A</source>')}`;
    expect(xliff.parse(text).units).toMatchObject([{ key: ['a'], text: 'A' }]);
  });
  it.each([
    [
      'a unit without source',
      '<trans-unit id="a"><target>x</target></trans-unit>',
      'lacks <source>',
    ],
    [
      'a second target',
      '<trans-unit id="a"><source>A</source><target/><target/></trans-unit>',
      'a second',
    ],
    ['a unit without name', '<trans-unit><source>A</source></trans-unit>', 'without an id'],
    [
      'a target without the segments of its source',
      '<trans-unit id="a"><source>A. B.</source><seg-source><mrk mtype="seg" mid="1">A.</mrk> <mrk mtype="seg" mid="2">B.</mrk></seg-source><target>x</target></trans-unit>',
      '<target> has none',
    ],
  ])('%s is left out with a warning, and the others work', (_, unit, message) => {
    const text = fileOf(`\n${unit}\n<trans-unit id="z"><source>Z</source></trans-unit>\n`);
    const document = xliff.parse(text, { role: 'target', file: 'a.xlf' });
    expect(document.units.map(({ key }) => key)).toEqual([['z']]);
    expect(document.problems).toMatchObject([
      { code: 'invalid-unit', severity: 'warning', file: 'a.xlf', line: 4 },
    ]);
    expect(document.problems[0]?.message).toContain(message);
    const edited = xliff.edit(document, [{ op: 'set', key: ['z'], text: 'Zett' }]);
    expect(edited).toContain(unit);
    expect(edited).toContain('<target state="translated">Zett</target>');
  });
  it('of a repeated key the last one is the unit', () => {
    const units = ['1', '2'].map((n) => `<trans-unit id="a"><source>${n}</source></trans-unit>`);
    const document = xliff.parse(fileOf(`\n${units.join('\n')}\n`));
    expect(document.units.map(({ text }) => text)).toEqual(['2']);
    expect(document.problems).toMatchObject([{ code: 'invalid-unit', line: 4 }]);
  });
  it('names that objects have of their own are ids like any other', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const units = names.map((id) => `<trans-unit id="${id}"><source>${id}</source></trans-unit>`);
    const document = xliff.parse(fileOf(units.join('\n')), { role: 'target' });
    expect(document.units.map(({ key }) => key[0])).toEqual(names);
    const edits = names.map((id) => ({ op: 'set', key: [id], text: 'x' }) as const);
    expect(xliff.edit(document, edits).match(/<target state="translated">x</g)).toHaveLength(3);
  });
});

describe('encodings', () => {
  const latin = symfony
    .replace('encoding="utf-8"', 'encoding="ISO-8859-1"')
    .replace('Your cart', 'Pâté');
  it.each(['iso-8859-1', 'utf-16le', 'utf-16be'])('%s is written back as it was', (encoding) => {
    const declared = encoding.startsWith('utf-16')
      ? `\ufeff${latin.replace('ISO-8859-1', 'UTF-16')}`
      : latin;
    const bytes = encode(declared, encoding);
    const read = decodeAs(bytes, { capabilities: xliff.capabilities });
    expect(read.encoding).toBe(encoding);
    const options = { role: 'source', locale: 'en', encoding: read.encoding } as const;
    const document = xliff.parse(read.text, options);
    expect(document.units[0]).toMatchObject({ key: ['cart.title'], text: 'Pâté' });
    const text = xliff.edit(document, [{ op: 'set', key: ['cart.title'], text: 'Menü' }]);
    expect(decodeAs(encode(text, encoding), { capabilities: xliff.capabilities }).text).toBe(
      declared.replace('Pâté', 'Menü'),
    );
  });
});

describe('a character that the encoding lacks', () => {
  it('is never in CDATA, where it could not be escaped', () => {
    const options = { role: 'source', locale: 'en', encoding: 'iso-8859-1' } as const;
    const text = symfony.replace('encoding="utf-8"', 'encoding="ISO-8859-1"');
    const edit = { op: 'set', key: ['cart.hint'], text: '<b>5 €</b>' } as const;
    expect(xliff.edit(xliff.parse(text, options), [edit])).toContain(
      '<target>&lt;b>5 €&lt;/b></target>',
    );
  });
});

describe('versions', () => {
  it.each([
    ['version="1.0"', true],
    ['version="1.1" xmlns="urn:oasis:names:tc:xliff:document:1.1"', true],
    ['version="1.2"', true],
    ['xmlns="urn:oasis:names:tc:xliff:document:1.2"', true],
    ['', true],
    ['version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en"', false],
  ])('<xliff %s> is 1.x: %s', (attributes, is) => {
    const text = `<!-- <xliff version="2.0"> -->\n<xliff ${attributes}><file source-language="en" id="f"><body><trans-unit id="a"><source>A</source></trans-unit></body></file></xliff>`;
    expect(xliff.parse(text).units).toHaveLength(is ? 1 : 0);
  });
  it('a target of another version than its source is an error', () => {
    const two =
      '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f"><unit id="a"><segment><source>A</source></segment></unit></file></xliff>';
    for (const [text, other] of [
      [xcode, two],
      [two, xcode],
    ] as const) {
      const source = xliff.parse(other);
      expect(() => xliff.parse(text, { role: 'target', source })).toThrow(
        'use the same version for both',
      );
    }
  });
});

describe('edits of any file', () => {
  it('give a file that can be read, or an EditError', () => {
    const documents = fixtures.map(({ text }) =>
      xliff.parse(text, { role: 'target', locale: 'de' }),
    );
    const change = fc.record({
      at: fc.nat(),
      op: fc.constantFrom('set', 'set', 'insert', 'remove', 'from'),
      text: fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
      echo: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(change, { maxLength: 5 }), (a, b, changes) => {
        const document = documents[a % documents.length]!;
        const from = xliff.parse(documents[b % documents.length]!.text);
        const edits = changes.map(({ at, op, text, echo }): Edit => {
          const unit = document.units[at % document.units.length]!;
          const other = from.units[at % from.units.length]!;
          const value = echo ? other.text : text;
          const origin = { document: from, unit: other };
          if (op === 'remove') return { op, key: unit.key };
          if (op === 'insert')
            return { op, key: other.key, text: value, after: null, from: origin };
          return { op: 'set', key: unit.key, text: value, ...(op === 'from' && { from: origin }) };
        });
        let text: string;
        try {
          text = xliff.edit(document, edits);
        } catch (error) {
          expect(error).toHaveProperty('name', 'EditError');
          return;
        }
        xliff.parse(text, { role: 'target', locale: 'de' });
        const derived = xliff.derive(xliff.parse(text), [], { locale: 'ja', language: 'ja' });
        expect(xliff.parse(derived, { role: 'target' }).targetLanguage).toBe('ja');
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 500) },
    );
  });
});
