import { PIECED } from '../../lock/index.js';
import { formsOf, isSound, joinLines, prepare } from '../../text/index.js';
import { NO_FINDINGS, ruleOf } from '../units/findings.js';
import type { AnswerChecks, Answered } from './answer-checks.js';
import { isNoAnswer, segmentsOf } from './segments.js';
import { better, isForReview, isTooLong, triesAfter } from './tries.js';
import type {
  Answer,
  Attempt,
  Candidate,
  DecidedRow,
  Failure,
  Finding,
  KnownTranslation,
  Segment,
  Spare,
  Try,
} from '../units/row.js';

/**
 * The result of an attempt's answers. waiting: some are missing · next: request the text in another
 * way, for this reason.
 */
export type Resolution =
  | ({ readonly state: 'translated' } & KnownTranslation)
  | { readonly state: 'waiting' }
  | ({ readonly state: 'next'; readonly reason: Failure; readonly spare?: Spare } & Try)
  | { readonly state: 'failed'; readonly failure: Failure };

const EMPTY_ANSWER: Failure = {
  code: 'service-failed',
  message: 'The service returned an empty translation.',
};

/**
 * Decides what happens to a row. A text that is too large and an unsound or empty answer lead to
 * the next form of `formsOf`, and fail after the last one. Any other failure is final. If a sound
 * answer is suspicious, the text is requested in other ways, and the best answer is taken.
 * @param checks Default: no sound answer is suspicious.
 */
export function resolve(
  row: DecidedRow,
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
  checks?: AnswerChecks,
): Resolution {
  const failure = firstFailure(attempt, answers);
  // A text too large for one request may fit if it is cut at its placeholders. Answers to its other
  // parts would be wasted.
  if (failure !== undefined && attempt.spare === undefined) {
    if (failure.code === 'text-too-large') return nextForm(row, attempt, failure);
    return { state: 'failed', failure };
  }
  if (failure !== undefined) return nextTry({ row, attempt, checks }, failure);
  if (segmentsOf(attempt).some((segment) => !answers.has(segment))) return { state: 'waiting' };
  const result = restore(row, attempt, answers);
  if ('code' in result) {
    return attempt.spare === undefined
      ? nextForm(row, attempt, result)
      : nextTry({ row, attempt, checks }, result);
  }
  const findings = checks?.of(row, result) ?? NO_FINDINGS;
  // Parts of a sentence are not sentences: a person should read the assembled result.
  const isPieced = attempt.form === 'cut' && attempt.parts.length > 0;
  const made = isPieced ? { findings, isPieced } : { findings };
  if (!findings.some(isOpen)) return settleWith(row, { text: result.text, ...made }, checks);
  return suspected({ row, attempt, checks }, { ...made, ...result });
}

function isOpen({ level }: Finding): boolean {
  return level !== 'settled';
}

/**
 * The text to write if no better answer comes. If it is too long for its place, or in quotation
 * marks that its source does not have, it is written and waits for review.
 */
export function settleWith(row: DecidedRow, best: Candidate, checks?: AnswerChecks): Resolution {
  const { text } = best;
  const terms = checks?.terms(row, text) ?? NO_FINDINGS;
  const findings = terms.length === 0 ? best.findings : [...best.findings, ...terms];
  const { options, source } = row;
  const origin = best.isPieced === true ? PIECED : options.originOf(source.expected.text);
  if (findings.length === 0) return { state: 'translated', text, origin };
  const error = findings.find((one) => one.level === 'error' && !isTooLong(one));
  if (error !== undefined) return { state: 'failed', failure: error };
  const waits = findings.some(isForReview);
  return { state: 'translated', text, origin: waits ? PIECED : origin, findings };
}

interface Asking {
  readonly row: DecidedRow;
  readonly attempt: Attempt;
  readonly checks: AnswerChecks | undefined;
}

function suspected(asking: Asking, answer: Candidate & Answered): Resolution {
  const { findings, text, sent, isPieced = false } = answer;
  const { row, attempt } = asking;
  const reason = findings.find(isOpen) ?? EMPTY_ANSWER;
  const forms = formsOf(row.source.expected.text, row.decision.message);
  const left = attempt.spare?.left ?? triesAfter(findings, attempt, { forms, sent });
  const best = better(attempt.spare?.best, { text, findings, ...(isPieced ? { isPieced } : {}) });
  return nextTry({ ...asking, attempt: { ...attempt, spare: { best, left } } }, reason);
}

/** Tries the next way that is left, or takes the best answer so far. */
function nextTry({ row, attempt, checks }: Asking, reason: Failure): Resolution {
  const { spare } = attempt;
  if (spare === undefined) return { state: 'failed', failure: reason };
  const [next, ...left] = spare.left;
  if (next === undefined) return settleWith(row, spare.best, checks);
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

/** The translation assembled from all answers, or what is wrong with it. */
function restore(
  { source: { expected }, decision: { message } }: DecidedRow,
  attempt: Attempt,
  answers: ReadonlyMap<Segment, Answer>,
): Answered | Failure {
  const textOf = (segment: Segment): string => {
    const answer = answers.get(segment);
    return answer !== undefined && 'text' in answer ? answer.text : '';
  };
  // A text assembled without one of its parts would lack words.
  const isGapped = segmentsOf(attempt).some((segment) => isNoAnswer(segment.text, textOf(segment)));
  if (isGapped) return EMPTY_ANSWER;
  const source = expected.text;
  // Prepared again, because keeping this for every text of a run would take several times the
  // memory of the texts.
  const prepared = prepare(source, message, attempt.form);
  const sent = prepared.texts;
  const parts = attempt.parts.map((part, at) => {
    const texts = part.map(textOf);
    return attempt.again === 'lines' ? joinLines(sent[at] ?? '', texts) : texts.join('');
  });
  const restored = prepared.restore(parts);
  if (!restored.ok) return restored.problem;
  if (isNoAnswer(source, restored.text)) return EMPTY_ANSWER;
  // `restore` has already checked a text that contains answers.
  const problem = parts.length > 0 ? undefined : isSound(source, restored.text, message);
  if (problem !== undefined) return problem;
  // If both are equal, keeps the answer's string, so that it is in memory only once.
  const [first] = parts;
  return { sent, answers: parts, text: first === restored.text ? first : restored.text };
}

function nextForm(
  { source, decision }: DecidedRow,
  { form, again }: Attempt,
  reason: Failure,
): Resolution {
  const forms = formsOf(source.expected.text, decision.message);
  const next = forms[forms.indexOf(form) + 1];
  if (next !== undefined) return { state: 'next', form: next, reason };
  // An unsound answer to a text with only one form is requested once more in it.
  const isUnsound = ruleOf(reason.code) !== undefined;
  if (forms.length > 1 || again !== undefined || !isUnsound) {
    return { state: 'failed', failure: reason };
  }
  return { state: 'next', form, again: 'preserved', reason };
}
