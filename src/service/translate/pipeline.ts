import type { Backend, BackendRequest, Segment } from '../backends/backend.js';
import { applyTerms, type TermIndex } from './glossary.js';
import { segmentMarkup, type MarkupOptions } from './markup.js';
import { protectPlain } from './protect.js';
import { splitSentences, type SentenceSplitting } from './sentences.js';

export interface TranslationJob {
  readonly texts: readonly string[];
  readonly request: BackendRequest;
  readonly markup?: MarkupOptions | undefined;
  readonly terms?: TermIndex | undefined;
  /** `none` by default: engines read texts whole. */
  readonly sentences?: SentenceSplitting | undefined;
}

/** Characters that may be a code or end a sentence: most texts have none of them. */
const special = /[<&%${@:\n。！？]|[.!?…]["'”’»)\]]*\s/;

function segmentsOf(text: string, job: TranslationJob): readonly Segment[] {
  const { markup, terms, sentences = 'none' } = job;
  if (markup === undefined && terms === undefined && !special.test(text))
    return [[{ kind: 'text', value: text }]];
  const whole = markup === undefined ? [protectPlain(text)] : segmentMarkup(text, markup);
  const segments = sentences === 'none' ? whole : cut(whole, sentences);
  if (terms === undefined) return segments;
  return segments.map((segment) => applyTerms(segment, terms, { markup: markup !== undefined }));
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

/**
 * Translates texts with markup, placeholders and glossary terms kept; one answer per text, same
 * order.
 */
export async function translateTexts(job: TranslationJob, backend: Backend): Promise<string[]> {
  const segments: Segment[] = [];
  const lengths = job.texts.map((text) => {
    const own = segmentsOf(text, job);
    // `flat` of as many small arrays takes longer than translating their text.
    for (const segment of own) segments.push(segment);
    return own.length;
  });
  const translated = await backend.translate(segments, job.request);
  let next = 0;
  return lengths.map((length) => {
    const first = next;
    next += length;
    // Most texts are one segment.
    return length === 1 ? (translated[first] ?? '') : translated.slice(first, next).join('');
  });
}
