import { PIECED, REVIEW } from '../../state/data.js';
import { formsOf, isSound, joinLines, prepare } from '../../text/index.js';
import { NO_FINDINGS } from '../units/findings.js';
import type { AnswerChecks, Answered } from './answer-checks.js';
import { isNoAnswer, segmentsOf } from './segments.js';
import { better, isTooLong, triesAfter } from './tries.js';
import type {
  Answer,
  Attempt,
  Candidate,
  Change,
  Failure,
  KnownTranslation,
  Segment,
  Spare,
  Try,
} from './types.js';

/**
 * What follows from the answers to an attempt.
 * waiting: some are missing · next: it has to be asked for in another way, for this reason.
 */
export type Resolution =
  | ({ readonly state: 'translated' } & KnownTranslation)
  | { readonly state: 'waiting' }
  | ({ readonly state: 'next'; readonly reason: Failure; readonly spare?: Spare } & Try)
  | { readonly state: 'failed'; readonly failure: Failure };

const EMPTY_ANSWER: Failure = {
  code: 'service-failed',
  message: 'The service answered with an empty text.',
};

type Asked = Pick<Change, 'unit' | 'message' | 'file'>;

/**
 * Decides what becomes of a change. A text that is too large, an unsound answer and an empty one
 * ask for the next form of `formsOf`, and fail after the last; any other failure is final. A sound
 * answer that is suspicious is asked for in another way, and the best of all is taken.
 * @param checks Default: no sound answer is suspicious.
 */
export function resolve(
  change: Asked,
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
  checks?: AnswerChecks,
): Resolution {
  const failure = firstFailure(attempt, answers);
  // A text that is too large for one request may fit when it is cut at its placeholders. Answers to
  // the other parts would be paid for in vain.
  if (failure !== undefined && attempt.spare === undefined) {
    if (failure.code === 'text-too-large') return nextForm(change, attempt, failure);
    return { state: 'failed', failure };
  }
  if (failure !== undefined) return nextTry({ change, attempt, checks }, failure);
  if (segmentsOf(attempt).some((segment) => !answers.has(segment))) return { state: 'waiting' };
  const result = restore(change, attempt, answers);
  if ('code' in result) {
    return attempt.spare === undefined
      ? nextForm(change, attempt, result)
      : nextTry({ change, attempt, checks }, result);
  }
  const findings = checks?.of(change, result) ?? NO_FINDINGS;
  // Pieces of a sentence are no sentence: somebody should read what is made of them.
  const isPieced = attempt.form === 'cut' && attempt.parts.length > 0;
  const made = isPieced ? { findings, isPieced } : { findings };
  if (findings.length === 0) return settleWith(change, { text: result.text, ...made }, checks);
  return suspected({ change, attempt, checks }, { ...made, ...result });
}

/**
 * What is written where nothing better comes. A text that is too long for its place is there, and
 * waits for a person.
 */
export function settleWith(change: Asked, best: Candidate, checks?: AnswerChecks): Resolution {
  const { text } = best;
  const terms = checks?.terms(change, text) ?? NO_FINDINGS;
  const findings = terms.length === 0 ? best.findings : [...best.findings, ...terms];
  const { options, source } = change.unit;
  const origin = best.isPieced === true ? PIECED : options.originOf(source.expected.text);
  if (findings.length === 0) return { state: 'translated', text, origin };
  const error = findings.find((one) => one.level === 'error' && !isTooLong(one));
  if (error !== undefined) return { state: 'failed', failure: error };
  const isForReview = findings.some(isTooLong);
  return { state: 'translated', text, origin: isForReview ? REVIEW : origin, findings };
}

interface Asking {
  readonly change: Asked;
  readonly attempt: Attempt;
  readonly checks: AnswerChecks | undefined;
}

function suspected(asking: Asking, answer: Candidate & Answered): Resolution {
  const { findings, text, sent, isPieced = false } = answer;
  const { change, attempt } = asking;
  const [reason = EMPTY_ANSWER] = findings;
  const forms = formsOf(change.unit.source.expected.text, change.message);
  const left = attempt.spare?.left ?? triesAfter(findings, attempt, { forms, sent });
  const best = better(attempt.spare?.best, { text, findings, ...(isPieced ? { isPieced } : {}) });
  return nextTry({ ...asking, attempt: { ...attempt, spare: { best, left } } }, reason);
}

/** Asks in the next way that is left, or takes the best of what came. */
function nextTry({ change, attempt, checks }: Asking, reason: Failure): Resolution {
  const { spare } = attempt;
  if (spare === undefined) return { state: 'failed', failure: reason };
  const [next, ...left] = spare.left;
  if (next === undefined) return settleWith(change, spare.best, checks);
  return { state: 'next', ...next, reason, spare: { best: spare.best, left } };
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
  { unit, message }: Asked,
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
): Answered | Failure {
  const textOf = (segment: Segment): string => {
    const answer = answers.get(segment);
    return answer !== undefined && 'text' in answer ? answer.text : '';
  };
  // What is put together without one of its parts lacks words.
  const isGapped = segmentsOf(attempt).some((segment) => isNoAnswer(segment.text, textOf(segment)));
  if (isGapped) return EMPTY_ANSWER;
  const source = unit.source.expected.text;
  // Prepared again: keeping that for every text of a run would take several times the memory of the
  // texts.
  const prepared = prepare(source, message, attempt.form);
  const sent = prepared.texts;
  const parts = attempt.parts.map((part, at) => {
    const texts = part.map(textOf);
    return attempt.again === 'lines' ? joinLines(sent[at] ?? '', texts) : texts.join('');
  });
  const restored = prepared.restore(parts);
  if (!restored.ok) return restored.problem;
  if (isNoAnswer(source, restored.text)) return EMPTY_ANSWER;
  // `restore` checks what has answers in it.
  const problem = parts.length > 0 ? undefined : isSound(source, restored.text, message);
  if (problem !== undefined) return problem;
  // The very string of the answer where both are equal, so that it is in memory once.
  const [first] = parts;
  return { sent, answers: parts, text: first === restored.text ? first : restored.text };
}

function nextForm({ unit, message }: Asked, { form }: Attempt, reason: Failure): Resolution {
  const forms = formsOf(unit.source.expected.text, message);
  const next = forms[forms.indexOf(form) + 1];
  if (next === undefined) return { state: 'failed', failure: reason };
  return { state: 'next', form: next, reason };
}
