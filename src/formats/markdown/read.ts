import type { FormatError, Key, ParseOptions, Range, Unit } from '../../model/index.js';
import { getOrSet } from '../kit/maps.js';
import { isLineEnd, lineEnd, skipLineEnd } from '../kit/layout.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { alignLeaves, type Remembered } from './align.js';
import { CodeValues } from '../kit/code-values.js';
import { deadLinks } from './anchors.js';
import { FRONT, type FrontMatter, readFront } from './front-matter.js';
import { type Leaf, leavesOf, likeCounterpart, type Part } from './leaves.js';
import { maskMarks } from './mask.js';
import { parseTree } from './parser.js';

/** A text of the file, or a block of it. */
export interface MarkdownNode extends Node {
  readonly part?: Part;
}

export interface MarkdownFile extends TreeFile<MarkdownNode> {
  readonly isMdx: boolean;
  /** Parallel to the children of the root. */
  readonly leaves: readonly Leaf[];
  readonly front: FrontMatter | undefined;
  /** As in the config. */
  readonly isText: ParseOptions['isText'];
  /** In a target: for each block, the index of its counterpart in the source, or -1. */
  readonly partners: readonly number[];
  /** The reverse: the index of a block by that of its counterpart. */
  readonly places: ReadonlyMap<number, number>;
}

/** The place of a unit in its file. */
export interface Origin {
  readonly file: MarkdownFile;
  /** Index of its block. */
  readonly leaf: number;
  /** Index of its text in the block. */
  readonly part: number;
}

const origins = new WeakMap<Unit, Origin>();

/** The place of a unit created by `read`; undefined for a copy. */
export function originOf(unit: Unit | undefined): Origin | undefined {
  return unit && origins.get(unit);
}

/** @throws FormatError `syntax` for invalid MDX, `too-deep`, `too-large` */
export function read(text: string, options: ParseOptions): MarkdownFile {
  const source = sourceOf(options);
  const { isMdx, leaves: found } = blocksOf(text, options, source);
  const isText = options.isText ?? source?.isText;
  const front = readFront(text, found[0], { isText, file: options.file });
  const theirKeys = source === undefined ? [] : keysOf(source.leaves);
  const remembered =
    source &&
    rememberedBy(options.recall, {
      ...{ leaves: found, own: keysOf(found), source: source.leaves, keys: theirKeys },
    });
  const partners =
    source && remembered ? alignLeaves({ text, leaves: found }, source, remembered) : [];
  const leaves = found.map((leaf, i) =>
    likeCounterpart(leaf, source?.leaves[partners[i] ?? -1], text),
  );
  const own = keysOf(leaves);
  const places =
    source === undefined
      ? own.map((keys) => keys.map((key) => ({ key })))
      : targetKeys(own, theirKeys, partners);
  const blocks = blockRanges(text, leaves);
  if (source !== undefined) absorbCompanions(blocks, leaves, partners);
  const code = new CodeValues();
  const children = leaves.map((leaf, i): MarkdownNode => {
    const block = blocks[i] ?? leaf;
    if (leaf.kind === 'front matter') return { key: [FRONT], block, children: front?.nodes ?? [] };
    const theirs = source?.leaves[partners[i] ?? -1]?.parts;
    const nodes = leaf.parts.flatMap((part, at): readonly MarkdownNode[] => {
      const place = places[i]?.[at];
      if (place === undefined || !(theirs?.[at] ?? part).isText) return [];
      if (part.isCode === true) {
        code.add(place.key, part.range.start, () => false);
        return [];
      }
      const unit: Unit = {
        ...place,
        text: part.text,
        range: part.range,
        ...(part.form === 'code' ? CODE : TEXT),
      };
      return [{ key: place.key, block: part.range, unit, part }];
    });
    if (/^(?:row|tag)$/.test(leaf.kind) && nodes.length > 0)
      return { key: NAMELESS, block, children: nodes };
    const [node] = nodes;
    return node === undefined ? { key: NAMELESS, block } : { ...node, block };
  });
  const root = { key: [], block: { start: 0, end: text.length }, children };
  const counterparts = new Map(partners.map((partner, i) => [partner, i]));
  const file: MarkdownFile = {
    ...{ text, root, isMdx, leaves, front, isText, partners, places: counterparts },
    problems: source === undefined ? [] : deadLinks({ text, leaves }, source, options.file),
    facts: code.references(0),
  };
  remember(file);
  return file;
}

/**
 * The keys of a file's texts by position: the section, the kind of block, and its index among
 * blocks of that kind in the section. A table row has one key per cell, a tag one per attribute.
 */
function keysOf(leaves: readonly Leaf[]): readonly (readonly Key[])[] {
  let section = 0;
  let counts = new Map<string, number>();
  return leaves.map(({ kind, parts }) => {
    if (parts.length === 0) return [];
    if (kind === 'heading') {
      section += 1;
      counts = new Map();
      return [[`section-${section}`, kind]];
    }
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    const key = [`section-${section}`, kind, String(count)];
    if (kind === 'tag') return parts.map(({ name = '' }) => [...key, name]);
    return kind === 'row' ? parts.map((_, column) => [...key, String(column)]) : [key];
  });
}

type Place = Pick<Unit, 'key' | 'formerKey'>;

/**
 * Keys of a target's texts: those of the corresponding source texts. `formerKey` is their own key
 * if it differs, by which the lock may know them. A text without a counterpart gets a key that no
 * source has.
 */
function targetKeys(
  own: readonly (readonly Key[])[],
  source: readonly (readonly Key[])[],
  partners: readonly number[],
): readonly (readonly Place[])[] {
  return own.map((keys, i) => {
    const others = source[partners[i] ?? -1];
    return keys.map((key, at): Place => {
      const other = others?.[at];
      if (other === undefined) return { key: ['only here', ...key], formerKey: key };
      const isSame = other.every((segment, depth) => segment === key[depth]);
      return isSame ? { key: other } : { key: other, formerKey: key };
    });
  });
}

interface Remembering {
  readonly leaves: readonly Leaf[];
  readonly own: readonly (readonly Key[])[];
  readonly source: readonly Leaf[];
  /** Those of the source. */
  readonly keys: readonly (readonly Key[])[];
}

/**
 * What is remembered about blocks, by their first text. A text that is remembered for a key and its
 * source is that key's. If the target still has it where it was, the source moved, and the text
 * goes with it.
 */
function rememberedBy(
  recall: ParseOptions['recall'],
  { leaves, own, source, keys }: Remembering,
): Remembered {
  const all = recall ? [...keys, ...own].flatMap(([first]) => (first ? [first] : [])) : [];
  const isSame = (key: Key | undefined, text: string, of?: string): boolean => {
    const known = key && recall?.(key, text, of);
    return known === 'person' || known === 'machine';
  };
  let isKnown: boolean | undefined;
  /** By text: the source's blocks whose translation it is; if there are none, where it was. */
  const places = new Map<string, readonly [of: ReadonlySet<number>, at: readonly Key[]]>();
  const placesOf = (text: string): readonly [of: ReadonlySet<number>, at: readonly Key[]] => {
    const of = source.flatMap(({ parts: [first] }, j) =>
      first && isSame(keys[j]?.[0], text, first.text) ? [j] : [],
    );
    return [new Set(of), of.length > 0 ? [] : all.filter((key) => isSame(key, text))];
  };
  return (i, j) => {
    isKnown ??= all.some((key) => recall?.(key, '') !== undefined);
    if (!isKnown) return undefined;
    const [text, of] = [leaves[i]?.parts[0]?.text, source[j]?.parts[0]?.text];
    if (text === undefined || of === undefined) return 'new';
    const [blocks, at] = getOrSet(places, text, () => placesOf(text));
    if (blocks.size > 0) return blocks.has(j) ? 'sure' : 'new';
    if (isSame(own[i]?.[0], text, of)) return 'new';
    return at.some((key) => isSame(key, text, of)) ? 'sure' : 'new';
  };
}

const TEXT = { kind: 'text' } as const;
/** Code follows the source until somebody changes it in a target, for example its comments. */
const CODE = { kind: 'raw', translate: false, adaptable: true } as const;

/** Key of a block that no edit names. */
const NAMELESS: Key = [''];

function remember(file: MarkdownFile): void {
  for (const [leaf, node] of (file.root.children ?? []).entries()) {
    const units = [node, ...(node.children ?? [])];
    for (const { unit, part } of units as readonly MarkdownNode[]) {
      if (unit === undefined) continue;
      const at = part === undefined ? -1 : (file.leaves[leaf]?.parts.indexOf(part) ?? -1);
      origins.set(unit, { file, leaf, part: at });
    }
  }
}

function sourceOf({ source, role }: ParseOptions): MarkdownFile | undefined {
  if (source?.format !== 'markdown' || role === 'source') return undefined;
  return originOf(source.units[0])?.file ?? read(source.text, {});
}

interface Blocks {
  readonly isMdx: boolean;
  readonly leaves: readonly Leaf[];
}

/**
 * Docusaurus allows MDX in `.md` files. If the file or its source is not valid MDX, it is read as
 * Markdown.
 */
function blocksOf(text: string, options: ParseOptions, source: Blocks | undefined): Blocks {
  const isMdx = options.file?.toLowerCase().endsWith('.mdx') === true;
  if (isMdx || source?.isMdx === false || !MODULE.test(text) || /<(?:script|style)\b/i.test(text))
    return parseBlocks(text, isMdx, options);
  try {
    return parseBlocks(text, true, options);
  } catch {
    return parseBlocks(text, false, options);
  }
}

const MODULE = /(?:^|\n\n|\r\n\r\n|---\r?\n)import\s[^\r\n]{1,500}\sfrom\s+['"]/;

function parseBlocks(text: string, isMdx: boolean, { file }: ParseOptions): Blocks {
  // The parser would take the second of several BOMs away, and count without it.
  const base = /^\ufeff*/.exec(text)?.[0].length ?? 0;
  const deep = tooDeepAt(text);
  if (deep >= 0) throw tooDeep(text, { offset: deep, file });
  rejectHuge(text, { isMdx, file });
  const masked = maskMarks(text.slice(base), { isMdx });
  let leaves: readonly Leaf[] | undefined;
  try {
    leaves = leavesOf(parseTree(masked.text, { isMdx }), { text, masked, base });
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(text, { offset: 0, file });
    throw asFormatError(error, { text, base, file });
  }
  if (leaves !== undefined) return { isMdx, leaves };
  throw tooDeep(text, { offset: 0, file });
}

/**
 * The largest weight of a paragraph. The parser takes seconds for it, because each sign is compared
 * with all earlier ones.
 */
const MOST = 20_000;

/**
 * The largest product of a paragraph's characters and its lengths of backtick runs: the parser
 * searches the rest of the paragraph once per length.
 */
const MOST_SEARCHED = 20_000_000;

/** Lines that start their own block, or have no text, in block quotes too. */
const BLOCK =
  /^[ \t>]*(?:(?:[-=*_][ \t]*)*(?:[\n\r]|$)|(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \t\n\r]|`{3}|~{3})/;
const RULE = /^[ \t>|:-]+(?:[\n\r]|$)/;
const FENCE = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*)?(?:`{3}|~{3})/;
/** Lines that start a block of HTML: comments and the like, block elements, or one whole tag. */
const HTML =
  /^[ \t>]*<(?:[!?]|\/?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|fig(?:caption|ure)|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?:[\s/>]|$)|\/?[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>\s*$)/i;
const JSX = /^[ \t>]*<[A-Za-z!?/]/;

/**
 * @throws FormatError `too-large` for a paragraph with more lines and signs than any real one,
 * which would take minutes
 */
function rejectHuge(
  text: string,
  { isMdx, file }: { readonly isMdx: boolean; readonly file: string | undefined },
): void {
  const signs = isMdx ? /[[<*_{]/g : /[[<*_]/g;
  const tag = isMdx ? JSX : HTML;
  if (text.length < MOST / 3) return;
  let [weight, start, isCode, isTable, isHtml] = [0, 0, false, false, false];
  let ticks = new Set<number>();
  for (const { 0: line, index } of text.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    const isBlank = line.trim() === '';
    // In a block of HTML, nothing is parsed up to a blank line.
    isHtml = !isMdx && !isBlank && (isHtml || tag.test(line));
    const isBlock = isHtml || BLOCK.test(line) || tag.test(line);
    isTable = !isBlock && (isTable || isTableRule(line));
    if (isFence || isCode || isBlock || isTable) {
      [weight, start] = [0, isBlank ? index + line.length : index];
      ticks = new Set();
    }
    if (isCode || isHtml) continue;
    weight += 1;
    // Brackets of links and braces of MDX expressions cost most.
    for (const [sign] of line.matchAll(signs)) weight += sign === '[' || sign === '{' ? 3 : 1;
    for (const [run] of line.matchAll(/`+/g)) ticks.add(run.length);
    const searched = ticks.size * (index + line.length - start);
    if (weight > MOST || searched > MOST_SEARCHED)
      throw formatError(
        'too-large',
        'a paragraph with more than 20,000 lines and markup characters; split it with blank lines.',
        { text, offset: start, file },
      );
  }
}

/** Whether a line is the one below the head of a table, whose rows are parsed one by one. */
function isTableRule(line: string): boolean {
  return RULE.test(line) && line.includes('|') && line.includes('-');
}

function tooDeep(
  text: string,
  at: { readonly offset: number; readonly file: string | undefined },
): FormatError {
  return formatError('too-deep', 'more than 200 levels of nested blocks.', {
    text,
    ...at,
  });
}

/**
 * Offset of a line that opens hundreds of lists and quotes, or of a list inside hundreds of others,
 * for which the parser takes very long; or -1.
 */
function tooDeepAt(text: string): number {
  const opens = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){201}/m.exec(text);
  if (opens === null) return deepItemAt(text);
  const line = text.slice(opens.index, lineEnd(text, opens.index));
  const isRule = /^[ \t]*(?:(?:\*[ \t]*)+|(?:-[ \t]*)+)$/.test(line);
  return isRule ? deepItemAt(text) : opens.index;
}

/** Offset of a list item inside 200 others by its indentation; or -1. */
function deepItemAt(text: string): number {
  /** Columns of the contents of the items around a line. */
  const columns: number[] = [];
  if (!DEEP_ITEM.test(text)) return -1;
  for (const { 1: indent = '', 2: marker = '', index } of text.matchAll(ITEM)) {
    while ((columns.at(-1) ?? 0) > indent.length) columns.pop();
    // With four spaces more, it is code.
    if (marker === '' || indent.length >= (columns.at(-1) ?? 0) + 4) continue;
    columns.push(indent.length + marker.length);
    if (columns.length > 200) return index;
  }
  return -1;
}

/** An item inside 200 others has at least two columns for each. */
const DEEP_ITEM = /^ {400}/m;
const ITEM = /^( *)(?:((?:[-*+]|\d{1,9}[.)]) )|(?=[^ \r\n]))/gm;

interface Where {
  readonly text: string;
  readonly base: number;
  readonly file: string | undefined;
}

const WANTED = String.raw`expected JavaScript in braces (write \{ for a literal brace)`;

/**
 * The MDX parser usually says what it expected, and where. Any other error is a bug of the parser.
 */
function asFormatError(error: unknown, { text, base, file }: Where): unknown {
  if (!(error instanceof Error) || !('reason' in error) || typeof error.reason !== 'string')
    return error;
  const { place } = error as { readonly place?: unknown };
  const offset = (offsetIn(place) ?? namedOffset(error.reason, text.slice(base))) + base;
  const reason = error.reason.replace(/\.$/, '');
  const hint = /\bexpected /i.test(reason) ? '' : `; ${WANTED}`;
  const message = `not valid MDX: ${reason}${hint}.`;
  return formatError('syntax', message, { text, offset: Math.min(offset, text.length), file });
}

function offsetIn(place: unknown): number | undefined {
  if (typeof place !== 'object' || place === null) return undefined;
  if ('offset' in place && typeof place.offset === 'number') return place.offset;
  return 'start' in place ? offsetIn(place.start) : undefined;
}

/** For an unclosed tag, only the message contains the position: `(3:1-3:4)`. */
function namedOffset(reason: string, text: string): number {
  const [, line = '1', column = '1'] = /\((\d+):(\d+)-/.exec(reason) ?? [];
  let start = 0;
  for (let left = Number(line) - 1; left > 0; left -= 1)
    start = skipLineEnd(text, lineEnd(text, start));
  return start + Number(column) - 1;
}

/**
 * The lines removed with each block: its own and the blank ones before it. If it alone separates
 * two paragraphs, a blank line stays.
 */
function blockRanges(text: string, leaves: readonly Leaf[]): Range[] {
  const ranges: { start: number; end: number }[] = [];
  let start = 0;
  for (const [i, leaf] of leaves.entries()) {
    const next = leaves[i + 1]?.start ?? text.length;
    const line = skipLineEnd(text, lineEnd(text, leaf.end));
    const end = Math.max(start, line > next ? leaf.end : line);
    ranges.push({ start, end });
    start = end;
  }
  for (const [i, range] of ranges.entries()) {
    const [before, after] = [leaves[i - 1], leaves[i + 1]];
    if (before?.kind === undefined || after?.kind !== 'paragraph' || !isFlow(before)) continue;
    if (hasBlank(text, range.start, leaves[i]) || hasBlank(text, range.end, after)) continue;
    const last = beforeLast(text, range.end);
    if (last > range.start) range.end = last;
  }
  return ranges;
}

/** Removes code and similar blocks that the source dropped together with the text before them. */
function absorbCompanions(
  blocks: Range[],
  leaves: readonly Leaf[],
  partners: readonly number[],
): void {
  const isGone = (at: number): boolean => partners[at] === -1;
  for (let i = leaves.length - 1; i > 0; i -= 1) {
    const [own, before] = [blocks[i], blocks[i - 1]];
    if (own === undefined || before === undefined || !isGone(i) || !isGone(i - 1)) continue;
    if (leaves[i]?.parts.length !== 0) continue;
    blocks[i - 1] = { start: before.start, end: own.end };
    blocks[i] = { start: own.end, end: own.end };
  }
}

function isFlow({ kind }: Leaf): boolean {
  return kind === 'paragraph' || kind === 'item' || kind === 'row';
}

/** Whether a blank line precedes a block. */
export function hasBlank(text: string, from: number, leaf: Leaf | undefined): boolean {
  return /(?:^|[\r\n])[ \t>]*(?:\r\n|\n|\r)/.test(text.slice(from, leaf?.start));
}

function beforeLast(text: string, end: number): number {
  if (!isLineEnd(text.charCodeAt(end - 1))) return end;
  return text.startsWith('\r\n', end - 2) ? end - 2 : end - 1;
}
