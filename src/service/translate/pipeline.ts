import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backend, BackendRequest, Segment } from '../backends/backend.js';
import { applyTerms, type TermIndex } from './glossary.js';
import { segmentMarkup, type MarkupOptions } from './markup.js';
import { plainPieces } from './protect.js';
import { atOnce } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import { splitSentences, type SentenceSplitting } from './sentences.js';

/** UTF-16 code units from which on splitting a text yields to other work. */
const longText = 50_000;
const segmentsAtOnce = 500;

interface TranslationJob {
  readonly texts: readonly string[];
  readonly request: BackendRequest;
  readonly markup?: MarkupOptions | undefined;
  readonly terms?: TermIndex | undefined;
  /** `none` by default: engines read whole texts. */
  readonly sentences?: SentenceSplitting | undefined;
}

/** Characters that may be part of a code or end a sentence; most texts have none. */
const special = /[<&%${@:⟦\n。！？]|__|[.!?…]["'”’»)\]]*\s/;

function* segmentsOf(text: string, job: TranslationJob): Steps<readonly Segment[]> {
  const { markup, terms, sentences = 'none' } = job;
  if (markup === undefined && terms === undefined && !special.test(text))
    return [[{ kind: 'text', value: text }]];
  const whole =
    markup === undefined ? [yield* plainPieces(text)] : yield* segmentMarkup(text, markup);
  const segments = sentences === 'none' ? whole : cut(whole, sentences);
  if (terms === undefined) return segments;
  const translated: Segment[] = [];
  for (const segment of segments) {
    translated.push(yield* applyTerms(segment, terms, { markup: markup !== undefined }));
    yield;
  }
  return translated;
}

function cut(
  segments: readonly Segment[],
  sentences: Exclude<SentenceSplitting, 'none'>,
): readonly Segment[] {
  const [only] = segments;
  // Most texts are one segment.
  if (only !== undefined && segments.length === 1) return splitSentences(only, sentences);
  return segments.flatMap((segment) => splitSentences(segment, sentences));
}

/** Some at a time, so that others can run in between. */
async function translateSegments(
  segments: readonly Segment[],
  request: BackendRequest,
  backend: Backend,
): Promise<readonly string[]> {
  if (segments.length <= segmentsAtOnce) return backend.translate(segments, request);
  const translated: string[] = [];
  for (let at = 0; at < segments.length; at += segmentsAtOnce) {
    request.caller?.signal.throwIfAborted();
    const batch = segments.slice(at, at + segmentsAtOnce);
    translated.push(...(await backend.translate(batch, request)));
    await nextTurn();
  }
  return translated;
}

/**
 * Translates texts and keeps markup, placeholders and glossary terms; one answer per text, in the
 * same order.
 */
export async function translateTexts(job: TranslationJob, backend: Backend): Promise<string[]> {
  const segments: Segment[] = [];
  const lengths: number[] = [];
  for (const text of job.texts) {
    const steps = segmentsOf(text, job);
    const own = text.length < longText ? atOnce(steps) : await inTurns(steps);
    // `flat` of so many small arrays takes longer than translating their text.
    for (const segment of own) segments.push(segment);
    lengths.push(own.length);
  }
  const translated = await translateSegments(segments, job.request, backend);
  let next = 0;
  return lengths.map((length) => {
    const first = next;
    next += length;
    // Most texts are one segment.
    return length === 1 ? (translated[first] ?? '') : translated.slice(first, next).join('');
  });
}

const turnMilliseconds = 15;

/** Lets other requests run whenever the work has taken 15 milliseconds. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  let started = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (performance.now() - started < turnMilliseconds) continue;
    await nextTurn();
    started = performance.now();
  }
}
