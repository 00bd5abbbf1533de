import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backend, BackendRequest } from '../backends/backend.js';
import type { TermIndex } from '../translate/glossary.js';
import { translateTexts } from '../translate/pipeline.js';
import type { DocumentText } from './kind.js';

const textsAtOnce = 50;

export interface DocumentJob {
  readonly texts: readonly DocumentText[];
  readonly request: BackendRequest;
  readonly terms: TermIndex | undefined;
  /** Called with the number of translated texts. */
  readonly onProgress: (done: number) => void;
}

const markupOf = (format: 'html' | 'xml') => ({
  format,
  ignoreTags: [],
  splittingTags: [],
  nonSplittingTags: [],
  outlineDetection: false,
});

/** Translates the texts of a document, some at a time, in the same order. @throws BackendError */
export async function translateDocument(job: DocumentJob, backend: Backend): Promise<string[]> {
  const { texts, request, terms, onProgress } = job;
  const results: string[] = [];
  for (let at = 0; at < texts.length; at += textsAtOnce) {
    request.caller?.signal.throwIfAborted();
    const format = texts[at]?.format;
    const batch = texts.slice(at, at + textsAtOnce).map(({ text }) => text);
    const markup = format === undefined ? undefined : markupOf(format);
    const whole = { ...request, markup: markup !== undefined };
    results.push(
      ...(await translateTexts({ texts: batch, request: whole, markup, terms }, backend)),
    );
    onProgress(results.length);
    // Engines in this process do not yield to the event loop.
    await nextTurn();
  }
  return results;
}
