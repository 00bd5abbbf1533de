import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/public.js';
import type { Codec, Edit, Key } from '../../src/model/index.js';

type Name = 'json' | 'json5' | 'php' | 'toml' | 'yaml';

/** A list whose middle element is a text, an object, and a list. */
const FILES: Readonly<Record<Name, readonly [string, string, string]>> = {
  json: [
    '{\n  "l": [\n    "x",\n    "m",\n    "y"\n  ]\n}\n',
    '{\n  "l": [\n    "x",\n    {\n      "a": "m"\n    },\n    "y"\n  ]\n}\n',
    '{\n  "l": [\n    "x",\n    [\n      "m",\n      "n"\n    ],\n    "y"\n  ]\n}\n',
  ],
  json5: [
    "{ l: ['x', 'm', 'y'] }\n",
    "{ l: ['x', { a: 'm' }, 'y'] }\n",
    "{ l: ['x', ['m', 'n'], 'y'] }\n",
  ],
  php: [
    "<?php\nreturn ['l' => ['x', 'm', 'y']];\n",
    "<?php\nreturn ['l' => ['x', ['a' => 'm'], 'y']];\n",
    "<?php\nreturn ['l' => ['x', ['m', 'n'], 'y']];\n",
  ],
  toml: ['l = ["x", "m", "y"]\n', 'l = ["x", { a = "m" }, "y"]\n', 'l = ["x", ["m", "n"], "y"]\n'],
  yaml: [
    'l:\n  # X\n  - x\n  - m\n  # Y\n  - y\n',
    'l:\n  # X\n  - x\n  - a: m\n  # Y\n  - y\n',
    'l:\n  # X\n  - x\n  - - m\n    - n\n  # Y\n  - y\n',
  ],
};

/** Gives elements of a list the shape and texts that they have in another file. */
function reshaped(
  codec: Codec,
  { before, after, elements }: Record<'before' | 'after', string> & { elements: RegExp },
): string {
  const document = codec.parse(before);
  const source = codec.parse(after);
  const changes = ({ key }: { readonly key: Key }): boolean => elements.test(key[1] ?? '');
  const edits: Edit[] = document.units.filter(changes).map(({ key }) => ({ op: 'remove', key }));
  for (const [i, unit] of source.units.entries()) {
    const { key, text } = unit;
    const after = source.units[i - 1]?.key ?? null;
    const from = { document: source, unit };
    if (changes(unit)) edits.push({ op: 'insert', key, text, after, from });
  }
  return codec.edit(document, edits);
}

describe.each(Object.entries(FILES))('an element in the middle of a list of %s', (name, files) => {
  const codec = formats[name as Name];
  const shapes = ['text', 'object', 'list'].map((shape, i) => [shape, files[i] ?? ''] as const);
  const pairs = shapes.flatMap((one) =>
    shapes.filter((other) => other !== one).map((other) => [one[0], other[0], one[1], other[1]]),
  );

  it.each(pairs)('changes from %s to %s', (_from, _to, before = '', after = '') => {
    expect(reshaped(codec, { before, after, elements: /1/ })).toBe(after);
  });
});

it.each([
  [
    'json',
    '{"l": [{"a": "1", "b": "2"}, "3", "4", ["5", "6"]]}\n',
    '{"l": ["7", {"c": "8", "d": ["9", "10"]}, "4", "11", "12"]}\n',
  ],
  [
    'php',
    "<?php\nreturn ['l' => [['a' => '1'], '3', '4', ['5', '6']]];\n",
    "<?php\nreturn ['l' => ['7', ['c' => '8'], '4', '11', '12']];\n",
  ],
  [
    'toml',
    'l = [{ a = "1" }, "3", "4", ["5", "6"]]\n',
    'l = ["7", { c = "8" }, "4", "11", "12"]\n',
  ],
  ['yaml', 'l: [{a: "1"}, "3", "4", ["5", "6"]]\n', 'l: ["7", {c: "8"}, "4", "11", "12"]\n'],
] as const)('several elements in %s change while another is added', (name, before, after) => {
  expect(reshaped(formats[name], { before, after, elements: /[^2]/ })).toBe(after);
});
