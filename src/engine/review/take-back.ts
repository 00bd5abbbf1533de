/** What takes a change of a file back, also where other lines of it have changed since. */
export interface TakeBack {
  /** The lines that the change made, with as many around them as tell the place. */
  readonly made: string;
  /** What was there before. */
  readonly before: string;
}

/** Lines around a change that may be needed to tell its place. */
const MOST = 3;

/** Undefined where its lines are not the only ones of their kind. Pure; bytes are `latin1`. */
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

/** The file without the change; undefined where somebody changed its lines. Pure. */
export function takenBack(now: string, { made, before }: TakeBack): string | undefined {
  if (!isOnce(now, made)) return undefined;
  const at = placeOf(now, made);
  return now.slice(0, at) + before + now.slice(at + made.length);
}

/** With their ends. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function isOnce(text: string, part: string): boolean {
  const first = placeOf(text, part);
  return first >= 0 && placeOf(text, part, first + 1) < 0;
}

/** Where whole lines begin; -1: nowhere. */
function placeOf(text: string, lines: string, from = 0): number {
  for (let at = text.indexOf(lines, from); at >= 0; at = text.indexOf(lines, at + 1)) {
    if (at === 0 || text[at - 1] === '\n') return at;
  }
  return -1;
}
