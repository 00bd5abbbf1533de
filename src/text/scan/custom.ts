import { mergeSpans, type Span } from '../token.js';

/** What the config protects beside what a syntax knows. */
export interface Protected {
  /** Patterns of `placeholders:`, global; compared like any placeholder. */
  readonly placeholders: readonly RegExp[];
  /** The words of `keep:` as one global pattern; undefined where there are none. */
  readonly keep: RegExp | undefined;
}

export function scanCustom(text: string, { placeholders }: Protected): Span[] {
  let spans: Span[] = [];
  for (const pattern of placeholders) {
    spans = mergeSpans(spans, spansOf(text, pattern, 'placeholder'));
  }
  return spans;
}

/** Words that are never translated, where they are no part of another code. */
export function scanKept(text: string, { keep }: Protected): Span[] {
  return keep === undefined ? [] : spansOf(text, keep, 'literal');
}

function spansOf(text: string, pattern: RegExp, kind: Span['kind']): Span[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ index, 0: name }): Span[] =>
    name === '' ? [] : [{ start: index, end: index + name.length, kind, name, role: 'single' }],
  );
}
