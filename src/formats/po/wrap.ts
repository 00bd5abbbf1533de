import { escape } from './escapes.js';

/** How a file wraps texts. */
export interface Style {
  /** Columns of a line, including quotes; Infinity: texts are not wrapped. */
  readonly width: number;
  /** A text of several lines starts with `""`. */
  readonly emptyFirst: boolean;
  /** A line ends after each `\n`. */
  readonly splitsLines: boolean;
}

export interface TextPlace {
  /** Columns of the keyword and space before the first quote. */
  readonly before: number;
  readonly newline: string;
  /** Written before each further line. Default: nothing. */
  readonly indent?: string;
}

/** A quoted text, wrapped as the file and gettext would. */
export function quote(
  text: string,
  style: Style,
  { before, newline, indent = '' }: TextPlace,
): string {
  const portions = style.splitsLines ? text.split(/(?<=\n)/) : [text];
  const width = style.width - 2;
  const escaped = portions.map((portion) => escape(portion));
  const first = wrap(escaped[0] ?? '', width, before);
  // Like gettext: a single word that is too long stays where it is.
  if (escaped.length <= 1 && first.length === 1) return `"${first[0] ?? ''}"`;
  const rest = escaped.slice(1).flatMap((portion) => wrap(portion, width, indent.length));
  const lines = style.emptyFirst
    ? ['', ...wrap(escaped[0] ?? '', width, indent.length), ...rest]
    : [...first, ...rest];
  return lines.map((line) => `"${line}"`).join(newline + indent);
}

/** @param column start of the first line */
function wrap(escaped: string, width: number, column: number): readonly string[] {
  if (width === Infinity || column + escaped.length * 2 <= width) return [escaped];
  const end = escaped.endsWith('\\n') ? '\\n' : '';
  const pieces = piecesOf(escaped.slice(0, escaped.length - end.length));
  const lines: string[] = [];
  let line = '';
  let used = column;
  for (const [at, piece] of pieces.entries()) {
    const whole = at === pieces.length - 1 ? piece + end : piece;
    const size = widthOf(whole);
    if (line !== '' && used + size > width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += whole;
    used += size;
  }
  return [...lines, line];
}

/** Character classes of Unicode's line breaking (UAX 14), as far as catalogs need them. */
const CLASSES: readonly (readonly [name: string, test: RegExp])[] = [
  ['SP', / /],
  ['AL', /[A-Za-z#&*<=>@^_`~]/],
  ['NU', /\p{Nd}/u],
  ['QU', /["'‘-‟‹›«»❛-❠]/],
  ['EX', /[!?！？՜-՞؆؛؞؟۔෴]/],
  ['IS', /[,.:;;։،؍߸]/],
  ['SY', /\//],
  ['HY', /-/],
  ['OP', /[([{¡¿\p{Ps}]/u],
  ['CP', /[)\]]/],
  ['CL', /[}、。，．：；\p{Pe}]/u],
  ['PR', /[$+\\№°±−\p{Sc}]/u],
  ['PO', /[%¢‰‱′-‷℃℉]/],
  ['GL', /[\u00a0\u202f\u2007\u2011\u034f]/],
  ['WJ', /[\u2060\ufeff]/],
  ['ZW', /\u200b/],
  ['BA', /[\t|\u00ad\u2000-\u2006\u2008-\u200a\u2010\u2012\u2013\u058a\u05be\u3000]/],
  ['B2', /\u2014/],
  ['IN', /[\u2024-\u2026]/],
  [
    'NS',
    /[\u3005\u301c\u303b\u30fb-\u30fe゛゜ゝゞーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ‼⁇-⁉]/,
  ],
  ['CM', /[\p{M}\u200c-\u200f\u202a-\u202e\u2066-\u2069\0-\x08\x0e-\x1f\x7f]/u],
  [
    'ID',
    /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff01-\uff60\p{Extended_Pictographic}]/u,
  ],
];

const known = new Map<string, string>();

function classOf(character: string): string {
  let name = known.get(character);
  if (name === undefined) {
    name = CLASSES.find(([, test]) => test.test(character))?.[0] ?? 'AL';
    known.set(character, name);
  }
  return name;
}

/** Classes that never start a line. */
const NEVER_FIRST = new Set(['EX', 'CL', 'CP', 'IS', 'SY']);
const WORD = new Set(['AL', 'NU']);

/** Whether a line may end between two characters without a space. */
function breaksBetween(before: string, after: string): boolean {
  if (after === 'SP' || after === 'ZW' || after === 'CM') return false;
  if (before === 'ZW') return true;
  if (NEVER_FIRST.has(after)) return false;
  if (before === 'GL' || after === 'GL' || before === 'WJ' || after === 'WJ') return false;
  if (before === 'QU' || after === 'QU' || before === 'OP') return false;
  if (after === 'BA' || after === 'HY' || after === 'NS' || after === 'IN') return false;
  if (before === 'B2' && after === 'B2') return false;
  return !holdsTogether(before, after);
}

function holdsTogether(before: string, after: string): boolean {
  if (before === 'HY') return after === 'NU';
  if (before === 'IS') return after === 'NU';
  if (before === 'SY') return after === 'NU';
  if (WORD.has(before)) return WORD.has(after) || ['OP', 'PR', 'PO'].includes(after);
  if (before === 'CP') return WORD.has(after) || after === 'PR' || after === 'PO';
  if (before === 'CL') return after === 'PR' || after === 'PO';
  if (before === 'PR' || before === 'PO')
    return WORD.has(after) || after === 'OP' || (before === 'PR' && after === 'ID');
  return before === 'ID' && after === 'PO';
}

/** One escape (`\n`), or one character. */
const PIECE = /\\(?:x[0-9a-fA-F]{1,2}|[0-7]{1,3}|[^])|[^]/gu;

/** The pieces of an escaped text between which a line may end, each with the spaces after it. */
function piecesOf(escaped: string): readonly string[] {
  const pieces: string[] = [];
  let from = 0;
  let last = '';
  let spaced = false;
  for (const { 0: piece, index } of escaped.matchAll(PIECE)) {
    const now = piece.length > 1 && piece.startsWith('\\') ? escapeClass(piece) : classOf(piece);
    if (index > 0 && mayBreak(last, now, spaced)) {
      pieces.push(escaped.slice(from, index));
      from = index;
    }
    spaced = now === 'SP' || (spaced && now === 'CM');
    if (now !== 'SP' && (now !== 'CM' || last === '')) last = now;
  }
  pieces.push(escaped.slice(from));
  return pieces;
}

/** Escapes have the class of the character that they represent. */
function escapeClass(escape: string): string {
  if (escape === '\\"') return 'QU';
  return escape === '\\\\' ? 'PR' : 'CM';
}

function mayBreak(last: string, now: string, spaced: boolean): boolean {
  if (now === 'SP') return false;
  if (!spaced) return breaksBetween(last, now);
  return !NEVER_FIRST.has(now) && last !== 'OP' && now !== 'WJ' && !(last === 'QU' && now === 'OP');
}

/** Width in terminal columns: two for Chinese, Japanese and Korean characters. */
function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (ZERO.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}

const ZERO = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u;
const WIDE =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303e\u3041-\u33ff\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]/u;
