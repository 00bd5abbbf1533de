import { describe, expect, it } from 'vitest';
import { lua } from '../../../src/formats/lua/index.js';
import type { Document, Edit } from '../../../src/model/index.js';
import { describeLaws } from '../support/laws.js';
import { readLua } from './read.js';

const ace = `local L = LibStub("AceLocale-3.0"):NewLocale("App", "enUS", true)
if not L then return end

-- Shown in the header
L["Hello, %s!"] = "Hello, %s!"
L['bye'] = 'Good bye' -- at the door

L.long = [[
Two
lines]]
-- L["old"] = "x"
`;
const table = `-- Texts
return {
  menu = { open = "Open", ["save as"] = 'Save' },
  list = { "one", "two" },

  -- help
  help = [==[a ]] b]==];
  n = 5,
}
`;

describeLaws({
  codec: lua,
  files: [
    { name: 'assignments', text: ace },
    { name: 'crlf and bom', text: `\ufeff${ace.replaceAll('\n', '\r\n')}` },
    { name: 'a table', text: table },
    { name: 'no last line end', text: 'return { a = "x", b = "y" }' },
  ],
  read: readLua,
  // A removed element shifts those behind it.
  movable: ({ key }) => !/^\d+$/.test(key.at(-1) ?? ''),
  plainLine: (line) => line.replace(/[,;]\s*$/, ''),
});

const source = lua.parse(ace.replace('"Hello, %s!"\n', 'true\n'), { locale: 'enUS' });
const textsOf = ({ units }: Document) => units.map(({ key, text }) => `${key.join('.')}=${text}`);

describe('Lua', () => {
  it('reads assignments, and AceLocale’s true as the key', () => {
    expect(textsOf(source)).toEqual(['Hello, %s!=Hello, %s!', 'bye=Good bye', 'long=Two\nlines']);
    expect(source.units.map(({ note }) => note)).toEqual([
      ...['Shown in the header', 'at the door', undefined],
    ]);
  });
  it.each([
    ['a = "x\\065\\x42\\u{e9}\\195\\169\\z\n  y"', ['a=xABééy']],
    ['L.a = f("Hi")\nL.b = "y" .. n\nL.c = "z"\nfunction f() L.d = "w" end', ['c=z']],
    ['if L then\nL["a"] = "x"\nend\nif a == "b" then L.c = "d" end', ['a=x']],
    ["Locales['en'] = { a = 'x', b = { c = 'y' } }", ['a=x', 'b.c=y']],
    ['return { en = { a = "x" } }', ['a=x']],
    ['local t = {}\nt.a = "x"\nM.b = "y"\nt.c.d = "z"\nreturn t', ['a=x', 'c.d=z']],
    ['return { a = "x", [K] = "y", b = function() return { "z" } end, "w" }', ['a=x', '0=w']],
    ['print("x")\nfoo { a = "x" }', []],
  ])('%j', (text, expected) => {
    const whole = text.startsWith('a =') ? `return { ${text} }` : text;
    expect(textsOf(lua.parse(whole, { locale: 'en' }))).toEqual(expected);
  });
  it('names texts in code', () => {
    const { problems, references } = lua.parse('L.a = f("Hi")\nL.b = n\nL.c = "z"');
    expect(problems).toMatchObject([{ code: 'text-in-code', key: 'a', line: 1 }]);
    expect(references?.shows(['b'])).toBe(true);
  });
  it('a new file has its own locale, and is not the default', () => {
    const edits = source.units.map((unit): Edit => ({ op: 'set', key: unit.key, text: 'X' }));
    expect(lua.derive(source, edits, { locale: 'deDE', language: 'de' })).toBe(
      ace
        .replace('"enUS", true', '"deDE"')
        .replace('= "Hello, %s!"', '= "X"')
        .replace("'Good bye'", "'X'")
        .replace('[[\nTwo\nlines]]', '[[X]]'),
    );
    for (const [text, made] of [
      ['return { en = { a = "x" } }', 'return { ["pt-BR"] = { a = "x" } }'],
      ['T.en = { a = "x" }', 'T["pt-BR"] = { a = "x" }'],
      ["T['en'] = { a = 'x' }", "T['pt-BR'] = { a = 'x' }"],
    ] as const)
      expect(
        lua.derive(lua.parse(text, { locale: 'en' }), [], { locale: 'pt-BR', language: 'pt-BR' }),
      ).toBe(made);
  });
  it('new texts look like their neighbours', () => {
    const insert = (key: string[], after: string[] | null): Edit => ({
      ...{ op: 'insert', key, text: 'New', after },
    });
    const edits = [insert(['x'], ['bye']), insert(['y z'], ['long'])];
    expect(lua.edit(lua.parse(ace), edits)).toBe(
      ace
        .replace('door\n', 'door\nL[\'x\'] = "New"\n')
        .replace('lines]]\n', 'lines]]\nL["y z"] = "New"\n'),
    );
    const inTable = [insert(['menu', 'end'], ['menu', 'open']), insert(['list', '2'], null)];
    expect(lua.edit(lua.parse(table), inTable)).toBe(
      table.replace('"Open", ', '"Open", ["end"] = "New", ').replace('"two" }', '"two", "New" }'),
    );
  });
  it('a new text above the first one is below the code', () => {
    const edit: Edit = { op: 'insert', key: ['x'], text: 'X', after: null };
    expect(lua.edit(lua.parse(ace), [edit])).toBe(
      ace.replace('-- Shown in', 'L["x"] = "X"\n-- Shown in'),
    );
  });
  it('a new text of a table that statements fill does not replace it', () => {
    const text = 'local L = {}\nL.menu.open = "Open"\n';
    const edit: Edit = { op: 'insert', key: ['menu', 'close'], text: 'X', after: ['menu', 'open'] };
    expect(lua.edit(lua.parse(text), [edit])).toBe(`${text}L.menu.close = "X"\n`);
  });
  it('the first text of a file is AceLocale’s, or has no place', () => {
    const [header = ''] = ace.split('\n\n');
    const target = { role: 'target', locale: 'deDE', source } as const;
    const edit: Edit = { op: 'insert', key: ['a b'], text: 'X', after: null };
    const empty = lua.parse(`${header}\n`, target);
    expect(lua.edit(empty, [edit])).toBe(`${header}\nL["a b"] = "X"\n`);
    expect(() => lua.parse('print("x")\n', target)).toThrow('no table and no assignment');
  });
  it.each(['L.a = "x', 'L.a = [[x', 'return { a = "x"', '--[[ x', 'L.a = = "x"'])(
    'refuses %j',
    (text) => {
      expect(() => lua.parse(text, { file: 'f' })).toThrow(/^f:1:\d+: .* near /);
    },
  );
});
