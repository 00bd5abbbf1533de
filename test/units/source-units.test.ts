import { describe, expect, test } from 'vitest';
import { keyMatcher } from '../../src/engine/units/key-glob.js';
import { SourceUnits } from '../../src/engine/units/source-units.js';
import type {
  RememberedList,
  SourceContext,
  SourceUnit,
} from '../../src/engine/units/source-units.js';
import { formatKey } from '../../src/model/index.js';
import type { MessageSyntax } from '../../src/model/index.js';
import { sourceHash, unitHash } from '../../src/lock/index.js';
import type { Fact } from '../../src/lock/index.js';
import { catalogOf, pairOf } from '../load/support.js';
import { xliff } from '../support/comparison.js';

interface Input extends Partial<SourceContext> {
  readonly path?: string;
  readonly messages?: MessageSyntax;
  readonly exclude?: readonly string[];
}

function unitsIn(source: object | string, input: Input = {}): SourceUnits {
  const { path = 'en.json', messages = 'icu', exclude = [], ...rest } = input;
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  return new SourceUnits(pairOf(path, text, { catalog: catalogOf(path, { messages }) }).source, {
    language: 'en',
    factsOf: () => [],
    hasSource: () => false,
    recall: undefined,
    isExcluded: keyMatcher(exclude),
    ...rest,
  });
}

function unitIn(source: object | string, input: Input = {}): SourceUnit {
  const [unit] = unitsIn(source, input).expectedIn('de');
  if (unit === undefined) throw new Error('no unit');
  return unit;
}

describe('a unit is copied', () => {
  test.each<[string, object | string, Input, boolean]>([
    ['not as a text', { a: 'A' }, {}, false],
    ['as a number', { a: 3 }, {}, true],
    ['as an empty text', { a: '' }, {}, true],
    ['not as a text of spaces', { a: ' ' }, {}, false],
    ['where its key is excluded', { a: { b: 'A' } }, { exclude: ['a.*'] }, true],
    ['not where another key is', { a: 'A' }, { exclude: ['b'] }, false],
    [
      'where its file says that it is not to be translated',
      xliff({ a: 'A' }).replace('<unit ', '<unit translate="no" '),
      { path: 'en.xlf' },
      true,
    ],
  ])('%s', (_, source, input, expected) => {
    expect(unitIn(source, input).copied).toBe(expected);
  });
});

describe('the lock knows a unit', () => {
  const text = ' Two  blanks';
  const seen = 'Two blanks';
  const at = (source: string): Partial<SourceContext> => ({
    hasSource: (one) => one === sourceHash(source),
    factsOf: () => [{ source: sourceHash(source), targets: new Map() }],
  });
  test.each<[string, Partial<Input>, string]>([
    ['without its layout', {}, seen],
    ['as it is, if an earlier version did so', at(text), text],
    [
      'as it is, if another key has it so',
      { hasSource: at(text).hasSource ?? (() => false) },
      text,
    ],
    ['without its layout, if its own facts say so', { ...at(seen), hasSource: () => true }, seen],
    ['as it is, if it is copied', { exclude: ['a'] }, text],
  ])('%s', (_, input, expected) => {
    const unit = unitIn({ a: text }, input);
    expect(unit.lockText).toBe(expected);
    expect(unit.sourceHash).toBe(sourceHash(expected));
  });
});

describe('a unit is plain', () => {
  test.each([
    ['Save all', true],
    ['Hi {name}', false],
    ['<b>Save</b>', false],
  ])('%j: %s', (text, expected) => {
    expect(unitIn({ a: text }).plain).toBe(expected);
  });
});

describe('the content of a unit', () => {
  const yaml = { path: 'en.yaml' };
  const { content } = unitIn('a: A\n', yaml);

  test.each<[string, string, Input, boolean]>([
    ['the same unit', 'a: A\n', yaml, true],
    ['the same unit behind another', 'a: A\nb: B\n', yaml, true],
    ['the same unit in another file', 'a: A\n', { path: 'other.yaml' }, true],
    ['another text', 'a: A2\n', yaml, false],
    ['another key', 'b: A\n', yaml, false],
    ['a note', '# Shop\na: A\n', yaml, false],
    ['an excluded key', 'a: A\n', { ...yaml, exclude: ['a'] }, false],
  ])('of %s: the same is %s', (_, source, input, isSame) => {
    expect(unitIn(source, input).content === content).toBe(isSame);
  });

  test('tells a number from a text, and one plural form from another', () => {
    expect(unitIn({ a: 3 }).content).not.toBe(unitIn({ a: '3' }, { exclude: ['a'] }).content);
    const forms = { a_one: 'One', a_other: 'One' };
    const contents = unitsIn(forms, { messages: 'i18next' })
      .expectedIn('pl')
      .map((unit) => unit.content);
    expect(new Set(contents).size).toBe(4);
    expect(unitIn(forms).content).not.toBe(unitIn(forms, { messages: 'i18next' }).content);
  });
});

describe('what the lock calls a unit', () => {
  const REMEMBERED = {
    digest: 'digest01',
    id: 'remembered1',
    sourceHash: 'rememb01',
    table: 0,
    index: 0,
  };

  test('is a hash of its file and key, and of its text', () => {
    const unit = unitIn({ a: { b: 'A' } });
    expect(unit.id).toBe(unitHash('en.json', ['a', 'b']));
    expect(unit.sourceHash).toBe(sourceHash('A'));
    expect(unit.keyId).toBe('a\u0000b');
  });

  test('is what an earlier run called it', () => {
    const unit = unitIn({ a: 'A' }, { recall: (units) => units.map(() => REMEMBERED) });
    expect([unit.id, unit.sourceHash]).toEqual([REMEMBERED.id, REMEMBERED.sourceHash]);
    expect(unit.remembered).toBe(REMEMBERED);
  });

  test('is a hash where an earlier run did not know it, which is asked for all at once', () => {
    let asked = 0;
    const recall = (): RememberedList => {
      asked += 1;
      return [];
    };
    const unit = unitIn({ a: 'A' }, { recall });
    expect(unit.id).toBe(unitHash('en.json', ['a']));
    expect(unit.sourceHash).toBe(sourceHash('A'));
    expect(asked).toBe(1);
  });

  test('finds what it says of it', () => {
    const facts: readonly Fact[] = [{ source: 'x', targets: new Map() }];
    const known = unitHash('en.json', ['a']);
    const factsOf = (id: string): readonly Fact[] => (id === known ? facts : []);
    expect(unitIn({ a: 'A' }, { factsOf }).facts).toBe(facts);
    expect(unitIn({ b: 'A' }, { factsOf }).facts).toEqual([]);
  });
});

describe('the units that a target should have', () => {
  const keys = (units: readonly SourceUnit[]): readonly string[] =>
    units.map(({ expected }) => formatKey(expected.key));

  test('are those of the source, in its order, and the same for all', () => {
    const units = unitsIn({ b: 'B', a: { c: 'C' }, n: 1 });
    expect(keys(units.expectedIn('de'))).toEqual(['b', 'a.c', 'n']);
    expect(units.expectedIn('fr')).toBe(units.expectedIn('de'));
  });

  test('have the plural forms of the target, and share what has none', () => {
    const source = { title: 'T', a_one: 'One', a_other: 'More' };
    const units = unitsIn(source, { messages: 'i18next' });
    const german = units.expectedIn('de');
    const polish = units.expectedIn('pl');
    expect(keys(german)).toEqual(['title', 'a_one', 'a_other']);
    expect(keys(polish)).toEqual(['title', 'a_one', 'a_few', 'a_many', 'a_other']);
    expect(polish[0]).toBe(german[0]);
    expect(polish[1]).not.toBe(german[1]);
  });
});
