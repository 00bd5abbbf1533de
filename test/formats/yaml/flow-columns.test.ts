import { describe, expect, it } from 'vitest';
import { FormatError } from '../../../src/model/index.js';
import { yaml } from '../../../src/formats/yaml/index.js';

/* libyaml, and so Ruby, Python and PHP, asks for no indentation inside brackets. */
const read: readonly [name: string, text: string, expected: readonly string[]][] = [
  [
    'items in the column of the key',
    'en:\n  app:\n    days: [\n    "Monday", "Tuesday",\n    "Sunday"\n    ]\n    next: Go on\n',
    ['Monday', 'Tuesday', 'Sunday', 'Go on'],
  ],
  [
    'items in column 0',
    'en:\n  app:\n    days: [\n"Monday", Tuesday\n]\n    next: Go on\n',
    ['Monday', 'Tuesday', 'Go on'],
  ],
  ['a map', 'en:\n  app: {\n  a: "One",\n  b: Two\n  }\n  next: Go on\n', ['One', 'Two', 'Go on']],
  [
    'one in another',
    'en:\n  app: [\n  [ "One" ],\n  [\n  "Two" ]\n  ]\n  next: Go on\n',
    ['One', 'Two', 'Go on'],
  ],
];

describe('flow collections in any column', () => {
  it.each(read)('%s', (_name, text, expected) => {
    const document = yaml.parse(text);
    expect(document.units.map((unit) => unit.text)).toEqual(expected);
    expect(yaml.edit(document, [])).toBe(text);
  });

  it.each(read)('%s: one edit changes one value', (_name, text, expected) => {
    const document = yaml.parse(text);
    for (const unit of document.units) {
      const edited = yaml.edit(document, [{ op: 'set', key: unit.key, text: 'New: "words", [1]' }]);
      const after = yaml.parse(edited).units.map((one) => one.text);
      expect(after).toEqual(expected.map((one) => (one === unit.text ? 'New: "words", [1]' : one)));
      expect(edited.split('\n').length).toBe(text.split('\n').length);
    }
  });

  it.each([
    ['no bracket closes it', 'en:\n  days: [\n  "Monday"\n  next: Go on\n'],
    ['another one follows', 'en:\n  days: [ "Monday"\n  more: [ "Sunday" ]\n'],
    ['a document begins inside', 'en:\n  days: [\n---\n"Monday" ]\n'],
  ])('%s: an error', (_name, text) => {
    expect(() => yaml.parse(text)).toThrow(FormatError);
  });
});
