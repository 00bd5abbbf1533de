import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { ParseOptions } from '../../../src/model/index.js';

function units(text: string, options?: ParseOptions): [string, string, string][] {
  return yaml
    .parse(text, options)
    .units.map(({ key, text: value, kind }) => [key.join('/'), value, kind]);
}

describe('units', () => {
  it('have keys as the file spells them', () => {
    expect(units('no: a\nyes: b\n1: c\n1.0: d\n"on": e\n\'~\': f\n')).toEqual([
      ...[
        ['no', 'a', 'text'],
        ['yes', 'b', 'text'],
        ['1', 'c', 'text'],
        ['1.0', 'd', 'text'],
      ],
      ...[
        ['on', 'e', 'text'],
        ['~', 'f', 'text'],
      ],
    ]);
  });

  it('are raw for what is no string in YAML 1.2', () => {
    const text =
      'a: 1\nb: true\nc:\nd: ~\ne: {}\nf: []\ng: yes\nh: 12:30\ni: "1"\nj: !!str 1\nk: !!int "1"\n';
    const kinds = yaml.parse(text).units.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array<string>(6).fill('raw'), 'text', 'text', 'text', 'text', 'raw']);
    expect(
      yaml
        .parse(text)
        .units.slice(0, 6)
        .map((unit) => unit.text),
    ).toEqual([...['1', 'true', '', '~', '{}', '[]']]);
  });

  it('are raw for symbols of Ruby, but not for texts behind a colon', () => {
    const symbols = [
      ':year',
      ':"foo.bar"',
      ":'foo.bar'",
      ':foo.bar',
      ':größe?',
      '!ruby/symbol foo',
    ];
    for (const symbol of symbols)
      expect([symbol, yaml.parse(`a: ${symbol}\nb: [${symbol}]\n`).units]).toMatchObject([
        symbol,
        [{ kind: 'raw' }, { kind: 'raw' }],
      ]);
    for (const text of ['":year"', "':year'", ':foo bar', ':"foo bar"', ':)', ':3'])
      expect([text, yaml.parse(`a: ${text}\n`).units]).toMatchObject([text, [{ kind: 'text' }]]);
  });

  it('are raw for YAML 1.1 values under its directive alone', () => {
    expect(units('%YAML 1.1\n---\na: yes\n')).toEqual([['a', 'yes', 'raw']]);
  });

  it('stand once for an anchor, however often aliases and merge keys lead there', () => {
    const text = 'base: &b\n  x: one\nc:\n  <<: *b\n  y: two\nd: *b\n';
    expect(units(text)).toEqual([
      ['base/x', 'one', 'text'],
      ['c/y', 'two', 'text'],
    ]);
  });

  it('are never expanded from an alias bomb', () => {
    let text = 'a0: &a0 [x, x]\n';
    for (let i = 1; i < 60; i += 1)
      text += `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(', ')}]\n`;
    expect(yaml.parse(text).units).toHaveLength(2);
  });

  it('are shown by aliases and merge keys at other keys', () => {
    const text = [
      'base: &b\n  x: &x one\n  <<: {y: two}\nc:\n  <<: [*b, {z: three}]\n  x: own',
      'd: *b\ne: *x\nf: {<<: *b}\ni: &i {<<: *i}\ng: {h: &h {i: *h}}\n',
    ].join('\n');
    const { references } = yaml.parse(text);
    const shown = (key: string): boolean | undefined => references?.shows(key.split('.'));
    for (const key of ['base.y', 'c.y', 'c.z', 'd', 'd.x', 'd.y', 'e', 'f.x', 'f.y', 'g.h.i.i'])
      expect([key, shown(key)]).toEqual([key, true]);
    for (const key of [
      'base',
      'base.x',
      'c',
      'c.x',
      'c.q',
      'd.q',
      'e.x',
      'f.q',
      'i.q',
      'q',
      'g.h.i.q',
    ])
      expect([key, shown(key)]).toEqual([key, false]);
    expect(references?.usesOf(['base', 'x'])).toEqual([
      { key: ['e'], isAlias: true },
      { key: ['c', 'x'], isAlias: false },
      { key: ['d', 'x'], isAlias: false },
      { key: ['f', 'x'], isAlias: false },
    ]);
    expect(yaml.parse('a: A\n').references).toBeUndefined();
  });

  it('are found behind an alias bomb in no time', () => {
    let text = 'a0: &a0 {x: one}\n';
    for (let i = 1; i < 60; i += 1) {
      const all = Array<string>(9).fill(`*a${i - 1}`);
      text += `a${i}: &a${i} {l: [${all.join(', ')}], <<: [${all.join(', ')}]}\n`;
    }
    const { references } = yaml.parse(text);
    expect(references?.shows(['a59', 'x'])).toBe(true);
    expect(references?.shows(['a59', 'l', '8', 'l', '8', 'x'])).toBe(true);
    expect(references?.shows(['a59', 'y'])).toBe(false);
    expect(references?.usesOf(['a0', 'x']).length).toBeLessThan(2000);
  });

  it('have indexes in sequences', () => {
    expect(units('a:\n- x\n- b: y\n  c: [z]\n')).toEqual([
      ...[
        ['a/0', 'x', 'text'],
        ['a/1/b', 'y', 'text'],
        ['a/1/c/0', 'z', 'text'],
      ],
    ]);
  });

  it('have the comments above and behind as their note', () => {
    const text = `# Head\n\na: x\n# One\n#  Two\nb: "y" # Three\n\nc: # of c\n  # Four\n  d: | # Five\n    # text\n  e: z\n`;
    expect(yaml.parse(text).units.map(({ note }) => note)).toEqual([
      ...[undefined, 'One\nTwo\nThree', 'Four\nFive', undefined],
    ]);
  });

  it('are told by document where several hold something', () => {
    expect(units('a: x\n---\na: y\n')).toEqual([
      ['0/a', 'x', 'text'],
      ['1/a', 'y', 'text'],
    ]);
    expect(units('---\na: x\n...\n---\n# nothing\n')).toEqual([['a', 'x', 'text']]);
  });

  it('may have names that objects have already', () => {
    expect(units('__proto__: a\nconstructor: b\ntoString: {__proto__: c}\n')).toEqual([
      ...[
        ['__proto__', 'a', 'text'],
        ['constructor', 'b', 'text'],
        ['toString/__proto__', 'c', 'text'],
      ],
    ]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it('come from the last of duplicate keys, with a warning that names both lines', () => {
    const document = yaml.parse('a: x\nb:\n  c: 1st\na: y\nb:\n  d: 2nd\n', { file: 'f.yml' });
    expect(document.units.map(({ text }) => text)).toEqual(['y', '2nd']);
    expect(document.problems).toMatchObject([
      { code: 'duplicate-key', severity: 'warning', key: 'a', line: 4, column: 1, file: 'f.yml' },
      { code: 'duplicate-key', key: 'b', line: 5 },
    ]);
    expect(document.problems[0]?.message).toContain('line 1');
    expect(document.problems[0]?.message).toContain('line 4');
  });

  it.each([
    ['yes: a\n  on: b', '"yes" on line 2 and "on" on line 3'],
    ['"yes": a\n  on: b', undefined],
    ['yes: a\n  no: b', undefined],
    ['No: a\n  OFF: b', '"No" on line 2 and "OFF" on line 3'],
  ])('warn of keys that Ruby merges: %j', (lines, said) => {
    const problemsOf = (locale: string) => yaml.parse(`en:\n  ${lines}\n`, { locale }).problems;
    const wanted = said === undefined ? [] : [expect.stringContaining(said) as string];
    expect(problemsOf('en').map(({ message }) => message)).toEqual(wanted);
    expect(problemsOf('de')).toEqual([]);
  });
});

describe('the root key', () => {
  it('is left out of keys where it is the locale of the file', () => {
    const document = yaml.parse('pt_br:\n  a: x\n', { locale: 'pt-BR' });
    expect(document.units[0]?.key).toEqual(['a']);
    expect(document.targetLanguage).toBe('pt_br');
    expect(units('en:\n  a: x\n')).toEqual([['en/a', 'x', 'text']]);
    expect(units('de:\n  a: x\n', { locale: 'en' })).toEqual([['de/a', 'x', 'text']]);
    expect(units('en: English\nde: German\n', { locale: 'en' })[0]?.[0]).toBe('en');
  });

  it('may have neighbours, unless their keys would mix', () => {
    expect(units('shared: &s\n  a: x\nen:\n  <<: *s\n  b: y\n', { locale: 'en' })).toEqual([
      ...[
        ['shared/a', 'x', 'text'],
        ['b', 'y', 'text'],
      ],
    ]);
    expect(units('a: x\nen:\n  a: y\n', { locale: 'en' })).toEqual([
      ...[
        ['a', 'x', 'text'],
        ['en/a', 'y', 'text'],
      ],
    ]);
  });

  it('is renamed in a new target, in its quotes, and quoted if YAML 1.1 would not take it for text', () => {
    const derive = (text: string, locale: string): string => {
      const source = yaml.parse(text, { locale: 'en' });
      const edits = source.units.map(({ key }) => ({ op: 'set' as const, key, text: 'neu' }));
      return yaml.derive(source, edits, { locale, language: locale });
    };
    const text = '# head\nen: # root\n  # note\n  a: "x"\n\n  b: y\n';
    expect(derive(text, 'de')).toBe('# head\nde: # root\n  # note\n  a: "neu"\n\n  b: neu\n');
    expect(derive("'en':\n  a: x\n", 'no')).toBe("'no':\n  a: neu\n");
    expect(derive('en:\n  a: x\n', 'no')).toBe('"no":\n  a: neu\n');
    expect(derive('en:\n  a: x\n', 'pt-BR')).toBe('pt-BR:\n  a: neu\n');
    expect(derive('{"en":{"a":"x"}}', 'no')).toBe('{"no":{"a":"neu"}}');
    expect(derive('a: x\n', 'de')).toBe('a: neu\n');
  });

  it('stays when nothing below it is translated', () => {
    const source = yaml.parse('en:\n  a: x\n  b:\n    c: y\n', { locale: 'en' });
    const edits = source.units.map(({ key }) => ({ op: 'remove' as const, key }));
    const text = yaml.derive(source, edits, { locale: 'de', language: 'de' });
    expect(text).toBe('de: {}\n');
    expect(yaml.parse(text, { locale: 'de' }).units).toEqual([]);
  });
});
