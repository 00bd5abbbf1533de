import { describe, expect, test } from 'vitest';
import { jsonBytes } from '../../src/text/index.js';
import type { Batch } from '../../src/engine/units/row.js';
import { Refusals } from '../../src/engine/translate/refusals.js';
import type { BatchResult } from '../../src/engine/translate/refusals.js';
import { TranslatorError } from '../../src/model/index.js';
import { batchOf, groupOf } from '../segments/support.js';

const OVERHEAD = 10;

function refusals(): Refusals {
  return new Refusals(() => OVERHEAD);
}

/** As text: `code: message` of each failure, or the texts of each part. */
function shown(result: BatchResult | undefined): unknown {
  if (result === undefined) return undefined;
  if (result.type === 'again') return 'again';
  if (result.type === 'split')
    return result.parts.map(({ segments }) => segments.map(({ text }) => text).join(' '));
  return Array.from(result.answers, ([{ text }, answer]) =>
    'failure' in answer ? `${text}: ${answer.failure.code}` : text,
  );
}

const error = (code: TranslatorError['code'], message = 'no', status?: number): TranslatorError =>
  new TranslatorError(code, message, { status });

describe('one refusal of a batch', () => {
  const two = batchOf(['a', 'b']);
  const one = batchOf(['a']);

  test.each<[string, Batch, TranslatorError, readonly string[]]>([
    ['400 of several texts: in halves', two, error('rejected'), ['a', 'b']],
    ['400 of one text: it has failed', one, error('rejected'), ['a: service-rejected']],
    ['413 of several texts: in halves', two, error('too-large'), ['a', 'b']],
    ['413 of one text: it is too large', one, error('too-large'), ['a: text-too-large']],
    [
      'a path that is not there',
      two,
      error('rejected', 'no', 404),
      ['a: service-rejected', 'b: service-rejected'],
    ],
    [
      'a language that is not there',
      two,
      new TranslatorError('rejected', 'no', { parameters: ['target_lang'] }),
      ['a: service-rejected', 'b: service-rejected'],
    ],
    [
      'a glossary that is gone',
      two,
      new TranslatorError('rejected', 'no', { parameters: ['glossary_id'] }),
      ['a: service-rejected', 'b: service-rejected'],
    ],
    ['a problem of the service', two, error('server'), ['a: service-failed', 'b: service-failed']],
    ['timeout: no response in time', one, error('timeout'), ['a: service-failed']],
    ['something else than the service', one, error('protocol'), ['a: service-failed']],
  ])('%s', (_, batch, refusal, expected) => {
    expect(shown(refusals().learn(batch, refusal))).toEqual(expected);
  });

  test('of a language says where it can be set right', () => {
    const refusal = new TranslatorError('rejected', 'no', { parameters: ['target_lang'] });
    const result = refusals().learn(one, refusal);
    expect(result).toMatchObject({ type: 'answers' });
    const [answer] = result.type === 'answers' ? [...result.answers.values()] : [];
    expect(answer).toMatchObject({
      failure: {
        message: expect.stringContaining(
          'sent as DE; to send another code, map the locale under `languages:`',
        ) as string,
      },
    });
  });
});

describe('what is not asked again', () => {
  const german = groupOf({}, 'de plain');
  const tagged = groupOf({ tagHandling: 'xml' }, 'de xml');
  const french = groupOf({ target: 'FR' }, 'fr');

  test.each<[string, TranslatorError, readonly boolean[]]>([
    ['nothing after a bad text', error('rejected'), [true, true, true]],
    ['the group, after its options were refused', error('rejected', 'x', 404), [false, true, true]],
    ['the language, after the service failed', error('server'), [false, false, true]],
  ])('%s', (_, refusal, expected) => {
    const learned = refusals();
    learned.learn(batchOf(['a'], german), refusal);
    const maySend = [german, tagged, french].map(
      (group) => learned.foresee(batchOf(['b'], group)) === undefined,
    );
    expect(maySend).toEqual(expected);
  });

  test('a group of which eight requests were rejected and none was accepted', () => {
    const learned = refusals();
    for (let i = 0; i < 7; i += 1) learned.learn(batchOf(['a', 'b'], german), error('rejected'));
    expect(learned.foresee(batchOf(['c'], german))).toBeUndefined();
    learned.learn(batchOf(['a'], german), error('rejected'));
    expect(shown(learned.foresee(batchOf(['c'], german)))).toEqual(['c: service-rejected']);
    expect(learned.foresee(batchOf(['c'], tagged))).toBeUndefined();
  });

  test('no group of which one request was accepted', () => {
    const learned = refusals();
    learned.accepted(german);
    for (let i = 0; i < 20; i += 1) learned.learn(batchOf(['a'], german), error('rejected'));
    expect(learned.foresee(batchOf(['c'], german))).toBeUndefined();
  });

  test('the last reason to give up a group or language is known', () => {
    const learned = refusals();
    expect(learned.last).toBeUndefined();
    learned.learn(batchOf(['a'], german), error('rejected'));
    expect(learned.last).toBeUndefined();
    learned.giveUp(batchOf(['a'], german), error('rate', 'slow down'));
    expect(learned.last).toMatchObject({ code: 'rate', message: 'slow down' });
  });
});

describe('bodies that were too large', () => {
  const texts = Array.from({ length: 8 }, (_, i) => `text ${i}`);
  const size = OVERHEAD + 8 * jsonBytes('text 0') + 7;

  test('are smaller from there on, for requests of that kind', () => {
    const learned = refusals();
    const plain = groupOf();
    const tagged = groupOf({ tagHandling: 'xml' });
    const before = learned.limitsOf(plain);
    expect(before).toEqual({ overhead: OVERHEAD, bytes: 131_072 });
    learned.learn(batchOf(texts, tagged), error('too-large'));
    expect(learned.limitsOf(tagged).bytes).toBe(Math.floor(size * 0.75));
    expect(learned.limitsOf(plain)).toEqual(before);
    expect(shown(learned.foresee(batchOf(texts, tagged)))).toEqual([
      'text 0 text 1 text 2 text 3',
      'text 4 text 5 text 6 text 7',
    ]);
    expect(learned.foresee(batchOf(texts.slice(0, 4), tagged))).toBeUndefined();
    expect(learned.foresee(batchOf(texts, plain))).toBeUndefined();
  });

  test('never grow again', () => {
    const learned = refusals();
    learned.learn(batchOf(texts.slice(0, 2)), error('too-large'));
    const { bytes } = learned.limitsOf(groupOf());
    learned.learn(batchOf(texts), error('too-large'));
    expect(learned.limitsOf(groupOf()).bytes).toBe(bytes);
  });

  test('a text alone is sent whatever its size', () => {
    const learned = refusals();
    learned.learn(batchOf(['a', 'b']), error('too-large'));
    expect(learned.foresee(batchOf(['a long text that is larger than both']))).toBeUndefined();
  });
});
