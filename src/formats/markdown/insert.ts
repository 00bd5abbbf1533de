import type { InsertEdit, Origin as EditOrigin } from '../../model/index.js';
import { EditError, formatKey, keyId } from '../../model/index.js';
import { detectNewline, lineStart } from '../kit/layout.js';
import { getOrSet } from '../kit/maps.js';
import type { Landing, NewNode, Place } from '../kit/tree.js';
import { QUOTE, sharedBy, type Container } from './leaves.js';
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

/**
 * Behind the block that precedes it in the source, including code and the like, and behind what the
 * target has more in the quotes, lists, tables and components around that block.
 */
export function landBehind(
  { from }: InsertEdit,
  landing: Landing<MarkdownNode>,
  { root, leaves, places }: MarkdownFile,
): Landing<MarkdownNode> {
  const origin = from && originIn(from);
  if (origin === undefined || landing.parent !== root) return landing;
  const { leaves: theirs } = origin.file;
  let near = origin.leaf - 1;
  while (near >= 0 && !places.has(near)) near -= 1;
  let behind = places.get(near);
  if (near < 0 || behind === undefined) return landing;
  const common = sharedBy(theirs[near], theirs[origin.leaf]).length;
  const anchor = leaves[behind];
  while (sharedBy(anchor, leaves[behind + 1]).length > common) behind += 1;
  return { ...landing, behind };
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
  const there = texts.find(({ origin }) => place.file.places.has(origin.leaf));
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
  const order = withCompanions([...byLeaf.keys()], source, file.places);
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
  taken: ReadonlyMap<number, number>,
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
function between(lines: string, { place, source, first = 0, last = 0 }: Surroundings): string {
  const { newline, before, after, next: below, file } = place;
  const { partners } = file;
  const leafAt = (node: MarkdownNode | undefined): number =>
    node === undefined ? -1 : (file.root.children ?? []).indexOf(node);
  const next = leafAt(after);
  const own = lines.replace(/\r\n|\n|\r/g, newline);
  if (before === undefined) {
    const start = withoutLead(own);
    return below === undefined || hasBlank(file.text, below.block.start, file.leaves[leafAt(below)])
      ? start
      : start + newline;
  }
  const staying = new Set(place.staying());
  let above = leafAt(before);
  while (above > 0 && !staying.has((file.root.children ?? [])[above] ?? before)) above -= 1;
  const shared = sharedBy(source.leaves[partners[above] ?? -1], source.leaves[first]);
  const around = sharedBy(file.leaves[above], file.leaves[next]);
  const blank = (quotes: readonly Container[]): string =>
    `${quotes.flatMap(({ sort }) => (sort.startsWith(QUOTE) ? ['>'] : [])).join(' ')}${newline}`;
  const isApart = startsApart(source, first) || (partners[above] === first - 1 && first > 0);
  const isAlike = /^(?:item|row)$/.test(source.leaves[first]?.kind ?? '');
  const lead = isApart || isAlike ? '' : blank(shared);
  const runsOn =
    file.leaves[next]?.kind === 'paragraph' &&
    source.leaves[last]?.kind !== 'other' &&
    !hasBlank(file.text, after?.block.start ?? 0, file.leaves[next]);
  return lead + own + (runsOn ? blank(around.slice(0, shared.length)) : '');
}

function withoutLead(lines: string): string {
  return lines.replace(/^(?:[ \t>]*(?:\r\n|\n|\r))+/, '');
}
