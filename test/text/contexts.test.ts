import { expect, test } from 'vitest';
import { contextsIn } from '../../src/text/contexts.js';
import type { MessageSyntax, Unit } from '../../src/model/index.js';

function contextsOf(texts: Readonly<Record<string, string>>, syntax: MessageSyntax): object {
  const units = Object.entries(texts).map(([key, text]): Unit => ({
    key: key.split('/'),
    text,
    kind: 'text',
    range: { start: 0, end: 0 },
  }));
  const found = [...contextsIn(units, syntax)];
  return Object.fromEntries(found.map(([{ key }, word]) => [key.join('/'), word]));
}

test.each<[string, MessageSyntax, Readonly<Record<string, string>>, object]>([
  [
    'a suffix of a key that exists, with the same text',
    'i18next',
    { friend: 'A friend', friend_vip: 'A friend', friend_old: 'An old friend' },
    { friend_vip: 'vip' },
  ],
  [
    'words for a gender, without such a key',
    'i18next',
    { friend_male: 'A friend', friend_female: 'A friend' },
    { friend_male: 'male', friend_female: 'female' },
  ],
  [
    'the same before plural forms',
    'i18next',
    { friend_male_one: 'A friend', friend_female_one: 'A friend', friend_male_other: 'Friends' },
    { friend_male_one: 'male', friend_female_one: 'female' },
  ],
  [
    'a gender in any library, nested too',
    'plain',
    { 'boss/male': 'The boss', 'boss/female': 'The boss', 'chef.male': 'Chef', chef: 'Chef' },
    { 'boss/male': 'male', 'boss/female': 'female', 'chef.male': 'male' },
  ],
  ['no other word of another library', 'plain', { friend: 'A friend', friend_vip: 'A friend' }, {}],
  ['no key that only has a word in common', 'i18next', { a_x: 'Remove', a_y: 'Remove' }, {}],
  ['no key whose text differs', 'i18next', { sex_male: 'Male', sex_female: 'Female' }, {}],
  ['no plural form', 'i18next', { n: 'Apples', n_one: 'Apples', n_other: 'Apples' }, {}],
])('%s', (_, syntax, texts, expected) => {
  expect(contextsOf(texts, syntax)).toEqual(expected);
});
