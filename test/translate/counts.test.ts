import { describe, expect, test } from 'vitest';
import { Counts } from '../../src/engine/translate/counts.js';
import type { EngineEvent } from '../../src/model/index.js';
import { batchOf } from '../segments/support.js';

/** What happens to a run's requests. */
type Step = (counts: Counts) => void;

const expecting =
  (requests: number, texts: number): Step =>
  (counts) =>
    counts.expect({ requests, texts, characters: texts });
const begin: Step = (counts) => counts.requestBegins();
const end: Step = (counts) => counts.requestEnds();
const repeat: Step = (counts) => counts.requestRepeats();
const unsent: Step = (counts) => counts.requestNotSent();
const show: Step = (counts) => counts.show();
/** An answer with a text of one character each. */
const answer =
  (texts: number): Step =>
  (counts) =>
    counts.answered(batchOf(Array<string>(texts).fill('x')), texts);

/** `requests texts characters`, each as done/total, as it was told last; and what was sent. */
function after(steps: readonly Step[]) {
  const events: EngineEvent[] = [];
  const counts = new Counts((event) => events.push(event));
  for (const step of steps) step(counts);
  const last = events.at(-1);
  const told =
    last?.type === 'translating'
      ? [last.requests, last.texts, last.characters].map(({ done, total }) => `${done}/${total}`)
      : [];
  const { requests, texts, characters } = counts.sent;
  return {
    told: told.join(' '),
    sent: [requests, texts, characters].join(' '),
    times: events.length,
    answers: counts.answers,
  };
}

describe('progress', () => {
  test.each<[string, readonly Step[], string]>([
    ['is not told before its totals are known', [expecting(2, 5), begin], ''],
    ['begins with nothing', [expecting(2, 5), show], '0/2 0/5 0/5'],
    [
      'counts no request that is under way',
      [expecting(2, 5), show, begin, answer(3)],
      '0/2 3/5 3/5',
    ],
    [
      'counts a request that has ended',
      [expecting(2, 5), show, begin, end, answer(3)],
      '1/2 3/5 3/5',
    ],
    [
      'counts what came before it was shown',
      [expecting(1, 2), begin, end, answer(2), show],
      '1/1 2/2 2/2',
    ],
    ['grows with what is found later', [expecting(1, 2), show, expecting(1, 3)], '0/2 0/5 0/5'],
    [
      'never has more done than there is',
      [expecting(1, 1), show, begin, repeat, end, answer(1)],
      '2/2 1/1 1/1',
    ],
    [
      'has more requests where a batch was split',
      [expecting(1, 2), (counts) => counts.expectRequests(1), show],
      '0/2 0/2 0/2',
    ],
    ['is never below nothing', [expecting(1, 1), begin, unsent, show], '0/1 0/1 0/1'],
  ])('%s', (_, steps, expected) => {
    expect(after(steps).told).toBe(expected);
  });

  test('is told with each answer, not with each request', () => {
    const steps = [expecting(2, 2), show, begin, begin, end, answer(1), end, answer(1)];
    expect(after(steps)).toMatchObject({ times: 3, answers: 2 });
  });
});

describe('what was sent', () => {
  test.each<[string, readonly Step[], string]>([
    ['is nothing at first', [expecting(2, 5)], '0 0 0'],
    ['is each request that begins', [begin, begin], '2 0 0'],
    ['is each repetition', [begin, repeat, repeat], '3 0 0'],
    ['is not what never reached the service', [begin, unsent], '0 0 0'],
    ['is each text with an answer', [begin, answer(3), begin, answer(2)], '2 5 5'],
    [
      'is what the service billed, whatever that is',
      [begin, (counts) => counts.answered(batchOf(['four', 'four']), 1)],
      '1 2 1',
    ],
  ])('%s', (_, steps, expected) => {
    expect(after(steps).sent).toBe(expected);
  });
});
