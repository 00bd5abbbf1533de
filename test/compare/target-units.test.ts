import { describe, expect, test } from 'vitest';
import { TargetUnits } from '../../src/engine/compare/target-units.js';
import { SourceUnits } from '../../src/engine/units/source-units.js';
import type { SourceUnit } from '../../src/engine/units/source-units.js';
import { json } from '../../src/formats/json/index.js';
import { formatKey } from '../../src/model/index.js';
import { pairOf } from '../load/support.js';

function sourcesOf(content: object): readonly SourceUnit[] {
  const { source } = pairOf('en/app.json', JSON.stringify(content));
  const none = {
    factsOf: () => [],
    hasSource: () => false,
    recall: undefined,
    isExcluded: () => false,
  };
  return new SourceUnits(source, { language: 'en', ...none }).expectedIn('de');
}

/** Keys of the target that are left once all units were taken. */
function left(source: object, target: string): readonly string[] {
  const expected = sourcesOf(source);
  const present = new TargetUnits(json.parse(target).units);
  for (const one of expected) present.take(one);
  return present.left().map(({ key }) => formatKey(key));
}

describe('what is left of a target', () => {
  const source = { a: 'A', b: { c: 'C' }, d: 'D' };

  test.each<[string, string, readonly string[]]>([
    ['nothing', '{"a":"1","b":{"c":"2"},"d":"3"}', []],
    ['nothing, in another order', '{"d":"3","b":{"c":"2"},"a":"1"}', []],
    ['a further text', '{"a":"1","x":"4","b":{"c":"2"},"d":"3"}', ['x']],
    ['an empty container', '{"a":"1","b":{"c":"2","x":[]},"d":"3"}', ['b.x']],
    ['a text in place of another', '{"a":"1","b":{"c":"2"},"x":"3"}', ['x']],
    ['nothing beside a text that is there twice', '{"a":"1","b":{"c":"2"},"d":"3","d":"4"}', []],
    ['nothing beside metadata', '{"a":"1","@a":{"x":"y"},"b":{"c":"2"},"d":"3"}', []],
  ])('%s', (_, target, keys) => {
    expect(left(source, target)).toEqual(keys);
  });
});

test('a unit is taken as the file has it', () => {
  const [first, second] = sourcesOf({ a: 'A', b: 'B' });
  const document = json.parse('{"b":"1","a":"2","b":"3"}');
  const present = new TargetUnits(document.units);
  expect(second && present.take(second)).toEqual(document.units[1]);
  expect(first && present.take(first)).toEqual(document.units[0]);
});

/** Keys of a source, which are taken one after the other from a target; `–` where there is none. */
function taken(target: object, keys: readonly string[]): object {
  const units = new Map(keys.map((key) => [key, sourcesOf({ [key]: 'source' })[0]]));
  const standing = new TargetUnits(json.parse(JSON.stringify(target)).units);
  const found = keys.map((key) => {
    const unit = units.get(key);
    return (unit && standing.take(unit))?.text ?? '–';
  });
  return { found: found.join(''), left: standing.left().map(({ key }) => formatKey(key)) };
}

describe('units are taken by their keys', () => {
  test.each<[string, object, readonly string[], object]>([
    ['in order', { a: 'A', b: 'B' }, ['a', 'b'], { found: 'AB', left: [] }],
    ['in any order', { a: 'A', b: 'B', c: 'C' }, ['c', 'a', 'b'], { found: 'CAB', left: [] }],
    ['where some are missing', { b: 'B' }, ['a', 'b', 'c'], { found: '–B–', left: [] }],
    ['where some are left', { x: 'X', a: 'A', y: 'Y' }, ['a'], { found: 'A', left: ['x', 'y'] }],
    ['each once', { a: 'A', b: 'B' }, ['a', 'a', 'b'], { found: 'A–B', left: [] }],
    ['each once, out of order', { a: 'A', b: 'B' }, ['b', 'b', 'a'], { found: 'B–A', left: [] }],
    ['in an empty file', {}, ['a'], { found: '–', left: [] }],
    ['not by a part of their keys', { a: { b: 'B' } }, ['b'], { found: '–', left: ['a.b'] }],
  ])('%s', (_, target, keys, expected) => {
    expect(taken(target, keys)).toEqual(expected);
  });
});
