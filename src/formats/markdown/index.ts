import { EditError } from '../../model/index.js';
import type { Codec, Document, Edit, Key, Unit } from '../../model/index.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { editFront, emptyFront, FRONT, type FrontMatter } from './front-matter.js';
import { belowBlanks, insertBlocks, landBehind } from './insert.js';
import type { Part } from './leaves.js';
import { originOf, read, type MarkdownFile } from './read.js';
import { withLabels } from './references.js';
import { keepApart } from './remove.js';
import { writeText } from './write-text.js';

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

/** The part behind a source unit, if it was read here. */
function partOf(unit: Unit | undefined): Part | undefined {
  const origin = originOf(unit);
  return origin?.file.leaves[origin.leaf]?.parts[origin.part];
}

const blocks = treeCodec(format);

/** Front matter is edited as YAML or TOML and precedes all blocks. */
export const markdown: Codec = {
  ...blocks,
  edit: (document, edits) => editAll(document, edits, (rest) => blocks.edit(document, rest)),
  derive: (source, edits, options) =>
    editAll(source, edits, (rest) => blocks.derive(source, rest, options)),
};

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
