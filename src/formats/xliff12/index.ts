import { keyId } from '../../model/index.js';
import type {
  Codec,
  DeriveOptions,
  Document,
  Edit,
  Key,
  ParseOptions,
  Unit,
} from '../../model/index.js';
import { fileFacts } from '../kit/documents.js';
import { unitsIn, originalOf, rangeOf } from '../kit/xliff/nodes.js';
import type { Note } from '../kit/xliff/nodes.js';
import { leftOutOf, problemsOf } from '../kit/xml/problems.js';
import { attributeAt } from '../kit/xml/tokens.js';
import { applyEdits } from './edit.js';
import { isSame, memos, read, recall, targetLanguage } from './memo.js';
import type { Memo } from './memo.js';
import type { FileNode, Tree, UnitNode } from './tree.js';
import { show } from './inline.js';
import { Notes } from '../kit/xliff/notes.js';
import { rawOf, textOf } from './parts.js';
import type { Part } from './parts.js';
import { stateOf } from './states.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function unitsFrom(memo: Memo): Unit[] {
  const { parts, reading, beside } = memo;
  const { role, showsTargets } = reading;
  const { text } = memo.tree;
  const units: Unit[] = [];
  const notes = new Notes(isForTranslators);
  for (const part of parts.values()) {
    const { unit, source, key } = part;
    const content = role === 'source' ? originalOf(part, showsTargets) : part.target;
    const shown = content === undefined ? undefined : show(rawOf(content, text));
    const made: Mutable<Unit> = {
      ...{ key, text: shown?.text ?? '', kind: 'text' },
      range: content === undefined ? placeOfTarget(part) : rangeOf(content),
    };
    const note = notes.of(unit);
    if (note !== '') made.note = note;
    if (shown?.hasCodes === true) made.inline = 'xliff';
    if (!unit.translate) made.translate = false;
    const maxLength = maxLengthOf(unit);
    if (maxLength !== undefined) made.maxLength = maxLength;
    if (role === 'target' || content !== source) made.source = sourceOf(part, text, beside);
    if (role === 'target') addState(made, part);
    units.push(made);
  }
  return units;
}

/**
 * The source text beside a unit. If keyword and text of a source differ (Symfony), targets may
 * repeat either one: both count as the keyword.
 */
function sourceOf({ key, source }: Part, text: string, beside: Memo | undefined): string {
  const own = textOf(source, text);
  const theirs = beside?.reading.showsTargets === true ? beside.parts.get(keyId(key)) : undefined;
  if (beside === undefined || theirs === undefined) return own;
  const shown = textOf(originalOf(theirs, true), beside.tree.text);
  return own === shown ? textOf(theirs.source, beside.tree.text) : own;
}

function placeOfTarget({ unit, source, mid }: Part): Unit['range'] {
  const at =
    mid === undefined
      ? (unit.segSource ?? source).end
      : (unit.target ?? unit.segSource ?? source).end;
  return { start: at, end: at };
}

function addState(made: Mutable<Unit>, { unit, target }: Part): void {
  const { approved } = unit.attributes;
  const state =
    target === undefined ? 'initial' : stateOf(unit.target?.attributes['state'], approved);
  if (state !== undefined) made.state = state;
  // Tools copy the source into the target.
  if (state === 'initial' && made.text === made.source) made.untranslated = true;
}

/** Xcode's comment if the author wrote none. */
const NO_COMMENT = 'No comment provided by engineer.';

function isForTranslators({ text, attributes }: Note): boolean {
  const said = text.trim();
  return said !== '' && said !== NO_COMMENT && attributes['annotates'] !== 'target';
}

/** `maxwidth` in characters; limits in pixels or bytes are ignored. */
function maxLengthOf({ attributes }: UnitNode): number | undefined {
  const { maxwidth } = attributes;
  if (maxwidth === undefined || attributes['size-unit'] !== 'char') return undefined;
  return /^\d{1,9}$/.test(maxwidth) ? Number(maxwidth) : undefined;
}

export { isVersion1 } from './scan.js';

const ATTRIBUTE = 'target-language';

/**
 * XLIFF 1.2, and 1.0 and 1.1 where they are the same. Keys: `resname` or the `<trans-unit>`'s id,
 * preceded by the file's `original` if there are several files, and followed by the segment's `mid`
 * if there are several segments.
 */
export const xliff12: Pick<Codec, 'parse' | 'edit' | 'derive'> = {
  parse(text: string, options: ParseOptions = {}): Document {
    const memo = read(text, options);
    const { tree } = memo;
    const stated = targetLanguage(tree);
    const leftOut = leftOutOf(tree, tree.root.files.flatMap(brokenIn), (unit) =>
      nameOf(unit, memo),
    );
    const sourceLanguage = tree.root.files[0]?.attributes['source-language'];
    const document: Document = {
      ...{ ...fileFacts('xliff', text, options), indent: tree.indent },
      units: unitsFrom(memo),
      problems: problemsOf(tree, options.file),
      targetLanguageAttribute: ATTRIBUTE,
      ...(leftOut !== undefined && { leftOut }),
      ...(sourceLanguage !== undefined && { sourceLanguage }),
      ...(stated !== undefined && { targetLanguage: stated, targetLanguageAt: placeOf(tree) }),
    };
    return memos.keep(document, memo);
  },

  edit(document: Document, edits: readonly Edit[]): string {
    if (edits.length === 0) return document.text;
    return applyEdits(edits, recall(document), { fresh: false, isNew: false });
  },

  derive(source: Document, edits: readonly Edit[], { language }: DeriveOptions): string {
    const memo = recall(source);
    const fresh = !isSame(targetLanguage(memo.tree), language);
    const reading = { ...memo.reading, role: 'target' } as const;
    return applyEdits(edits, { ...memo, reading, language }, { fresh, isNew: true });
  },
};

function brokenIn(file: FileNode): readonly UnitNode[] {
  return [...unitsIn(file)].filter(({ broken }) => broken);
}

/** Undefined if another unit with this key is read. */
function nameOf(unit: UnitNode, { names, parts }: Memo): Key | undefined {
  const key = names.of(unit);
  return key === undefined || parts.has(keyId(key)) ? undefined : key;
}

/** Offset of the first attribute that states the target language. */
function placeOf({ root, text }: Tree): number {
  const places = root.files.map((file) => attributeAt(file, ATTRIBUTE, text));
  return places.find((at) => at !== undefined) ?? root.start;
}
