import type { Code, Nodes, Parent, Root, Table } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import type { Range } from '../../model/index.js';
import { getOrSet } from '../kit/maps.js';
import { beforeId, type Masked } from './mask.js';
import { linePrefix, readCode, readText } from './text.js';

/** The context of a text, which decides how it is written. */
export type Form = 'paragraph' | 'heading' | 'cell' | 'title' | 'attribute' | 'code';

/** A text of a block, or code. Only table rows and tags have more than one. */
export interface Part {
  readonly form: Form;
  readonly range: Range;
  /** Number of enclosing block quotes. */
  readonly quotes: number;
  readonly text: string;
  /** False if nothing in it is for people: code, paths, numbers. */
  readonly isText: boolean;
  /** Labels of links that are also their text: `[label]`. */
  readonly labels: readonly string[];
  /** Of an attribute. */
  readonly name?: string;
  /** An attribute whose value is not in quotes. */
  readonly isCode?: boolean;
}

export type Kind =
  'front matter' | 'heading' | 'paragraph' | 'item' | 'row' | 'tag' | 'title' | 'code' | 'other';

/** A quote, list, item, table, component or admonition. */
export interface Container {
  readonly sort: string;
}

export const QUOTE = 'blockquote';

/** A block without nested blocks. */
export interface Leaf extends Block {
  /** The blocks around it, from the outermost. The lines that open or close a block are inside. */
  readonly outer: readonly Container[];
  /** Of a tag: all that may be shown, also with code as their values. */
  readonly attributes?: readonly Part[];
}

interface Block extends Range {
  readonly kind: Kind;
  /** Distinguishes blocks of one kind: a heading's level, the language of code. */
  readonly sort: string;
  readonly parts: readonly Part[];
}

const DEEPEST = 200;

interface Context {
  /** The original text. */
  readonly text: string;
  readonly masked: Masked;
  /** Length of the start of the text that the parser does not get: a BOM, or several. */
  readonly base: number;
  readonly leaves: Leaf[];
}

interface Around {
  readonly quotes: number;
  readonly outer: readonly Container[];
  readonly isItem: boolean;
}

/** The blocks of a file, in order. Undefined if they are nested too deeply. */
export function leavesOf(root: Root, context: Omit<Context, 'leaves'>): Leaf[] | undefined {
  const leaves: Leaf[] = [];
  const isRead = collect(root, { quotes: 0, outer: [], isItem: false }, { ...context, leaves });
  return isRead ? withTagged(leaves, context.text) : undefined;
}

function collect(parent: Parent, around: Around, context: Context): boolean {
  if (around.outer.length > DEEPEST) return false;
  for (const [i, node] of parent.children.entries()) {
    const isItem = parent.type === 'listItem' && i === 0;
    if (!collectOne(node, { ...around, isItem }, context)) return false;
  }
  return true;
}

/** What is around the blocks inside a node. */
function inside({ quotes, outer, isItem }: Around, node: Nodes, context: Context): Around {
  const isQuote = node.type === QUOTE;
  const { start } = rangeOf(node, context);
  const alert = isQuote && /^>[ \t]*(\[![\w-]+\])/.exec(context.text.slice(start, start + 40));
  const name = alert ? alert[1] : node.type === 'list' && node.ordered === true ? '1.' : '';
  const sort = `${node.type}${name ?? ''}`;
  return { isItem, quotes: isQuote ? quotes + 1 : quotes, outer: [...outer, { sort }] };
}

function collectOne(node: Nodes, around: Around, context: Context): boolean {
  switch (node.type) {
    case 'list':
    case 'listItem':
    case 'footnoteDefinition':
    case 'blockquote':
      return collect(node, inside(around, node, context), context);
    case 'mdxJsxFlowElement':
      return collectElement(node, inside(around, node, context), context);
    case 'table':
      collectRows(node, inside(around, node, context), context);
      return true;
    default:
      context.leaves.push({ ...blockOf(node, around, context), outer: around.outer });
      return true;
  }
}

/** The tags of an element are blocks, and so is each block between them. */
function collectElement(node: MdxJsxFlowElement, around: Around, context: Context): boolean {
  const { start, end } = rangeOf(node, context);
  const first = node.children[0];
  const last = node.children.at(-1);
  const sort = `<${node.name ?? ''}`;
  const { outer } = around;
  const attributes = attributesOf(node, context);
  const isShown = attributes.some(({ isText }) => isText);
  const parts = isShown ? attributes : [];
  const open = { kind: isShown ? 'tag' : 'other', parts, attributes, sort, outer } as const;
  if (first === undefined || last === undefined) {
    context.leaves.push({ ...trimmed(context.text, start, end), ...open });
    return true;
  }
  context.leaves.push({ ...trimmed(context.text, start, rangeOf(first, context).start), ...open });
  if (!collect(node, around, context)) return false;
  // The line end before it belongs to the last block.
  const behind = rangeOf(last, context).end;
  const blanks = /^\s*/.exec(context.text.slice(behind, end))?.[0].length ?? 0;
  const close = trimmed(context.text, behind + blanks, end);
  context.leaves.push({ ...close, kind: 'other', sort, outer, parts: [] });
  return true;
}

/** Attributes of components that readers see. */
const SHOWN = /^(?:label|title|subtitle|caption|summary|description|placeholder|alt|aria-label)$/;

/** The shown attributes of a tag. One with code as its value is no text. */
function attributesOf({ attributes }: MdxJsxFlowElement, context: Context): readonly Part[] {
  return attributes.flatMap((one): readonly Part[] => {
    if (one.type !== 'mdxJsxAttribute' || !SHOWN.test(one.name)) return [];
    const { start, end } = rangeOf(one, context);
    const isString = typeof one.value === 'string';
    const raw = context.text.slice(start, end);
    const from = start + Math.max(0, raw.search(/["'{]/)) + (isString ? 1 : 0);
    const range = { start: from, end: isString ? end - 1 : end };
    const text = isString ? (one.value as string) : context.text.slice(from, end);
    const isText = isString && /\p{L}/u.test(text) && !isPath(text);
    const common = { form: 'attribute', quotes: 0, labels: NONE } as const;
    return [{ ...common, name: one.name, range, text, isText, isCode: !isString }];
  });
}

/** A tag with the attributes of its counterpart, in the same order; those that it lacks are empty. */
export function likeCounterpart(leaf: Leaf, theirs: Leaf | undefined, file: string): Leaf {
  const { sort, start, attributes } = leaf;
  if (theirs?.kind !== 'tag' || !file.startsWith(sort, start)) return leaf;
  const at = start + sort.length;
  const empty = { form: 'attribute', quotes: 0, labels: NONE, text: '', isText: false } as const;
  const known = theirs.parts.map(({ name = '' }): Part => {
    const own = attributes?.find((part) => part.name === name);
    return own ?? { ...empty, name, range: { start: at, end: at } };
  });
  return { ...leaf, kind: 'tag', parts: known };
}

const TAGS =
  /^(:{3,})[ \t]*([\w-]*)|<(\/?)([A-Za-z][\w-]*)|\{\{[<%-]?[ \t]*(\/?)[ \t]*([\w-]+)|\{%-?[ \t]*(end)?(\w+)/g;

/** The blocks with what is around them by tags on lines of their own: `:::`, HTML, shortcodes. */
function withTagged(leaves: readonly Leaf[], text: string): Leaf[] {
  const open = new Map<string, { readonly at: number; readonly sort: string }[]>();
  const opened = new Map<number, { readonly container: Container; readonly last: number }[]>();
  for (const [at, { kind, start, end }] of leaves.entries()) {
    if (kind !== 'other' && kind !== 'title' && kind !== 'tag') continue;
    for (const [, colons, label, ofHtml, html, ofCode, code, ofLiquid, liquid] of text
      .slice(start, end)
      .matchAll(TAGS)) {
      const name = colons === undefined ? `${html ?? ''}\n${code ?? ''}\n${liquid ?? ''}` : ':::';
      const isEnd = label === '' || Boolean(ofHtml ?? ofCode ?? ofLiquid);
      if (!isEnd) getOrSet(open, name, () => []).push({ at, sort: label ?? name });
      const first = isEnd ? open.get(name)?.pop() : undefined;
      if (first === undefined || first.at === at) continue;
      getOrSet(opened, first.at, () => []).push({ container: { sort: first.sort }, last: at });
    }
  }
  if (opened.size === 0) return [...leaves];
  let around: { readonly container: Container; readonly last: number; readonly depth: number }[] =
    [];
  return leaves.map((leaf, at) => {
    around = around.filter(({ last }) => last >= at);
    const depth = leaf.outer.length;
    const added = opened.get(at)?.toReversed() ?? [];
    if (around.length < DEEPEST) around.push(...added.map((one) => ({ ...one, depth })));
    if (around.length === 0) return leaf;
    const at0 = (level: number) => around.filter((one) => Math.min(one.depth, depth) === level);
    const outer = [...leaf.outer, undefined].flatMap((own, level) => [
      ...at0(level).map(({ container }) => container),
      ...(own === undefined ? [] : [own]),
    ]);
    return { ...leaf, outer };
  });
}

/** How many blocks around two others are the same. */
export function sharedBy(a: Leaf | undefined, b: Leaf | undefined): readonly Container[] {
  const [one, other] = [a?.outer ?? [], b?.outer ?? []];
  const end = one.findIndex((container, i) => container !== other[i]);
  return end === -1 ? one : one.slice(0, end);
}

/** Each row is a block; the header row includes the delimiter line below it. */
function collectRows(table: Table, { quotes, outer }: Around, context: Context): void {
  const whole = rangeOf(table, context);
  const sort = String(table.align?.length ?? 0);
  for (const [i, row] of table.children.entries()) {
    const { start, end } = rangeOf(row, context);
    const isHeadAlone = i === 0 && table.children.length === 1;
    const next = i === 0 ? table.children[1] : undefined;
    const until = next && trimmed(context.text, start, lineBefore(context, next)).end;
    const parts = row.children.map((cell): Part => {
      const bounds = rangeOf(cell, context);
      const inside = childrenRange(cell, context) ?? emptyCell(context.text, bounds);
      return partOf('cell', { range: inside, node: cell, quotes }, context);
    });
    const last = isHeadAlone ? whole.end : (until ?? end);
    context.leaves.push({
      start,
      end: last,
      kind: 'row',
      sort: i === 0 ? `head ${sort}` : sort,
      outer,
      parts,
    });
  }
}

function lineBefore(context: Context, row: Nodes): number {
  const { start } = rangeOf(row, context);
  const { text } = context;
  let at = start;
  while (at > 0 && !/[\r\n]/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

/** The position after the bar and one space. */
function emptyCell(text: string, { start, end }: Range): Range {
  let at = text.charAt(start) === '|' ? start + 1 : start;
  if (at < end && text.charAt(at) === ' ') at += 1;
  return { start: at, end: at };
}

function blockOf(node: Nodes, { quotes, isItem }: Around, context: Context): Block {
  const range = rangeOf(node, context);
  if (node.type === 'heading') {
    const mark = context.masked.marks.get(range.start - context.base);
    if (mark !== undefined) return markLeaf(range, mark.title, context);
    const inside = childrenRange(node, context);
    if (inside === undefined) return { ...range, kind: 'other', sort: 'heading', parts: [] };
    const raw = context.text.slice(inside.start, inside.end);
    const known = { start: inside.start, end: inside.start + beforeId(raw) };
    const part = partOf('heading', { range: known, node, quotes }, context);
    return { ...range, kind: 'heading', sort: String(node.depth), parts: [part] };
  }
  if (node.type === 'paragraph') {
    const inside = childrenRange(node, context) ?? range;
    const part = partOf('paragraph', { range: inside, node, quotes }, context);
    return { ...range, kind: isItem ? 'item' : 'paragraph', sort: '', parts: [part] };
  }
  if (node.type === 'code') return codeLeaf(range, node, { quotes, context });
  const isFront = /^(?:yaml|toml)$/.test(node.type) && range.start === context.base;
  const kind = isFront ? 'front matter' : 'other';
  return { ...range, kind, sort: node.type, parts: [] };
}

/** Code with its fences. Code without fences is indented and does not correspond to fenced code. */
function codeLeaf(
  range: Range,
  { lang }: Code,
  { quotes, context: { text } }: { readonly quotes: number; readonly context: Context },
): Block {
  const isFenced = /^(?:`{3}|~{3})/.test(text.slice(range.start, range.start + 3));
  const raw = text.slice(range.start, range.end);
  const own = readCode(raw, linePrefix(text, range.start), quotes);
  const part: Part = { form: 'code', range, quotes, text: own, isText: true, labels: NONE };
  const sort = isFenced ? `code ${lang ?? ''}` : 'indented code';
  return { ...range, kind: 'code', sort, parts: [part] };
}

function markLeaf(range: Range, title: Range | undefined, { text, base }: Context): Block {
  const lead = text.slice(range.start, title === undefined ? range.end : title.start + base);
  // An included or shown file may have another name in another language.
  const sort = /^(?:<<<|\{\{(?=[ \t]*\w))/.exec(lead)?.[0] ?? lead.replace(/[ \t"[]+$/, '');
  if (title === undefined) return { ...range, kind: 'other', sort, parts: [] };
  const own = { start: title.start + base, end: title.end + base };
  const raw = text.slice(own.start, own.end);
  const isText = /\p{L}/u.test(raw);
  const part: Part = { form: 'title', range: own, quotes: 0, text: raw, isText, labels: NONE };
  return { ...range, kind: 'title', sort, parts: [part] };
}

interface Source {
  readonly range: Range;
  readonly node: Parent;
  readonly quotes: number;
}

function partOf(form: Form, { range, node, quotes }: Source, { text }: Context): Part {
  const raw = text.slice(range.start, range.end);
  const isText = !isModule(raw) && node.children.some(isForPeople) && !isPath(raw);
  const labels = raw.includes('[') ? node.children.flatMap(labelsIn) : NONE;
  return { form, range, quotes, text: readText(raw, quotes), isText, labels };
}

const NONE: readonly string[] = [];

function labelsIn(node: Nodes): readonly string[] {
  if (node.type === 'linkReference' && node.referenceType === 'shortcut')
    return typeof node.label === 'string' ? [node.label] : NONE;
  return 'children' in node ? node.children.flatMap(labelsIn) : NONE;
}

/** Whether a node contains letters that readers see, other than addresses. */
function isForPeople(node: Nodes): boolean {
  if (node.type === 'text') return /\p{L}/u.test(withoutCode(node.value));
  if (node.type === 'image' || node.type === 'imageReference') return /\p{L}/u.test(node.alt ?? '');
  if (node.type === 'link') {
    const [only] = node.children;
    const shown = only?.type === 'text' ? only.value : undefined;
    if (shown !== undefined && node.url.endsWith(shown)) return false;
  }
  return 'children' in node && node.children.some(isForPeople);
}

function withoutCode(text: string): string {
  if (!/[{$:]/.test(text)) return text;
  return text.replace(
    /\{\{[^]{0,500}?\}\}|\{%[^]{0,500}?%\}|\$\$[^]*?(?:\$\$|$)|:[a-z0-9_+-]+:/g,
    '',
  );
}

/** Whether a text is a line of a file tree: `src/components/`, `index.mdx`. */
function isPath(raw: string): boolean {
  return raw.length < 200 && /^[\w.@[\]/-]*(?:\w\/|\.[a-z]{1,5})$/.test(raw);
}

/**
 * Whether a paragraph is a module statement, in Markdown of Docusaurus and VuePress, which also
 * read modules.
 */
function isModule(raw: string): boolean {
  return /^(?:import\s(?:[^]*?\sfrom\s)?['"]|import\s[^]{1,2000}?\sfrom\s*['"]|export\s(?:const|default|function|let)\s)/.test(
    raw,
  );
}

function childrenRange(node: Parent, context: Context): Range | undefined {
  const { children } = node;
  const first = children[0];
  const last = children.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const own = rangeOf(node, context);
  const raw = context.text.slice(own.start, own.end);
  // The parser finds some addresses late, and gives the text around them no position.
  const isPlaced = first.position !== undefined && last.position !== undefined;
  if (!isPlaced && /[\r\n]/.test(raw) && node.type === 'heading') return undefined;
  const lead = /^(?:#{1,6}|\|)?[ \t]*/.exec(raw)?.[0].length ?? 0;
  const tail = /(?:[ \t]#+|\|)?(?<![ \t])[ \t]*$/.exec(raw)?.[0].length ?? 0;
  const isBare = node.type === 'paragraph';
  const start = first.position ? rangeOf(first, context).start : own.start + (isBare ? 0 : lead);
  const end = last.position ? rangeOf(last, context).end : own.end - (isBare ? 0 : tail);
  return trimmed(context.text, start, end);
}

function trimmed(text: string, start: number, until: number): Range {
  let end = until;
  while (end > start && /[ \t\r\n]/.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

function rangeOf({ position }: Pick<Nodes, 'position'>, { base }: Context): Range {
  const start = (position?.start.offset ?? 0) + base;
  return { start, end: (position?.end.offset ?? 0) + base };
}
