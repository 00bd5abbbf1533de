import type { Range } from '../../model/index.js';
import { beforeLineEnd, isLineEnd, lineStart, skipLineEnd } from '../kit/layout.js';
import type { Splice } from '../kit/splices.js';
import { escape } from './escapes.js';
import type { Entries, Entry, Field } from './read.js';

/** gettext's defaults. */
const USUAL: Style = { width: 79, emptyFirst: true, splitsLines: true };

/** gettext's own width first, then those of other tools (Babel, polib, Poedit). */
const WIDTHS = [79, Infinity, 76, 78, 80, 75, 77];
/** Shorter texts are one line in every style. */
const LONG = 60;
/** Longer texts are not compared with styles: that takes seconds for one of some megabytes. */
const HUGE = 100_000;
const SAMPLES = 40;

/** Styles of a file: some services wrap what they copy but not what they translate. */
export interface Styles {
  /** Of `msgstr`. */
  readonly texts: Style;
  /** Of `msgctxt`, `msgid` and `msgid_plural`. */
  readonly ids: Style;
}

/** The styles of most long texts of a file. */
export function stylesOf({ text, entries }: Entries): Styles {
  const ofTexts = samplesOf(text, entries, ({ texts }) => texts);
  const ofIds = samplesOf(text, entries, ({ id, plural }) => [id, plural]);
  const ids = styleOf(ofIds) ?? styleOf(samplesOf(text, entries, ({ context }) => [context]));
  const texts = styleOf(ofTexts) ?? ids ?? USUAL;
  return { texts, ids: ids ?? texts };
}

function styleOf(samples: readonly Sample[]): Style | undefined {
  if (samples.length === 0) return undefined;
  const folded = samples.filter(({ raw }) => raw.includes('\n'));
  const style = {
    emptyFirst: folded.length === 0 || folded.some(({ raw }) => raw.startsWith('""')),
    splitsLines: !samples.some(({ raw }) => /\\n[^"]/.test(raw.replaceAll('\\\\', ''))),
  };
  const widest = Math.max(
    ...samples.flatMap(({ raw }) => raw.split('\n').map((one) => one.length)),
  );
  let best: Style = { ...USUAL, ...style };
  let most = 0;
  for (const width of [...WIDTHS, widest]) {
    const one = { ...style, width };
    const fits = samples.filter(
      ({ field, raw, before }) => quote(field.text, one, { newline: '\n', before }) === raw,
    ).length;
    if (fits > most) [best, most] = [one, fits];
  }
  return best;
}

interface Sample {
  readonly field: Field;
  /** The quoted text, with line ends and indentation as gettext writes them. */
  readonly raw: string;
  readonly before: number;
}

function samplesOf(
  text: string,
  entries: readonly Entry[],
  fieldsOf: (entry: Entry) => readonly (Field | undefined)[],
): readonly Sample[] {
  const samples: Sample[] = [];
  for (const entry of entries) {
    const { id, context, flags } = entry;
    if (flags.includes('no-wrap') || (id.text === '' && context === undefined)) continue;
    for (const field of fieldsOf(entry)) {
      const length = field === undefined ? 0 : field.end - field.start;
      if (field === undefined || length < LONG || length > HUGE) continue;
      const raw = text.slice(field.start, field.end).replace(/[ \t]*(?:\r\n|\n|\r)\s*/g, '\n');
      samples.push({ field, raw, before: beforeOf(text, field) });
    }
    if (samples.length >= SAMPLES) break;
  }
  return samples;
}

/** Columns from the start of the line to the first quote; 0 if that is on its own line. */
export function beforeOf(text: string, { start }: Field): number {
  return start - lineStart(text, start);
}

/** Indentation of a text's further lines: its own, or that of the text above it. */
export function indentOf(text: string, fields: readonly (Field | undefined)[]): string {
  for (const field of fields) {
    if (field === undefined) continue;
    const found = /[\n\r]([ \t]*)"/.exec(text.slice(field.start, field.end))?.[1];
    if (found !== undefined) return found;
  }
  return '';
}

/** The styles of an entry's texts: `no-wrap` applies to all of them. */
export function stylesFor(
  { styles }: { readonly styles: Styles },
  { flags }: { readonly flags: readonly string[] },
): Styles {
  if (!flags.includes('no-wrap')) return styles;
  const { texts, ids } = styles;
  return { texts: { ...texts, width: Infinity }, ids: { ...ids, width: Infinity } };
}

const separated = new WeakMap<Entries['entries'], boolean>();

/** Whether blank lines separate entries, which is false if most entries have none between them. */
export function separatesEntries({ text, entries }: Entries): boolean {
  const known = separated.get(entries);
  if (known !== undefined) return known;
  let blank = 0;
  for (const { block } of entries) if (skipBlankLines(text, block.end) > block.end) blank += 1;
  const isSeparated = blank * 2 >= entries.length - 1;
  separated.set(entries, isSeparated);
  return isSeparated;
}

/** How a file wraps texts. */
export interface Style {
  /** Columns of a line, including quotes; Infinity: texts are not wrapped. */
  readonly width: number;
  /** A text of several lines starts with `""`. */
  readonly emptyFirst: boolean;
  /** A line ends after each `\n`. */
  readonly splitsLines: boolean;
}

interface TextPlace {
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

/** Removes entries with the blank lines after them; the last one with those before it. */
export function removalsOf(text: string, entries: readonly Range[]): readonly Splice[] {
  const splices: { start: number; end: number; text: string }[] = [];
  for (const { start, end: until } of entries.toSorted((a, b) => a.start - b.start)) {
    const end = skipBlankLines(text, until);
    const last = splices.at(-1);
    if (last?.end === start) last.end = end;
    else splices.push({ start, end, text: '' });
  }
  const last = splices.at(-1);
  if (last === undefined || last.end < text.length) return splices;
  last.start = beforeBlankLines(text, last.start);
  // A file without a final line end gets none.
  if (!isLineEnd(text.charCodeAt(last.end - 1))) last.start = beforeLineEnd(text, last.start);
  return splices;
}

/** Start of the blank lines that end at the start of a line. */
function beforeBlankLines(text: string, from: number): number {
  let at = from;
  while (at > 0) {
    const end = text.charCodeAt(at - 1) === 10 && text.charCodeAt(at - 2) === 13 ? at - 2 : at - 1;
    if (!isLineEnd(text.charCodeAt(at - 1))) break;
    const start = lineStart(text, end);
    if (text.slice(start, end).trim() !== '') break;
    at = start;
  }
  return at;
}

/** End of the blank lines that start at the start of a line. */
export function skipBlankLines(text: string, from: number): number {
  let at = from;
  for (let end = from; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (isLineEnd(code)) {
      end = skipLineEnd(text, end) - 1;
      at = end + 1;
    } else if (code !== 32 && code !== 9) break;
  }
  return at;
}
