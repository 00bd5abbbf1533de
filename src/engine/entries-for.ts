import { baseLanguage, serviceLanguage } from '../facts/index.js';
import type { ExchangedText, ProblemCode } from '../model/index.js';
import { answersFor } from '../text/index.js';
import { loadAndCompare } from './load-and-compare.js';
import { planOffline } from './planning.js';
import { resolve } from './segments/resolve.js';
import { entryOf, segmentsOf } from './segments/segments.js';
import type { RunContext } from './session/index.js';
import { decidedRows } from './units/decided.js';
import type { Answer, Attempt, DecidedRow, Segment } from './units/row.js';

/** A translation from elsewhere, such as another tool's translation memory. */
export interface KnownPair {
  /** BCP 47 tags of any spelling, and texts. */
  readonly source: { readonly language: string; readonly text: string };
  readonly target: { readonly language: string; readonly text: string };
  /** Sorts by time; '' if unknown. */
  readonly changed: string;
}

export interface MatchedPairs {
  /** What the memory has to hold so that `sync` uses the translations. */
  readonly texts: readonly ExchangedText[];
  /** Pairs that were used. */
  readonly matched: number;
  /** Pairs whose source no request of a sync would have. */
  readonly unmatched: number;
  /** Numbers of pairs that failed a check, as answers of the service do, by its code. */
  readonly refused: Readonly<Partial<Record<ProblemCode, number>>>;
  /** Sources with several translations, of which the newest, or else the last one, counts. */
  readonly ambiguous: number;
}

interface Candidate {
  readonly pair: KnownPair;
  isAmbiguous?: boolean;
  isTaken?: boolean;
  refusal?: ProblemCode;
}

/**
 * Finds what a sync would request among known translations: the same source text in the same
 * languages. Sends and writes nothing, but may ask the service for ids of glossaries and styles.
 */
export async function entriesFor(
  pairs: Iterable<KnownPair>,
  run: RunContext,
): Promise<MatchedPairs> {
  const candidates = indexOf(pairs);
  const comparing = { isForSending: true, readsGit: true, onCompared: () => undefined };
  const { files, checks } = planOffline(await loadAndCompare({}, run, comparing), run);
  const texts = new Map<string, ExchangedText>();
  for (const row of files.flatMap(decidedRows)) {
    const { attempt } = row.decision;
    if (attempt === undefined) continue;
    const { answers, used } = answersTo(row, attempt, candidates);
    if (used.length === 0) continue;
    const result = answers && resolve(row, attempt, answers, checks);
    if (result?.state !== 'translated') {
      const failure = result?.state === 'failed' ? result.failure : undefined;
      const reason = result?.state === 'next' ? result.reason : failure;
      for (const one of used) one.refusal = reason?.code ?? 'placeholder-mismatch';
      continue;
    }
    for (const one of used) one.isTaken = true;
    const { target } = row.options.request;
    for (const [segment, answer] of answers ?? []) {
      const [key, text, sent] = entryOf(segment, 'text' in answer ? answer.text : '');
      texts.set(key, { key, target, text, sent });
    }
  }
  const all = [...candidates.values()];
  const open = all.filter(({ isTaken }) => isTaken !== true);
  const refused: Partial<Record<ProblemCode, number>> = {};
  for (const { refusal } of open) {
    if (refusal !== undefined) refused[refusal] = (refused[refusal] ?? 0) + 1;
  }
  return {
    texts: [...texts.values()],
    matched: all.length - open.length,
    unmatched: open.filter(({ refusal }) => refusal === undefined).length,
    refused,
    ambiguous: all.filter(({ isAmbiguous }) => isAmbiguous).length,
  };
}

function idOf(source: string, target: string, text: string): string {
  return `${source.toUpperCase()} ${target} ${text}`;
}

function indexOf(pairs: Iterable<KnownPair>): ReadonlyMap<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const pair of pairs) {
    const { source, target, changed } = pair;
    const id = idOf(baseLanguage(source.language), serviceLanguage(target.language), source.text);
    const other = candidates.get(id);
    const isOther = other !== undefined && other.pair.target.text !== target.text;
    if (other !== undefined && other.pair.changed > changed) other.isAmbiguous ||= isOther;
    else candidates.set(id, { pair, isAmbiguous: isOther || other?.isAmbiguous === true });
  }
  return candidates;
}

/** Answers to all segments of an attempt: from the whole text, or else from its segments. */
function answersTo(
  { source: { expected }, options, decision: { message: context } }: DecidedRow,
  attempt: Attempt,
  candidates: ReadonlyMap<string, Candidate>,
): {
  readonly answers: ReadonlyMap<Segment, Answer> | undefined;
  readonly used: readonly Candidate[];
} {
  const { source, target } = options.request;
  const find = (text: string) => candidates.get(idOf(source, target, text));
  const whole = find(expected.text);
  const segments = segmentsOf(attempt);
  if (whole !== undefined) {
    const { form } = attempt;
    const texts = answersFor(whole.pair.target.text, expected.text, { context, form });
    const isSplit = texts?.length !== segments.length;
    const answers = segments.map((one, at) => [one, { text: texts?.[at] ?? '' }] as const);
    return { answers: isSplit ? undefined : new Map(answers), used: [whole] };
  }
  const parts = segments.flatMap((segment) => {
    const one = find(segment.text);
    return one === undefined ? [] : [[segment, one] as const];
  });
  if (parts.length < segments.length) return { answers: undefined, used: [] };
  const answers = parts.map(
    ([segment, { pair }]) => [segment, { text: pair.target.text }] as const,
  );
  return { answers: new Map(answers), used: parts.map(([, one]) => one) };
}
