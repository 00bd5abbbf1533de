import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArchive, updateArchive } from '../../src/lock/index.js';
import type { ArchivedText, TextToArchive } from '../../src/lock/index.js';

const AGB: TextToArchive = {
  path: 'locales/en.json',
  key: ['cart', 'terms'],
  locale: 'de',
  origin: '==',
  source: 'abcdefgh',
  text: 'AGB',
};

const EMPTY = parseArchive('');

function archiveOf(...texts: readonly TextToArchive[]): string {
  return updateArchive(EMPTY, { add: texts, remove: [] }).text;
}

function textsIn(text: string): readonly string[] {
  return parseArchive(text).texts.map((one) => one.text);
}

/** One after the other, each with a turn of its own. */
function inTurns(
  texts: readonly TextToArchive[],
  bytes?: number,
): ReturnType<typeof updateArchive> {
  let made = { text: '', dropped: 0 };
  for (const one of texts) {
    made = updateArchive(parseArchive(made.text), { add: [one], remove: [] }, bytes);
  }
  return made;
}

test('texts are read back as they were, each in one line of its own', () => {
  const string = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(string, fc.array(string, { minLength: 1 }), string, (text, key, path) => {
      const written = archiveOf({ ...AGB, text, key, path });
      expect(parseArchive(written)).toEqual({
        texts: [{ ...AGB, text, key, path, turn: 1 }],
        unreadable: [],
        problems: [],
        writable: true,
      });
      expect(written.split(/[\n\r\u2028\u2029\u0085]/)).toHaveLength(4);
    }),
  );
});

test('equal sets give equal bytes, in sorted lines', () => {
  const others = [AGB, { ...AGB, locale: 'fr' }, { ...AGB, key: ['a'] }];
  const text = archiveOf(...others);
  expect(archiveOf(...[...others].reverse())).toBe(text);
  const lines = text.split('\n').slice(2, -1);
  expect(lines).toEqual([...lines].sort());
});

describe('a text', () => {
  test('takes the place of an older one of the same unit, source and locale', () => {
    const { text } = inTurns([AGB, { ...AGB, text: 'Bedingungen' }]);
    expect(parseArchive(text).texts).toEqual([{ ...AGB, text: 'Bedingungen', turn: 2 }]);
  });

  test('that is there already changes nothing', () => {
    const text = archiveOf(AGB);
    expect(inTurns([AGB, AGB]).text).toBe(text);
  });

  test('leaves once it is used, whatever its turn, and no other does', () => {
    const other = { ...AGB, text: 'Andere', source: '12345678' };
    const archive = parseArchive(inTurns([AGB, other]).text);
    const { text } = updateArchive(archive, { add: [], remove: [AGB] });
    expect(textsIn(text)).toEqual(['Andere']);
  });
});

describe('a full archive', () => {
  const some = ['1', '2', '3', '4'].map((name) => ({ ...AGB, key: [name], text: name }));
  const size = inTurns(some).text.length;

  test('lets the oldest texts go and says how many', () => {
    const { text, dropped } = inTurns(some, size - 1);
    expect(dropped).toBe(1);
    expect(textsIn(text)).toEqual(['2', '3', '4']);
    expect(text.length).toBeLessThan(size);
  });

  test('of one turn lets the last lines go first', () => {
    const bytes = archiveOf(...some).length - 1;
    const { text } = updateArchive(EMPTY, { add: some, remove: [] }, bytes);
    expect(textsIn(text)).toEqual(['1', '2', '3']);
  });
});

describe('bad lines', () => {
  const line = archiveOf(AGB).split('\n')[2] ?? '';

  test('conflict markers are reported, and both sides are used', () => {
    const other = line.replace('AGB', 'Bedingungen');
    const text = `<<<<<<< ours\n${line}\n=======\n${other}\n>>>>>>> theirs\n`;
    const archive = parseArchive(text);
    expect(archive.texts.map((one: ArchivedText) => one.text)).toEqual(['AGB', 'Bedingungen']);
    const message =
      'Line 1 of the archive (and 2 more like it) is a merge conflict marker; the texts of both sides are used.';
    expect(archive.problems).toEqual([
      { code: 'archive-unreadable', severity: 'warning', message, line: 1 },
    ]);
    expect(updateArchive(archive, { add: [], remove: [] }).text).not.toMatch(/^[<=>]{7}/m);
  });

  test.each([
    line.slice(0, -5),
    'nonsense',
    '[]',
    line.replace('"=="', '"xx"'),
    line.replace('abcdefgh', 'short'),
    line.replace(',1,', ',-1,'),
    line.replace('["cart","terms"]', '[]'),
    '['.repeat(100_000),
  ])('%#: what is no text is reported and stays in the file', (bad) => {
    const archive = parseArchive(`${archiveOf({ ...AGB, key: ['z'] })}${bad}\r\n`);
    expect(archive).toMatchObject({ problems: [{ line: 4 }], unreadable: [bad], writable: true });
    const { text } = updateArchive(archive, { add: [], remove: [] });
    expect(text.split('\n')).toContain(bad);
    expect(parseArchive(text).texts).toHaveLength(1);
  });

  test('one of a newer version is not read and not written', () => {
    const archive = parseArchive(`# locale-sync archive v2: other\n${line}\n`);
    expect(archive).toMatchObject({
      texts: [],
      writable: false,
      problems: [{ code: 'archive-newer', line: 1 }],
    });
  });

  test('a byte order mark, CRLF and a last line without its end harm nothing', () => {
    const text = `\uFEFF${archiveOf(AGB).replaceAll('\n', '\r\n').trimEnd()}`;
    expect(parseArchive(text)).toMatchObject({ texts: [{ text: 'AGB' }], problems: [] });
  });
});
