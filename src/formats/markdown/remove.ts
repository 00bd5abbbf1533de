import type { Range } from '../../model/index.js';
import { isLineEnd, lineStart } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { hasBlank, type MarkdownFile } from './read.js';

/**
 * Keeps the blank lines before removed blocks if the next block directly follows them, such as the
 * next item of a list: it would otherwise merge with the previous paragraph.
 */
export function keepApart(
  { start, end }: Range,
  { text, leaves }: MarkdownFile,
  added: readonly Splice[],
): Range {
  const first = leaves.find((leaf) => leaf.start >= start);
  const next = leaves.find((leaf) => leaf.start >= end);
  // The end of a component or an admonition is not a text.
  const ends = next !== undefined && /^(?:<\/|:::)/.test(text.slice(next.start, next.start + 3));
  const isApart = start > 0 && hasBlank(text, start, first) && !hasBlank(text, end, next);
  const replaced = added.some(
    (one) => one.start >= start && one.start <= end && isLineEnd(one.text.charCodeAt(0)),
  );
  if (!isApart || ends || replaced || first === undefined || next === undefined)
    return { start, end };
  return { start: lineStart(text, first.start), end };
}
