import type { Segment } from './backend.js';
import { isNested } from './entities.js';

/** A segment as text with one mark per code, for engines that only read text. */
export interface MarkedText {
  readonly text: string;
  readonly codes: readonly string[];
}

interface MarkStyle {
  /** How the code with this index is written. */
  readonly mark: (index: number) => string;
  /** Escapes other text so that it is never read as a mark. */
  readonly escape: (text: string) => string;
  /** Finds marks in an answer; the first group is the index. */
  readonly pattern: RegExp;
  readonly unescape: (text: string) => string;
}

export function markCodes(segment: Segment, style: MarkStyle): MarkedText {
  const codes: string[] = [];
  const parts = segment.map(({ kind, value }) => {
    if (kind === 'text') return style.escape(value);
    codes.push(value);
    return style.mark(codes.length - 1);
  });
  return { text: parts.join(''), codes };
}

/**
 * Restores the codes; undefined if an answer lost or duplicated one, or its tags no longer nest.
 */
export function restoreCodes(
  answer: string,
  codes: readonly string[],
  style: MarkStyle,
): string | undefined {
  const seen = new Set<number>();
  const inOrder: string[] = [];
  let result = '';
  let end = 0;
  for (const match of answer.matchAll(style.pattern)) {
    const index = Number(match[1]);
    const code = codes[index];
    if (code === undefined || seen.has(index)) return undefined;
    seen.add(index);
    inOrder.push(code);
    result += style.unescape(answer.slice(end, match.index)) + code;
    end = match.index + match[0].length;
  }
  if (seen.size !== codes.length) return undefined;
  if (isNested(codes) && !isNested(inOrder)) return undefined;
  return result + style.unescape(answer.slice(end));
}

export type { MarkStyle };
