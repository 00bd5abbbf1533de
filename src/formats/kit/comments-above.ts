import { isLineEnd, lineEnd, skipLineEnd } from './layout.js';

const LINE_END = /[\n\r]/;
const LINE_ENDS = /\r\n|\n|\r/;
const END = /(?:\*\/|-->|\]=*\])[ \t]*$/;
const HAS_RULER = /([-=*~+#/])\1{3}/;
const MARKS = /^[ \t]*(?:<!--|--(?:\[=*\[)?|\/\*+|\/\/+|#+|!+|\*+|\|)?[ \t]*/;
/** `-----`, `/*****`, `# ====`: the line of a heading. */
const RULER = /^[ \t]*(?:<!--|\/[*/]?|[#!*|])?[ \t]*([-=*~+#/])\1{3}/;
const RULER_BEHIND = /([-=*~+#/])\1{3}$/;
/** The end of a commented-out array or object. */
const CLOSING = /^[\])},;\s]+$/;

/**
 * Whether a comment stays when the value below it is removed: section headings and commented-out
 * values do. Any other comment directly above a value belongs to it.
 *
 * @param out how a commented-out line starts
 */
export function outlives(comment: string, out: RegExp): boolean {
  // Most comments are one line of words, and a file has one above every value.
  const lines = LINE_END.test(comment) ? comment.split(LINE_ENDS) : [comment];
  if (HAS_RULER.test(comment) && lines.some(isRuler)) return true;
  let isOut = false;
  for (const line of lines) {
    const said = line.replace(MARKS, '').replace(END, '').trimEnd();
    if (said === '') continue;
    if (!out.test(said) && !CLOSING.test(said)) return false;
    isOut = true;
  }
  return isOut;
}

function isRuler(line: string): boolean {
  return RULER.test(line) || RULER_BEHIND.test(line.trimEnd().slice(-4));
}

/**
 * Of the comment lines from `start` to `end`, the start of those that belong to the value below
 * them.
 */
export function startOfOwn(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  out: RegExp,
): number {
  let own = start;
  for (let at = start; at < end;) {
    const stop = lineEnd(text, at);
    const next = skipLineEnd(text, stop);
    if (outlives(text.slice(at, stop), out) && isLineEnd(text.charCodeAt(stop))) own = next;
    at = Math.max(next, at + 1);
  }
  return Math.min(own, end);
}
