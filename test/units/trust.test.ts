import { expect, test } from 'vitest';
import { gradesOf, Trust } from '../../src/engine/units/trust.js';
import type { TrustedText } from '../../src/engine/units/trust.js';
import { compareTexts, fileOf } from '../support/comparison.js';

const message = { source: 'en', target: 'de', syntax: 'plain' } as const;

function textOf(source: string, target: string): TrustedText {
  return { source, target, message, findings: [] };
}

const NOUNS = [
  ['file', 'Datei'],
  ['folder', 'Ordner'],
  ['picture', 'Bild'],
  ['message', 'Nachricht'],
  ['account', 'Konto'],
] as const;
const VERBS = [
  ['Delete the selected', 'löschen: ausgewählt'],
  ['Rename the selected', 'umbenennen: ausgewählt'],
  ['Export the selected', 'exportieren: ausgewählt'],
  ['Print the selected', 'drucken: ausgewählt'],
] as const;
/** A project in which each word is translated in one way. */
const USUAL = VERBS.flatMap(([verb, to]) =>
  NOUNS.map(([noun, into]) => textOf(`${verb} ${noun}`, `${into} ${to}`)),
);

function gradeOf(text: TrustedText, known: Parameters<Trust['gradeOf']>[1] = []): number {
  return new Trust([...USUAL, text]).gradeOf(text, known);
}

const SOUND = textOf('Print the selected page', 'Seite drucken: ausgewählt');

test('a text like the others has nothing against it', () => {
  expect(gradeOf(SOUND)).toBeGreaterThan(90);
  const trust = new Trust(USUAL);
  for (const text of USUAL) expect(trust.gradeOf(text)).toBeGreaterThan(90);
});

test.each<[string, TrustedText, Parameters<Trust['gradeOf']>[1]?]>([
  ['the translation of another text', { ...SOUND, target: 'Konto umbenennen: gestern' }],
  ['the source', { ...SOUND, target: SOUND.source }],
  ['the text twice', { ...SOUND, target: `${SOUND.target} ${SOUND.target}` }],
  ['far too short', { ...SOUND, target: 'Seite' }],
  ['another number', { ...textOf('Print 3 of the selected', 'Drucken: 4 ausgewählt') }],
  ['a finding of a rule', { ...SOUND, findings: [{ level: 'warn' }] }],
  ['another translation than its source has elsewhere', textOf(USUAL[0]?.source ?? '', 'Weg')],
  ['sent in pieces', SOUND, ['pieced']],
  ['without a term', SOUND, ['term']],
  ['made under other options', SOUND, ['drifted']],
  ['taken after another answer', SOUND, ['retried']],
])('less trusted: %s', (_, text, known) => {
  expect(gradeOf(text, known)).toBeLessThan(gradeOf(SOUND));
});

test('the text twice is never usual', () => {
  const twice = USUAL.map(({ source, target }) => textOf(source, `${target} ${target}`));
  const trust = new Trust(twice);
  for (const text of twice) expect(trust.gradeOf(text)).toBeLessThan(30);
});

test('what many texts of the locale have says nothing', () => {
  const lost = (source: string, target: string) => textOf(`${source}.`, target);
  const others = USUAL.map(({ source, target }) => lost(source, target));
  const text = lost(SOUND.source, SOUND.target);
  const alone = new Trust([text], USUAL).gradeOf(text);
  expect(new Trust([text], others).gradeOf(text)).toBeGreaterThan(alone);
});

test('machine texts have grades, people’s and copies have none', async () => {
  const comparison = await compareTexts({
    source: { a: 'One text', b: 'Another text', c: 'A third text', n: 5 },
    target: { a: 'Ein Text', b: 'Ein anderer Text', n: 5 },
    lock: [
      ['a', 'One text', 'Ein Text', 'machine'],
      ['b', 'Another text', 'Ein anderer Text', 'person'],
    ],
  });
  const grades = [...gradesOf([fileOf(comparison)])];
  expect(grades.map(([{ source }, grade]) => [source.expected.key, grade])).toEqual([[['a'], 100]]);
});
