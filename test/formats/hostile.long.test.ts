import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/formats/kit/encoding.js';
import { formats } from '../../src/formats/public.js';
import { FormatError, type Codec } from '../../src/model/index.js';

const { json, yaml, xliff, srt } = formats;
type Core = 'json' | 'yaml' | 'xliff' | 'srt';
const core = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"';

/** A file of each format with one text in it, which starts in line 2 (SRT: 3). */
const WITH: Readonly<Record<Core, (text: string) => string>> = {
  json: (text) => `{\n  "a": "${text}"\n}\n`,
  yaml: (text) => `en:\n  a: "${text}"\n`,
  xliff: (text) =>
    `<xliff ${core}><file id="f">\n<unit id="a"><segment><source>${text}</source></segment></unit>\n</file></xliff>\n`,
  srt: (text) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`,
};
const each = (['json', 'yaml', 'xliff', 'srt'] as const).map(
  (name) => [name, formats[name]] as const,
);

/** What reading these bytes as `f` says: `code line:column message`. */
function refusal(codec: Codec, input: string | Uint8Array): string {
  const before = typeof input === 'string' ? input : Buffer.from(input);
  try {
    codec.parse(typeof input === 'string' ? input : decodeText(input, 'f'), { file: 'f' });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    expect(error.file).toBe('f');
    expect(error.message).toBe(`f:${error.line}:${error.column}: ${error.detail}`);
    expect(input).toEqual(before);
    return `${error.code} ${error.line}:${error.column} ${error.detail}`;
  }
  return 'read';
}

describe.each(each)('%s refuses, with file, line, column and what was expected', (name, codec) => {
  const text = WITH[name]('x');
  const line = { json: 4, yaml: 3, xliff: 4, srt: 4 }[name];

  it('a NUL', () => {
    const at = WITH[name]('\0')
      .split('\n')
      .findIndex((part) => part.includes('\0'));
    const column = (WITH[name]('\0').split('\n')[at] ?? '').indexOf('\0') + 1;
    expect(refusal(codec, WITH[name]('\0'))).toBe(
      `encoding ${at + 1}:${column} a NUL character; the file is damaged, or UTF-16. Save it as UTF-8.`,
    );
  });
  it('markers of an unfinished merge', () => {
    expect(refusal(codec, `${text}<<<<<<< HEAD\n=======\n>>>>>>> b\n`)).toBe(
      `conflict-markers ${line}:1 merge conflict markers; resolve the conflict first.`,
    );
  });
  it('Windows-1252', () => {
    expect(refusal(codec, Buffer.from(WITH[name]('é'), 'latin1'))).toMatch(
      /^encoding [23]:\d+ byte 0xE9 is not UTF-8; convert the file to UTF-8/,
    );
  });
  it('a file that is cut off, wherever that is, or reads what is left', () => {
    for (let end = 0; end < text.length; end += 1) {
      const said = refusal(codec, text.slice(0, end));
      if (end < text.length - 1 && (name === 'json' || name === 'xliff'))
        expect(said).not.toBe('read');
      if (said === 'read')
        expect(codec.edit(codec.parse(text.slice(0, end)), [])).toBe(text.slice(0, end));
    }
  });
  it('a lone surrogate, or keeps it', () => {
    const lone = WITH[name]('x\ud800y');
    if (name === 'xliff')
      expect(refusal(codec, lone)).toBe(
        'encoding 2:32 half of a surrogate pair; the file is damaged.',
      );
    else expect(codec.edit(codec.parse(lone), [])).toBe(lone);
  });
});

describe('cut off', () => {
  it.each([
    [
      'json',
      '{"a": "x"',
      'syntax 1:10 expected "," or "}", found the end of the file: the "{" on line 1 is never closed.',
    ],
    [
      'json',
      '{"a": "x',
      'syntax 1:7 the string that starts here is not closed on its line; expected a quote.',
    ],
    ['yaml', 'a: "x', 'syntax 1:6 The quoted text is never closed; expected ".'],
    [
      'yaml',
      'a: [x',
      'syntax 1:6 Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    [
      'xliff',
      `<xliff ${core}><file id="f">`,
      'syntax 1:81 <file> is never closed; expected </file>.',
    ],
    [
      'srt',
      '1\n00:00:01,0',
      'syntax 1:1 no cue found; expected a number, then a line such as "00:00:01,000 --> 00:00:02,500".',
    ],
  ] as const)('%s: %s', (name, text, said) => {
    expect(refusal(formats[name], text)).toBe(said);
  });
});

describe('two documents where one is meant', () => {
  it.each([
    ['json', '{"a":"1"}\n{"b":"2"}\n', 'syntax 2:1 expected the end of the file, found "{".'],
    [
      'xliff',
      `${WITH.xliff('x')}<xliff/>\n`,
      'syntax 4:1 a second root element; expected the end of the file.',
    ],
  ] as const)('%s is refused at the second', (name, text, said) => {
    expect(refusal(formats[name], text)).toBe(said);
  });
  it('yaml is refused where Rails would read the first alone', () => {
    const text = 'en:\n  a: x\n---\nen:\n  b: y\n';
    expect(() => yaml.parse(text, { locale: 'en', file: 'f' })).toThrow(
      expect.objectContaining({ code: 'several-documents', line: 4, column: 1 }) as Error,
    );
  });
  it('yaml with several documents has units of each', () => {
    const keys = yaml.parse('a: x\n---\na: y\n').units.map(({ key }) => key.join('/'));
    expect(keys).toEqual(['0/a', '1/a']);
  });
  it('srt that starts to count again is read, and warned of', () => {
    const twice = WITH.srt('x') + '\n' + WITH.srt('y');
    const { units, problems } = srt.parse(twice);
    expect(units.map(({ key }) => key[0])).toEqual(['00:00:01,000', '00:00:01,000#2']);
    expect(problems.map(({ code, line }) => [code, line])).toEqual([['duplicate-id', 5]]);
  });
});

describe('tabs in YAML', () => {
  it.each([
    ['a:\n\tb: x\n', 'syntax 2:1 Tabs are not allowed as indentation; expected spaces.'],
    ['a:\n  b: x\n\tc: y\n', 'syntax 3:1 Tabs are not allowed as indentation; expected spaces.'],
  ])('as indentation are refused: %j', (text, said) => {
    expect(refusal(yaml, text)).toBe(said);
  });
  it('elsewhere are white space', () => {
    expect(yaml.parse('a:\tx # c\nb: "1\t2"\n').units.map(({ text }) => text)).toEqual([
      'x',
      '1\t2',
    ]);
  });
});

describe('keys that objects have already', () => {
  const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'];
  const members = keys.map((key) => `"${key}": {"polluted": "${key}"}`).join(', ');

  it.each([
    ['json', json, `{${members}}`],
    ['yaml', yaml, `{${members}}`],
    [
      'xliff',
      xliff,
      `<xliff ${core}>${keys.map((key) => `<file id="${key}"><unit id="polluted"><segment><source>${key}</source></segment></unit></file>`).join('')}</xliff>`,
    ],
  ] as const)('%s: are keys as any other', (_, codec, text) => {
    const document = codec.parse(text);
    expect(document.units.map(({ key, text: value }) => [...key, value])).toEqual(
      keys.map((key) => [key, 'polluted', key]),
    );
    const edits = document.units.map(({ key }) => ({ op: 'set' as const, key, text: 'new' }));
    const after = codec.parse(codec.edit(document, edits));
    expect(after.units.map(({ key }) => key[0])).toEqual(keys);
    expect(after.units.every((unit) => unit.text === 'new')).toBe(true);
    const from = { document, unit: document.units[0]! };
    const less = codec.parse(codec.edit(document, [{ op: 'remove', key: from.unit.key }]));
    const more = codec.edit(less, [
      { op: 'insert', key: from.unit.key, text: 'x', after: null, from },
    ]);
    expect(codec.parse(more).units).toHaveLength(keys.length);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('keys that stand twice', () => {
  it.each([
    [
      'json',
      '{\n "a": "1",\n "a": "2"\n}\n',
      '"a" is on line 2 and again on line 3; the last one is used.',
    ],
    [
      'yaml',
      'a: 1st\na: "2"\n',
      'The key "a" on line 1 appears again on line 2; the last one is used.',
    ],
  ] as const)('%s: are a warning that names both lines, the last counts', (name, text, message) => {
    const { units, problems } = formats[name].parse(text, { file: 'f' });
    expect(units.map((unit) => unit.text)).toEqual(['2']);
    expect(problems).toMatchObject([
      { severity: 'warning', file: 'f', message, line: name === 'json' ? 3 : 2 },
    ]);
  });
  it('xliff: the last one is the unit, the others are warnings', () => {
    const unit = '<unit id="a"><segment><source>x</source></segment></unit>\n';
    const text = `<xliff ${core}><file id="f">\n${unit}${unit.replace('x', 'y')}</file></xliff>`;
    const { units, problems } = xliff.parse(text, { file: 'f' });
    expect(units.map((one) => one.text)).toEqual(['y']);
    const message = 'another <unit> with the id "a" follows in the file "f". This unit is skipped.';
    expect(problems).toEqual([
      { code: 'invalid-unit', severity: 'warning', file: 'f', line: 2, column: 1, message },
    ]);
  });
  it('srt: are a warning that names both lines, each cue counts', () => {
    const { units, problems } = srt.parse(
      `${WITH.srt('x.')}\n1\n00:00:03,000 --> 00:00:04,000\ny.\n`,
    );
    expect(units).toHaveLength(2);
    expect(problems[0]?.message).toBe('The cue number 1 is on line 1 and again on line 5.');
  });
});

describe('nesting of 10,000 levels', () => {
  const deep = 10_000;
  it.each([
    ['json', json, '['.repeat(deep)],
    ['json', json, `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`],
    ['yaml', yaml, `${'{a: '.repeat(deep)}1${'}'.repeat(deep)}`],
    ['yaml', yaml, '- '.repeat(deep)],
    ['yaml', yaml, Array.from({ length: 2000 }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
    [
      'xliff',
      xliff,
      `<xliff ${core}><file id="f">${Array.from({ length: deep }, (_, i) => `<group id="g${i}">`).join('')}`,
    ],
  ] as const)('%s: is an error', (_, codec, text) => {
    expect(refusal(codec, text)).toMatch(/^too-deep \d+:\d+ /);
  });
  it('srt: of tags is text', () => {
    const text = WITH.srt('<i>'.repeat(deep) + 'x' + '</i>'.repeat(deep));
    const document = srt.parse(text);
    const [unit] = document.units;
    expect(unit?.inline).toBe('srt');
    const longer = `${unit!.text} more words`;
    const after = srt.edit(document, [{ op: 'set', key: unit!.key, text: longer }]);
    expect(srt.parse(after).units[0]?.text).toContain('more words');
  });
});

describe('what is meant to grow', () => {
  it.each([
    [
      'entities',
      `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(50)}"><!ENTITY b "&a;&a;&a;">]>${WITH.xliff('&b;')}`,
    ],
    [
      'a file from elsewhere',
      `<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>${WITH.xliff('&b;')}`,
    ],
    [
      'a DTD from elsewhere',
      `<!DOCTYPE xliff SYSTEM "http://127.0.0.1:1/x.dtd">${WITH.xliff('x')}`,
    ],
  ])('xliff: %s: the DOCTYPE is refused before anything is expanded or fetched', (_, text) => {
    expect(refusal(xliff, text)).toBe('doctype 1:1 a DOCTYPE is not allowed here; remove it.');
  });
  it('xliff: an entity that nobody declared is refused', () => {
    expect(refusal(xliff, WITH.xliff('&b;'))).toBe(
      'syntax 2:31 &b; is not declared; use a numeric reference such as &#160;, or &amp;b;.',
    );
  });
  it('yaml: aliases of aliases are never expanded', () => {
    const names = Array.from({ length: 40 }, (_, i) => `a${i}`);
    const text = names
      .map(
        (name, i) =>
          `${name}: &${name} [${i === 0 ? 'lol' : `*a${i - 1}, *a${i - 1}, *a${i - 1}`}]\n`,
      )
      .join('');
    expect(yaml.parse(text).units.map((unit) => unit.text)).toEqual(['lol']);
  });
  it.each([
    [
      'json',
      `[${'0,'.repeat(2_000_001)}0]`,
      /^too-large 1:\d+ more than 2,000,000 values; split the file\.$/,
    ],
    [
      'srt',
      '0:0 --> 0:0\n'.repeat(2_000_001),
      /^too-large 2000001:1 more than 2,000,000 values; split the file\.$/,
    ],
    ['yaml', `[${','.repeat(4_000_001)}`, /^too-large 1:4000000 more than 4,000,000 /],
  ] as const)(
    '%s: more values than memory holds are refused',
    (name, text, said) => {
      expect(refusal(formats[name], text)).toMatch(said);
    },
    60_000,
  );
});

/** 50,000 units of a thousand characters. */
const LARGE: Readonly<Record<Core, (line: (i: number) => string) => string>> = {
  json: (line) => `{\n${lines((i) => `  "key.${i}": "${line(i)}"`).join(',\n')}\n}\n`,
  yaml: (line) => `en:\n${lines((i) => `  key${i}: ${line(i)}\n`).join('')}`,
  xliff: (line) =>
    `<xliff ${core}><file id="f">\n${lines((i) => `<unit id="u${i}"><segment><source>${line(i)}</source></segment></unit>\n`).join('')}</file></xliff>\n`,
  srt: (line) =>
    lines((i) => `${i + 1}\n${timeOf(i)} --> ${timeOf(i + 1)}\n${line(i)}.\n`).join('\n'),
};
function lines(line: (i: number) => string): string[] {
  return Array.from({ length: 50_000 }, (_, i) => line(i));
}
function timeOf(second: number): string {
  return new Date(second * 1000).toISOString().slice(11, 23).replace('.', ',');
}

describe('a file of 50 MB', () => {
  it.each(each)(
    '%s: is read, and one edit changes its value alone',
    (name, codec) => {
      const text = LARGE[name]((i) => 'some words '.repeat(90) + String(i));
      expect(text.length).toBeGreaterThan(49.9e6);
      const document = codec.parse(text);
      expect(document.units).toHaveLength(50_000);
      const { key, range } = document.units[25_000]!;
      const after = codec.edit(document, [{ op: 'set', key, text: 'x' }]);
      const value = name === 'json' ? '"x"' : 'x';
      // Compared as booleans: a failed comparison would print both texts.
      expect(after === `${text.slice(0, range.start)}${value}${text.slice(range.end)}`).toBe(true);
    },
    120_000,
  );
});
