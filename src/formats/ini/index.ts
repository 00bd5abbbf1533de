import { EditError, formatKey } from '../../model/index.js';
import type { InsertEdit, Key, ParseOptions, Problem } from '../../model/index.js';
import { separatorLike } from '../kit/alignment.js';
import { startOfOwn } from '../kit/comments-above.js';
import { detectNewline, hasBom, isBlankLine, lineEnd, skipLineEnd } from '../kit/layout.js';
import { noteOf } from '../kit/items.js';
import { positions } from '../kit/positions.js';
import { plainUnit, treeCodec } from '../kit/tree-codec.js';
import type { Growing, Landing, NewNode, Node, Place, TreeFile, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';

/** INI files: sections with pairs, or pairs alone. A key is `section`, `name`. */
const format: TreeFormat<IniFile> = {
  ...about,
  read,
  // A section may be called like a pair above all sections.
  keysGoOn: true,
  set: ({ key, text }, { unit, indent, isQuoted }, file) => {
    if (unit === undefined) return [];
    return [{ ...unit.range, text: valueText({ key, text }, file, { isQuoted, indent }) }];
  },
  rename: (name) => nameText([name], name),
  insert,
  land,
};

/** Pairs without a section come before the first one, sections after them. */
function land(
  { key }: InsertEdit,
  { parent, behind }: Landing<Entry>,
  { root, lastPair }: IniFile,
): Landing<Entry> {
  if (parent !== root) return { parent, behind };
  return {
    parent,
    behind: key.length === 1 ? Math.min(behind, lastPair) : Math.max(behind, lastPair),
  };
}

function insert(item: NewNode, place: Place<IniFile>): string {
  const { parent, run, at, file, before, after, newline } = place;
  if (parent !== file.root) return pair(item, place);
  // Pairs and the first section may come to one place.
  if (at > 0) return '';
  const pairs = run.filter(({ edit }) => edit !== undefined);
  const gap = file.hasGaps ? newline : '';
  const sections = run
    .filter(({ edit }) => edit === undefined)
    .map(({ key: [name = ''], children }) => {
      const own = children.map((child) =>
        pair(child, { ...place, before: file.sample, after: undefined }),
      );
      return `[${nameText([name], name)}]${newline}${own.join('')}`;
    });
  const isFirst = before === undefined && pairs.length === 0;
  const top = isFirst || sections.length === 0 ? '' : gap;
  const isBlank = before !== undefined && isBlankLine(file.text, before.block.end);
  const isAbove =
    after?.children !== undefined && !isBlank && (before === undefined || sections.length > 0);
  return (
    pairs.map((one) => pair(one, place)).join('') + top + sections.join(gap) + (isAbove ? gap : '')
  );
}

/** A pair in the style of its neighbours, or of the first one of the file. */
function pair({ key, edit }: NewNode, place: Place<IniFile>): string {
  const { file, before, after, newline } = place;
  const near = [before, after].filter((one) => one?.unit !== undefined);
  const models = near.length > 0 ? near : [file.sample];
  const { indent = '', isQuoted = file.isQuoted } = near[0] ?? {};
  const name = nameText(key, key.slice(key.length > 1 ? 1 : 0).join('.'));
  const between = models.flatMap((one) =>
    one === undefined ? [] : [{ name: one.name, between: one.separator, isText: true }],
  );
  const separator = separatorLike(name, between, /:/.test(models[0]?.separator ?? '') ? ':' : '=');
  const value = valueText({ key, text: edit?.text ?? '' }, file, { isQuoted, indent });
  return `${indent}${name}${separator}${isQuoted ? `"${value}"` : value}${newline}`;
}

export const ini = treeCodec(format);

/** A pair, or a section with its pairs. */
interface Entry extends Node {
  readonly children?: Entry[];
  readonly name: string;
  readonly indent: string;
  /** `=` or `:` and the white space around it. */
  readonly separator: string;
  readonly isQuoted: boolean;
}

interface IniFile extends TreeFile<Entry> {
  /** The first pair, whose style others follow that have no neighbours. */
  readonly sample: Entry | undefined;
  /** Most values are in double quotes. */
  readonly isQuoted: boolean;
  /** Quotes in them are written as `"_QQ_"`, as in Joomla. */
  readonly hasMarks: boolean;
  /** Index of the last pair above the first section; -1 if there is none. */
  readonly lastPair: number;
  /** Blank lines separate sections. */
  readonly hasGaps: boolean;
}

/** How a commented-out pair or section starts. */
const OUT = /^[;#]*[ \t]*(?:\[[^\]\n]*\]$|[\w.-]+\s*=)/;
const SECTION = /^[ \t]*\[(.*)\][ \t]*(?:[;#].*)?$/;

/** Sections and pairs. A line that is none of them stays as it is. */
function read(text: string, { file, source }: ParseOptions = {}): IniFile {
  const pairs: Entry[] = [];
  const sections: Growing<Entry>[] = [];
  const lone: Entry[] = [];
  const stray: number[] = [];
  let comments: number | undefined;
  let isSpaced = false;
  let hasGaps = false;
  for (let at = hasBom(text) ? 1 : 0; at < text.length;) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end);
    let next = skipLineEnd(text, end);
    const above = { start: comments ?? at, end: at };
    const within = sections.at(-1);
    const isComment = /^[ \t]*[;#]/.test(line);
    const isBlank = line.trim() === '';
    if (!isBlank && !isComment) {
      const block = { start: startOfOwn(text, above, OUT), end: next };
      const section = SECTION.exec(line)?.[1];
      const pair = section === undefined ? pairAt(text, at, line) : undefined;
      if (section !== undefined) {
        hasGaps ||= isSpaced && within !== undefined;
        sections.push({ ...LOOKS, key: [section.trim()], block, inside: next, children: [] });
      } else if (pair === undefined) stray.push(at);
      else {
        next = pair.block.end;
        const key = [...(within?.key ?? []), pair.name];
        const note = noteOf(text, [above], OUT);
        const { range, text: value } = pair.unit;
        const unit = plainUnit({ key, text: value, range, note });
        const entry = { ...pair, key, unit, block: { start: block.start, end: next } };
        (within?.children ?? lone).push(entry);
        pairs.push(entry);
      }
    }
    isSpaced = isBlank || (isSpaced && isComment);
    comments = isComment ? above.start : undefined;
    const last = sections.at(-1);
    if (last !== undefined && !isBlank && !isComment)
      last.block = { start: last.block.start, end: next };
    at = next;
  }
  const children = [...lone, ...sections];
  const root = { ...LOOKS, key: [], block: { start: 0, end: text.length }, children };
  const model = pairs.length === 0 && source?.format === about.name ? read(source.text) : undefined;
  const quoted = pairs.filter((one) => one.isQuoted);
  const marked = quoted.filter(({ unit }) => {
    const raw = text.slice(unit?.range.start, unit?.range.end);
    return raw.includes('"_QQ_"') && !raw.includes('\\"');
  });
  return {
    ...{ text, root, problems: strayLines(text, stray, file) },
    sample: pairs[0] ?? model?.sample,
    isQuoted: model?.isQuoted ?? quoted.length * 2 > pairs.length,
    hasMarks: model?.hasMarks ?? marked.length > 0,
    lastPair: lone.length - 1,
    hasGaps: hasGaps || sections.length < 2,
  };
}

const LOOKS = { name: '', indent: '', separator: '', isQuoted: false };

function pairAt(
  text: string,
  at: number,
  line: string,
): (Entry & Required<Pick<Entry, 'unit'>>) | undefined {
  const split = separatorIn(line);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  const name = line.slice(indent.length, Math.max(0, split)).trimEnd();
  if (name === '') return undefined;
  const start = at + indent.length;
  const lead = /^[=:][ \t]*/.exec(line.slice(split))?.[0].length ?? 1;
  const value = valueAt(text, at + split + lead, indent.length);
  const range = { start: value.start, end: value.end };
  return {
    ...{ key: [name], name, indent, isQuoted: value.isQuoted },
    block: { start: at, end: skipLineEnd(text, lineEnd(text, value.end)) },
    unit: { key: [name], kind: 'text', text: value.text, range },
    named: { start, end: start + name.length },
    separator: line.slice(indent.length + name.length, split + lead),
  };
}

/** The first `=`, or a colon before white space or in a line without any. */
function separatorIn(line: string): number {
  const equals = line.indexOf('=');
  const colon = line.search(/:(?=[ \t]|$)/);
  if (equals === -1 && colon === -1) return line.indexOf(':');
  return equals === -1 || (colon !== -1 && colon < equals) ? colon : equals;
}

function strayLines(text: string, [at, ...more]: readonly number[], file?: string): Problem[] {
  if (at === undefined) return [];
  const others = more.length > 0 ? `, like ${more.length} more` : '';
  const message = `This line has no "=". It is left as it is and not translated${others}.`;
  const place = { ...positions(text)(at), ...(file !== undefined && { file }) };
  return [{ code: 'invalid-unit', severity: 'warning', message, ...place }];
}

// Joomla, OBS, Windows, Factorio and Python read these files in different ways. What they have in common: a bare value is one
// line, and quotes around a value are no part of it. So nothing else is an escape but a quote inside of quotes.

/** A value in double quotes, which may have several lines, with a comment behind it. */
const QUOTED = /"((?:"_QQ_"|\\[^]|[^"\\])*)"(?=[ \t]*(?:[;#].*)?$)/my;

/** A value in a file, and its text. */
interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

/** @param depth columns before its name: deeper lines without a separator belong to a bare value */
function valueAt(text: string, at: number, depth: number): Value {
  QUOTED.lastIndex = at;
  const raw = text.charAt(at) === '"' ? QUOTED.exec(text)?.[1] : undefined;
  // A quote that closes in another pair is none.
  if (raw !== undefined && !/[\n\r][ \t]*[^\s"=]+[ \t]*=[ \t]*"/.test(raw)) {
    const start = at + 1;
    return { start, end: start + raw.length, text: unescape(raw), isQuoted: true };
  }
  let stop = lineEnd(text, at);
  const said = [text.slice(at, stop).trimEnd()];
  let end = at + (said[0]?.length ?? 0);
  for (let from = skipLineEnd(text, stop); from > stop; from = skipLineEnd(text, stop)) {
    stop = lineEnd(text, from);
    const line = text.slice(from, stop).trimEnd();
    const own = line.trimStart();
    if (own === '' || line.length - own.length <= depth || /^[;#]|=/.test(own)) break;
    said.push(own);
    end = from + line.length;
  }
  return { start: at, end, text: said.join('\n'), isQuoted: false };
}

/** Backslashes count before a quote alone: programs disagree about `\n`, so it stays as it is. */
function unescape(raw: string): string {
  const half = (slashes: string): string => slashes.slice(0, slashes.length >> 1);
  const text = raw.replace(
    /(\\*)("_QQ_"|"|$)/g,
    (_, slashes: string, quote: string) => half(slashes) + (quote === '' ? '' : '"'),
  );
  return /\r/.test(text) ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * A text as a value, without its quotes.
 * @throws EditError `not-writable` for a text that would not be read again
 */
function valueText(
  { key, text }: { readonly key: Key; readonly text: string },
  file: { readonly text: string; readonly hasMarks: boolean },
  { isQuoted, indent }: { readonly isQuoted: boolean; readonly indent: string },
): string {
  const newline = detectNewline(file.text);
  const quote = file.hasMarks ? '"_QQ_"' : '\\"';
  const value = isQuoted
    ? text
        .replace(/(\\*)"/g, `$1$1${quote}`)
        .replace(/\\+$/, '$&$&')
        .replaceAll('\n', newline)
    : text.replace(/[ \t]*\n[ \t]*/g, `${newline}${indent}    `);
  const again = valueAt(isQuoted ? `"${value}"` : value, 0, indent.length);
  const isWhole = again.end === value.length + (isQuoted ? 1 : 0);
  if (
    again.text === (isQuoted ? text : text.replace(/[ \t]*\n[ \t]*/g, '\n')) &&
    again.isQuoted === isQuoted &&
    isWhole &&
    !/^[ \t]/.test(isQuoted ? '' : text)
  )
    return value;
  throw notWritable(key);
}

/** @throws EditError `not-writable` for a name that would not be read again */
function nameText(key: Key, name: string): string {
  if (name === '' || name !== name.trim() || /^[;#[]|[\n\r=\]:]/.test(name)) throw notWritable(key);
  return name;
}

function notWritable(key: Key): EditError {
  return new EditError(
    'not-writable',
    key,
    `"${formatKey(key)}" cannot be written in an INI file.`,
  );
}
