import { isLetter } from '../kit/letter.js';
import { STRING, type Tree } from './tree.js';

/** What string literals escape without need, and what they leave unescaped. */
export interface EscapeHabits {
  readonly escaped: ReadonlySet<number>;
  readonly raw: ReadonlySet<number>;
  readonly upper: boolean;
}

const ALWAYS: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};
/** Characters that JSON requires to be escaped, and surrogates, which may be lone. */
const MAY_NEED_ESCAPE = /["\\\u0000-\u001f\ud800-\udfff]/;
const SLASH = 47;
/** Represents a `/` after a `<`, which some writers escape for HTML. */
const CLOSING_SLASH = -1;
/** Represents all letters and signs beyond ASCII. */
const LETTERS = -2;

const NO_HABITS: EscapeHabits = { escaped: new Set(), raw: new Set(), upper: false };

/** Habits of one string literal. */
export function habitsOf(literal: string): EscapeHabits {
  if (!/[\\/\u0080-\uffff]/.test(literal)) return NO_HABITS;
  const habits = { escaped: new Set<number>(), raw: new Set<number>(), upper: false };
  readHabits(literal, habits);
  return habits;
}

/** Habits of all string literals of a file. */
export function fileHabits(tree: Tree): EscapeHabits {
  if (!/\\[u/]/.test(tree.text)) return NO_HABITS;
  const habits = { escaped: new Set<number>(), raw: new Set<number>(), upper: false };
  for (let node = 0; node < tree.count; node += 1)
    if (tree.kind(node) === STRING) readHabits(tree.raw(node), habits);
  return habits;
}

function readHabits(
  literal: string,
  habits: { escaped: Set<number>; raw: Set<number>; upper: boolean },
): void {
  for (let at = 1; at < literal.length - 1; at += 1) {
    let code = literal.charCodeAt(at);
    const start = at;
    let into = habits.raw;
    if (code === 92) {
      at += 1;
      const kind = literal.charCodeAt(at);
      if (kind === 117) {
        const digits = literal.slice(at + 1, at + 5);
        code = parseInt(digits, 16);
        if (/[A-F]/.test(digits)) habits.upper = true;
        at += 4;
      } else if (kind === SLASH) code = SLASH;
      else continue;
      into = habits.escaped;
    }
    if (code === SLASH && literal.charAt(start - 1) === '<') into.add(CLOSING_SLASH);
    else into.add(code);
    if (code > 127 && isLetter(code)) into.add(LETTERS);
  }
}

/**
 * A JSON string literal of the text. Escapes what JSON requires and what these habits show; the
 * first in the list is that of the nearest text.
 */
export function quote(text: string, habits: readonly EscapeHabits[]): string {
  // Fast path for most files and texts.
  const isPlain = habits.every(({ escaped }) => escaped.size === 0);
  if (isPlain && !MAY_NEED_ESCAPE.test(text)) return `"${text}"`;
  let out = '';
  let done = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isPlain && code > 34 && code < 128 && code !== 92) continue;
    const escape = escapeOf(text, at, habits);
    if (escape === undefined) continue;
    out += text.slice(done, at) + escape;
    done = at + 1;
  }
  return `"${out}${text.slice(done)}"`;
}

function escapeOf(text: string, at: number, habits: readonly EscapeHabits[]): string | undefined {
  const code = text.charCodeAt(at);
  const short = ALWAYS[code];
  if (short !== undefined) return short;
  if (code === SLASH) {
    const asked = text.charAt(at - 1) === '<' ? [CLOSING_SLASH, SLASH] : [SLASH];
    return isHabit(asked, habits) ? '\\/' : undefined;
  }
  const asked = code > 127 ? [code, LETTERS] : [code];
  if (code >= 32 && !isLoneSurrogate(text, at) && !isHabit(asked, habits)) return undefined;
  const digits = code.toString(16).padStart(4, '0');
  return `\\u${habits.some(({ upper }) => upper) ? digits.toUpperCase() : digits}`;
}

/** The first habit with the character decides, then the first with its kind. */
function isHabit(asked: readonly number[], habits: readonly EscapeHabits[]): boolean {
  for (const { escaped, raw } of habits)
    for (const code of asked) {
      if (raw.has(code)) return false;
      if (escaped.has(code)) return true;
    }
  return false;
}

function isLoneSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdfff) return false;
  const high = code < 0xdc00;
  const other = text.charCodeAt(high ? at + 1 : at - 1);
  return !(other >= (high ? 0xdc00 : 0xd800) && other <= (high ? 0xdfff : 0xdbff));
}
