import { describe, expect, it } from 'vitest';
import { php } from '../../../src/formats/php/index.js';
import { FormatError } from '../../../src/model/index.js';
import { codeIgniter, laravel } from './fixtures.js';

const WANTED = 'expected "return [" or an assignment such as "$lang[\'key\'] = "';
const VALUE = 'expected a string, an array or another constant value, not code';

describe('what is no array of texts', () => {
  it.each([
    ['a function', '<?php\nfunction f() { return []; }', `f:2:1: ${WANTED}, found "function".`],
    ['a class', '<?php\n\n  class A {}', `f:3:3: ${WANTED}, found "class".`],
    ['a condition', "<?php\nif (true) $a['b'] = 'c';", `f:2:1: ${WANTED}, found "if".`],
    ['a loop', '<?php foreach ($a as $b) {}', `f:1:7: ${WANTED}, found "foreach".`],
    ['a call', "<?php\nsetlocale('A', 'b');", `f:2:1: ${WANTED}, found "setlocale".`],
    ['a closure', "<?php return ['a' => function () {}];", `f:1:22: ${VALUE}, found "function".`],
    ['an arrow function', "<?php return ['a' => fn () => 'b'];", `f:1:22: ${VALUE}, found "fn".`],
    ['match', "<?php return ['a' => match (1) {}];", `f:1:22: ${VALUE}, found "match".`],
    ['a variable', '<?php\nreturn $texts;', 'f:2:8: expected an array, found "$texts".'],
    ['a text', "<?php return 'a';", 'f:1:14: expected a single array, found a text.'],
    [
      'a merge',
      '<?php return array_merge([], []);',
      'f:1:14: expected a single array, found "array_merge".',
    ],
    ['appending', "<?php $a[] = 'b';", `f:1:10: ${VALUE}, found "]".`],
    [
      'more behind it',
      "<?php return []; echo 'a';",
      'f:1:18: expected the end of the file, found "echo".',
    ],
    [
      'words behind it',
      '<?php return []; ?>\n<b>',
      'f:2:1: expected the end of the file, found "<".',
    ],
    ['no PHP', 'return [];', 'f:1:1: expected "<?php", found "return".'],
    ['an echo tag', '<?= 1 ?>', 'f:1:1: expected "<?php", found "<".'],
    ['no comma', "<?php return ['a' => 'b' 'c'];", 'f:1:26: expected "," or "]", found a text.'],
    ['no end', "<?php\nreturn ['a' => 'b',", `f:2:20: ${VALUE}, found the end of the file.`],
    [
      'an open text',
      "<?php\nreturn ['a' => 'b];",
      "f:2:16: expected ' at the end of this string, found a text.",
    ],
    [
      'an open comment',
      '<?php /* a',
      'f:1:7: expected "*/" at the end of this comment, found "/".',
    ],
    [
      'an open heredoc',
      '<?php return [<<<A\nb\n];',
      'f:1:15: expected "A" at the end of this string, found a text.',
    ],
    ['the wrong bracket', "<?php return ['a' => 'b');", 'f:1:25: expected "," or "]", found ")".'],
  ])('%s is refused', (_, text, message) => {
    expect(() => php.parse(text, { file: 'f' })).toThrow(message);
  });
  it('and nesting without an end, with a place', () => {
    const deep = `<?php return ${'['.repeat(100_000)}`;
    expect(() => php.parse(deep, { file: 'f' })).toThrow('f:1:214: more than 200 levels');
    const casts = `<?php return ['a' => ${'(int) '.repeat(100_000)}1];`;
    expect(() => php.parse(casts)).toThrow(FormatError);
  });
  it.each([laravel, codeIgniter])('a file cut anywhere is read or refused: %#', (text) => {
    for (let end = 0; end < text.length; end += 1) {
      try {
        const document = php.parse(text.slice(0, end));
        expect(php.edit(document, [])).toBe(text.slice(0, end));
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });
});

describe('odd files', () => {
  it.each([
    ['nothing', '', []],
    ['no array', '<?php\n// soon\n', []],
    ['a guard with braces', "<?php if (!defined('X')) { die('no'); } return ['a' => 'b'];", ['a']],
    [
      'keys of every object',
      "<?php return ['__proto__' => 'a', 'constructor' => 'b'];",
      ['__proto__', 'constructor'],
    ],
    [
      'numbers as keys',
      "<?php return [0x10 => 'a', 'b', '7' => 'c', 010 => 'd'];",
      ['16', '17', '7', '8'],
    ],
    ['values in the middle', "<?php return ['a' => ['b', 5 => 'c', 'd']];", ['a.0', 'a.5', 'a.6']],
    ['joined keys', "<?php return ['a' . 'b' => 'c'];", ['ab']],
    ['two variables', "<?php $a['x'] = 'b'; $c['x'] = 'd';", ['x', '$c.x']],
    ['both at once', "<?php $a = ['x' => 'b']; $a['y'] = 'd'; return $a;", ['x', 'y']],
  ])('%s', (_, text, keys) => {
    expect(php.parse(text).units.map(({ key }) => key.join('.'))).toEqual(keys);
  });
  it('a key that stands there twice is a warning', () => {
    const { units, problems } = php.parse("<?php return [\n'1' => 'a',\n1 => 'b'];", { file: 'f' });
    expect(units.map(({ text }) => text)).toEqual(['b']);
    expect(problems).toMatchObject([{ code: 'duplicate-key', line: 3, key: '1' }]);
  });
  it.each([
    ["return [\n'a' => ['b' => 'x'],\n'a' => ['c' => 'y'],\n];", ['a.c'], [4]],
    ["return [\n'a' => ['b' => 'x'],\n'a' => [],\n];", ['a'], [4]],
    ["return [\n'a' => [],\n'a' => ['b' => 'x'],\n];", ['a.b'], [4]],
    ["return [\n'a' => ['b' => ['c' => 'x']],\n'a' => 'y',\n];", ['a'], [4]],
    ["return [\n'a' => ['b' => 'x'],\n'a' => 'y',\n'a' => ['c' => 'z'],\n];", ['a.c'], [4, 5]],
    ["$l['a']['b'] = 'x';\n$l['a']['c'] = 'y';\n$l['a'] = [];", ['a'], [4, 4]],
    ["$l = ['a' => ['b' => 'x'], 'c' => 'y'];\n$l['a'] = ['d' => 'z'];", ['c', 'a.d'], [3]],
    ["$l['a'] = ['b' => 'x'];\n$l['a']['c'] = 'y';", ['a.b', 'a.c'], []],
    ["$l['a'] = [];\n$l['a']['c'] = 'y';", ['a.c'], []],
  ])('what an array had before its key stands there again is not read: %j', (body, keys, lines) => {
    const { units, problems } = php.parse(`<?php\n${body}\n`);
    expect(units.map(({ key }) => key.join('.'))).toEqual(keys);
    expect(problems.map(({ line }) => line)).toEqual(lines);
  });
});

describe('units', () => {
  it('are texts; what only PHP knows is left alone', () => {
    const { units } = php.parse(laravel);
    const shown = units.map(({ key, kind, text, note }) => [key.join('.'), kind, text, note]);
    expect(shown).toEqual([
      ['hello', 'text', 'Hello, :name!', 'Shown in the header'],
      ['files', 'text', '{0} none|{1} one file|[2,*] :count files', 'counted'],
      ['double', 'text', "Tab\there $5 A😀A it's", undefined],
      ['nested.a.b', 'text', 'dotted', undefined],
      ['nested.deep.x', 'text', 'one line', undefined],
      ['nested.deep.y', 'text', 'two', undefined],
      ['nested.404', 'text', 'Not found', undefined],
      ['nested.-1', 'text', 'less', undefined],
      ['nested.empty', 'raw', '[]', undefined],
      ['list.0', 'text', 'first', undefined],
      ['list.1', 'text', 'second', undefined],
      ['joined', 'text', 'part one, part two, part three', undefined],
      ['left', 'raw', "__('alone')", undefined],
      ['const', 'raw', 'Foo::BAR', undefined],
      ['mixed', 'raw', "'a' . FOO", undefined],
      ['raw', 'raw', '"Hello $name, {$a[\'b\']} ${x}"', undefined],
      ['number', 'raw', '12', undefined],
      ['bool', 'raw', 'true', undefined],
      ['null', 'raw', 'null', undefined],
      ['heredoc', 'text', 'Dear reader,\n\n  it\'s "quoted" \t', undefined],
      ['nowdoc', 'text', 'No $escape \\n here', undefined],
      ['last', 'text', 'no comma', undefined],
    ]);
  });
});

describe('a file that may be a catalog', () => {
  const { signature } = php.capabilities;
  it.each([
    [laravel, true],
    [codeIgniter, true],
    ["<?php return array('a' => 'b');", true],
    ["<?php\n\n$lang = [\n    'a' => 'b',\n];\n", true],
    ["<?php\n\n$lang = array_merge($lang, array(\n\t'A'\t=> 'b',\n));\n", true],
    ['<?php\n\nclass A\n{\n    function b()\n    {\n        return [];\n    }\n}\n', false],
    ['<?php\n\nrequire "a.php";\n$app = new App();\nreturn $app;\n', false],
    ['<p>return [</p>', false],
  ])('%#: %s', (text, isCatalog) => {
    expect(signature?.test(text)).toBe(isCatalog);
  });
});
