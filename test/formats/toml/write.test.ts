import { describe, expect, it } from 'vitest';
import { toml } from '../../../src/formats/toml/index.js';
import type { Edit } from '../../../src/model/index.js';

const set = (key: string, text: string): Edit => ({ op: 'set', key: key.split('.'), text });
const remove = (key: string): Edit => ({ op: 'remove', key: key.split('.') });
const add = (key: string, after: string | null, text = 'New'): Edit => ({
  ...{ op: 'insert', key: key.split('.'), text },
  after: after === null ? null : after.split('.'),
});

function edited(text: string, ...edits: Edit[]): string {
  return toml.edit(toml.parse(text), edits);
}

describe('a text is written as the one before it', () => {
  it.each([
    ['"a"', 'say "no"\\\n\u0001', '"say \\"no\\"\\\\\\n\\u0001"'],
    ["'a'", 'C:\\temp', "'C:\\temp'"],
    ["'a'", "it's", '"it\'s"'],
    ['"""a"""', 'two\n"lines"', '"""two\n"lines\\""""'],
    ['"""\na"""', '\nthree """', '"""\n\nthree \\""\\""""'],
    ["'''\na'''", 'C:\\\nx', "'''\nC:\\\nx'''"],
    ["'''a'''", "x'''y", '"""x\'\'\'y"""'],
    ['12', 'now a text', '"now a text"'],
  ])('%s = %j gives %s', (before, text, after) => {
    expect(edited(`k = ${before} # c\n`, set('k', text))).toBe(`k = ${after} # c\n`);
  });
  it('with the line ends of the file', () => {
    expect(edited('k = """\r\na"""\r\n', set('k', 'b\nc'))).toBe('k = """\r\nb\r\nc"""\r\n');
  });
});

describe('new values stand beside their neighbours', () => {
  it.each<[string, string, Edit[], string]>([
    [
      'in their table, in the column of its signs',
      '[a]\none   = "x"\nother = "y"\n\n[b]\nother = "z"\n',
      [add('a.few', 'a.one'), add('a.many', 'a.few'), add('b.one', null)],
      '[a]\none   = "x"\nfew   = "New"\nmany  = "New"\nother = "y"\n\n[b]\none = "New"\nother = "z"\n',
    ],
    [
      'tables behind tables',
      '# top\n\n[a]\nother = "x"\n\n[b]\nother = "y"\n',
      [add('n.one', 'a.other'), add('n.other', 'n.one'), add('z.z', 'b.other')],
      '# top\n\n[a]\nother = "x"\n\n[n]\none = "New"\nother = "New"\n\n[b]\nother = "y"\n\n[z]\nz = "New"\n',
    ],
    [
      'above the blank line of a heading, without one more',
      '[a]\nother = "x"\n\n# -----\n# rest\n# -----\n[b]\nother = "y"\n\n[c]\nother = "z"\n',
      [add('n.other', 'a.other')],
      '[a]\nother = "x"\n\n[n]\nother = "New"\n\n# -----\n# rest\n# -----\n[b]\nother = "y"\n\n[c]\nother = "z"\n',
    ],
    [
      'tables without blank lines, where there are none',
      '[a]\nother="x"\n[b]\nother="y"\n',
      [add('n.other', 'a.other')],
      '[a]\nother="x"\n[n]\nother = "New"\n[b]\nother="y"\n',
    ],
    [
      'arrays in their table',
      '[a]\none = "x"\n\n[b]\nother = "y"\n',
      [add('b.list.0', 'b.other'), add('b.list.1', 'b.list.0')],
      '[a]\none = "x"\n\n[b]\nother = "y"\nlist = ["New", "New"]\n',
    ],
    [
      'pairs before all tables',
      'a = "x"\n\n[t]\nb = "y"\n',
      [add('c', 't.b'), add('d', 'a'), add('u.e', 'a')],
      'a = "x"\nd = "New"\nc = "New"\n\n[u]\ne = "New"\n\n[t]\nb = "y"\n',
    ],
    [
      'a pair before the first table',
      '[t]\nb = "y"\n',
      [add('a', null)],
      'a = "New"\n\n[t]\nb = "y"\n',
    ],
    [
      'keys with dots among their like',
      'a.b = "x"\nc.d = "y"\n',
      [add('a.e', 'c.d'), add('f.g', 'c.d')],
      'a.b = "x"\na.e = "New"\nc.d = "y"\nf.g = "New"\n',
    ],
    [
      'deeper tables',
      '[menu]\nhome = "x"\n\n[other]\ny = "z"\n',
      [add('menu.sub.a', 'menu.home')],
      '[menu]\nhome = "x"\n\n[menu.sub]\na = "New"\n\n[other]\ny = "z"\n',
    ],
    [
      'items of arrays and inline tables',
      'l = ["a", "b"]\nm = [\n  "a", # first\n  "b"\n]\ni = { x = "1" }\n',
      [add('l.2', 'l.1'), add('m.2', 'm.1'), add('i.y', 'i.x'), add('i.w', null)],
      'l = ["a", "b", "New"]\nm = [\n  "a", # first\n  "b",\n  "New"\n]\ni = { w = "New", x = "1", y = "New" }\n',
    ],
    [
      'a comma behind the last item, if it had one (TOML 1.1)',
      'i = { x = "1" ,}\nj = [{ x = "1", }, ]\n',
      [add('i.y', 'i.x'), add('j.0.y', 'j.0.x'), add('j.1.z', 'j.0.y')],
      'i = { x = "1" , y = "New",}\nj = [{ x = "1", y = "New", }, { z = "New" }, ]\n',
    ],
    [
      'elements of arrays of tables',
      '[[f]]\nq = "x"\n[f.s]\nt = "u"\n\n[z]\ny = "w"\n',
      [add('f.1.q', 'f.0.s.t'), add('f.1.s.t', 'f.1.q')],
      '[[f]]\nq = "x"\n[f.s]\nt = "u"\n\n[[f]]\nq = "New"\ns.t = "New"\n\n[z]\ny = "w"\n',
    ],
    [
      'in an empty file',
      '',
      [add('a', null), add('key with space.other', 'a')],
      'a = "New"\n\n["key with space"]\nother = "New"\n',
    ],
    ['below a comment', '# top\n', [add('a.b', null)], '# top\n\n[a]\nb = "New"\n'],
    [
      'in what is empty',
      'a = []\nb = {}\n[c]',
      [add('a.0', null), add('b.x', 'a.0'), add('c.y', 'b.x')],
      'a = ["New"]\nb = { x = "New" }\n[c]\ny = "New"',
    ],
  ])('%s', (_, text, edits, expected) => {
    expect(edited(text, ...edits)).toBe(expected);
  });
  it('and elements wait for those before them', () => {
    expect(() => edited('l = ["a"]\n', add('l.2', 'l.0'))).toThrow('not the next element');
    expect(() => edited('[[l]]\na = "x"\n', add('l.2.a', 'l.0.a'))).toThrow('not the next element');
    expect(() => edited('l = ["a"]\n', add('l.x', 'l.0'))).toThrow('not the next element');
    expect(() => edited('[[l]]\na = "x"\n', add('l.1', 'l.0.a'))).toThrow(
      'its array contains tables',
    );
  });
});

describe('a removed value', () => {
  it.each([
    [
      'takes its table and what describes it',
      '[a]\nother = "x"\n\n# note\n[b]\ndescription = "d"\nother = "y"\n\n[c]\nother = "z"\n',
      'b.other',
      '[a]\nother = "x"\n\n[c]\nother = "z"\n',
    ],
    [
      'leaves the others of its table',
      '[a]\none = "x"\n# note\nother = "y" # n\n',
      'a.other',
      '[a]\none = "x"\n',
    ],
    ['takes the comma of the new last', 'a = { b = "x", c = "y" }\n', 'a.c', 'a = { b = "x" }\n'],
  ])('%s', (_, text, key, expected) => {
    expect(edited(text, remove(key))).toBe(expected);
  });
});
