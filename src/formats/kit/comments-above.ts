import { isLineEnd, lineEnd, skipLineEnd } from './layout.js';

const LINE_ENDS = /\r\n|\n|\r/;
const MARKS = /^[ \t]*(?:<!--|\/\*+|\/\/+|#+|!+|\*+|\|)?[ \t]*/;
/** `-----`, `/*****`, `# ====`: the line of a heading. */
const RULER = /^[ \t]*(?:<!--|\/[*/]?|[#!*|])?[ \t]*([-=*~+#/])\1{3}/;
const RULER_BEHIND = /([-=*~+#/])\1{3}$/;
/** What is left of an array or object that somebody has taken out. */
const CLOSING = /^[\])},;\s]+$/;

/**
 * Whether a comment stays when the value below it goes: the heading of a section, or values that
 * somebody has taken out. Any other comment without a blank line in between is the value's own.
 *
 * @param out how a line begins that has been taken out
 */
export function outlives(comment: string, out: RegExp): boolean {
  const lines = comment.replace(/(?:\*\/|-->)[ \t]*$/, '').split(LINE_ENDS);
  if (lines.some(isRuler)) return true;
  const said = lines.map((line) => line.replace(MARKS, '').trimEnd()).filter((line) => line !== '');
  return said.length > 0 && said.every((line) => out.test(line) || CLOSING.test(line));
}

function isRuler(line: string): boolean {
  return RULER.test(line) || RULER_BEHIND.test(line.trimEnd().slice(-4));
}

/** Where those of the comment lines from `start` to `end` begin that go with the value below them. */
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
