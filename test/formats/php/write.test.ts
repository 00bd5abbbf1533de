import { describe, expect, it } from 'vitest';
import { php } from '../../../src/formats/php/index.js';
import type { Edit } from '../../../src/model/index.js';

const set = (key: string, text: string): Edit => ({ op: 'set', key: key.split('.'), text });
const remove = (key: string): Edit => ({ op: 'remove', key: key.split('.') });
const add = (key: string, after: string | null, text = 'New'): Edit => ({
  ...{ op: 'insert', key: key.split('.'), text },
  after: after === null ? null : after.split('.'),
});

function edited(text: string, ...edits: Edit[]): string {
  return php.edit(php.parse(text), edits);
}

const list = (...lines: string[]): string => `<?php\nreturn [\n${lines.join('\n')}\n];\n`;

describe('a text is written as the one before it', () => {
  it.each([
    ["'a'", "it's \\ C:\\new \\'", "'it\\'s \\ C:\\new \\\\\\''"],
    ["'a'", 'ends with \\', "'ends with \\\\'"],
    ["'a'", '$name {$b}', "'$name {$b}'"],
    ["'a'", 'two\nlines', '"two\\nlines"'],
    ["'a\nb'", 'two\nlines', "'two\nlines'"],
    ["'a'", 'left\tright', '"left\\tright"'],
    ["'a\tb'", 'left\tright', "'left\tright'"],
    ['"a\tb"', 'left\tright', '"left\tright"'],
    ['"a\\tb"', 'left\tright', '"left\\tright"'],
    ['"a"', 'say "no" to $name, {$b}, $5', '"say \\"no\\" to \\$name, {\\$b}, $5"'],
    ['"a"', '\t\x1b\x01é', '"\\t\\e\\u{1}é"'],
    ['"a\nb"', 'two\nlines', '"two\nlines"'],
    ["'a' .\n 'b'", 'c', "'c'"],
    ["<<<'A'\nold\nA", 'new $a\\n', "<<<'A'\nnew $a\\n\nA"],
    ["<<<'A'\nold\nA", 'A\nb', '"A\\nb"'],
    ['<<<A\n  old\n  A', 'one $b\n\n two', '<<<A\n  one \\$b\n\n   two\n  A'],
    ['null', 'now a text', "'now a text'"],
  ])('%j = %j gives %s', (before, text, after) => {
    expect(edited(`<?php return ['k' => ${before}];`, set('k', text))).toBe(
      `<?php return ['k' => ${after}];`,
    );
  });
});

describe('new items follow their neighbours', () => {
  it.each<[string, string, Edit[], string]>([
    [
      'a comma behind the last, if it had none',
      list("    'a' => 'x' // note"),
      [add('b', 'a')],
      list("    'a' => 'x', // note", "    'b' => 'New'"),
    ],
    [
      'arrays in one line, where the one beside them is',
      list("    'a' => ['b' => 'x'],"),
      [add('c.d', 'a.b'), add('c.e', 'c.d')],
      list("    'a' => ['b' => 'x'],", "    'c' => ['d' => 'New', 'e' => 'New'],"),
    ],
    [
      'the column of the arrows',
      list("  'title'  => 'x',", "  'longer' => 'y',"),
      [add('b', 'title'), add('much_longer', 'longer')],
      list(
        "  'title'  => 'x',",
        "  'b'      => 'New',",
        "  'longer' => 'y',",
        "  'much_longer' => 'New',",
      ),
    ],
    [
      'quotes, tabs and tight arrows',
      list('\t"a"=>"x",'),
      [add('b.c', 'a'), add('b.d', 'b.c', '$x')],
      list('\t"a"=>"x",', '\t"b"=>[', '\t\t"c" => "New",', '\t\t"d" => "\\$x",', '\t],'),
    ],
    [
      'long arrays',
      "<?php\nreturn array(\n    'a' => array(\n        'b' => 'x'\n    )\n);\n",
      [add('c.d', 'a.b'), add('a.0', null)],
      "<?php\nreturn array(\n    'a' => array(\n        0 => 'New',\n        'b' => 'x'\n    ),\n    'c' => array(\n        'd' => 'New'\n    )\n);\n",
    ],
    [
      'one line',
      "<?php return ['a' => 'x', 'b' => ['c' => 'y']];",
      [add('n', 'a'), add('b.d', 'b.c'), add('z', 'b.c')],
      "<?php return ['a' => 'x', 'n' => 'New', 'b' => ['c' => 'y', 'd' => 'New'], 'z' => 'New'];",
    ],
    [
      'lists without keys',
      list("    'l' => ['a', 'b'],", "    'm' => [", "        'a',", '    ],'),
      [add('l.2', 'l.1'), add('m.1', 'm.0'), add('m.3', 'm.1')],
      list(
        "    'l' => ['a', 'b', 'New'],",
        "    'm' => [",
        "        'a',",
        "        'New',",
        "        3 => 'New',",
        '    ],',
      ),
    ],
    [
      'names in a list',
      list("    'l' => ['a', 'b'],"),
      [add('l.name', 'l.1'), add('l.more.x', 'l.name')],
      list("    'l' => ['a', 'b', 'name' => 'New', 'more' => ['x' => 'New']],"),
    ],
    [
      'blank lines between them',
      list('', "    'a' => 'x',", '', "    'b' => 'y',", ''),
      [add('c', 'a'), add('d', 'b')],
      list(
        '',
        "    'a' => 'x',",
        '',
        "    'c' => 'New',",
        '',
        "    'b' => 'y',",
        '',
        "    'd' => 'New',",
        '',
      ),
    ],
    [
      'an empty array',
      list("    'a' => [],"),
      [add('a.b', null)],
      list("    'a' => [", "        'b' => 'New',", '    ],'),
    ],
    [
      'a file without an array',
      '<?php\n',
      [add('a', null)],
      "<?php\nreturn [\n    'a' => 'New',\n];\n",
    ],
    [
      'no file yet',
      '',
      [add('a.b', null)],
      "<?php\n\nreturn [\n    'a' => [\n        'b' => 'New',\n    ],\n];\n",
    ],
    [
      'assignments',
      "<?php\n$lang['a']    = 'x';\n$lang['long'] = 'y';",
      [add('b', 'a'), add('js.c', 'long')],
      "<?php\n$lang['a']    = 'x';\n$lang['b']    = 'New';\n$lang['long'] = 'y';\n$lang['js']['c'] = 'New';",
    ],
    [
      'items removed beside them',
      list("    'a' => 'x',", "    'b' => 'y'"),
      [remove('b'), add('c', 'b')],
      list("    'a' => 'x',", "    'c' => 'New'"),
    ],
  ])('%s', (_, text, edits, expected) => {
    expect(edited(text, ...edits)).toBe(expected);
  });
  it('have no room below a text', () => {
    expect(() => edited(list("'a' => 'x'"), add('a.b', null))).toThrow('Something else is at "a"');
  });
});

describe('a removed item', () => {
  it.each([
    ['takes the comma of the new last', "['a' => 'x', 'b' => 'y']", 'b', "['a' => 'x']"],
    [
      'takes its comments',
      "[\n    // one\n    'a' => 'x', // two\n    'b' => 'y',\n]",
      'a',
      "[\n    'b' => 'y',\n]",
    ],
    [
      'leaves comments of others',
      "[\n    'a' => 'x', // two\n\n    // three\n\n    'b' => 'y',\n]",
      'b',
      "[\n    'a' => 'x', // two\n\n    // three\n]",
    ],
    [
      'takes its array along',
      "[\n    'a' => [\n        'b' => 'x'\n    ],\n    'c' => 'y'\n]",
      'a.b',
      "[\n    'c' => 'y'\n]",
    ],
    [
      'leaves one blank line below the bracket',
      "[\n\n    'a' => 'x',\n\n    'b' => 'y',\n\n]",
      'a',
      "[\n\n    'b' => 'y',\n\n]",
    ],
    [
      'leaves one blank line above the closing bracket',
      "[\n\n    'a' => 'x',\n\n    'b' => 'y',\n\n]",
      'b',
      "[\n\n    'a' => 'x',\n\n]",
    ],
    [
      'takes one of two blank lines',
      "[\n    'a' => 'x',\n\n    'b' => 'y',\n\n    'c' => 'z',\n]",
      'b',
      "[\n    'a' => 'x',\n\n    'c' => 'z',\n]",
    ],
  ])('%s', (_, text, key, expected) => {
    expect(edited(`<?php\nreturn ${text};\n`, remove(key))).toBe(`<?php\nreturn ${expected};\n`);
  });
});

describe('a file of an array and statements, or of keys that stand there again', () => {
  const file = (...lines: string[]): string => `<?php\n${lines.join('\n')}\n`;

  it.each<[string, string, Edit[], string]>([
    [
      'a comma behind the last item of the array',
      file("$l = ['a' => 'x', 'b' => 'y'];", "$l['c'] = 'z';"),
      [add('n', 'b')],
      file("$l = ['a' => 'x', 'b' => 'y', 'n' => 'New'];", "$l['c'] = 'z';"),
    ],
    [
      'no comma behind what is its last item once another goes',
      file('$l = [', "  'a' => 'x',", "  'b' => 'y'", '];', "$l['c'] = 'z';"),
      [remove('b'), add('n', 'c')],
      file('$l = [', "  'a' => 'x'", '];', "$l['c'] = 'z';", "$l['n'] = 'New';"),
    ],
    [
      'statements go on where an empty array begins',
      file("$l['z'] = 'x';", "$l['a'] = [];", "$l['y'] = 'y';"),
      [add('a.b', 'z'), add('a.c', 'a.b')],
      file(
        ...["$l['z'] = 'x';", "$l['a'] = [];", "$l['a']['b'] = 'New';", "$l['a']['c'] = 'New';"],
        "$l['y'] = 'y';",
      ),
    ],
    [
      'never above the empty array that they add to',
      file("$l = ['p' => ['a' => []], 'z' => 'x'];", "$l['p']['a']['b'] = 'y';"),
      [add('p.a.c', null)],
      file(
        "$l = ['p' => ['a' => []], 'z' => 'x'];",
        "$l['p']['a']['b'] = 'y';",
        "$l['p']['a']['c'] = 'New';",
      ),
    ],
    [
      'a comment above a blank line stays one of its own, whatever ends its line',
      "<?php\nreturn [\n'a' => [\n  \r  # apart\n\n  'c' => 'x',\n],\n];\n",
      [add('a.b', null)],
      "<?php\nreturn [\n'a' => [\n  \r  # apart\n\n  'b' => 'New',\n\n  'c' => 'x',\n],\n];\n",
    ],
    [
      'into the array that counts',
      list("  'a' => ['b' => 'x'],", "  'a' => ['c' => 'y'],"),
      [add('a.b', 'a.c')],
      list("  'a' => ['b' => 'x'],", "  'a' => ['c' => 'y', 'b' => 'New'],"),
    ],
    [
      'what would be read again goes, too',
      list("  'a' => ['b' => 'x'],", "  'a' => ['c' => 'y'],", "  'd' => 'z',"),
      [remove('a.c')],
      list("  'd' => 'z',"),
    ],
    [
      'it stays as long as it is not',
      list("  'a' => ['b' => 'x'],", "  'a' => ['c' => 'y', 'd' => 'z'],"),
      [remove('a.c')],
      list("  'a' => ['b' => 'x'],", "  'a' => ['d' => 'z'],"),
    ],
  ])('%s', (_, before, edits, after) => {
    expect(edited(before, ...edits)).toBe(after);
  });
  it('of very many duplicates all go, in a moment', () => {
    const many = "'a' => ['b' => 'x'], ".repeat(20_000);
    expect(edited(`<?php return [${many}];`, remove('a.b'))).toBe('<?php return [];');
  });
});

describe('arrays that are merged into a variable', () => {
  const before = `<?php
if (!defined('IN_PHPBB'))
{
\texit;
}

if (empty($lang) || !is_array($lang))
{
\t$lang = array();
}

$lang = array_merge($lang, array(
\t'YES'\t\t=> 'Yes',
\t'DATE'\t=> array(
\t\t'TODAY'\t=> 'Today',
\t),
));

// More
$lang = array_merge($lang, [
\t'NO'\t=> 'No',
]);
`;

  it('are read as one', () => {
    const texts = php.parse(before).units.map(({ key, text }) => [key.join('.'), text]);
    expect(texts).toEqual([
      ['YES', 'Yes'],
      ['DATE.TODAY', 'Today'],
      ['NO', 'No'],
    ]);
  });

  it('are written where they are', () => {
    const edits = [set('YES', 'Ja'), add('DATE.NOW', 'DATE.TODAY'), add('OK', 'NO'), remove('NO')];
    expect(edited(before, ...edits)).toBe(
      before
        .replace("'Yes'", "'Ja'")
        .replace("'Today',\n", "'Today',\n\t\t'NOW'\t=> 'New',\n")
        .replace("\t'NO'\t=> 'No',\n", "\t'OK'\t=> 'New',\n"),
    );
  });

  it.each([
    ['$a = array_merge($b, []);', /1:24: expected the variable/],
    ['$a = array_merge($a, b());', /expected an array/],
    ["if (empty($a)) { $a = ['x' => 'y']; }", /expected an empty array/],
    ['if (empty($a)) { run(); }', /expected "return \[" or an assignment/],
  ])('%s is refused', (code, message) => {
    expect(() => php.parse(`<?php ${code}`, { file: 'a.php' })).toThrow(message);
  });
});

describe('constants', () => {
  const text =
    "<?php\n// about\ndefine('_A', 'One');\ndefine(\"_B\", 'a'.X); // b\n\n// note\ndefine('_C', 'Three', true);\n?>\n";
  const document = php.parse(text);

  it('are units, with their comments', () => {
    expect(
      document.units.map(({ key, kind, text: own, note }) => [key[0], kind, own, note]),
    ).toEqual([
      ['_A', 'text', 'One', 'about'],
      ['_B', 'raw', "'a'.X", undefined],
      ['_C', 'text', 'Three', 'note'],
    ]);
  });
  it('come, go and change', () => {
    const edits: Edit[] = [
      { op: 'insert', key: ['_N'], text: "It's", after: ['_A'] },
      { op: 'set', key: ['_C'], text: 'Drei' },
      { op: 'remove', key: ['_A'] },
    ];
    const expected = text
      .replace("// about\ndefine('_A', 'One');", "define('_N', 'It\\'s');")
      .replace('Three', 'Drei');
    expect(php.edit(document, edits)).toBe(expected);
  });
  it('are written into an empty file as the source has them', () => {
    const from = { document, unit: document.units[0]! };
    const edit: Edit = { op: 'insert', key: ['_A'], text: 'Eins', after: null, from };
    expect(php.edit(php.parse('', { source: document }), [edit])).toBe(
      "<?php\n\ndefine('_A', 'Eins');\n",
    );
  });
});

describe('a constant with a condition of its own', () => {
  const text =
    "<?php\nif (!defined('A')) { define('A', 'x'); }\nif (!defined('B')) define('B', 'y');\nif (!defined('C')) {\n  define('C', 'z');\n  define('D', 'w');\n}\ndefined('E') or define('E', 'v');\n";
  it('is read', () => {
    expect(php.parse(text).units.map(({ key, text: own }) => `${key.join()}=${own}`)).toEqual([
      ...['A=x', 'B=y', 'C=z', 'D=w', 'E=v'],
    ]);
  });
  it('is added and removed with it', () => {
    expect(edited(text, add('N', 'A'), remove('B'), remove('C'))).toBe(
      "<?php\nif (!defined('A')) { define('A', 'x'); }\nif (!defined('N')) { define('N', 'New'); }\nif (!defined('C')) {\n  define('D', 'w');\n}\ndefined('E') or define('E', 'v');\n",
    );
  });
});
