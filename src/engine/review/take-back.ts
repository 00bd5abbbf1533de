/** Data to undo a change of a file even if other lines have changed since. */
export interface TakeBack {
  /** The changed lines, plus as many neighbouring lines as needed to make them unique. */
  readonly made: string;
  /** The lines before the change. */
  readonly before: string;
}

/** The most neighbouring lines on each side. */
const MOST = 3;

/** Undefined if the lines are not unique. Pure; bytes are `latin1`. */
export function takeBackOf(before: string, after: string): TakeBack | undefined {
  const [old, now] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, now.length) - start;
  while (end < most && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  for (let around = 0; around <= MOST; around += 1) {
    const from = Math.max(0, start - around);
    const left = Math.max(0, end - around);
    const made = now.slice(from, now.length - left).join('');
    if (made !== '' && isOnce(after, made)) {
      return { made, before: old.slice(from, old.length - left).join('') };
    }
  }
  return undefined;
}

/** The file without the change; undefined if its lines have changed since. Pure. */
export function takenBack(now: string, { made, before }: TakeBack): string | undefined {
  if (!isOnce(now, made)) return undefined;
  const at = placeOf(now, made);
  return now.slice(0, at) + before + now.slice(at + made.length);
}

/** Lines with their line endings. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isOnce(text: string, part: string): boolean {
  const first = placeOf(text, part);
  return first >= 0 && placeOf(text, part, first + 1) < 0;
}

/** Offset of whole lines; -1 if not found. */
function placeOf(text: string, lines: string, from = 0): number {
  for (let at = text.indexOf(lines, from); at >= 0; at = text.indexOf(lines, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') return at;
  }
  return -1;
}
