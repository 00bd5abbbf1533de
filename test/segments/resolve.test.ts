import { describe, expect, test } from 'vitest';
import { resolve } from '../../src/engine/segments/resolve.js';
import type { Resolution } from '../../src/engine/segments/resolve.js';
import { segmentsOf } from '../../src/engine/segments/segments.js';
import type { Answer, Failure } from '../../src/engine/units/row.js';
import { PIECED } from '../../src/lock/index.js';
import type { Form } from '../../src/text/index.js';
import type { RowInput } from './support.js';
import { answersTo, rowOf, optionsOf, tableOf } from './support.js';

const EMPTY = { code: 'service-failed', message: 'The service returned an empty translation.' };
const REJECTED: Failure = { code: 'service-rejected', message: 'no' };
const TOO_LARGE: Failure = { code: 'text-too-large', message: 'too large' };
const LOST = { code: 'placeholder-mismatch' };
const ICU = '{n, plural, one {One box} other {# boxes}}';

type Say = (text: string) => string | Answer | undefined;

/** What follows when a text was sent in a form, and its segments were answered so. */
function outcome(text: string, form: Form, say: Say, input: RowInput = {}): Resolution {
  const change = rowOf(text, input);
  const attempt = tableOf(input.syntax === 'icu' ? 131_072 : 40).attempt(change, form);
  return resolve(change, attempt, answersTo(segmentsOf(attempt), say));
}

const translated = (text: string): object => ({
  state: 'translated',
  text,
  origin: optionsOf().origin,
});
/** It waits for review. */
const pieced = (text: string): object => ({ state: 'translated', text, origin: PIECED });

describe('plain text, which has one form', () => {
  const LONG = 'The first sentence is long. And the second.';

  test.each<[string, string, Say, object]>([
    ['an answer', ' Save ', () => 'Sichern', translated(' Sichern ')],
    ['no answer yet', 'Save', () => undefined, { state: 'waiting' }],
    ['an empty answer', 'Save', () => ' ', { state: 'failed', failure: EMPTY }],
    ['a failure', 'Save', () => ({ failure: REJECTED }), { state: 'failed', failure: REJECTED }],
    ['too large', 'Save', () => ({ failure: TOO_LARGE }), { state: 'failed', failure: TOO_LARGE }],
    ['both halves', LONG, (text) => text.toUpperCase(), translated(LONG.toUpperCase())],
    ['one half', LONG, (text) => (text.startsWith('And') ? undefined : 'x'), { state: 'waiting' }],
    [
      'one half that is empty',
      LONG,
      (text) => (text.startsWith('And') ? '' : 'x'),
      { state: 'failed', failure: EMPTY },
    ],
    [
      'one half that failed, while the other is missing',
      LONG,
      (text) => (text.startsWith('And') ? { failure: REJECTED } : undefined),
      { state: 'failed', failure: REJECTED },
    ],
    [
      'one half that is too large, while the other is missing',
      LONG,
      (text) => (text.startsWith('And') ? { failure: TOO_LARGE } : undefined),
      { state: 'failed', failure: TOO_LARGE },
    ],
    ['nothing to translate', ' – 3 ', () => undefined, translated(' – 3 ')],
  ])('%s', (_, text, say, expected) => {
    expect(outcome(text, 'element', say)).toEqual(expected);
  });
});

describe('a text with a placeholder, which has three forms', () => {
  const TEXT = 'Hello {name}, welcome';

  test.each<[string, Form, Say, object]>([
    [
      'it came back',
      'element',
      () => 'Hallo <x id="0"/>, sei da',
      translated('Hallo {name}, sei da'),
    ],
    ['it was lost', 'element', () => 'Hallo', { state: 'next', form: 'ignore', reason: LOST }],
    ['it was lost again', 'ignore', () => 'Hallo', { state: 'next', form: 'cut', reason: LOST }],
    ['the answer is empty', 'element', () => '', { state: 'next', form: 'ignore', reason: EMPTY }],
    [
      'the text is too large',
      'element',
      () => ({ failure: TOO_LARGE }),
      { state: 'next', form: 'ignore', reason: TOO_LARGE },
    ],
    [
      'another failure is final',
      'element',
      () => ({ failure: REJECTED }),
      { state: 'failed', failure: REJECTED },
    ],
    ['cut', 'cut', (text) => text.toUpperCase(), pieced('HELLO {name}, WELCOME')],
    [
      'cut, and one part is empty',
      'cut',
      (text) => (text === 'Hello' ? 'Hallo' : ''),
      { state: 'failed', failure: EMPTY },
    ],
    [
      'cut, and the answer brings a placeholder of its own',
      'cut',
      () => 'Hallo {other}',
      { state: 'failed', failure: LOST },
    ],
  ])('%s', (_, form, say, expected) => {
    expect(outcome(TEXT, form, say)).toMatchObject(expected);
  });
});

test('the order of forms is that of the language', () => {
  const request = { target: 'SR' };
  const first = outcome('Hello {name}', 'ignore', () => 'x', { request });
  expect(first).toMatchObject({ state: 'next', form: 'element' });
  const second = outcome('Hello {name}', 'element', () => 'x', { request });
  expect(second).toMatchObject({ state: 'next', form: 'cut' });
});

describe('an ICU message', () => {
  test('waits for all of its arms', () => {
    const say: Say = (text) => (text === 'One box' ? 'Eine Kiste' : undefined);
    expect(outcome(ICU, 'cut', say, { syntax: 'icu' })).toEqual({ state: 'waiting' });
  });

  test('is put together from them', () => {
    const say: Say = (text) => (text === 'One box' ? 'Eine Kiste' : 'Kisten');
    expect(outcome(ICU, 'cut', say, { syntax: 'icu' })).toEqual(
      pieced('{n, plural, one {Eine Kiste} other {# Kisten}}'),
    );
  });
});
