import { describe, expect, it, test } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { Edit, Key, ParseOptions } from '../../../src/model/index.js';

const path = (key: string): Key => (key === '' ? [] : key.split('.'));

function remove(text: string, ...keys: string[]): string {
  return yaml.edit(
    yaml.parse(text),
    keys.map((key): Edit => ({ op: 'remove', key: path(key) })),
  );
}

/** Inserts what `source` has and `text` lacks, as the engine does. */
function complete(text: string, source: string, options?: ParseOptions): string {
  const from = yaml.parse(source, options && { locale: 'en' });
  const target = yaml.parse(text, options);
  const has = new Set(target.units.map(({ key }) => key.join('.')));
  const edits = from.units.flatMap((unit, index): Edit[] => {
    if (has.has(unit.key.join('.'))) return [];
    const after = from.units[index - 1]?.key ?? null;
    return [
      { op: 'insert', key: unit.key, text: unit.text, after, from: { document: from, unit } },
    ];
  });
  const result = yaml.edit(target, edits);
  expect(yaml.edit(target, edits.toReversed())).toBe(result);
  return result;
}

describe('new units', () => {
  it('stand where the source has them, in the indentation and quotes of their neighbours', () => {
    const source = 'a: A\nb: B\nc:\n    d: D\n    e: E\n    f: F\ng: G\n';
    expect(complete('a: \'A\'\nc:\n   d: "D"\n   f: "F"\n', source)).toBe(
      'a: \'A\'\nb: B\nc:\n   d: "D"\n   e: "E"\n   f: "F"\ng: "G"\n'.replace('b: B', "b: 'B'"),
    );
  });

  it('stand first, and behind one another', () => {
    expect(complete('c: C\n', 'a: A\nb: B\nc: C\nd: D\ne: E\n')).toBe(
      'a: A\nb: B\nc: C\nd: D\ne: E\n',
    );
    expect(complete('x:\n  c: C\n', 'x:\n  a: A\n  c: C\n')).toBe('x:\n  a: A\n  c: C\n');
  });

  it('come with the containers that they need', () => {
    expect(
      complete('a: A\nz: Z\n', 'a: A\nb:\n  c:\n    d: D\n    e: E\n  f:\n  - g\n  - h\nz: Z\n'),
    ).toBe('a: A\nb:\n  c:\n    d: D\n    e: E\n  f:\n    - g\n    - h\nz: Z\n');
    expect(complete('a:\n- A\nz: Z\n', 'a:\n- A\n- B\n- c: C\n  d: D\nb:\n- x\nz: Z\n')).toBe(
      'a:\n- A\n- B\n- c: C\n  d: D\nb:\n- x\nz: Z\n',
    );
  });

  it.each(['!!x :', '&a :', '!!x &a :', ':', '!!x k:', '"":'])(
    'stand in the column of a mapping whose first key is %s',
    (key) => {
      const before = `r:\n  ${key}\n      t: T\n`;
      expect(complete(before, `${before}  b:\n    c: C\n`)).toBe(`${before}  b:\n    c: C\n`);
    },
  );

  it.each(['x: [t, a: A]\n', 'x:\n- [a: A]\n', 'x: [\n  t,\n  "a": A,\n]\n'])(
    'are refused beside a pair that has no braces: %j',
    (text) => {
      const document = yaml.parse(text);
      const { key } = document.units.at(-1)!;
      const insert = { op: 'insert', key: [...key.slice(0, -1), 'b'], text: 'B' } as const;
      for (const after of [key, null])
        expect(() => yaml.edit(document, [{ ...insert, after }])).toThrow('a pair without braces');
    },
  );

  it('are set off by blank lines where their neighbours are', () => {
    expect(complete('a: A\n\nc: C\n\nd: D\n', 'a: A\nb: B\nc: C\nd: D\ne: E\n')).toBe(
      'a: A\n\nb: B\n\nc: C\n\nd: D\n\ne: E\n',
    );
  });

  it('are set off from a comment such as a licence where they are the first', () => {
    expect(complete('# licence\n', 'a: A\n')).toBe('# licence\n\na: A\n');
    expect(complete('# head\n\n# licence', 'a: A\n')).toBe('# head\n\n# licence\n\na: A\n');
  });

  it('use the line ends of the file, and leave it without a final one if it has none', () => {
    expect(complete('a: A\r\nc: C\r\n', 'a: A\nb: B\nc: C\n')).toBe('a: A\r\nb: B\r\nc: C\r\n');
    expect(complete('a: A', 'a: A\nb:\n  c: C\n')).toBe('a: A\nb:\n  c: C');
    expect(complete('\ufeffb: B\n', 'a: A\nb: B\n')).toBe('\ufeffa: A\nb: B\n');
  });

  it('go into flow collections', () => {
    const source = 'x:\n  a: A\n  b: B\n  c: C\n';
    expect(complete('x: {b: "B"}\n', source)).toBe('x: {a: "A", b: "B", c: "C"}\n');
    expect(complete('{\n  "x": {\n    "b": "B"\n  }\n}\n', source)).toBe(
      '{\n  "x": {\n    a: "A",\n    "b": "B",\n    c: "C"\n  }\n}\n',
    );
    expect(complete('x: [a]\n', 'x: [a, b, {c: d}]\n')).toBe('x: [a, b, {c: d}]\n');
  });

  it('go into containers that are empty', () => {
    const source = 'x:\n  a: A\n  b: B\ny: Y\n';
    for (const empty of ['x:', 'x: {}', 'x: ~', 'x: null'])
      expect(complete(`${empty}\ny: Y\n`, source)).toBe(source);
    expect(complete('x: # c\ny: Y\n', source)).toBe('x: # c\n  a: A\n  b: B\ny: Y\n');
    expect(complete('- {}\n', '- a: A\n')).toBe('- {a: A}\n');
  });

  it('go into files that are empty', () => {
    const source = 'en:\n  a: A\n  b:\n    c: C\n';
    expect(complete('', source)).toBe(source);
    expect(complete('# head\n---\n', source)).toBe(`# head\n---\n${source}`);
    expect(complete('', source, { locale: 'no' })).toBe('"no":\n  a: A\n  b:\n    c: C\n');
    expect(complete('de:\n', source, { locale: 'de' })).toBe('de:\n  a: A\n  b:\n    c: C\n');
    expect(complete('de: {}\n', source, { locale: 'de' })).toBe('de:\n  a: A\n  b:\n    c: C\n');
  });

  it('keep block scalars, raw values and spelled keys of the source', () => {
    const source = 'a: A\nno: B\n"1": 1\nt: |\n  one\n  two\nf: >-\n  x\n\n  y\nn:\ne: []\n';
    expect(complete('a: A\n', source)).toBe(source);
  });

  it('bring the comment above them where the file has comments', () => {
    const source = '# head\n\na: A\n# of b\n# more\nb: B\n';
    expect(complete('a: A # x\n', source)).toBe('a: A # x\n# of b\n# more\nb: B\n');
    expect(complete('a: A\n', source)).toBe('a: A\nb: B\n');
  });

  it('are written as in the source where they are no texts', () => {
    const source = [
      'a: A\norder: [:year, :"x.y"]\ns: !ruby/symbol "foo bar"\ni: !!int "1"\n',
      'list:\n  - !!int "2"\n  - :day\ndate: 2020-01-01\ntime: 1:30\nn: 1_000\nq: "1:30"\n',
    ].join('');
    expect(complete('a: A\n', source)).toBe(source);
  });

  it('take the place of an alias', () => {
    expect(complete('a: &a A\nb: *a\n', 'a: A\nb: B\n')).toBe('a: &a A\nb: B\n');
  });

  it('are refused below a text', () => {
    expect(() => complete('a: text\n', 'a:\n  b: B\n')).toThrow(/Something else is at "a"/);
  });

  it('may take the place of a container that goes, and the other way round', () => {
    const from = yaml.parse('a: A\n');
    const target = yaml.parse('a:\n  b: B\nc: C\n');
    const removed: Edit = { op: 'remove', key: ['a', 'b'] };
    expect(
      yaml.edit(target, [
        {
          op: 'insert',
          key: ['a'],
          text: 'A',
          after: null,
          from: { document: from, unit: from.units[0]! },
        },
        removed,
      ]),
    ).toBe('a: A\nc: C\n');
    const flat = yaml.parse('a: A\nc: C\n');
    const edits: Edit[] = [
      { op: 'remove', key: ['a'] },
      { op: 'insert', key: ['a', 'b'], text: 'B', after: null },
    ];
    expect(yaml.edit(flat, edits)).toBe('a:\n  b: B\nc: C\n');
  });

  it('stand after a block scalar, also one that keeps its blank lines', () => {
    const source = 'a: |\n  A\nb: B\nc: C\n';
    expect(complete('a: |\n  A\n\nc: C\n', source)).toBe('a: |\n  A\n\nb: B\n\nc: C\n');
    const kept = complete('a: |+\n  A\n\nc: C\n\nd: D\n', `${source}d: D\n`);
    expect(kept).toBe('a: |+\n  A\n\nb: B\nc: C\n\nd: D\n');
  });

  it('are no block scalars where lines of blanks follow', () => {
    const source = 'a: A\nt: |\n  one\n  two\nc: C\nd: D\n';
    expect(complete('a: A\n   \nc: C\nd: D\n', source)).toBe(
      'a: A\nt: "one\\ntwo\\n"\n   \nc: C\nd: D\n',
    );
    expect(complete('a: A\n\nc: C\nd: D\n', source)).toContain('t: |\n  one\n  two\n');
  });

  it('stand in brackets in one line where they do so in the source', () => {
    const source = 'a: A\nm: { x: "X", y: [1, Y] }\nn: [p, q]\nl: {\n  z: Z\n}\n';
    expect(complete('a: Ä\n', source)).toBe(
      'a: Ä\nm: { x: X, y: [1, Y] }\nn: [p, q]\nl:\n  z: Z\n',
    );
  });

  it('say that they are text where only a tag of the source did', () => {
    expect(complete('a: A\n', 'a: A\nb: !!str 12\nc: 2026-11-21\n')).toBe(
      'a: A\nb: "12"\nc: 2026-11-21\n',
    );
  });
});

describe('removed units', () => {
  it('leave no lines of blanks that a block scalar above them would take for its own', () => {
    expect(remove('a: |\n  A\nb: B\n   \nc: C\n', 'b')).toBe('a: |\n  A\nc: C\n');
    expect(remove('a: |\n  A\n\nb: B\n\n   \nc: C\n', 'b')).toBe('a: |\n  A\n\nc: C\n');
    expect(remove('a: >-\r\n  A\r\nb: B\r\n\r\nx: X\r\n    \r\nc: C\r\n', 'b', 'x')).toBe(
      'a: >-\r\n  A\r\n\r\nc: C\r\n',
    );
    expect(remove('a: |\n  A\nb: B\n\nc: C\n', 'b')).toBe('a: |\n  A\n\nc: C\n');
    expect(remove('a: A\nb: B\n   \nc: |\n  C\n', 'b')).toBe('a: A\n   \nc: |\n  C\n');
  });

  it('go with their comment, unless a blank line parts them or it heads the file', () => {
    expect(remove('# head\n\n# of a\na: A\nb: B\n', 'a')).toBe('# head\n\nb: B\n');
    expect(remove('# head\na: A\nb: B\n', 'a')).toBe('# head\nb: B\n');
    expect(remove('a: A\n# apart\n\nb: B # behind\nc: C\n', 'b')).toBe('a: A\n# apart\n\nc: C\n');
  });

  it('take containers left empty with them', () => {
    expect(
      remove('a: A\n# of x\nx:\n  y:\n    # of z\n    z: Z\n    # left\nb: B\n', 'x.y.z'),
    ).toBe('a: A\nb: B\n');
    expect(remove('a: [x]\nb: B\n', 'a.0')).toBe('b: B\n');
  });

  it('take their comma with them', () => {
    const flow = 'a: [x, y, z]\n';
    expect(remove(flow, 'a.0')).toBe('a: [y, z]\n');
    expect(remove(flow, 'a.1')).toBe('a: [x, z]\n');
    expect(remove(flow, 'a.2')).toBe('a: [x, y]\n');
    expect(remove(flow, 'a.0', 'a.2')).toBe('a: [y]\n');
    expect(remove('{\n  "a": "A",\n  "b": "B"\n}\n', 'b')).toBe('{\n  "a": "A"\n}\n');
  });

  it('leave a file without final line end without one', () => {
    expect(remove('a: A\nb: B\nc: C', 'c')).toBe('a: A\nb: B');
    expect(remove('a: A\r\nb: B\r\nc: C', 'b', 'c')).toBe('a: A');
  });

  it.each(['\n', '\r\n'])(
    'make room for what comes in their place, at the end of such a file: %j',
    (newline) => {
      const lines = (text: string): string => text.replaceAll('\n', newline);
      const replace = (text: string, gone: string, ...edits: Edit[]): string =>
        yaml.edit(yaml.parse(lines(text)), [{ op: 'remove', key: path(gone) }, ...edits]);
      const insert = (key: string, after: string): Edit => ({
        op: 'insert',
        key: path(key),
        text: 'New',
        after: path(after),
      });
      expect(replace('a: A\nb: B', 'b', insert('c', 'a'))).toBe(lines('a: A\nc: New'));
      expect(replace('a: A\nb: B', 'b', insert('c', 'a'), insert('d', 'b'))).toBe(
        lines('a: A\nc: New\nd: New'),
      );
      expect(replace('a: A\n\n# of b\nb: B', 'b', insert('c', 'a'))).toBe(lines('a: A\n\nc: New'));
      const array = [insert('x.b.0', 'x.a'), insert('x.b.1', 'x.a')];
      expect(replace('x:\n  a: A\n  b: B', 'x.b', ...array)).toBe(
        lines('x:\n  a: A\n  b:\n    - New\n    - New'),
      );
    },
  );

  it('leave the rest of an item behind its dash', () => {
    expect(remove('- a: A\n  # of b\n  b: B\n- c: C\n', '0.a')).toBe('- # of b\n  b: B\n- c: C\n');
    expect(remove('- - A\n  - B\n', '0.0')).toBe('- - B\n');
  });

  it('take every earlier entry of their name with them', () => {
    expect(remove('a: 1st\nb: B\na: 2nd\n', 'a')).toBe('b: B\n');
    expect(remove('x:\n  a: A\nb: B\nx:\n  c: C\n', 'x.c')).toBe('b: B\n');
  });

  it('take aliases of their anchor with them', () => {
    expect(remove('a: &a A\nb: *a\nc:\n  <<: *a\n  d: D\ne: [*a, E]\n', 'a')).toBe(
      'c:\n  d: D\ne: [E]\n',
    );
  });

  it('leave their value and anchor to the aliases that stay', () => {
    const handOver = (text: string, ...aliases: string[]): string =>
      yaml.edit(yaml.parse(text), [{ op: 'remove', key: ['a'], aliases: aliases.map(path) }]);
    const text = "a: &a 'A'\nb: *a\nc: {d: *a}\n";
    expect(handOver(text, 'b')).toBe("b: 'A'\n");
    expect(handOver(text, 'c.d')).toBe("c: {d: 'A'}\n");
    expect(handOver(text, 'c.d', 'b')).toBe("b: &a 'A'\nc: {d: *a}\n");
    expect(handOver('a: &a 12\nb: *a\n', 'b')).toBe('b: 12\n');
    expect(handOver('a: &a |\n  A\n  B\nb: *a\n', 'b')).toBe('b: "A\\nB\\n"\n');
  });

  it('may go where their alias gets a text of its own', () => {
    const edits: Edit[] = [
      { op: 'remove', key: ['a'] },
      { op: 'insert', key: ['b'], text: 'B', after: null },
    ];
    expect(yaml.edit(yaml.parse('a: &a A\nb: *a\nc: *a\n'), edits)).toBe('b: B\n');
  });

  it('leave no blank lines to a block scalar that would keep them', () => {
    expect(remove('a: |+\n  A\nb: B\n\nc: C\n', 'b')).toBe('a: |+\n  A\nc: C\n');
    expect(remove('a: |+\n  A\n\nb: B\nc: C\n\nd: D\n', 'b', 'c')).toBe('a: |+\n  A\n\nd: D\n');
    expect(remove('a: |+\n  A\n\nb: B\n\nc: C\n\nd: D\n', 'b', 'c')).toBe('a: |+\n  A\n\nd: D\n');
  });

  it.each(['a: |+\n  A\nb: B\n', 'a: |+\n  A\n\nb: B\n', 'a: |+\n  A\nb:\n  x: B\n'])(
    'leave none, either, above what comes in their place: %j',
    (head) => {
      const document = yaml.parse(`${head}\nc: C\n\nd: D\n\ne: E\n`);
      const [kept, gone] = document.units;
      if (kept === undefined || gone === undefined) throw new Error('no units');
      const edits: Edit[] = [
        { op: 'remove', key: gone.key },
        { op: 'insert', key: ['n'], text: 'N', after: gone.key },
      ];
      const { units } = yaml.parse(yaml.edit(document, edits));
      expect(units[0]).toMatchObject({ key: ['a'], text: kept.text });
      expect(units[1]).toMatchObject({ key: ['n'], text: 'N' });
    },
  );

  it('leave the line end of a block scalar that keeps it', () => {
    expect(remove('a: |+\n  A\n\nb: B', 'b')).toBe('a: |+\n  A\n\n');
  });

  it('leave no comments to a block scalar that would take them for its text', () => {
    expect(remove('a: |\n  A\nb:\n    c: C\n    # deep\nd: D\n', 'b.c')).toBe('a: |\n  A\nd: D\n');
  });
});

test.each([
  ['a:\n:\nb: x\n', [''], 'a:\nb: x\n'],
  ['n:\n  a:\n  :\nb: x\n', ['n', ''], 'n:\n  a:\nb: x\n'],
  ['n:\n  a:\n  : y\n  b: x\n', ['n', ''], 'n:\n  a:\n  b: x\n'],
  ['n:\n  a:\n  :\nb: x\n', ['n', 'a'], 'n:\n  :\nb: x\n'],
])('an entry with an empty key behind one without a value: %j without %j', (text, key, left) => {
  expect(yaml.edit(yaml.parse(text), [{ op: 'remove', key }])).toBe(left);
});
