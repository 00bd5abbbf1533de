import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Backend, BackendRequest, Segment } from '../backends/backend.js';
import type { Tsv } from '../glossaries/dictionary.js';
import { applyTerms } from './glossary.js';
import { segmentMarkup, type MarkupOptions } from './markup.js';
import { protectPlain } from './protect.js';
import { splitSentences, type SentenceSplitting } from './sentences.js';

/** UTF-16 code units from which on others have their turn after a text. */
const longText = 50_000;
const segmentsAtOnce = 500;

interface TranslationJob {
  readonly texts: readonly string[];
  readonly request: BackendRequest;
  readonly markup?: MarkupOptions | undefined;
  readonly terms?: Tsv | undefined;
  /** `none` by default: engines read whole texts. */
  readonly sentences?: SentenceSplitting | undefined;
}

/** Characters that may be part of a code or end a sentence; most texts have none. */
const special = /[<&%${@:⟦\n。！？]|__|[.!?…]["'”’»)\]]*\s/;

/**
 * Translates texts and keeps markup, placeholders and glossary terms; one answer per text, in the
 * same order. Others have their turn after every 500 segments.
 */
export async function translateTexts(job: TranslationJob, backend: Backend): Promise<string[]> {
  const { texts, request, markup, terms, sentences = 'none' } = job;
  const segments: Segment[] = [];
  const lengths: number[] = [];
  for (const text of texts) {
    const before = segments.length;
    if (markup === undefined && terms === undefined && !special.test(text)) {
      segments.push([{ kind: 'text', value: text }]);
      lengths.push(1);
      continue;
    }
    const whole = markup === undefined ? [protectPlain(text)] : segmentMarkup(text, markup);
    for (const part of whole) {
      for (const segment of sentences === 'none' ? [part] : splitSentences(part, sentences)) {
        segments.push(
          terms === undefined
            ? segment
            : applyTerms(segment, terms, { markup: markup !== undefined }),
        );
        if (segments.length % segmentsAtOnce === 0) await nextTurn();
      }
    }
    lengths.push(segments.length - before);
    if (text.length >= longText) await nextTurn();
  }

  const translated: string[] = [];
  for (let at = 0; at < segments.length; at += segmentsAtOnce) {
    if (at > 0) {
      await nextTurn();
      request.caller?.signal.throwIfAborted();
    }
    const batch = segments.slice(at, at + segmentsAtOnce);
    translated.push(...(await backend.translate(batch, request)));
  }
  let next = 0;
  return lengths.map((length) => translated.slice(next, (next += length)).join(''));
}
