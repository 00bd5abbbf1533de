import { expect, it } from 'vitest';
import { isPluralGroup } from '../../src/text/plural/names.js';
import type { PluralCategory } from '../../src/model/index.js';

type Texts = Partial<Record<PluralCategory, string>>;

function isPlural(texts: Texts, siblings: readonly string[]): boolean {
  return isPluralGroup({
    texts: new Map(Object.entries(texts) as [PluralCategory, string][]),
    other: texts.other,
    showsCount: texts.other?.includes('{{count}}') === true,
    categories: ['one', 'other'],
    siblings: new Set(siblings),
  });
}

it.each<[Texts]>([
  [{ one: 'Last hour', other: 'Last {{count}} hours' }],
  [{ one: 'Nobody else', other: '{{count}} others' }],
  [{ one: '{{time}} year', other: '{{time}} years' }],
  [{ one: 'Item', other: 'Items' }],
  [{ one: 'City', other: 'Cities' }],
  [{ one: 'person', other: 'people' }],
  [{ one: 'A reply', other: 'Replies' }],
  [{ one: 'is typing', other: 'are typing' }],
  [{ one: 'Delete this file', other: 'Delete these files' }],
  [{ one: '1 result', other: '{{total}} results' }],
  [{ one: 'One', other: 'More' }],
  [{ zero: 'None', one: 'Reply', other: 'Replies' }],
  [{ one: 'bla', other: 'bla' }],
  [{ one: '', other: '' }],
])('are plural forms: %j', (texts) => {
  expect(isPlural(texts, [])).toBe(true);
});

it.each<[Texts, string[]]>([
  [{ one: 'Step one', other: 'Other step' }, []],
  [{ one: 'Choose one', other: 'Choose another' }, []],
  [{ one: 'For myself', other: 'For someone else' }, []],
  [{ one: 'Buyer', other: 'Other' }, []],
  [{ one: 'Planning', other: 'Delivery' }, []],
  [{ one: 'First option', two: 'Second option', other: 'Custom option' }, []],
  [{ one: 'Option one', other: 'Option custom' }, ['one', 'three', 'other']],
  [{ one: 'Nothing' }, []],
])('are a coincidence: %j', (texts, siblings) => {
  expect(isPlural(texts, siblings)).toBe(false);
});
