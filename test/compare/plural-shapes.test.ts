import { expect, test } from 'vitest';
import { otherShapes } from '../../src/engine/compare/compare-file.js';
import { yaml } from '../../src/formats/yaml/index.js';
import type { MessageSyntax } from '../../src/model/index.js';
import { unit } from '../text/corpus.js';

const target = yaml.parse('files: Dateien\nerrors:\n  one: ein\n  other: viele\nempty: ""\n');
const form = { category: 'one', ordinal: false } as const;

test.each<[MessageSyntax, string, boolean, boolean]>([
  ['rails', 'files.one', true, true],
  ['rails', 'errors', false, true],
  ['rails', 'empty.one', true, false],
  ['rails', 'others.one', true, false],
  ['rails', 'files', false, false],
  ['i18next', 'errors', false, false],
])('%s: %s has another shape: %s %s', (syntax, name, isForm, expected) => {
  const key = name.split('.');
  const one = { key, unit: unit(key, 'x'), text: 'x', ...(isForm ? { plural: form } : {}) };
  expect(otherShapes(target, syntax, [])(one)).toBe(expected);
});
