import { mergeSpans, type Span } from '../token.js';

/** Protection from the config, in addition to the syntax. */
export interface Protected {
  /** Patterns of `placeholders:`, global. Matches are compared like any placeholder. */
  readonly placeholders: readonly RegExp[];
  /** The words of `keep:` as one global pattern; undefined if there are none. */
  readonly keep: RegExp | undefined;
}

export function scanCustom(text: string, { placeholders }: Protected): Span[] {
  let spans: Span[] = [];
  for (const pattern of placeholders) {
    spans = mergeSpans(spans, spansOf(text, pattern, 'placeholder'));
  }
  return spans;
}

/** Words that are never translated, unless they are part of another code. */
export function scanKept(text: string, { keep }: Protected): Span[] {
  return keep === undefined ? [] : spansOf(text, keep, 'literal');
}

function spansOf(text: string, pattern: RegExp, kind: Span['kind']): Span[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ index, 0: name }): Span[] =>
    name === '' ? [] : [{ start: index, end: index + name.length, kind, name, role: 'single' }],
  );
}
