import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import { keyId } from '../../src/model/index.js';
import type { Codec, Document, Edit, Key } from '../../src/model/index.js';

const { android, fluent, json, json5, php, properties, qt, resx, strings, toml, yaml } = formats;

/** Edits that give units of a target other keys, as the source has them now. */
function edits(source: Document, target: Document, renamed: readonly [Key, Key][]): Edit[] {
  const froms = new Map(renamed.map(([from, to]) => [keyId(to), from]));
  const inserts = source.units.flatMap((unit, i): Edit[] => {
    const movedFrom = froms.get(keyId(unit.key));
    const text = target.units.find(({ key }) => keyId(key) === keyId(movedFrom ?? []))?.text;
    if (movedFrom === undefined || text === undefined) return [];
    const after = source.units[i - 1]?.key ?? null;
    const from = { document: source, unit };
    return [{ op: 'insert', key: unit.key, text, after, from, movedFrom }];
  });
  return [...inserts, ...renamed.map(([key]): Edit => ({ op: 'remove', key }))];
}

function renamed(codec: Codec, source: string, target: string, keys: readonly [Key, Key][]) {
  const from = codec.parse(source, { file: 's' });
  const to = codec.parse(target, { file: 't', role: 'target', source: from, locale: 'de' });
  return codec.edit(to, edits(from, to, keys));
}

const ONE: readonly [Key, Key][] = [[['old'], ['new']]];
const PLURAL: readonly [Key, Key][] = [
  [
    ['old', 'one'],
    ['new', 'one'],
  ],
  [
    ['old', 'other'],
    ['new', 'other'],
  ],
];

const XML = '<?xml version="1.0" encoding="utf-8"?>\n';

/** A target before; its source has `new` for `old`, in the same place. */
const IN_PLACE: readonly [string, Codec, string, string, readonly [Key, Key][]][] = [
  [
    'a string of Android',
    android,
    '<resources>\n  <string name="a">A</string>\n  <string name="new">B</string>\n</resources>\n',
    `${XML}<resources xmlns:tools="t">\n  <string name="a">A</string>\n  <!-- Genus: n -->\n  <string name='old'  tools:ignore="Typos" gender="n">&#66;e</string> <!-- ok -->\n</resources>\n`,
    ONE,
  ],
  [
    'a plural of Android',
    android,
    '<resources>\n  <plurals name="new">\n    <item quantity="one">A</item>\n    <item quantity="other">B</item>\n  </plurals>\n</resources>\n',
    '<resources>\n  <plurals tools:x="y" name="old">\n    <item quantity="one" tools:x="z">A</item>\n    <!-- more -->\n    <item quantity="other">B</item>\n  </plurals>\n</resources>\n',
    PLURAL,
  ],
  [
    'a pair of .properties',
    properties,
    'a=A\nnew=B\nc=C\n',
    'a = A\n# Genus: n\nold  :  B\\\n   e\nc = C\n',
    ONE,
  ],
  [
    'data of .resx',
    resx,
    '<root>\n  <data name="new"><value>B</value></data>\n</root>\n',
    '<root>\n  <!-- x -->\n  <data name="old" x="y">\n    <value>B</value>\n    <comment>Genus: n</comment>\n  </data>\n</root>\n',
    ONE,
  ],
  [
    'a pair of .strings',
    strings,
    '"a" = "A";\n"new" = "B";\n',
    '"a" = "A";\n/* Genus: n */\n"old"   =   "\\U0042"; // ok\n',
    ONE,
  ],
  [
    'a member of JSON',
    json,
    '{ "a": "A", "new": "B", "c": "C" }',
    '{\n  "a": "A",\n  // Genus: n\n  "old" :  "\\u0042", // ok\n  "c": "C"\n}\n',
    ONE,
  ],
  [
    'an entry of a browser extension',
    json,
    '{ "a": { "message": "A" }, "new": { "message": "B" } }',
    '{\n  "a": { "message": "A" },\n  "old": { "description": "x",  "message": "B" }\n}\n',
    [
      [
        ['old', 'message'],
        ['new', 'message'],
      ],
    ],
  ],
  [
    'a member of JSON5',
    json5,
    '{ new: "B", c: "C" }',
    "{\n  // Genus: n\n  'old':  '\\u0042', // ok\n  c: 'C'\n}\n",
    ONE,
  ],
  [
    'an object of JSON5',
    json5,
    '{ new: { one: "A", other: "B" } }',
    '{\n  old: {\n    // x\n    one: "A",\n\n    other: "B" }\n}\n',
    PLURAL,
  ],
  [
    'an item of PHP',
    php,
    "<?php return ['a' => 'A', 'new' => 'B'];",
    "<?php\nreturn [\n    'a' => 'A',\n    // Genus: n\n    \"old\"   => 'B' . \"e\"\n];\n",
    ONE,
  ],
  [
    'a statement of PHP',
    php,
    "<?php\n$lang['a'] = 'A';\n$lang['js']['new'] = 'B';\n",
    "<?php\n$lang['a'] = 'A';\n// Genus: n\n$lang['js'][ \"old\" ]   = 'B' . \"e\";\n",
    [
      [
        ['js', 'old'],
        ['js', 'new'],
      ],
    ],
  ],
  [
    'a pair of TOML',
    toml,
    'a = "A"\nnew = "B"\n',
    'a = "A"\n# Genus: n\nold   = """\nB""" # ok\n',
    ONE,
  ],
  [
    'a table of TOML',
    toml,
    '[new]\none = "A"\nother = "B"\n',
    '[old] # x\ndescription = "d"\none = "A"\n\nother = """B"""\n',
    PLURAL,
  ],
  [
    'a message of Fluent',
    fluent,
    'a = A\nnew = B\n    .one = C\n',
    'a = A\n# Genus: n\nold =\n    B\n    .one  =  C\n',
    [
      [['old'], ['new']],
      [
        ['old', 'one'],
        ['new', 'one'],
      ],
    ],
  ],
  [
    'an entry of YAML',
    yaml,
    'a: A\nnew: B\nz: Z\n',
    "# head\n\na: A\n# Genus: n\n'old'  :   >-\n  B\n  e # no\n\n# z\nz: Z\n",
    ONE,
  ],
  [
    'a map of YAML',
    yaml,
    'new:\n  one: A\n  other: B\nz: Z\n',
    'old: &x # y\n  one:   "A"\n\n  # more\n  other: |\n    B\nz: Z\n',
    PLURAL,
  ],
  [
    'a context of Qt',
    qt,
    '<TS version="2.1">\n<context>\n<name>new</name>\n<message numerus="yes"><source>%n files</source><translation><numerusform></numerusform><numerusform></numerusform></translation></message>\n<message><source>B</source><translation></translation></message>\n</context>\n</TS>\n',
    '<TS version="2.1" language="de">\n<context>\n  <name>old</name>\n  <message numerus="yes">\n    <location filename="a.cpp" line="1"/>\n    <source>%n files</source>\n    <translatorcomment>x</translatorcomment>\n    <translation><numerusform>%n A</numerusform><numerusform>%n B</numerusform></translation>\n  </message>\n  <message>\n    <source>Gone</source><translation type="vanished">G</translation></message>\n  <message><source>B</source><translation type="unfinished">Be</translation></message>\n</context>\n</TS>\n',
    [
      [
        ['old', '%n files', 'one'],
        ['new', '%n files', 'one'],
      ],
      [
        ['old', '%n files', 'other'],
        ['new', '%n files', 'other'],
      ],
      [
        ['old', 'B'],
        ['new', 'B'],
      ],
    ],
  ],
];

describe('a value that goes to another key, with its text', () => {
  it.each(IN_PLACE)('changes nothing but its name: %s', (_, codec, source, target, keys) => {
    expect(renamed(codec, source, target, keys)).toBe(target.replace('old', 'new'));
  });

  it.each([
    [
      android,
      '<resources>\n  <string name="new">B</string>\n  <string name="z">Z</string>\n</resources>\n',
      '<resources>\n  <string name="z">Z</string>\n  <!-- x -->\n  <string name="old" gender="n">B</string>\n</resources>\n',
      '<resources>\n  <!-- x -->\n  <string name="new" gender="n">B</string>\n  <string name="z">Z</string>\n</resources>\n',
    ],
    [properties, 'new=B\nz=Z\n', 'z = Z\n# x\nold  :  B\n', '# x\nnew  :  B\nz = Z\n'],
    [strings, 'new=B;\nz=Z;\n', 'z = "Z";\n/* x */\nold = B;\n', '/* x */\n"new" = B;\nz = "Z";\n'],
  ])('takes its lines along to the place that the source gives it: %#', (codec, ...texts) => {
    const [source, target, expected] = texts;
    expect(renamed(codec, source, target, ONE)).toBe(expected);
  });

  it('stays behind what only the target has', () => {
    const target = 'a = A\nextra = E\n# x\nold  :  B\n';
    expect(renamed(properties, 'a=A\nnew=B\n', target, ONE)).toBe(target.replace('old', 'new'));
  });

  it('is a new one where the key of its container stays', () => {
    const target = "{\n  old: {\n    one: 'A',\n    other: 'B',\n  },\n}\n";
    const source = "{ old: { other: 'B' }, new: { one: 'A' } }";
    expect(renamed(json5, source, target, PLURAL.slice(0, 1))).toBe(
      "{\n  old: {\n    other: 'B',\n  },\n  new: {\n    one: 'A',\n  },\n}\n",
    );
  });

  it('is a new one beside another that goes to its name', () => {
    const target = 'a.x=A\nb.x=A\n';
    const keys: readonly [Key, Key][] = [[['a.x'], ['c.x']]];
    expect(renamed(properties, 'b.x=A\nc.x=A\n', target, keys)).toBe('b.x=A\nc.x=A\n');
  });

  it('is escaped as a name of its format', () => {
    const name: readonly [Key, Key][] = [[['old'], ['a "b" <c>']]];
    const source = '<root><data name="a &quot;b&quot; &lt;c>"><value>B</value></data></root>';
    const target = '<root>\n  <data name="old"><value>B</value></data>\n</root>\n';
    expect(renamed(resx, source, target, name)).toBe(
      target.replace('old', 'a &quot;b&quot; &lt;c>'),
    );
  });

  it('trades places with another that is renamed', () => {
    const keys: readonly [Key, Key][] = [
      [['a'], ['y']],
      [['b'], ['x']],
    ];
    const target = '# 1\na : A\n# 2\nb : B\n';
    expect(renamed(properties, 'x=B\ny=A\n', target, keys)).toBe('# 2\nx : B\n# 1\ny : A\n');
  });
});

it.each([
  ['PHP', php, "<?php\nreturn [\n    // A\n    'old' => 'X',\n    // B\n    'b' => 'Y',\n];\n"],
  ['JSON5', json5, "{\n  // A\n  old: 'X',\n  // B\n  b: 'Y',\n}\n"],
  ['YAML', yaml, 'a: 1\n# A\nold: X # x\n# B\nb: Y\n'],
  ['PO', formats.po, '#. A\nmsgid "old"\nmsgstr "X"\n\n#. B\nmsgid "b"\nmsgstr "Y"\n'],
])('%s: a value that follows itself stays in its place', (_, codec, text) => {
  const source = codec.parse(text, { file: 'a', role: 'source', locale: 'en' });
  const document = codec.parse(text, { file: 'a', role: 'target', source, locale: 'de' });
  const unit = document.units.find((one) => one.text === 'X');
  if (unit === undefined) throw new Error('the text is not found');
  const key = unit.key.with(-1, 'new');
  const from = { document, unit };
  const edited = codec.edit(document, [
    { op: 'insert', key, text: 'X', after: unit.key, from, movedFrom: unit.key },
    { op: 'remove', key: unit.key },
  ]);
  expect(edited).toBe(text.replace('old', 'new'));
});
