import type { Root } from 'mdast';
import { EditError, formatKey, type Key } from '../../model/index.js';
import type { Form, Part } from './leaves.js';
import { beforeId, maskMarks } from './mask.js';
import { parseTree } from './parser.js';
import {
  continuationOf,
  endsInBackslash,
  LINE_END,
  linePrefix,
  normalText,
  prefixLength,
  readCode,
  readText,
  writeCode,
} from './text.js';

type Words = Exclude<Form, 'code' | 'attribute'>;

/** Where a text is written: the file, and the text to replace. */
export interface Spot {
  readonly text: string;
  readonly part: Part;
  readonly newline: string;
  readonly isMdx: boolean;
}

/**
 * A text as written in place of another. Characters that would not be read as words of this block,
 * such as a `#` at the start of a paragraph, are escaped. Lines are wrapped like those of the old
 * text.
 * @throws EditError `not-writable`
 */
export function writeText(key: Key, value: string, spot: Spot): string {
  const { form } = spot.part;
  if (form === 'code') return writeBlock(key, value, spot);
  if (form === 'attribute') return writeAttribute(value, spot);
  if (form === 'paragraph' && isAboveDelimiters(spot)) {
    const message = `The text would turn the paragraph "${formatKey(key)}" and the line below it into a table.`;
    throw new EditError('not-writable', key, message);
  }
  const text = normalText(value, { isOneLine: form !== 'paragraph' });
  for (const candidate of candidates(text, form)) {
    if (!holds(candidate, form, spot)) continue;
    if (form !== 'paragraph') return candidate;
    const wrapped = layOut(wrap(candidate, spot), spot);
    if (isReadAs(wrapped, candidate, spot)) return wrapped;
    const whole = layOut(candidate.split('\n'), spot);
    if (isReadAs(whole, candidate, spot)) return whole;
  }
  const what = text === '' ? 'An empty text' : 'The text';
  const message = `${what} cannot be the ${form} "${formatKey(key)}" of a Markdown file.`;
  throw new EditError('not-writable', key, message);
}

const DELIMITERS =
  /^[ \t]*(?:\r\n|\r|\n)[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*(?:[\r\n]|$)/;
/** Number of characters after the text to check. */
const LONGEST_LINE = 1000;

/** Whether a line of `| --- |` directly below makes the text a table header with as many cells. */
function isAboveDelimiters({ text: file, part: { range } }: Spot): boolean {
  return DELIMITERS.test(file.slice(range.end, range.end + LONGEST_LINE));
}

/** Code is written unchanged. It must be one block and end before the text after it. */
function writeBlock(key: Key, value: string, { text: file, part, newline, isMdx }: Spot): string {
  const prefix = linePrefix(file, part.range.start);
  const written = writeCode(value, prefix, newline);
  const [code, behind] = parsed(`${value}\n\nx`, isMdx)?.children ?? [];
  const isCode = code?.type === 'code' && behind?.type === 'paragraph';
  const isWhole = code?.position?.end.offset === value.length;
  if (isCode && isWhole && readCode(written, prefix, part.quotes) === value) return written;
  const message = `The text cannot be the code "${formatKey(key)}" of a Markdown file.`;
  throw new EditError('not-writable', key, message);
}

/** The value of an attribute, in its quotes; with its name if the tag lacks it. */
function writeAttribute(value: string, { text: file, part: { range, name = '' } }: Spot): string {
  const before = file.charAt(range.start - 1);
  const isThere = range.start < range.end || before === '"' || before === "'";
  const quote = isThere && before === "'" ? "'" : '"';
  const text = normalText(value, { isOneLine: true })
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll(quote, quote === '"' ? '&quot;' : '&#39;');
  return isThere ? text : ` ${name}="${text}"`;
}

/**
 * Candidate spellings of the text: first with only the start of a block escaped, then with more.
 */
function* candidates(text: string, form: Words): Iterable<string> {
  if (text === '') return;
  const bars = form === 'cell' ? escapeAll(text, /\|/g) : text;
  yield bars;
  const starts = bars
    .replace(/^[^\p{L}\p{N}\s\\]/gmu, '\\$&')
    .replace(/^(\d{1,9})([.)])/gm, '$1\\$2');
  yield starts;
  yield escapeAll(starts, /[{]/g);
  yield escapeAll(starts, /[<{]/g);
  const all = escapeAll(starts, /[<{[\]`"|$*_~!#:]/g).replaceAll('\\"', '&quot;');
  yield all;
  const closed = endsInBackslash(all) ? `${all.slice(0, -1)}&#92;` : all;
  yield closed.replace(/^[^\n]/gmu, (first) => `&#${first.codePointAt(0) ?? 0};`);
}

/** Adds a backslash to unescaped matches. */
function escapeAll(text: string, pattern: RegExp): string {
  return text.replace(pattern, (character, at: number) =>
    endsInBackslash(text.slice(Math.max(0, at - 20), at)) ? character : `\\${character}`,
  );
}

const PLAIN = /^(?!import\b|export\b)[\p{L}][\p{L}\p{N} ,.;()'"*-]*$/u;

/** Whether a text is read as the words of one block of its form. */
function holds(text: string, form: Words, { part: { range }, text: file, isMdx }: Spot): boolean {
  if (PLAIN.test(text) && form !== 'title') return true;
  if (form === 'title')
    return (
      isTitle(text, { file, range, isMdx }) && (!isMdx || treeOf(`x ${text}`, isMdx) !== undefined)
    );
  if (form === 'heading' && beforeId(text) < text.length) return false;
  // Below a term, it would be a definition.
  if (form === 'paragraph' && /^:[ \t]/.test(text)) return false;
  const underline = form === 'heading' ? underlineBelow(file, range) : undefined;
  const before = { paragraph: '', heading: underline === undefined ? '# ' : '', cell: '|' }[form];
  const after = form === 'cell' ? '|\n|-|' : underline === undefined ? '' : `\n${underline}`;
  const body = text.split('\n').join('  \n');
  const tree = treeOf(before + body + after, isMdx);
  const [block, second] = tree?.children ?? [];
  if (block === undefined || second !== undefined) return false;
  const isKind = block.type === (form === 'cell' ? 'table' : form);
  const cells = block.type === 'table' ? block.children.flatMap((row) => row.children) : [];
  const own = block.type === 'table' ? cells[0] : block;
  if (!isKind || own === undefined || !('children' in own) || cells.length > 1) return false;
  const [start, end] = [before.length, before.length + body.length];
  // Characters around an address in brackets have no position; only signs after a heading could be
  // lost.
  const first = own.children[0]?.position?.start.offset ?? start;
  const last = own.children.at(-1)?.position?.end.offset ?? (body.endsWith('#') ? -1 : end);
  return own.children.length > 0 && first === start && last === end;
}

/** The line below a heading without `#` that makes it one. */
function underlineBelow(file: string, { start, end }: Part['range']): string | undefined {
  if (/#[ \t]*$/.test(file.slice(Math.max(0, start - LONGEST_LINE), start))) return undefined;
  const below = file.slice(end, end + LONGEST_LINE);
  return /^[ \t]*(?:\r\n|\r|\n)[ \t>]*(=+|-+)/.exec(below)?.[1];
}

/** Undefined for invalid MDX, or if the text contains directives. */
function treeOf(text: string, isMdx: boolean): Root | undefined {
  if (/^[ \t]*\[![\w-]+\]/.test(text)) return undefined;
  const masked = maskMarks(text, { isMdx });
  return masked.marks.size > 0 ? undefined : parsed(masked.text, isMdx);
}

/** Undefined for invalid MDX. */
function parsed(text: string, isMdx: boolean): Root | undefined {
  try {
    return parseTree(text, { isMdx });
  } catch {
    return undefined;
  }
}

interface TitlePlace {
  readonly file: string;
  readonly range: Part['range'];
  readonly isMdx: boolean;
}

/** Whether the line's title would be read as this text. */
function isTitle(text: string, { file, range, isMdx }: TitlePlace): boolean {
  let start = range.start;
  while (start > 0 && !LINE_END.test(file.charAt(start - 1))) start -= 1;
  const rest = /^[^\r\n]*/.exec(file.slice(range.end))?.[0] ?? '';
  const line = file.slice(start, range.start) + text + rest;
  const [mark] = maskMarks(line, { isMdx }).marks.values();
  const at = range.start - start;
  return mark?.title?.start === at && mark.title.end === at + text.length;
}

/**
 * The longest wrapped line: a file counts as wrapped if a paragraph has several lines of at most
 * this length.
 */
const WIDEST = 140;
const NARROWEST = 40;

/** The lines of a text, wrapped if the old one was. */
function wrap(text: string, spot: Spot): readonly string[] {
  const { text: file, part } = spot;
  const lines = file.slice(part.range.start, part.range.end).split(LINE_END);
  const first = linePrefix(file, part.range.start).length;
  const width = Math.max(NARROWEST, ...lines.map((line, i) => line.length + (i === 0 ? first : 0)));
  if (lines.length === 1 || width > WIDEST || part.text.includes('\n')) return text.split('\n');
  const room = width - continuation(spot).length;
  return text.split('\n').map((line) => breakLine(line, room).join('\n'));
}

/** Breaks only at single spaces, so that the same text is read back. */
function breakLine(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=[^ \t\\]) (?=[^ \t])/)) {
    const isFull = line !== '' && line.length + 1 + word.length > width;
    if (isFull) lines.push(line);
    line = line === '' || isFull ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Adds the prefixes of enclosing blocks to each line, and the marks of line breaks. */
function layOut(lines: readonly string[], spot: Spot): string {
  const { text: file, part, newline } = spot;
  const lead = newline + continuation(spot);
  const raw = file.slice(part.range.start, part.range.end);
  const hasBackslash = /\\(?:\r\n|\n|\r)/.test(raw);
  return lines
    .map((line, i) => {
      const broken = line.split('\n').join(lead);
      if (i === lines.length - 1) return broken;
      return broken + (hasBackslash && !endsInBackslash(broken) ? '\\' : '  ');
    })
    .join(lead);
}

/** The prefix of the second line of a block. */
function continuation({ text, part }: Spot): string {
  const second = text.slice(part.range.start, part.range.end).split(LINE_END)[1];
  if (second !== undefined) return second.slice(0, prefixLength(second, part.quotes));
  return continuationOf(linePrefix(text, part.range.start));
}

/** Whether the result is still one paragraph with the same text. */
function isReadAs(raw: string, text: string, { part, isMdx }: Spot): boolean {
  if (readText(raw, part.quotes) !== text) return false;
  const lines = raw.split(LINE_END);
  if (lines.length === 1 || lines.every((line) => /^[\s>]*\p{L}[\p{L}\p{N} ,.]*$/u.test(line)))
    return true;
  const plain = lines.map((line, i) =>
    i === 0 ? line : line.slice(prefixLength(line, part.quotes)),
  );
  const tree = treeOf(plain.join('\n'), isMdx);
  return tree?.children.length === 1 && tree.children[0]?.type === 'paragraph';
}
