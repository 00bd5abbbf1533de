import type { ReviewData } from '../model/index.js';

/**
 * The first rows of the data with everything they need: small enough to be embedded in the page,
 * which shows them while the rest is loading. Pure.
 */
export function headOf(data: ReviewData, many: number): ReviewData {
  const { rows, texts } = data;
  const first = <T>(column: readonly T[]): readonly T[] => column.slice(0, many);
  const own = first(rows.text);
  const last = own.reduce((most, text) => Math.max(most, text), -1) + 1;
  const upTo = <T>(column: readonly T[]): readonly T[] => column.slice(0, last);
  return {
    ...data,
    texts: {
      file: upTo(texts.file),
      key: upTo(texts.key),
      text: upTo(texts.text),
      hash: upTo(texts.hash),
      line: upTo(texts.line),
      more: firstOf(texts.more, last),
    },
    rows: {
      text: own,
      file: first(rows.file),
      status: first(rows.status),
      target: first(rows.target),
      hash: first(rows.hash),
      person: first(rows.person),
      more: firstOf(rows.more, many),
    },
  };
}

function firstOf<T>(more: Readonly<Record<number, T>>, many: number): Record<number, T> {
  const found: Record<number, T> = {};
  for (let at = 0; at < many; at += 1) {
    const one = more[at];
    if (one !== undefined) found[at] = one;
  }
  return found;
}
