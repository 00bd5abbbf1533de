import { EditError, formatKey, keyId } from '../../model/index.js';
import type {
  Codec,
  Document,
  Edit,
  Key,
  Recall,
  Range,
  InsertEdit,
  Origin as EditOrigin,
} from '../../model/index.js';
import { detectNewline, hasBom, isLineEnd, lineStart } from '../kit/layout.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat, Landing, NewNode, Place } from '../kit/tree.js';
import { about } from './about.js';
import { keptId } from './anchors.js';
import { editFront, FRONT, type FrontMatter, YAML } from './front-matter.js';
import { type Container, type Part, QUOTE, sharedBy } from './leaves.js';
import { originOf, read, hasBlank } from './read.js';
import type { MarkdownFile, MarkdownNode, Origin } from './read.js';
import { writeText } from './write-text.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { getOrSet } from '../kit/maps.js';

const FULL = /(?<=\])\[([^[\]\n]{1,200})\]/g;
const ALONE = /(?<![\\\]])\[([^[\]\n]{1,200})\](?![[(:])/g;

/**
 * Restores labels of links, `[words][label]` or `[label]` alone, which translations must not change.
 * If a translation has as many links as its source, and an unknown label, its links get the labels
 * of the source. Links whose text was their label (`labels`) get it added.
 */
function withLabels(translation: string, { text: source, labels }: Part): string {
  let text = translation;
  let at = 0;
  const wanted = labelsIn(source, FULL);
  const own = labelsIn(text, FULL);
  if (wanted.length === own.length && !own.every((label) => wanted.includes(label)))
    text = text.replace(FULL, () => `[${wanted[at++] ?? ''}]`);
  if (labels.length === 0) return text;
  const names = labelsIn(source, ALONE);
  if (labelsIn(text, ALONE).length !== names.length) return text;
  at = 0;
  return text.replace(ALONE, (link, words: string) => {
    const label = names[at++] ?? words;
    const isSame = label.toLowerCase() === words.toLowerCase();
    return isSame || !labels.includes(label) ? link : `${link}[${label}]`;
  });
}

function labelsIn(text: string, pattern: RegExp): readonly string[] {
  return Array.from(text.matchAll(pattern), ([, label = '']) => label);
}

/** Markdown and MDX: a unit is one paragraph, heading, cell or title. */
const format: TreeFormat<MarkdownFile> = {
  ...about,
  read,
  set: ({ key, text: value, from }, { part }, { text, isMdx }) => {
    if (part === undefined) return [];
    const origin = originOf(from?.unit);
    const theirs = origin?.file.leaves[origin.leaf]?.parts[origin.part];
    const own = withLabels(value, theirs ?? part);
    const written = writeText(key, own, { text, part, isMdx, newline: detectNewline(text) });
    return [{ ...part.range, text: written }];
  },
  insert: insertBlocks,
  land: landBehind,
  below: belowBlanks,
  removed: keepApart,
};

/**
 * Behind the block that precedes it in the source, including code and the like, and behind what the
 * target has more in the quotes, lists, tables and components around that block.
 */
function landBehind(
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
function insertBlocks(_: NewNode, place: Place<MarkdownFile>): string {
  // The first call writes the whole run: its blocks are in source order, but its keys are not.
  if (place.at > 0) return '';
  const blocks = newBlocks(place);
  if (blocks === undefined) return '';
  const { texts, source, order } = blocks;
  // A row with too few cells, or an admonition without a title.
  const there = texts.find(({ origin }) => place.file.places.has(origin.leaf));
  if (there !== undefined) {
    const { key } = there.edit;
    const message = `The block of "${formatKey(key)}" is in the file but has no place for this text; add it by hand.`;
    throw new EditError('not-writable', key, message);
  }
  const lines = order
    .map((leaf) => blockLines(leaf, blocks.byLeaf.get(leaf) ?? [], source))
    .join('');
  return between(lines, { place, source, first: order[0], last: order.at(-1) });
}

/** The blank lines before a list precede its first item, so a new first item goes below them. */
function belowBlanks(
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

/** The new texts, and the blocks of the source in order, including those without texts. */
function newBlocks({ run, file }: Place<MarkdownFile>):
  | {
      readonly texts: readonly Text[];
      readonly byLeaf: ReadonlyMap<number, readonly Text[]>;
      readonly source: MarkdownFile;
      readonly order: readonly number[];
    }
  | undefined {
  const texts = run
    .flatMap(leavesUnder)
    .map((edit): Text => {
      const origin = edit.from && originIn(edit.from);
      if (origin !== undefined && origin.part >= 0) return { edit, origin };
      const message = `"${formatKey(edit.key)}" needs the markup of the source's block (\`from\`).`;
      throw new EditError('not-writable', edit.key, message);
    })
    .toSorted((a, b) => a.origin.leaf - b.origin.leaf || a.origin.part - b.origin.part);
  const source = texts[0]?.origin.file;
  if (source === undefined) return undefined;
  const byLeaf = new Map<number, Text[]>();
  for (const text of texts) getOrSet(byLeaf, text.origin.leaf, () => []).push(text);
  const order = withCompanions([...byLeaf.keys()], source, file.places);
  return { texts, byLeaf, source, order };
}

function leavesUnder({ edit, children }: NewNode): readonly InsertEdit[] {
  return edit === undefined ? children.flatMap(leavesUnder) : [edit];
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
    const { above = '', behind = '' } = keptId(part, edit.text, { text, leaves }) ?? {};
    const lead = text.slice(done, part.range.start).replace(/(?=#{1,6}[ \t]+$)/, above);
    lines += lead + written + behind;
    done = part.range.end;
  }
  lines += text.slice(done, block.end);
  return /[\r\n]$/.test(lines) ? lines : lines + newline;
}

/**
 * Adds blank lines between blocks that would otherwise merge.
 * @param where with the first and last block of the source
 */
function between(
  lines: string,
  where: {
    readonly place: Place<MarkdownFile>;
    readonly source: MarkdownFile;
    readonly first: number | undefined;
    readonly last: number | undefined;
  },
): string {
  const { place, source, first = 0, last = 0 } = where;
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

/**
 * Keeps the blank lines before removed blocks if the next block directly follows them, such as the
 * next item of a list: it would otherwise merge with the previous paragraph.
 */
function keepApart(
  { start, end }: Range,
  { text, leaves }: MarkdownFile,
  added: readonly Splice[],
): Range {
  const first = leaves.find((leaf) => leaf.start >= start);
  const next = leaves.find((leaf) => leaf.start >= end);
  // The end of a component or an admonition is not a text.
  const ends = next !== undefined && /^(?:<\/|:::)/.test(text.slice(next.start, next.start + 3));
  const isApart = start > 0 && hasBlank(text, start, first) && !hasBlank(text, end, next);
  const replaced = added.some(
    (one) => one.start >= start && one.start <= end && isLineEnd(one.text.charCodeAt(0)),
  );
  if (!isApart || ends || replaced || first === undefined || next === undefined)
    return { start, end };
  return { start: lineStart(text, first.start), end };
}

const blocks = treeCodec(format);

/** Front matter is edited as YAML or TOML and precedes all blocks. */
export const markdown: Codec = {
  ...blocks,
  parse: (text, options = {}) => {
    const made = options.editedFrom && results.get(options.editedFrom);
    if (options.editedFrom === undefined || made?.text !== text) return blocks.parse(text, options);
    return blocks.parse(text, { recall: recallEdited(options.editedFrom, made.edits), ...options });
  },
  edit: (document, edits) => {
    const text = editAll(document, edits, (rest) => blocks.edit(document, rest));
    rejectMerged(document, edits, text);
    results.set(document, { text, edits });
    return text;
  },
  derive: (source, edits, options) =>
    withKeptIds(
      editAll(source, edits, (rest) => blocks.derive(source, rest, options)),
      fileOf(source),
    ),
};

/** A translated page with ids for the headings that its links lead to. */
function withKeptIds(text: string, source: MarkdownFile): string {
  if (!source.text.includes('](#')) return text;
  const { leaves } = read(text, source.isMdx ? { file: '.mdx' } : {});
  if (leaves.length !== source.leaves.length) return text;
  const newline = detectNewline(text);
  const splices = leaves.flatMap((leaf, at): Splice[] => {
    const [part, theirs] = [leaf.parts[0], source.leaves[at]?.parts[0]];
    const id = part && theirs && keptId(theirs, part.text, source);
    if (part === undefined || id === undefined) return [];
    return [
      { start: leaf.start, end: leaf.start, text: id.above.replaceAll('\n', newline) },
      { start: part.range.end, end: part.range.end, text: id.behind },
    ];
  });
  return applySplices(
    text,
    splices.filter((one) => one.text !== ''),
  );
}

/** What edits made of documents: a file that is read again has the same blocks for its texts. */
const results = new WeakMap<Document, { readonly text: string; readonly edits: readonly Edit[] }>();

function recallEdited({ units }: Document, edits: readonly Edit[]): Recall {
  const known = new Map(units.map(({ key, text }) => [keyId(key), text]));
  for (const edit of edits) {
    if (edit.op === 'remove') known.delete(keyId(edit.key));
    else known.set(keyId(edit.key), edit.text);
  }
  return (key, text) => {
    const own = known.get(keyId(key));
    return own === undefined ? undefined : bare(own) === bare(text) ? 'machine' : 'other';
  };
}

/** A text without the escapes and line breaks that writing it may add or change. */
function bare(text: string): string {
  return text
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replace(/\\(?=[!-/:-@[-`{-~])|\s+/g, '');
}

/** @throws EditError if new blocks would change a text that no edit names */
function rejectMerged(document: Document, edits: readonly Edit[], text: string): void {
  const added = edits.find(({ op, key }) => op === 'insert' && !isFrontKey(key));
  if (added === undefined) return;
  const { isMdx, leaves } = read(text, fileOf(document).isMdx ? { file: '.mdx' } : {});
  const left = new Map<string, number>();
  for (const { parts } of leaves)
    for (const { text: one } of parts) left.set(one, (left.get(one) ?? 0) + 1);
  const named = new Set(edits.map(({ key }) => keyId(key)));
  for (const { key, text: one } of document.units) {
    if (named.has(keyId(key)) || isFrontKey(key)) continue;
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    if (count > 0 || isMdx !== fileOf(document).isMdx) continue;
    const message = `Written to the file, "${formatKey(added.key)}" would change the text beside it; add it by hand.`;
    throw new EditError('not-writable', added.key, message);
  }
}

function editAll(
  document: Document,
  edits: readonly Edit[],
  editBlocks: (edits: readonly Edit[]) => string,
): string {
  const own = edits.filter(isOfFront);
  if (own.length === 0) return editBlocks(edits);
  const present = new Set(
    document.units.filter(({ key }) => isFrontKey(key)).map(({ key }) => key.join('\0')),
  );
  const rest = edits.filter((edit) => !isOfFront(edit));
  const text = editBlocks(
    rest.map((edit) =>
      edit.op === 'insert' && isFrontKey(edit.after) && !present.has(edit.after?.join('\0') ?? '')
        ? { ...edit, after: null }
        : edit,
    ),
  );
  return withFront(text, { document, edits: own });
}

function withFront(
  text: string,
  { document, edits }: { readonly document: Document; readonly edits: readonly Edit[] },
): string {
  const front = frontOf(document);
  if (front !== undefined) {
    const { start, end } = front.range;
    return text.slice(0, start) + editFront(front, edits, frontOf) + text.slice(end);
  }
  const [edit] = edits;
  if (edit !== undefined && fileOf(document).leaves[0]?.kind === 'front matter') {
    const message = 'The front matter cannot be read, so nothing can be added to it.';
    throw new EditError('not-writable', edit.key, message);
  }
  const at = hasBom(text) ? 1 : 0;
  const newline = detectNewline(text);
  // In the language of the source's, or in YAML if the source has none.
  const from = edits.find((one) => one.op === 'insert')?.from;
  const { language = YAML } = (from && frontOf(from.document)) ?? {};
  const empty = { language, document: language.codec.parse('') };
  const made = editFront(empty, edits, frontOf);
  const { fence } = language;
  const inside = made.endsWith('\n') ? made : `${made}\n`;
  const lines = `${fence}\n${inside}${fence}\n\n`.replaceAll('\n', newline);
  return text.slice(0, at) + lines + text.slice(at);
}

function frontOf(document: Document): FrontMatter | undefined {
  return fileOf(document).front;
}

function fileOf(document: Document): MarkdownFile {
  return originOf(document.units[0])?.file ?? read(document.text, {});
}

function isOfFront({ key }: Edit): boolean {
  return isFrontKey(key);
}

function isFrontKey(key: Key | null): boolean {
  return key?.[0] === FRONT;
}
