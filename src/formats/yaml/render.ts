import { type Document, EditError, formatKey } from '../../model/index.js';
import { isLetter } from '../kit/letter.js';
import type { Splice } from '../kit/splices.js';
import {
  commentBlock,
  endOfLines,
  isBlankLine,
  lineEnd,
  startOfComments,
  startOfLine,
  startsLine,
} from './lines.js';
import { type Collection, type Entry, type Found, type Outline, sourceEntry } from './outline.js';
import type { Naming, NewNode } from './places.js';
import {
  hasNonAscii,
  MAX_KEY,
  readHeader,
  readsAsOther,
  writeBlock,
  writeKey,
  writeScalar,
} from './scalar.js';
import type { AsciiEscapes, FlowStyle } from './scalar.js';
import { isId } from './walk.js';
import { isFlowStyle } from './scalar.js';

interface RenderContext {
  readonly habits: Habits;
  /** Style of the neighbours' values, if they agree. */
  readonly style: FlowStyle | undefined;
  /** Lines of blanks follow, which would become part of a block scalar. */
  readonly beforeBlanks?: boolean;
}

interface BlockPosition {
  readonly column: number;
  readonly kind: 'map' | 'seq';
}

/** The lines of a new entry of a block collection, indented, without line ends. */
export function renderBlock(
  node: NewNode,
  { column, kind }: BlockPosition,
  context: RenderContext,
): string[] {
  const pad = ' '.repeat(column);
  const origin = originOf(node);
  const hasNotes = context.habits.notes && origin?.entry.name === node.name;
  const lines = hasNotes ? commentLines(origin).map((line) => pad + line) : [];
  const lead = pad + (kind === 'seq' ? '-' : `${keyText(node, origin, context)}:`);
  const tag = tagOf(origin);
  if (node.children === undefined) {
    const value = leafText(node, origin, { column, context });
    lines.push(...(value === '' ? lead : `${lead} ${value}`).split(context.habits.newline));
    return lines;
  }
  const inline = inlineText(node, origin, context);
  if (inline !== undefined) return [...lines, `${lead} ${tag}${inline}`];
  const inner = { column: childColumn(node, { column, kind }, context), kind: kindOf(node) };
  const children = withId(node, origin?.entry) ?? [];
  const below = children.flatMap((child) => renderBlock(child, inner, context));
  if (kind === 'map' || tag !== '') lines.push(`${lead} ${tag}`.trimEnd(), ...below);
  else lines.push(`${lead} ${below.join(context.habits.newline).slice(column + 2)}`);
  return lines;
}

/** A container that is in brackets on one line in the source is written the same way. */
function inlineText(
  node: NewNode,
  origin: Found | undefined,
  context: RenderContext,
): string | undefined {
  const children = withId(node, origin?.entry);
  if (children === undefined || origin?.entry.child?.flow !== true) return undefined;
  const { valueStart, valueEnd } = origin.entry;
  const text = origin.outline.source.slice(valueStart, valueEnd);
  if (/[\r\n]/.test(text)) return undefined;
  const pad = /^. /.test(text) ? ' ' : '';
  const inside = renderFlowCollection(children, kindOf(node), context);
  return inside.charAt(0) + pad + inside.slice(1, -1) + pad + inside.slice(-1);
}

function kindOf(node: NewNode): 'map' | 'seq' {
  return node.kind === 'seq' ? 'seq' : 'map';
}

function childColumn(
  node: NewNode,
  { column, kind }: BlockPosition,
  context: RenderContext,
): number {
  if (kind === 'seq') return column + 2;
  return node.kind === 'seq' && context.habits.flush ? column : column + context.habits.step;
}

/** A new entry of a flow collection. */
function renderFlow(node: NewNode, kind: 'map' | 'seq', context: RenderContext): string {
  const origin = originOf(node);
  const value = flowValue(node, origin, context);
  if (kind === 'seq') return value;
  return `${flowKey(node, origin, context)}: ${value}`;
}

function flowValue(node: NewNode, origin: Found | undefined, context: RenderContext): string {
  const children = withId(node, origin?.entry);
  if (children === undefined) return leafText(node, origin, { context }) || 'null';
  return tagOf(origin) + renderFlowCollection(children, kindOf(node), context);
}

export function renderFlowCollection(
  nodes: readonly NewNode[],
  kind: 'map' | 'seq',
  context: RenderContext,
): string {
  const items = nodes.map((child) => renderFlow(child, kind, context)).join(', ');
  return kind === 'seq' ? `[${items}]` : `{${items}}`;
}

/** The source file's entry that a new node corresponds to. */
function originOf({ edit, key }: NewNode): Found | undefined {
  return sourceEntry(edit, key);
}

function keyText(node: NewNode, origin: Found | undefined, { habits }: RenderContext): string {
  checkLength(node);
  return (
    ownKey(node, origin) ??
    writeKey(node.name, { flow: false, quotes: habits.quotes, ascii: habits.ascii })
  );
}

/** The key as the source spells it, if it fits on one line. */
function ownKey({ name }: NewNode, origin: Found | undefined): string | undefined {
  if (origin?.entry.name !== name || origin.entry.keyStart < 0) return undefined;
  const { keyStart, keyEnd } = origin.entry;
  const own = origin.outline.source.slice(keyStart, keyEnd);
  return /^[^*[{|>\s][^\r\n]*$/.test(own) ? own : undefined;
}

function flowKey(node: NewNode, origin: Found | undefined, { habits }: RenderContext): string {
  checkLength(node);
  const own = ownKey(node, origin);
  if (origin?.entry.parent.flow === true && own !== undefined) return own;
  return writeKey(node.name, { flow: true, quotes: habits.quotes, ascii: habits.ascii });
}

function checkLength({ name, key }: NewNode): void {
  if (name.length <= MAX_KEY) return;
  const message = `"${formatKey(key)}" is too long for a YAML key.`;
  throw new EditError('not-writable', key, message);
}

/**
 * The author's comment lines above the entry in the source, without those at the head of the file.
 */
function commentLines({ outline, entry }: Found): string[] {
  const before = entry.parent.entries[entry.index - 1];
  const bound = before?.end ?? entry.parent.owner?.slot ?? 0;
  const [start, end] = commentBlock(outline.source, entry, bound);
  if (start <= 1 || start === end) return [];
  const own = startOfComments(outline.source, entry, bound);
  const lines = outline.source.slice(own, end).split('\n');
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

interface LeafPosition {
  /** Column of a block entry; undefined inside a flow collection. */
  readonly column?: number;
  readonly context: RenderContext;
}

/** The tag of a new node's container in the source, followed by a space. */
export function tagAround(node: NewNode): string {
  const origin = originOf(node);
  if (origin === undefined) return '';
  const { outline, entry } = origin;
  const { owner, entries } = entry.parent;
  if (owner !== undefined) return tagOf({ outline, entry: owner });
  const before = outline.source.slice(0, entries[0]?.start);
  const tag = /(?:^|\n)\ufeff?(?:---[ \t]+)?(!\S*)\s*$/.exec(before)?.[1];
  return tag === undefined ? '' : `${tag} `;
}

/** The tag of a raw value, or of a collection (`!!omap`). */
export function tagOf(origin: Found | undefined): string {
  if (origin === undefined) return '';
  const { start, keyEnd, slot } = origin.entry;
  const before = origin.outline.source.slice(Math.max(start, keyEnd), slot);
  const tag = /(?<=\s)!\S*/.exec(before)?.[0];
  return tag === undefined ? '' : `${tag} `;
}

/**
 * Whether a plain text that some readers take for a date, a time or similar is also plain in the
 * source, so that they treat it the same.
 */
function isPlainOther(text: string, origin: Found | undefined): boolean {
  if (origin?.entry.style !== 'plain' || tagOf(origin) !== '') return false;
  return readsAsOther(text) && !text.includes(',');
}

function leafText(
  { edit, style: ownStyle }: NewNode,
  origin: Found | undefined,
  { column, context }: LeafPosition,
): string {
  const { habits, style } = context;
  const from = edit.from?.unit;
  if (from?.kind === 'raw') return tagOf(origin) + edit.text.replace(/\s*[\r\n]\s*/g, ' ').trim();
  if (from?.text === edit.text && isPlainOther(edit.text, origin)) return edit.text;
  const mayBeBlock = column !== undefined && context.beforeBlanks !== true;
  if (mayBeBlock && origin?.entry.style === 'block') {
    const { source } = origin.outline;
    const { mode, chomp } = readHeader(source, origin.entry.valueStart);
    const block = writeBlock(edit.text, {
      ...{ header: { mode, digit: 0, chomp, rest: '' }, column, indent: column + habits.step },
      ...{ newline: habits.newline, ascii: habits.ascii, ended: true, closed: false },
    });
    if (block !== undefined) return block;
  }
  const own = origin && isFlowStyle(origin.entry.style) ? origin.entry.style : undefined;
  return writeScalar(edit.text, {
    style: ownStyle ?? style ?? habits.style ?? own ?? 'plain',
    ...{ quotes: habits.quotes, ascii: habits.ascii, flow: column === undefined },
  });
}

/**
 * The content of a new container. An element with an id also gets that, at its place in the source.
 * @param origin the corresponding entry of the source
 */
function withId(node: NewNode, origin: Entry | undefined): readonly NewNode[] | undefined {
  const { children, naming } = node;
  if (children === undefined || naming === undefined) return children;
  const names = origin?.child?.entries.map(({ name }) => name) ?? [];
  const behind = children.findIndex(({ name }) => names.indexOf(name) > names.indexOf(naming.by));
  return children.toSpliced(behind === -1 ? children.length : behind, 0, idOf(node, naming));
}

function idOf({ key: element, name, edit }: NewNode, { by, style }: Naming): NewNode {
  const key = [...element, by];
  const from = edit.from && {
    ...edit.from,
    unit: { ...edit.from.unit, key, text: name, kind: 'text' as const },
  };
  return {
    ...{ name: by, key, children: undefined, kind: 'leaf', naming: undefined, style },
    edit: { op: 'insert', key, text: name, after: null, ...(from && { from }) },
  };
}

/** The style of a file, which new text follows. */
export interface Habits {
  readonly newline: string;
  /** Columns of one level. */
  readonly step: number;
  readonly quotes: 'single' | 'double';
  /** The style of most values. Undefined if the file has none. */
  readonly style: FlowStyle | undefined;
  /** Characters beyond ASCII are escaped like these. */
  readonly ascii: AsciiEscapes | undefined;
  /** Sequences are in the column of their key. */
  readonly flush: boolean;
  /** The file has authors' comments. */
  readonly notes: boolean;
}

export function habitsOf(document: Document, outline: Outline): Habits {
  const count = { plain: 0, single: 0, double: 0 };
  for (const { style } of outline.leaves) if (isFlowStyle(style)) count[style] += 1;
  const { plain, single, double } = count;
  const quotes = single > double ? 'single' : 'double';
  const quoted = Math.max(single, double);
  return {
    newline: document.newline,
    step: document.indent.length || 2,
    quotes,
    style: plain + quoted === 0 ? undefined : plain >= quoted ? 'plain' : quotes,
    ascii: asciiEscapes(document.text, outline),
    flush: outline.leaves.some(({ parent }) => isFlush(parent)),
    notes: document.units.some(({ note }) => note !== undefined),
  };
}

/** Undefined if characters are not escaped. */
function asciiEscapes(text: string, { leaves }: Outline): AsciiEscapes | undefined {
  const escapes = text.match(/\\(?:x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/g);
  if (escapes === null || hasNonAscii(text.replace(/^\ufeff/, ''))) return undefined;
  const codes = escapes.map((one) => parseInt(one.slice(2), 16));
  // Programs that escape characters write no block scalars. People do, and escape characters that
  // their keyboard lacks.
  const isByHand = leaves.some(({ style }) => style === 'block');
  const isOfLetters = (code: number): boolean =>
    isByHand ? /\p{L}/u.test(String.fromCodePoint(code)) : isLetter(code);
  const letters = codes.some((code) => code > 0x7f && code <= 0x10ffff && isOfLetters(code));
  return {
    letters,
    hidden: new Set(codes.filter((code) => code > 0x7f || !isLetter(code))),
    short: escapes.some((one) => one.startsWith('\\x')) || !escapes.some(isWideForm),
    lower: escapes.some((one) => /[a-f]/.test(one.slice(2))),
  };
}

/** Whether an escape has two more digits than needed: `\u00e9`. */
function isWideForm(escape: string): boolean {
  return escape.startsWith('\\u00');
}

function isFlush({ kind, flow, column, owner }: Collection): boolean {
  if (kind !== 'seq' || flow || owner === undefined) return false;
  return owner.parent.kind === 'map' && !owner.parent.flow && owner.parent.column === column;
}

/**
 * The style of new values beside these entries: theirs if they agree; units take precedence over
 * containers.
 */
export function neighbourStyle(
  before: Entry | undefined,
  after: Entry | undefined,
): FlowStyle | undefined {
  const both = [before, after].filter((entry) => entry !== undefined);
  const units = both.filter(({ child }) => child === undefined);
  const styles = (units.length > 0 ? units : both).map(leafStyle).filter(isFlowStyle);
  return styles.every((style) => style === styles[0]) ? styles[0] : undefined;
}

function leafStyle(entry: Entry): Entry['style'] {
  let leaf = entry;
  for (let next = firstText(leaf); next !== undefined; next = firstText(leaf)) leaf = next;
  return leaf.style;
}

function firstText({ child }: Entry): Entry | undefined {
  return child?.entries.find((entry) => !isId(entry));
}

/** Whether blank lines separate most entries of a block collection. */
export function isSpaced(source: string, { entries, column }: Collection): boolean {
  const pairs = entries.slice(0, 50);
  const gaps = pairs.slice(0, -1);
  const blank = gaps.filter(({ end }) => isBlankLine(source, endOfLines(source, end, column)));
  return gaps.length > 0 && blank.length * 2 > gaps.length;
}

export interface Changes {
  readonly source: string;
  readonly habits: Habits;
  readonly gone: ReadonlySet<Entry>;
  /** New entries after an entry, or (undefined) before the first. */
  readonly slots: ReadonlyMap<Entry | undefined, readonly NewNode[]>;
}

/**
 * Splices for entries that are removed from and added to `{}` or `[]`, with the commas between
 * them.
 */
export function flowSplices(collection: Collection, changes: Changes): Splice[] {
  const { entries } = collection;
  const { gone, slots } = changes;
  const splices: Splice[] = [];
  let kept: Entry | undefined;
  // New entries before a removed one are part of its run.
  let waiting = render(collection, changes, undefined);
  let index = 0;
  while (index < entries.length) {
    const first = entries[index];
    if (first === undefined) break;
    if (!gone.has(first)) {
      if (waiting.length > 0) splices.push(before(changes, first, waiting));
      waiting = render(collection, changes, first);
      kept = first;
      index += 1;
      const next = entries[index];
      if (waiting.length === 0 || (next !== undefined && gone.has(next))) continue;
      splices.push(...behind(changes, { entry: first, next }, waiting));
      waiting = [];
      continue;
    }
    const added = waiting;
    waiting = [];
    let last = first;
    for (; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined || !gone.has(entry)) break;
      added.push(...render(collection, changes, entry));
      last = entry;
    }
    const run = { first, last, kept, next: entries[index] };
    splices.push(...replaceRun(changes, run, added));
  }
  if (entries.length === 0 && slots.size > 0) return [];
  return splices;
}

interface Run {
  readonly first: Entry;
  readonly last: Entry;
  /** The remaining entries on both sides. */
  readonly kept: Entry | undefined;
  readonly next: Entry | undefined;
}

function replaceRun({ source, habits }: Changes, run: Run, added: readonly string[]): Splice[] {
  const { first, last, kept, next } = run;
  if (next !== undefined) {
    const text = added.map((item) => `${item}, `).join('');
    const start = leadOf(source, first, kept?.end);
    const end = leadOf(source, next, last.end);
    // Lines and comments around entries on separate lines are removed and added with them.
    if (start !== undefined && end !== undefined)
      return [
        {
          start,
          end,
          text: added.map((item) => lineOf(source, first, item) + habits.newline).join(''),
        },
      ];
    return [{ start: first.start, end: next.start, text }];
  }
  if (kept !== undefined) {
    const tail = tailOf(source, kept.end);
    const start = leadOf(source, first, kept.end);
    const end = tailOf(source, last.end);
    if (added.length > 0 && isCommented(tail, kept)) {
      const gap = habits.newline + indentBelow(source, { entry: kept, next: first });
      const text = gap + added.join(`,${gap}`) + (end.comma === -1 ? '' : ',');
      const comma = tail.comma === -1 ? [splice(kept.end, ',')] : [];
      return [...comma, { start: tail.end, end: end.end, text }];
    }
    // If lines start with commas, the text after an entry is not after a comma.
    if (added.length === 0 && tail.comma === -1 && tail.end > kept.end && end.endsLine)
      return [{ start: tail.end, end: end.end, text: '' }];
    if (added.length > 0 || start === undefined || tail.comma === -1 || !end.endsLine) {
      const text = added.map((item) => `, ${item}`).join('');
      return [{ start: kept.end, end: last.end, text }];
    }
    const gone = { start: tail.end, end: end.end, text: '' };
    return end.comma === -1 ? [{ start: tail.comma, end: tail.comma + 1, text: '' }, gone] : [gone];
  }
  return [{ start: first.start, end: last.end, text: added.join(', ') }];
}

/** Start of an entry's line or of the comments above it; undefined if it shares its line. */
function leadOf(source: string, entry: Entry, bound = 0): number | undefined {
  if (!startsLine(source, entry.start)) return undefined;
  return startOfComments(source, entry, bound);
}

interface Tail {
  /** Offset of the comma after an entry; -1 if there is none. */
  readonly comma: number;
  /** Offset after the comma and the comment that follows on its line. */
  readonly end: number;
  /** Nothing else is on the line. */
  readonly endsLine: boolean;
}

function tailOf(source: string, end: number): Tail {
  let at = skipBlanks(source, end);
  const hasComma = source.charCodeAt(at) === 44;
  const commaAt = hasComma ? at : -1;
  const behind = hasComma ? at + 1 : end;
  at = skipBlanks(source, behind);
  const isComment = source.charCodeAt(at) === 35 && at > behind;
  const stop = isComment ? lineEnd(source, at) : behind;
  return { comma: commaAt, end: stop, endsLine: lineEnd(source, end) === skipBlanks(source, stop) };
}

/** Whether a comment ends the line of an entry. */
function isCommented({ comma, end, endsLine }: Tail, entry: Entry): boolean {
  return end > Math.max(entry.end, comma + 1) && endsLine;
}

function skipBlanks(source: string, from: number): number {
  let at = from;
  while (source.charCodeAt(at) === 32 || source.charCodeAt(at) === 9) at += 1;
  return at;
}

/** A new entry on its own line, like its neighbour. */
function lineOf(source: string, { start }: Entry, item: string): string {
  const line = startOfLine(source, start);
  return `${source.slice(line, start)}${item},`;
}

function render(
  collection: Collection,
  { habits, slots }: Changes,
  entry: Entry | undefined,
): string[] {
  const nodes = slots.get(entry) ?? [];
  if (nodes.length === 0) return [];
  const next = collection.entries[entry === undefined ? 0 : entry.index + 1];
  const style = neighbourStyle(entry, next);
  return nodes.map((node) => renderFlow(node, collection.kind, { habits, style }));
}

function before(changes: Changes, entry: Entry, added: readonly string[]): Splice {
  const { source, habits } = changes;
  const lead = leadOf(source, entry);
  if (lead === undefined) return splice(entry.start, added.map((item) => `${item}, `).join(''));
  const lines = added.map((item) => lineOf(source, entry, item) + habits.newline);
  return splice(lead, lines.join(''));
}

/** Where new entries go: after one, and before the next one, if any. */
interface Spot {
  readonly entry: Entry;
  readonly next: Entry | undefined;
}

/** After the comment of an entry, if that ends its line. */
function behind({ source, habits }: Changes, spot: Spot, added: readonly string[]): Splice[] {
  const { entry } = spot;
  const tail = tailOf(source, entry.end);
  const { comma, end } = tail;
  const hasComment = isCommented(tail, entry);
  const indent = hasComment ? indentBelow(source, spot) : indentOf(source, entry);
  const gap = indent === undefined ? ' ' : habits.newline + indent;
  if (!hasComment) return [splice(entry.end, added.map((item) => `,${gap}${item}`).join(''))];
  if (comma !== -1) return [splice(end, added.map((item) => `${gap}${item},`).join(''))];
  return [splice(entry.end, ','), splice(end, gap + added.join(`,${gap}`))];
}

/** Indentation of an entry that has its own line. */
function indentOf(source: string, { start }: Entry): string | undefined {
  return startsLine(source, start) ? source.slice(startOfLine(source, start), start) : undefined;
}

/** Indentation of the line below a comment. */
function indentBelow(source: string, { entry, next }: Spot): string {
  const known = indentOf(source, entry) ?? (next && indentOf(source, next));
  if (known !== undefined) return known;
  const line = startOfLine(source, entry.start);
  return `${source.slice(line, skipBlanks(source, line))}  `;
}

function splice(at: number, text: string): Splice {
  return { start: at, end: at, text };
}
