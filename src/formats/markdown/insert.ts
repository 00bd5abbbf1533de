import type { InsertEdit, Origin as EditOrigin } from '../../model/index.js';
import { EditError, formatKey, keyId } from '../../model/index.js';
import { detectNewline, lineStart } from '../kit/layout.js';
import { getOrSet } from '../kit/maps.js';
import type { Landing, NewNode, Place } from '../kit/tree.js';
import {
  hasBlank,
  originOf,
  read,
  type MarkdownFile,
  type MarkdownNode,
  type Origin,
} from './read.js';
import { withLabels } from './references.js';
import { writeText } from './write-text.js';

/** After all blocks that belong to the preceding one in the source, including code. */
export function landBehind(
  { from }: InsertEdit,
  landing: Landing<MarkdownNode>,
  { root, partners }: MarkdownFile,
): Landing<MarkdownNode> {
  const origin = from && originIn(from);
  if (origin === undefined || landing.parent !== root) return landing;
  let { behind } = landing;
  for (let next = partners[behind + 1]; isBefore(next, origin); next = partners[behind + 1])
    behind += 1;
  return { ...landing, behind };
}

function isBefore(partner: number | undefined, { leaf }: Origin): boolean {
  return partner !== undefined && partner >= 0 && partner < leaf;
}

function originIn({ document, unit }: EditOrigin): Origin | undefined {
  const known = originOf(unit);
  if (known !== undefined || document.format !== 'markdown') return known;
  const file = originOf(document.units[0])?.file ?? read(document.text, {});
  const id = keyId(unit.key);
  const nodes = (file.root.children ?? []).flatMap((node) => [node, ...(node.children ?? [])]);
  return originOf(nodes.find((node) => node.unit && keyId(node.key) === id)?.unit);
}

interface Text {
  readonly edit: InsertEdit;
  readonly origin: Origin;
}

/**
 * New blocks as in their source, with their marks and the blank lines before them. Adjacent blocks
 * without texts, such as code, are included if the target has none like them.
 */
export function insertBlocks(_: NewNode, place: Place<MarkdownFile>): string {
  // The first call writes the whole run: its blocks are in source order, but its keys are not.
  if (place.at > 0) return '';
  const blocks = newBlocks(place);
  if (blocks === undefined) return '';
  const { texts, source, order } = blocks;
  const taken = new Set(place.file.partners);
  const there = texts.find(({ origin }) => taken.has(origin.leaf));
  if (there !== undefined) throw lacksRoom(there.edit);
  const lines = order
    .map((leaf) => blockLines(leaf, blocks.byLeaf.get(leaf) ?? [], source))
    .join('');
  return between(lines, { place, source, first: order[0], last: order.at(-1) });
}

/** The blank lines before a list precede its first item, so a new first item goes below them. */
export function belowBlanks(
  lines: string,
  place: Place<MarkdownFile>,
): { readonly offset: number; readonly lines: string } | undefined {
  const { before, after, file } = place;
  const blocks = newBlocks(place);
  if (blocks === undefined || before === undefined || after === undefined) return undefined;
  const { source, order } = blocks;
  const next = (order.at(-1) ?? 0) + 1;
  const at = (file.root.children ?? []).indexOf(after);
  const isTight = file.partners[at] === next && !startsApart(source, next);
  if (!isTight || !startsApart(source, order[0] ?? 0) || !startsApart(file, at)) return undefined;
  const offset = lineStart(file.text, file.leaves[at]?.start ?? 0) - after.block.start;
  return { offset, lines: withoutLead(lines) };
}

function startsApart({ root, leaves, text }: MarkdownFile, at: number): boolean {
  return hasBlank(text, root.children?.[at]?.block.start ?? 0, leaves[at]);
}

interface NewBlocks {
  readonly texts: readonly Text[];
  readonly byLeaf: ReadonlyMap<number, readonly Text[]>;
  readonly source: MarkdownFile;
  /** Blocks of the source, including those without texts. */
  readonly order: readonly number[];
}

function newBlocks({ run, file }: Place<MarkdownFile>): NewBlocks | undefined {
  const texts = run
    .flatMap(leavesUnder)
    .map((edit): Text => ({ edit, origin: requireOrigin(edit) }))
    .toSorted((a, b) => a.origin.leaf - b.origin.leaf || a.origin.part - b.origin.part);
  const source = texts[0]?.origin.file;
  if (source === undefined) return undefined;
  const byLeaf = new Map<number, Text[]>();
  for (const text of texts) getOrSet(byLeaf, text.origin.leaf, () => []).push(text);
  const order = withCompanions([...byLeaf.keys()], source, new Set(file.partners));
  return { texts, byLeaf, source, order };
}

/**
 * The error if the block exists but has no place for the text: a row with too few cells, or an
 * admonition without a title.
 */
function lacksRoom({ key }: InsertEdit): EditError {
  const message = `The block of "${formatKey(key)}" is in the file but has no place for this text; add it by hand.`;
  return new EditError('not-writable', key, message);
}

function leavesUnder({ edit, children }: NewNode): readonly InsertEdit[] {
  return edit === undefined ? children.flatMap(leavesUnder) : [edit];
}

function requireOrigin(edit: InsertEdit): Origin {
  const origin = edit.from && originIn(edit.from);
  if (origin !== undefined && origin.part >= 0) return origin;
  const message = `"${formatKey(edit.key)}" needs the markup of the source's block (\`from\`).`;
  throw new EditError('not-writable', edit.key, message);
}

/** New blocks with the adjacent blocks without texts that the target also lacks. */
function withCompanions(
  leaves: readonly number[],
  { root: { children = [] } }: MarkdownFile,
  taken: ReadonlySet<number>,
): readonly number[] {
  const all = new Set(leaves);
  const isCompanion = (at: number): boolean => {
    const node = children[at];
    return (
      node !== undefined && node.unit === undefined && node.children === undefined && !taken.has(at)
    );
  };
  for (const leaf of leaves) {
    for (let at = leaf - 1; isCompanion(at); at -= 1) all.add(at);
    for (let at = leaf + 1; isCompanion(at); at += 1) all.add(at);
  }
  return [...all].toSorted((a, b) => a - b);
}

/** The lines of a block of the source, with other texts. */
function blockLines(
  leaf: number,
  texts: readonly Text[],
  { root: { children = [] }, text, leaves, isMdx }: MarkdownFile,
): string {
  const block = children[leaf]?.block;
  if (block === undefined) return '';
  const parts = leaves[leaf]?.parts ?? [];
  const newline = detectNewline(text);
  let [lines, done] = ['', block.start];
  for (const { edit, origin } of texts) {
    const part = parts[origin.part];
    if (part === undefined) continue;
    const isSame = edit.text === part.text;
    const raw = text.slice(part.range.start, part.range.end);
    const own = isSame ? edit.text : withLabels(edit.text, part);
    const written = isSame ? raw : writeText(edit.key, own, { text, part, isMdx, newline });
    lines += text.slice(done, part.range.start) + written;
    done = part.range.end;
  }
  lines += text.slice(done, block.end);
  return /[\r\n]$/.test(lines) ? lines : lines + newline;
}

interface Surroundings {
  readonly place: Place<MarkdownFile>;
  readonly source: MarkdownFile;
  readonly first: number | undefined;
  readonly last: number | undefined;
}

/** Adds blank lines between blocks that would otherwise merge. */
function between(lines: string, { place, source, first, last }: Surroundings): string {
  const { newline, before, after, next: below, file } = place;
  const leafOf = (node: MarkdownNode) => file.leaves[(file.root.children ?? []).indexOf(node)];
  const own = lines.replace(/\r\n|\n|\r/g, newline);
  const next = after && leafOf(after);
  if (before === undefined) {
    const start = withoutLead(own);
    return below === undefined || hasBlank(file.text, below.block.start, leafOf(below))
      ? start
      : start + newline;
  }
  const lead = first === 0 && !/^[\r\n]/.test(own) ? newline : '';
  const runsOn =
    next?.kind === 'paragraph' &&
    source.leaves[last ?? -1]?.kind !== 'other' &&
    !hasBlank(file.text, after?.block.start ?? 0, next);
  return lead + own + (runsOn ? newline : '');
}

function withoutLead(lines: string): string {
  return lines.replace(/^(?:[ \t>]*(?:\r\n|\n|\r))+/, '');
}
