import { EditError, formatKey } from '../../model/index.js';
import { readHeader, writeBlock } from './block.js';
import { isFlowStyle } from './habits.js';
import type { Habits } from './habits.js';
import { commentBlock, startOfComments } from './notes.js';
import { sourceEntry } from './outline.js';
import type { Entry, Found } from './outline.js';
import type { NewNode } from './places.js';
import { readsAsOther } from './resolve.js';
import { MAX_KEY, writeKey, writeScalar } from './scalar.js';
import type { FlowStyle } from './scalar.js';
import type { Naming } from './naming.js';

export interface RenderContext {
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
export function renderFlow(node: NewNode, kind: 'map' | 'seq', context: RenderContext): string {
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
