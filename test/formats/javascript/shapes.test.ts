import { describe, expect, it } from 'vitest';
import { javascript } from '../../../src/formats/javascript/index.js';
import type { Document, Edit } from '../../../src/model/index.js';

const en = { locale: 'en', file: 'en.ts' };
const textsOf = ({ units }: Document): string[] =>
  units.filter(({ kind }) => kind === 'text').map(({ key, text }) => `${key.join('.')}=${text}`);
const read = (text: string): string[] => textsOf(javascript.parse(text, en));

describe('texts are found in what a module exports', () => {
  it.each([
    ["export default { a: 'x' }", ['a=x']],
    ["export const en = { a: 'x' } as const;", ['a=x']],
    ["export const en: Messages = { a: 'x' } satisfies T;", ['a=x']],
    ["const en = { a: 'x' };\nexport default en;", ['a=x']],
    ["const en = { a: 'x' };\nexport { en as default, en };", ['a=x']],
    ["const en = <const>{ a: 'x' };\nexport = en;", ['a=x']],
    ["module.exports = { a: 'x' }", ['a=x']],
    ["exports.en = { a: 'x' }", ['a=x']],
    ['exports.a = \'x\';\nexports.b = "y";', ['a=x', 'b=y']],
    ["export const a = 'x';\nexport const b = `y`;", ['a=x', 'b=y']],
    ["export default defineMessages({ a: 'x' })", ['a=x']],
    ["export default Object.freeze({ a: Object.freeze({ b: 'x' }) })", ['a.b=x']],
    ["const en = { a: 'x' };\nexport default Object.freeze(en);", ['a=x']],
    ["export default defineI18nLocale(async (locale) => ({ a: 'x' }))", ['a=x']],
    ["export default () => { return { a: 'x' }; }", ['a=x']],
    ["export default { en: { a: 'x' } }", ['a=x']],
    [
      "export const en = { a: 'x' };\nexport const enErrors = { b: 'y' };",
      ['a=x', 'localeErrors.b=y'],
    ],
    ["export const one = { a: 'x' };\nexport const two = { b: 'y' };", ['one.a=x', 'two.b=y']],
    [
      "const one = { a: 'x' };\nconst two = { b: 'y' };\nmodule.exports = { one, two };",
      ['one.a=x', 'two.b=y'],
    ],
    ["const one = { a: 'x' };\nexport default { one };", ['one.a=x']],
    ["const en_US = { a: 'x' };\nmodule.exports = { en_US };", ['a=x']],
    ["export default ['x', { a: 'y' }]", ['0=x', '1.a=y']],
    [
      "export default { [Key.home]: 'x', ['b c']: 'y', 0x10: 'z', 1e3: 'w' }",
      ['[Key.home]=x', 'b c=y', '16=z', '1000=w'],
    ],
    ['export default { a: (\'x\' + "y" + `z`), b: (`w`) as string }', ['a=xyz', 'b=w']],
    ["export default { a: <b>x</b>, c: 'd' }", ['c=d']],
    ["// @flow\nexport default ({ a: 'x' }: Messages);", ['a=x']],
    ["export { de } from './de';\nexport * from './more';", []],
    ["import a from './a';\nexport default { a, ...a };", []],
    ["export default merge(base, { a: 'x' })", ['a=x']],
    ["export default merge({ a: 'x' }, { b: 'y' })", []],
    ["export default require('./en.json')", []],
    ['', []],
    ['// nothing yet\n', []],
  ])('%j', (text, texts) => {
    expect(read(text)).toEqual(texts);
  });

  it('code is no text; what is at its key is neither replaced nor removed', () => {
    const text =
      "export default {\n  f: (n) => `${n} items`,\n  g() { return 'one'; },\n  c: isApp ? 'aa' : 'bb',\n  t: `at ${b}`,\n  days: 'Mo_Tu'.split('_'),\n  imported,\n  holes: ['aa', , 'bb'],\n  [key()]: 'any',\n  __proto__: 'x',\n  n: -1,\n  a: 'x',\n};\n";
    const { units, problems, references } = javascript.parse(text, en);
    expect(units.map(({ key, kind }) => `${key.join('.')} ${kind}`)).toEqual(['n raw', 'a text']);
    expect(problems).toMatchObject([{ code: 'text-in-code', line: 2 }]);
    expect(problems[0]?.message).toContain('f, g, c and 4 more');
    for (const name of ['f', 'g', 'c', 't', 'days', 'imported', 'holes'])
      expect(references?.shows([name]), name).toBe(true);
    expect(references?.shows(['days', '0'])).toBe(true);
    expect(references?.shows(['a'])).toBe(false);
    expect(javascript.parse(text, { ...en, role: 'target' }).problems).toEqual([]);
  });

  it('a target that exports no object is refused if its source has texts', () => {
    const source = javascript.parse("export default { a: 'x' };", en);
    const target = { source, role: 'target', locale: 'de', file: 'de.ts' } as const;
    const text = "import en from './en';\nexport default translate(en, 'de');\n";
    expect(() => javascript.parse(text, target)).toThrow(
      'de.ts:1:1: this module exports no object',
    );
  });
});

describe('a new file declares what its source does', () => {
  const derive = (text: string, from: string, to: string): string =>
    javascript.derive(javascript.parse(text, { locale: from }), [], { locale: to, language: to });

  it.each([
    [
      "export const en: Messages = { a: 'x' } as const;\nexport type En = typeof en;",
      'en',
      'de',
      "export const de: Messages = { a: 'x' } as const;\nexport type En = typeof de;",
    ],
    [
      "import type { T } from './en-US';\nimport menu from './en-US/menu';\nconst enUS: T = { a: 'x', ...menu };\nexport default enUS;",
      'en-US',
      'pt-BR',
      "import type { T } from './en-US';\nimport menu from './pt-BR/menu';\nconst ptBR: T = { a: 'x', ...menu };\nexport default ptBR;",
    ],
    [
      "const en_US = { a: 'x' };\nmodule.exports = { en_US };",
      'en_US',
      'zh_TW',
      "const zh_TW = { a: 'x' };\nmodule.exports = { zh_TW };",
    ],
    [
      "exports.en = { a: 'x', b: require('../common/en.js') };",
      'en',
      'fr',
      "exports.fr = { a: 'x', b: require('../common/fr.js') };",
    ],
    [
      "import { enUS } from 'date-fns/locale';\nexport const enMessages = { a: 'x' };",
      'en',
      'de',
      "import { enUS } from 'date-fns/locale';\nexport const deMessages = { a: 'x' };",
    ],
    ["export default { en: { a: 'x' }, };", 'en', 'de', "export default { de: { a: 'x' }, };"],
    [
      "export const en = { a: 'x', token: en.a };",
      'en',
      'de',
      "export const de = { a: 'x', token: de.a };",
    ],
    // A keyword, and a name that is taken.
    ["export const en = { a: 'x' };", 'en', 'in', "export const en = { a: 'x' };"],
    [
      "const de = 1;\nexport const en = { a: 'x', de };",
      'en',
      'de',
      "const de = 1;\nexport const en = { a: 'x', de };",
    ],
    [
      "export const messages = { open: 'x' };",
      'en',
      'de',
      "export const messages = { open: 'x' };",
    ],
  ])('%j %s → %s', (text, from, to, expected) => {
    expect(derive(text, from, to)).toBe(expected);
  });
});

describe('new members look like their neighbours', () => {
  const source = javascript.parse(
    "export default { a: 'it', [Key.b]: 'x', 3: 'y' };\nexport const errors = { c: 'z' };\n",
    en,
  );
  const insert = (
    text: string,
    key: readonly string[],
    after: readonly string[] | null,
  ): string => {
    const unit = source.units[0]!;
    const edit: Edit = { op: 'insert', key, text: "it's", after, from: { document: source, unit } };
    return javascript.edit(javascript.parse(text, { locale: 'de', source }), [edit]);
  };
  it.each([
    [
      "export default {\n    'x': 'y'\n};\n",
      ['a'],
      ['x'],
      "export default {\n    'x': 'y',\n    'a': 'it\\'s'\n};\n",
    ],
    [
      'export default {\n  [Key.a]: "y",\n};\n',
      ['[Key.b]'],
      ['[Key.a]'],
      'export default {\n  [Key.a]: "y",\n  [Key.b]: "it\'s",\n};\n',
    ],
    [
      "module.exports = {\n  1: 'y',\n};\n",
      ['3'],
      ['1'],
      "module.exports = {\n  1: 'y',\n  3: 'it\\'s',\n};\n",
    ],
    ['', ['a'], null, "export default {\n  a: 'it\\'s',\n};\n"],
    ['export default {};\n', ['a'], null, "export default {\n  a: 'it\\'s',\n};\n"],
    [
      "export const one = { x: 'y' };\nexport const two = { x: 'y' } as const;\n",
      ['errors', 'c'],
      ['two', 'x'],
      "export const one = { x: 'y' };\nexport const two = { x: 'y' } as const;\nexport const errors = {\n  c: 'it\\'s',\n} as const;\n",
    ],
    [
      'export default {\n  a: f(x),\n};\n',
      ['b'],
      null,
      "export default {\n  b: 'it\\'s',\n  a: f(x),\n};\n",
    ],
  ])('%j %j', (text, key, after, expected) => {
    expect(insert(text, key, after)).toBe(expected);
  });

  it('a template keeps its line breaks and escapes what would be code', () => {
    const document = javascript.parse('export default { a: `x\r\ny` };\r\n', en);
    expect(document.units[0]?.text).toBe('x\ny');
    const text = 'p\n`q` ${r} \\s\r';
    const edited = javascript.edit(document, [{ op: 'set', key: ['a'], text }]);
    expect(edited).toBe('export default { a: `p\r\n\\`q\\` \\${r} \\\\s\\r` };\r\n');
    expect(javascript.parse(edited, en).units[0]?.text).toBe(text);
  });
});
