import type { ReviewRange } from '../../../model/index.js';

interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** With more comparisons, texts are compared as a whole: the table would be too large. */
const MOST_CELLS = 400_000;

/** Differences between two texts, word by word. Pure. */
export function wordDiff(before: string, after: string): readonly DiffPart[] {
  const a = wordsOf(before);
  const b = wordsOf(after);
  if (a.length * b.length > MOST_CELLS) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  // How many words the rests from two places on have in common.
  const longest = new Uint32Array((a.length + 1) * (b.length + 1));
  const place = (i: number, j: number): number => i * (b.length + 1) + j;
  const common = (i: number, j: number): number => longest[place(i, j)] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      longest[place(i, j)] =
        a[i] === b[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const own = a[i];
    const other = b[j];
    if (own !== undefined && own === other) {
      add(parts, 'same', own);
      i += 1;
      j += 1;
    } else if (other === undefined || (own !== undefined && common(i + 1, j) >= common(i, j + 1))) {
      add(parts, 'removed', own ?? '');
      i += 1;
    } else {
      add(parts, 'added', other);
      j += 1;
    }
  }
  return parts;
}

/** Words, spaces and punctuation; single letters in scripts without spaces. */
function wordsOf(text: string): readonly string[] {
  return (
    text.match(
      /\s+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}_]+|./gsu,
    ) ?? []
  );
}

function add(parts: DiffPart[], kind: DiffPart['kind'], text: string): void {
  const last = parts.at(-1);
  if (last?.kind === kind) parts[parts.length - 1] = { kind, text: last.text + text };
  else parts.push({ kind, text });
}

interface MarkedPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Splits a text at its marks, which may overlap. Pure. */
export function markedParts(text: string, ranges: readonly ReviewRange[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.min(end, text.length);
    if (to <= from) continue;
    if (from > at) parts.push({ text: text.slice(at, from), isMarked: false });
    parts.push({ text: text.slice(from, to), isMarked: true });
    at = to;
  }
  if (at < text.length || parts.length === 0) parts.push({ text: text.slice(at), isMarked: false });
  return parts;
}
