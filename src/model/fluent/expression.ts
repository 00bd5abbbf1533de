import { skipBlank } from './blanks.js';

/** Invalid Fluent syntax, with what was expected at the offset. */
export class PatternError extends Error {
  readonly offset: number;

  constructor(offset: number, expected: string) {
    super(`expected ${expected}`);
    this.offset = offset;
  }
}

export interface FoundExpression {
  readonly end: number;
  /** `attribute`: attribute of a term. */
  readonly kind: 'literal' | 'variable' | 'function' | 'message' | 'term' | 'attribute';
}

const STRING = /"(?:[^"\\\n]|\\["\\]|\\u[\da-fA-F]{4}|\\U[\da-fA-F]{6})*"/y;
const NUMBER = /-?\d+(?:\.\d+)?/y;
const VARIABLE = /\$[A-Za-z][\w-]*/y;
const TERM = /-[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)?/y;
const NAME = /[A-Za-z][\w-]*(\.[A-Za-z][\w-]*)?/y;
const ARGUMENT = /[A-Za-z][\w-]*[ \n\r]*:/y;
/** The most nested calls. Nobody writes more. */
const MOST_DEPTH = 20;

/** Reads the expression that starts at `from`. @throws PatternError */
export function readExpression(text: string, from: number, depth = 0): FoundExpression {
  const literal = match(STRING, text, from) ?? match(NUMBER, text, from);
  if (literal !== undefined) return { end: literal, kind: 'literal' };
  const variable = match(VARIABLE, text, from);
  if (variable !== undefined) return { end: variable, kind: 'variable' };
  const term = match(TERM, text, from);
  if (term !== undefined) {
    const kind = text.slice(from, term).includes('.') ? 'attribute' : 'term';
    return { end: callEnd(text, term, depth) ?? term, kind };
  }
  const name = match(NAME, text, from);
  if (name === undefined) throw new PatternError(from, '$variable, message, -term or "text"');
  const call = callEnd(text, name, depth);
  if (call === undefined) return { end: name, kind: 'message' };
  if (!/^[A-Z][A-Z\d_-]*$/.test(text.slice(from, name)))
    throw new PatternError(from, 'a function name in upper case');
  return { end: call, kind: 'function' };
}

function match(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The end of optional call arguments; undefined if there are none. */
function callEnd(text: string, from: number, depth: number): number | undefined {
  let at = skipBlank(text, from);
  if (text.charAt(at) !== '(') return undefined;
  if (depth >= MOST_DEPTH) throw new PatternError(at, 'fewer nested calls');
  const names = new Set<string>();
  for (at = skipBlank(text, at + 1); text.charAt(at) !== ')'; at = skipBlank(text, at)) {
    const named = match(ARGUMENT, text, at);
    if (named === undefined) {
      if (names.size > 0) throw new PatternError(at, 'a named argument');
      at = argumentEnd(text, at, depth);
    } else {
      const name = text.slice(at, named - 1).trim();
      if (names.has(name)) throw new PatternError(at, 'each name only once');
      names.add(name);
      const found = readExpression(text, skipBlank(text, named), depth + 1);
      if (found.kind !== 'literal') throw new PatternError(named, 'a string or number');
      at = found.end;
    }
    at = skipBlank(text, at);
    if (text.charAt(at) === ',') at += 1;
    else if (text.charAt(at) !== ')') throw new PatternError(at, '")"');
  }
  return at + 1;
}

/** An argument may be in braces of its own. */
function argumentEnd(text: string, from: number, depth: number): number {
  if (text.charAt(from) !== '{') return readExpression(text, from, depth + 1).end;
  if (depth >= MOST_DEPTH) throw new PatternError(from, 'fewer nested braces');
  const end = skipBlank(text, argumentEnd(text, skipBlank(text, from + 1), depth + 1));
  if (text.charAt(end) !== '}') throw new PatternError(end, '"}"');
  return end + 1;
}
