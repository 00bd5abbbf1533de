import { formsOf, isSound, prepare } from '../../text/index.js';
import type { Form } from '../../text/index.js';
import { isNoAnswer, segmentsOf } from './segments.js';
import type { Answer, Attempt, Change, Failure, KnownTranslation, Segment } from './types.js';

/**
 * What follows from the answers to an attempt.
 * waiting: some are missing · next: it has to be asked for in another form, for this reason.
 */
export type Resolution =
  | ({ readonly state: 'translated' } & KnownTranslation)
  | { readonly state: 'waiting' }
  | { readonly state: 'next'; readonly form: Form; readonly reason: Failure }
  | { readonly state: 'failed'; readonly failure: Failure };

const EMPTY_ANSWER: Failure = {
  code: 'service-failed',
  message: 'The service answered with an empty text.',
};

/**
 * Decides what becomes of a change. A text that is too large, an unsound answer and an empty one
 * ask for the next form of `formsOf`, and fail after the last; any other failure is final.
 */
export function resolve(
  change: Pick<Change, 'unit' | 'message'>,
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
): Resolution {
  const failure = firstFailure(attempt, answers);
  // A text that is too large for one request may fit when it is cut at its placeholders. Answers to
  // the other parts would be paid for in vain.
  if (failure?.code === 'text-too-large') return nextForm(change, attempt, failure);
  if (failure !== undefined) return { state: 'failed', failure };
  if (segmentsOf(attempt).some((segment) => !answers.has(segment))) return { state: 'waiting' };
  const result = restore(change, attempt, answers);
  if ('code' in result) return nextForm(change, attempt, result);
  return { state: 'translated', text: result.text, origin: change.unit.options.origin };
}

function firstFailure(
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
): Failure | undefined {
  for (const segment of segmentsOf(attempt)) {
    const answer = answers.get(segment);
    if (answer !== undefined && 'failure' in answer) return answer.failure;
  }
  return undefined;
}

/** The translation put together from all answers, or what is wrong with it. */
function restore(
  { unit, message }: Pick<Change, 'unit' | 'message'>,
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
): { readonly text: string } | Failure {
  const textOf = (segment: Segment): string => {
    const answer = answers.get(segment);
    return answer !== undefined && 'text' in answer ? answer.text : '';
  };
  // What is put together without one of its parts lacks words.
  const isGapped = segmentsOf(attempt).some((segment) => isNoAnswer(segment.text, textOf(segment)));
  if (isGapped) return EMPTY_ANSWER;
  const source = unit.source.expected.text;
  const parts = attempt.parts.map((part) => part.map(textOf).join(''));
  // Prepared again: keeping that for every text of a run would take several times the memory of the
  // texts.
  const restored = prepare(source, message, attempt.form).restore(parts);
  if (!restored.ok) return restored.problem;
  if (isNoAnswer(source, restored.text)) return EMPTY_ANSWER;
  // `restore` checks what has answers in it.
  const problem = parts.length > 0 ? undefined : isSound(source, restored.text, message);
  if (problem !== undefined) return problem;
  // The very string of the answer where both are equal, so that it is in memory once.
  const [first] = parts;
  return { text: first === restored.text ? first : restored.text };
}

function nextForm(
  { unit, message }: Pick<Change, 'unit' | 'message'>,
  { form }: Attempt,
  reason: Failure,
): Resolution {
  const forms = formsOf(unit.source.expected.text, message);
  const next = forms[forms.indexOf(form) + 1];
  if (next === undefined) return { state: 'failed', failure: reason };
  return { state: 'next', form: next, reason };
}
