import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { Codec, Edit } from '../../src/model/index.js';

/** A list of two texts, under `a`. */
const LISTS = {
  android:
    '<resources>\n  <string-array name="a">\n    <item>x</item>\n    <item>y</item>\n  </string-array>\n</resources>\n',
  json: '{\n  "a": ["x", "y"]\n}\n',
  json5: "{\n  a: ['x', 'y'],\n}\n",
  php: "<?php\nreturn ['a' => ['x', 'y']];\n",
  toml: 'a = ["x", "y"]\n',
  yaml: 'a:\n  - x\n  - y\n',
} satisfies Partial<Record<keyof typeof formats, string>>;

/** What a file reads as with new elements, of which nothing is known but that they are behind the first. */
function withElements(codec: Codec, text: string, names: readonly string[]): string {
  const edits = names.map((name): Edit => {
    return { op: 'insert', key: ['a', name], text: `new ${name}`, after: ['a', '0'] };
  });
  const { units } = codec.parse(codec.edit(codec.parse(text), edits));
  return units.map((unit) => `${unit.key.join('.')} ${unit.text}`).join(', ');
}

describe.each(Object.entries(LISTS))('a list of %s', (name, text) => {
  const codec = formats[name as keyof typeof LISTS];

  it.each([
    [['2'], 'a.0 x, a.1 y, a.2 new 2'],
    [['3', '2'], 'a.0 x, a.1 y, a.2 new 2, a.3 new 3'],
  ])('takes elements to its end: %j', (names, expected) => {
    expect(withElements(codec, text, names)).toBe(expected);
  });

  // PHP writes the number of an element.
  it.runIf(name !== 'php').each([[['7']], [['2', '4']], [['foo']]])(
    'takes none in the place of another: %j',
    (names) => {
      const last = names.at(-1) ?? '';
      expect(() => withElements(codec, text, names)).toThrow(
        new RegExp(
          `^"a\\.${last}" (?:is not the next element|cannot be written: "a" is a sequence)`,
        ),
      );
    },
  );
});

it('PHP writes the numbers of elements behind others that are not there', () => {
  expect(withElements(formats.php, LISTS.php, ['7', '4'])).toBe(
    'a.0 x, a.1 y, a.4 new 4, a.7 new 7',
  );
});

it.each([
  ['android', '<resources>\n</resources>\n'],
  ['json', '{}\n'],
  ['json5', '{}\n'],
  ['toml', 'c = "z"\n'],
  ['yaml', 'c: z\n'],
] as const)('a new list of %s begins with its first element', (name, target) => {
  const codec: Codec = formats[name];
  const source = codec.parse(LISTS[name]);
  const from = { document: source, unit: source.units[1]! };
  const edit: Edit = { op: 'insert', key: ['a', '1'], text: 'y', after: null, from };
  expect(() => codec.edit(codec.parse(target), [edit])).toThrow('"a.1" is not the next element');
});
