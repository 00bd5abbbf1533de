import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/formats/kit/encoding.js';
import { codecFor, formats, FormatError, EditError } from '../../src/formats/public.js';
import { sortEdits } from '../../src/formats/kit/edits.js';
import { detectNewline } from '../../src/formats/kit/layout.js';
import { positions } from '../../src/formats/kit/positions.js';
import { applySplices } from '../../src/formats/kit/splices.js';
import { locate, type InsertEdit } from '../../src/model/index.js';
import { corpusBytes } from './support/corpus.js';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => Buffer.from(part as string)));

function errorOf(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('splices', () => {
  it('are applied in one pass, whatever their order', () => {
    const splices = [
      { start: 4, end: 5, text: 'E' },
      { start: 0, end: 1, text: '' },
      { start: 2, end: 2, text: '+' },
    ];
    expect(applySplices('abcdef', splices)).toBe('b+cdEf');
    expect(applySplices('abcdef', splices.toReversed())).toBe('b+cdEf');
  });
  it('at one place keep their order and stand before what is replaced there', () => {
    const splices = [
      { start: 1, end: 2, text: 'X' },
      { start: 1, end: 1, text: '1' },
      { start: 1, end: 1, text: '2' },
    ];
    expect(applySplices('abc', splices)).toBe('a12Xc');
  });
  it('that meet are an error', () => {
    const splices = [
      { start: 0, end: 3, text: '' },
      { start: 2, end: 4, text: '' },
    ];
    expect(errorOf(() => applySplices('abcdef', splices))).toMatchObject({ code: 'overlap' });
    expect(() => applySplices('abc', [{ start: 2, end: 9, text: '' }])).toThrow(EditError);
  });
});

describe('decoding', () => {
  it('keeps a BOM as U+FEFF', () => {
    expect(decodeText(bytes([0xef, 0xbb, 0xbf], '{}'))).toBe('\ufeff{}');
  });
  it.each([
    ['Windows-1252', bytes('a: 1\nb: caf', [0xe9], '\n'), 2, 7],
    ['a byte of its own', bytes('ok ', [0x80]), 1, 4],
    ['an overlong form', bytes('é', [0xc0, 0x80]), 1, 2],
    ['a surrogate', bytes([0xed, 0xa0, 0x80]), 1, 1],
    ['a cut character', bytes('日', [0xe6, 0x97]), 1, 2],
    ['beyond Unicode', bytes([0xf4, 0x90, 0x80, 0x80]), 1, 1],
  ])('refuses %s at its first wrong byte', (_, input, line, column) => {
    const error = errorOf(() => decodeText(input, 'x.json'));
    expect(error).toBeInstanceOf(FormatError);
    expect(error).toMatchObject({ code: 'encoding', line, column, file: 'x.json' });
  });
  it('refuses markers of an unfinished merge, at the start of a line only', () => {
    const error = errorOf(() => decodeText(bytes('a: 1\r\n<<<<<<< HEAD\r\n')));
    expect(error).toMatchObject({ code: 'conflict-markers', line: 2, column: 1 });
    expect(decodeText(bytes('a: "<<<<<<< not here"'))).toContain('not here');
  });
});

describe('the order of inserts', () => {
  const insert = (key: string, after: string | null): InsertEdit => ({
    ...{ op: 'insert', key: [key], text: key },
    after: after === null ? null : [after],
  });
  const has = ([key]: readonly string[]): boolean => key === 'a' || key === 'b';

  it('follows `after` through other inserts', () => {
    const edits = [insert('z', 'y'), insert('x', 'a'), insert('y', 'x'), insert('first', null)];
    for (const order of [edits, edits.toReversed()]) {
      const placed = sortEdits(order, has).inserts;
      const keys = placed.map(({ edit }) => edit.key[0]);
      expect(keys.filter((key) => key !== 'first')).toEqual(['x', 'y', 'z']);
      expect(placed.find(({ edit }) => edit.key[0] === 'z')?.anchor).toEqual(['a']);
    }
  });
  it('refuses circles, unknown places and keys that are there', () => {
    expect(() => sortEdits([insert('x', 'y'), insert('y', 'x')], has)).toThrow(/after itself/);
    expect(() => sortEdits([insert('x', 'nowhere')], has)).toThrow(/no unit "nowhere"/);
    expect(() => sortEdits([insert('a', null)], has)).toThrow(/already exists/);
  });
});

describe('positions', () => {
  it('are those of `locate`', () => {
    const text = '\ufeffone\ntwo\r\nthree\rfour';
    const place = positions(text);
    for (let offset = 1; offset <= text.length; offset += 1)
      if (text[offset] !== '\n') expect(place(offset)).toEqual(locate(text, offset));
  });
  it('newlines are told by the first one', () => {
    expect(['a\nb', 'a\r\nb\n', 'a\rb', 'a\rb\n', 'ab', '\n'].map(detectNewline)).toEqual([
      ...['\n', '\r\n', '\r', '\r', '\n', '\n'],
    ]);
  });
});

describe('the registry', () => {
  it('finds a codec by the ending of a file name', () => {
    expect(codecFor('src/Locales/DE.JSON')?.name).toBe('json');
    expect(codecFor('app_en.arb')?.name).toBe('arb');
    expect(codecFor('a/film.en.srt')?.name).toBe('srt');
    expect(codecFor('README.rst')).toBeUndefined();
  });
  it('has every codec under its own name', () => {
    for (const [name, codec] of Object.entries(formats)) expect(codec.name).toBe(name);
  });
});

it('the laws of each format meet every file of the corpora', () => {
  const counts = Object.values(formats).map(
    ({ name }) => [name, corpusBytes(name).length] as const,
  );
  const none = counts.filter(([, count]) => count === 0).map(([name]) => name);
  // Which of them a codec refuses, its laws list one by one. The others have fixtures of their own.
  if (none.length < counts.length)
    expect(
      none.filter(
        (name) => !/^(?:lua|ass|fastlane|ini|json5|javascript|sbv|ttml|vue|wxl|xaml)$/.test(name),
      ),
    ).toEqual([]);
});
