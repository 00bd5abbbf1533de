import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Codec, Document, Edit, Key, Recall, Unit, Range } from '../../model/index.js';
import { detectNewline, hasBom, isLineEnd, lineStart } from '../kit/layout.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { editFront, emptyFront, FRONT } from './front-matter.js';
import type { FrontMatter } from './front-matter.js';
import { belowBlanks, insertBlocks, landBehind } from './insert.js';
import type { Part } from './leaves.js';
import { originOf, read, hasBlank } from './read.js';
import type { MarkdownFile } from './read.js';
import { withLabels } from './references.js';
import { writeText } from './write-text.js';
import type { Splice } from '../kit/splices.js';

/** Markdown and MDX: a unit is one paragraph, heading, cell or title. */
const format: TreeFormat<MarkdownFile> = {
  ...about,
  read,
  set: ({ key, text: value, from }, { part }, { text, isMdx }) => {
    if (part === undefined) return [];
    const own = withLabels(value, partOf(from?.unit) ?? part);
    const written = writeText(key, own, { text, part, isMdx, newline: detectNewline(text) });
    return [{ ...part.range, text: written }];
  },
  insert: insertBlocks,
  land: landBehind,
  below: belowBlanks,
  removed: keepApart,
};

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

/** The part behind a source unit, if it was read here. */
function partOf(unit: Unit | undefined): Part | undefined {
  const origin = originOf(unit);
  return origin?.file.leaves[origin.leaf]?.parts[origin.part];
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
    editAll(source, edits, (rest) => blocks.derive(source, rest, options)),
};

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
  refuseSecond(document, edits);
  const at = hasBom(text) ? 1 : 0;
  const newline = detectNewline(text);
  const from = edits.find((edit) => edit.op === 'insert')?.from;
  const empty = emptyFront(from && frontOf(from.document));
  const made = editFront(empty, edits, frontOf);
  const { fence } = empty.language;
  const inside = made.endsWith('\n') ? made : `${made}\n`;
  const lines = `${fence}\n${inside}${fence}\n\n`.replaceAll('\n', newline);
  return text.slice(0, at) + lines + text.slice(at);
}

/** @throws EditError if there is unreadable front matter */
function refuseSecond(document: Document, [edit]: readonly Edit[]): void {
  if (edit === undefined || fileOf(document).leaves[0]?.kind !== 'front matter') return;
  const message = 'The front matter cannot be read, so nothing can be added to it.';
  throw new EditError('not-writable', edit.key, message);
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
