import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import { EditError, FormatError } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { fixtures } from './fixtures.js';

function errorOf(text: string, locale?: string): FormatError {
  try {
    yaml.parse(text, { file: 'f.yml', ...(locale !== undefined && { locale }) });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error(`It is read: ${text.slice(0, 80)}`);
}

describe('a file that is no YAML is refused with its place', () => {
  it.each([
    ['an open quote', 'a: x\nb: "y\nc: z\n', 4],
    ['an open flow collection', 'a: [x,\nb: y\n', 2],
    ['a tab as indentation', 'a:\n\tb: x\n', 2],
    ['a tab below a key', 'a:\n  b: x\n\tc: y\n', 3],
    ['a key too deep', 'a: x\n  b: y\n', 1],
    ['a key between levels', 'a:\n    b: x\n  c: y\n', 3],
    ['two values', 'a: b: c\n', 1],
    ['text alone', 'Just text\n', 1],
    ['markup', '<?xml version="1.0"?>\n<a/>\n', 1],
    ['an alias without anchor', 'a: *x\n', 1],
    ['a wrong escape', 'a: "\\q"\n', 1],
    ['a reserved character', 'a: @x\n', 1],
    ['a control character', 'a: x\nb: \u0007\n', 2],
  ])('%s', (_, text, line) => {
    const error = errorOf(text);
    expect(error.code).toBe('syntax');
    expect(error.line).toBe(line);
    expect(error.message).toMatch(/^f\.yml:\d+:\d+: \S.*\.$/s);
  });

  it('a mapping as a key, behind which the parser would drop entries', () => {
    expect(() => yaml.parse('a: 1\n?   hello: x\n  lost: y\n')).toThrow(
      'line 2, column 1: a mapping or sequence as a key; expected a scalar.',
    );
  });
  it('with the line in files of all line ends', () => {
    for (const newline of ['\n', '\r\n', '\r'])
      expect(errorOf(`a: x${newline}b: "y${newline}`).line).toBeGreaterThanOrEqual(2);
  });

  it('conflict markers and NUL', () => {
    expect(errorOf('a: x\n<<<<<<< HEAD\nb: y\n=======\nb: z\n>>>>>>> other\n')).toMatchObject({
      ...{ code: 'conflict-markers', line: 2, column: 1 },
    });
    expect(errorOf('a: \0\n').code).toBe('encoding');
  });

  it('a second document with the same root', () => {
    const error = errorOf('en:\n  a: x\n---\nen:\n  a: y\n', 'en');
    expect(error).toMatchObject({ code: 'several-documents', line: 4 });
  });

  it.each([
    ['a: x\n---\nb: y\n', 'a: u\n', 1, 'add the missing ones'],
    ['a: x\n---\nb: y\n', '# Nothing yet.\n', 1, 'delete the file'],
    ['a: x\n', 'a: u\n---\nb: v\n', 3, 'remove the one that starts here'],
    ['a: x\n---\nb: y\n', 'a: u\n---\nb: v\n---\nc: w\n', 5, 'remove the one that starts here'],
  ])('a target with more or fewer documents than its source %#', (from, text, line, next) => {
    const source = yaml.parse(from, { locale: 'en' });
    const parse = () => yaml.parse(text, { role: 'target', locale: 'de', source });
    expect(parse).toThrow(expect.objectContaining({ code: 'several-documents', line }) as Error);
    expect(parse).toThrow(next);
  });

  it.each([
    ['a: x\n', ''],
    ['a: x\n', 'a: u\n---\n# Nothing.\n'],
    ['a: x\n---\nb: y\n', 'a: u\n---\nb:\n'],
    ['', 'a: u\n'],
  ])('unless these are as good as none %#', (from, text) => {
    const source = yaml.parse(from, { locale: 'en' });
    expect(() => yaml.parse(text, { role: 'target', locale: 'de', source })).not.toThrow();
  });
});

describe('hostile files', () => {
  const depth = 10_000;
  const steps = Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('');
  it.each([
    ['flow sequences', '['.repeat(depth) + ']'.repeat(depth)],
    ['flow mappings', '{a: '.repeat(depth) + '}'.repeat(depth)],
    ['open brackets', '['.repeat(depth)],
    ['sequences', `${'- '.repeat(depth)}x\n`],
    ['explicit keys', `${'? '.repeat(depth)}x\n`],
    ['mappings', steps],
  ])('%s nested thousands of levels deep are refused', (_, text) => {
    expect(errorOf(text).code).toMatch(/too-deep|syntax/);
  });

  it('are read in linear time where keys repeat or lines are long', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => `k${i % 10_000}: v\n`).join('');
    expect(yaml.parse(many).problems).toHaveLength(10_000);
    const long = `a: ${'x '.repeat(200_000)}\nb: "${' '.repeat(200_000)}"\n${'#'.repeat(100_000)}\n`;
    expect(yaml.parse(long).units).toHaveLength(2);
    expect(yaml.parse(`a: |\n${'\n'.repeat(100_000)}  x\n`).units).toHaveLength(1);
  });

  it('keep a lone surrogate', () => {
    const document = yaml.parse('a: "\ud800"\nb: x\n');
    expect(yaml.edit(document, [{ op: 'set', key: ['b'], text: 'z' }])).toBe('a: "\ud800"\nb: z\n');
  });
});

describe('mutated files', () => {
  const { files } = corpusFiles(yaml);
  const texts = [...fixtures, ...files.filter(({ text }) => text.length < 4000)].map(
    ({ text }) => text,
  );
  const scraps = [
    '\n',
    '\r',
    '\t',
    ' ',
    '"',
    "'",
    ':',
    '- ',
    '#',
    '{',
    '}',
    '[',
    ']',
    '|',
    '>',
    '&a ',
    '*a',
    '? ',
    '---\n',
    '...\n',
    '!!',
    '%',
    '\ufeff',
    ',',
    '<<: ',
  ];

  it('are read or refused; edits of those read are seen or refused', () => {
    const arbitrary = fc.record({
      file: fc.nat(),
      at: fc.array(
        fc.record({ place: fc.nat(), cut: fc.nat(20), scrap: fc.constantFrom('', ...scraps) }),
        {
          ...{ minLength: 1, maxLength: 4 },
        },
      ),
    });
    fc.assert(
      fc.property(arbitrary, ({ file, at }) => {
        let text = texts[file % texts.length]!;
        for (const { place, cut, scrap } of at) {
          const start = place % (text.length + 1);
          text = text.slice(0, start) + scrap + text.slice(start + (scrap === '' ? cut : 0));
        }
        tryEdits(text);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 400) },
    );
  });
});

/** Whatever is read keeps its bytes, takes a text, and loses a unit without touching the others. */
function tryEdits(text: string): void {
  let document;
  try {
    document = yaml.parse(text);
  } catch (error) {
    expect(error).toBeInstanceOf(FormatError);
    return;
  }
  expect(yaml.edit(document, [])).toBe(text);
  const unit = document.units[document.units.length >> 1];
  if (unit === undefined) return;
  const source = yaml.parse('a: text\n').units[0]!;
  const from = { document, unit: source };
  const set = yaml.edit(document, [{ op: 'set', key: unit.key, text: 'new: text', from }]);
  const expected = document.units.map((other) => (other === unit ? 'new: text' : other.text));
  expect(
    yaml.parse(set).units.map((other) => other.text),
    JSON.stringify(set),
  ).toEqual(expected);
  try {
    const less = yaml.edit(document, [{ op: 'remove', key: unit.key }]);
    expect(yaml.parse(less).units.length, JSON.stringify([text, unit.key, less])).toBeLessThan(
      document.units.length,
    );
  } catch (error) {
    expect(error).toBeInstanceOf(EditError);
  }
}
