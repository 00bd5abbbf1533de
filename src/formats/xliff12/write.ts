import { EditError, formatKey, keyId } from '../../model/index.js';
import type { InsertEdit, Key, SetEdit, UnitState } from '../../model/index.js';
import { firstLacking } from '../kit/encoding.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import { untranslatable } from '../kit/xliff/inline.js';
import { cutOut, fill, gapBefore, gapStart, isEmptyTag, originalOf } from '../kit/xliff/nodes.js';
import type { Tag } from '../kit/xliff/nodes.js';
import { escapeAttribute, escapeText, isOneCdata, NOT_XML, styleOf } from '../kit/xml/escape.js';
import { missingDeclarations, prefixOf, withPrefix } from '../kit/xml/scope.js';
import { dropAttribute, setAttribute, setNamespaces, withComments } from '../kit/xml/tokens.js';
import { readItems, readTranslation } from './inline.js';
import { type Memo, memos, type Part, partKey, rawOf, recall, textOf } from './parts.js';
import { type Content, type FileNode, isVersion1, type Tree, type UnitNode } from './scan.js';

export interface Writing extends Memo {
  /** Existing targets are in another language and are removed. */
  readonly fresh: boolean;
  /** The file is new: each `<file>` gets the language of its targets. */
  readonly isNew: boolean;
  /** Targets of the file state their state. */
  readonly hasStates: boolean;
}

/** A text to write, with the `state` that it had at another key. */
export type StatedEdit = SetEdit & { readonly oldState?: string | undefined };

/** The splices of the sets, unit by unit. */
export function setSplices(sets: readonly StatedEdit[], writing: Writing): Splice[] {
  const { parts, reading } = writing;
  const byUnit = new Map<UnitNode, PartEdit[]>();
  const splices: Splice[] = [];
  for (const edit of sets) {
    const part = parts.get(keyId(edit.key));
    if (part === undefined) continue;
    if (reading.role === 'source') splices.push(...sourceSplices(edit, part, writing));
    else {
      const list = byUnit.get(part.unit) ?? [];
      list.push({ part, edit, origin: originOf(edit) });
      byUnit.set(part.unit, list);
    }
  }
  for (const [unit, edits] of byUnit) splices.push(...targetSplices(unit, edits, writing));
  return splices;
}

function sourceSplices(edit: SetEdit, part: Part, { tree, reading }: Writing): Splice[] {
  const tag = originalOf(part, reading.showsTargets);
  if (textOf(tag, tree.text) === edit.text) return [];
  if (!part.unit.translate)
    throw new EditError('not-writable', edit.key, `${formatKey(edit.key)} has translate="no".`);
  const { key, text } = edit;
  const inner = renderText({ key, text, source: { tag, tree }, old: { tag, tree } }, tree);
  return [fill(tag, inner, tree.text)];
}

function targetSplices(unit: UnitNode, edits: readonly PartEdit[], writing: Writing): Splice[] {
  const { tree } = writing;
  const changed = edits.find(({ part, origin }) => origin && changedSource(part, origin, tree));
  const source = changed?.origin === undefined ? [] : writeSource(unit, changed.origin, tree);
  return [...source, ...writeTarget(unit, edits, writing)];
}

/** Today's source part, if the edit names it. */
export function originOf({ from }: SetEdit | InsertEdit): Origin | undefined {
  if (from === undefined) return undefined;
  const { document, unit } = from;
  const isRead = memos.known(document) !== undefined;
  if (!isRead && (document.format !== 'xliff' || !isVersion1(document.text))) return undefined;
  const memo = recall(document);
  const { tree, reading } = memo;
  const part = memo.parts.get(keyId(partKey(memo, unit.key)));
  return part && { part, tree, showsTargets: reading.showsTargets };
}

const LANGUAGE = /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i;

export function languageSplice(file: FileNode, language: string | undefined, tree: Tree): Splice {
  if (language === undefined || !LANGUAGE.test(language))
    throw new EditError(
      'not-writable',
      [],
      `"${language ?? ''}" is not a language tag such as de or pt-BR.`,
    );
  const attribute = { name: 'target-language', value: language, after: 'source-language' };
  return setAttribute(file, attribute, tree.text);
}

/** Removes a target in another language, with its attributes. */
export function dropTarget(unit: UnitNode, { text }: Tree): Splice[] {
  const { target, attributes } = unit;
  if (target === undefined) return [];
  const isApproved = attributes['approved'] === 'yes';
  return [
    ...(isApproved ? [setAttribute(unit, { name: 'approved', value: 'no' }, text)] : []),
    cutOut(target, text),
  ];
}

/** A text to write, with today's source part if the edit names it. */
interface PartEdit {
  readonly part: Part;
  readonly edit: StatedEdit;
  readonly origin: Origin | undefined;
}

/** Writes translations of one unit, and their state. */
function writeTarget(unit: UnitNode, edits: readonly PartEdit[], writing: Writing): Splice[] {
  const { tree, fresh } = writing;
  const { target } = unit;
  const inners = new Map(edits.map((edit) => [edit.part.mid, innerOf(edit, writing)]));
  if (target === undefined || fresh) {
    const approval = approvalSplices(unit, { edits, isChanged: true, writing });
    return [...approval, newTarget(unit, { edits, inners, writing })];
  }
  const isChanged = edits.some(({ part, edit }) => {
    return part.target === undefined || textOf(part.target, tree.text) !== edit.text;
  });
  const state = { edits, isChanged, writing };
  const head = stateSplices(target, state);
  const approval = approvalSplices(unit, state);
  const isWhole = edits[0]?.part.mid === undefined;
  if (isEmptyTag(target) || (!isWhole && target.marks.length === 0)) {
    const inner = isWhole ? (inners.get(undefined) ?? '') : composed(unit, inners, { edits, tree });
    if (!isEmptyTag(target)) return [...approval, ...head, fill(target, inner, tree.text)];
    const { start, end, name } = target;
    const tag = applySplices(tree.text.slice(start, end), shifted(head, -start));
    const text = inner === '' ? tag : `${tag.replace(/\s*\/>$/, '>')}${inner}</${name}>`;
    return [...approval, { start, end, text }];
  }
  const content = edits.flatMap((edit) => partSplices(unit, edit, { target, inners, tree }));
  return [...approval, ...head, ...content];
}

type Inners = ReadonlyMap<string | undefined, string>;

/** The content to write for one part, with the codes of today's source if that has changed. */
function innerOf({ part, edit, origin }: PartEdit, { tree, fresh }: Writing): string {
  let source: Placed = { tag: part.source, tree };
  if (origin !== undefined) {
    const tag = originalOf(origin.part, origin.showsTargets);
    const isOther = tag !== origin.part.source || changedSource(part, origin, tree);
    if (isOther) source = { tag, tree: origin.tree };
  }
  if (!part.unit.translate && edit.text !== textOf(source.tag, source.tree.text))
    throw untranslatable(edit.key);
  const like = part.target && { tag: part.target, tree };
  const old = fresh ? undefined : like;
  return renderText({ key: edit.key, text: edit.text, source, old, like }, tree);
}

function newTarget(
  unit: UnitNode,
  {
    edits,
    inners,
    writing,
  }: { readonly edits: readonly PartEdit[]; readonly inners: Inners; readonly writing: Writing },
): Splice {
  const { tree, language, hasStates } = writing;
  const { source, segSource, target } = unit;
  const name = `${prefixOf(tree.root.name)}target`;
  const said = source?.attributes['xml:lang'];
  const lang =
    said === undefined || language === undefined ? '' : ` xml:lang="${escapeAttribute(language)}"`;
  const own = leastOf(edits);
  const old = edits[0]?.edit.oldState;
  const states = { old, isChanged: false };
  const isStated = hasStates || own === 'review' || old !== undefined;
  const state = isStated ? ` state="${escapeAttribute(stateName(own, states))}"` : '';
  const inner = edits[0]?.part.mid === undefined ? inners.get(undefined) : undefined;
  const content = inner ?? composed(unit, inners, { edits, tree });
  const element = `<${name}${lang}${state}>${content}</${name}>`;
  if (target !== undefined) return { start: target.start, end: target.end, text: element };
  const at = (segSource ?? source)?.end ?? unit.closeStart;
  return { start: at, end: at, text: gapBefore(tree.text, source?.start ?? at) + element };
}

/** The segments of a translation, as in the source. */
function composed(
  unit: UnitNode,
  inners: Inners,
  { edits, tree }: { readonly edits: readonly PartEdit[]; readonly tree: Tree },
): string {
  const changed = edits.find(({ part, origin }) => origin && changedSource(part, origin, tree));
  const model = changed?.origin?.part.unit.segSource ?? unit.segSource;
  const { text } = changed?.origin?.tree ?? tree;
  let content = '';
  let done = model?.openEnd ?? 0;
  for (const mark of model?.marks ?? []) {
    const inner = inners.get(midOf(mark, model));
    if (inner !== undefined) content += text.slice(done, mark.start) + segment(mark, inner, text);
    done = mark.end;
  }
  return content;
}

function midOf(mark: Tag, content: Content | undefined): string {
  return mark.attributes['mid'] ?? String((content?.marks.indexOf(mark) ?? 0) + 1);
}

function segment(mark: Tag, inner: string, text: string): string {
  const open = text.slice(mark.start, mark.openEnd).replace(/\s*\/>$/, '>');
  return `${open}${inner}</${mark.name}>`;
}

/** One part of an existing target. */
function partSplices(
  unit: UnitNode,
  { part, edit }: PartEdit,
  {
    target,
    inners,
    tree,
  }: { readonly target: Content; readonly inners: Inners; readonly tree: Tree },
): Splice[] {
  const inner = inners.get(part.mid) ?? '';
  if (part.target !== undefined)
    return textOf(part.target, tree.text) === edit.text
      ? []
      : [fill(part.target, inner, tree.text)];
  // A segment that the translation lacks is inserted after the one that it follows in the source.
  const marks = unit.segSource?.marks ?? [];
  const index = marks.findIndex((mark) => mark === part.source);
  const before = marks.slice(0, Math.max(0, index)).map((mark) => midOf(mark, unit.segSource));
  const last = target.marks.findLast((mark) => before.includes(midOf(mark, target)));
  const element = segment(part.source, inner, tree.text);
  const [previous, next] = [marks[index - 1], marks[index + 1]];
  if (last === undefined) {
    const gap = next === undefined ? '' : tree.text.slice(part.source.end, next.start);
    return [{ start: target.openEnd, end: target.openEnd, text: element + gap }];
  }
  const gap = previous === undefined ? '' : tree.text.slice(previous.end, part.source.start);
  return [{ start: last.end, end: last.end, text: gap + element }];
}

interface StateChange {
  readonly edits: readonly PartEdit[];
  readonly isChanged: boolean;
  readonly writing: Writing;
}

/** The state of the edits, as the file writes states. */
function stateSplices(
  target: Content,
  { edits, isChanged, writing: { tree, hasStates } }: StateChange,
): Splice[] {
  const splices: Splice[] = [];
  const { state: old, 'state-qualifier': qualifier } = target.attributes;
  const state = leastOf(edits);
  const value = stateName(state, { old, isChanged });
  const isStated = old !== undefined || (hasStates && isChanged) || state === 'review';
  if (isStated && old !== value)
    splices.push(setAttribute(target, { name: 'state', value }, tree.text));
  // A qualifier of the old text does not apply to the new one.
  if (qualifier !== undefined && isChanged)
    splices.push(dropAttribute(target, 'state-qualifier', tree.text));
  return splices;
}

/** Removes the approval of a changed text. */
function approvalSplices(
  unit: UnitNode,
  { edits, isChanged, writing: { tree } }: StateChange,
): Splice[] {
  if (unit.attributes['approved'] !== 'yes' || !isChanged || leastOf(edits) === 'final') return [];
  return [setAttribute(unit, { name: 'approved', value: 'no' }, tree.text)];
}

/** Of several segments, the least finished state. */
function leastOf(edits: readonly PartEdit[]): UnitState {
  const order: readonly UnitState[] = ['initial', 'review', 'translated', 'reviewed', 'final'];
  const states = edits.map(({ edit }) => order.indexOf(edit.state ?? 'translated'));
  return order[Math.min(...states)] ?? 'translated';
}

/**
 * Whether a file's targets state it when they are finished, or, in a file without targets, should.
 * Some files, such as Symfony's, only mark unfinished ones.
 */
export function statesHabit({ root }: Tree, units: Iterable<UnitNode>): boolean {
  let isSeen = false;
  for (const { target } of units) {
    if (target === undefined) continue;
    const { state } = target.attributes;
    if (state !== undefined && !isOpen(state)) return true;
    isSeen ||= state === undefined && !isEmptyTag(target) && target.openEnd < target.closeStart;
  }
  return root.files.length > 0 && !isSeen;
}

/** Today's source of a unit, in its own file. */
interface Origin {
  readonly part: Part;
  readonly tree: Tree;
  readonly showsTargets: boolean;
}

/**
 * Whether the source beside a target has changed. One that repeats its keyword's text is up to date
 * as well.
 */
export function changedSource(part: Part, origin: Origin, tree: Tree): boolean {
  const { part: now, tree: from, showsTargets } = origin;
  const own = textOf(part.source, tree.text);
  return ![now.source, originalOf(now, showsTargets)].some((tag) => textOf(tag, from.text) === own);
}

/** Updates the `<source>` beside a target, and its segments. */
function writeSource(unit: UnitNode, { part, tree: from }: Origin, tree: Tree): Splice[] {
  const now = part.unit;
  if (unit.source === undefined || now.source === undefined) return [];
  const inner = moved(rawOf(now.source, from.text), from, tree);
  const splices = [fill(unit.source, inner, tree.text)];
  const declared = missingDeclarations(inner, now.scope, unit.scope);
  if (declared !== '') splices.push(setNamespaces(unit, declared));
  const { segSource } = unit;
  const theirs = now.segSource;
  const segments = theirs && moved(from.text.slice(theirs.start, theirs.end), from, tree);
  if (segSource !== undefined) {
    const start = segments === undefined ? gapStart(tree.text, segSource.start) : segSource.start;
    splices.push({ start, end: segSource.end, text: segments ?? '' });
  } else if (segments !== undefined) {
    const at = unit.source.end;
    splices.push({ start: at, end: at, text: gapBefore(tree.text, unit.source.start) + segments });
  }
  return splices;
}

function moved(raw: string, from: Tree, to: Tree): string {
  const text = withPrefix(raw, prefixOf(from.root.name), prefixOf(to.root.name));
  return from.newline === to.newline ? text : text.replace(/\r\n|\r|\n/g, to.newline);
}

/** An element's content with its file. */
interface Placed {
  readonly tag: Tag;
  readonly tree: Tree;
}

interface NewText {
  readonly key: Key;
  readonly text: string;
  /** The source, whose codes the text must have. */
  readonly source: Placed;
  /** The current content. */
  readonly old: Placed | undefined;
  /**
   * Content whose CDATA and entities the text imitates, even if in another language. Default:
   * `old`.
   */
  readonly like?: Placed | undefined;
}

const FORBIDDEN_11 = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff\ud800-\udfff]/u;

/**
 * The content to write for a text in the form of `Unit.text`. Comments of the old content stay.
 * @throws EditError `inline-codes`; `not-writable` for a character that XML cannot contain
 */
export function renderText({ key, text, source, old, like = old }: NewText, tree: Tree): string {
  if ((tree.xml11 ? FORBIDDEN_11 : NOT_XML).test(text))
    throw new EditError(
      'not-writable',
      key,
      `${formatKey(key)} contains a character that is not allowed in XML.`,
    );
  const sourceRaw = rawOf(source.tag, source.tree.text);
  const oldRaw = old === undefined ? '' : rawOf(old.tag, old.tree.text);
  const likeRaw = like === undefined ? '' : rawOf(like.tag, like.tree.text);
  const model = likeRaw.trim() === '' ? sourceRaw : likeRaw;
  const style = styleOf(model.replace(/<[^>]*>/g, ''));
  const write = (piece: string): string =>
    escapeText(piece, { newline: tree.newline, style, prefix: '', xml11: tree.xml11 });
  const codes = sourceRaw.includes('<') ? readItems(sourceRaw) : [];
  if (codes.some(({ kind }) => kind !== 'text')) {
    const items = readTranslation(text, { key, source: codes, target: readItems(oldRaw) });
    const [from, to] = [prefixOf(source.tree.root.name), prefixOf(tree.root.name)];
    const pieces = items.map((item) =>
      item.kind === 'text' ? write(item.text) : withPrefix(item.raw, from, to),
    );
    return withComments(oldRaw, pieces.join(''));
  }
  const fitsCdata =
    text !== '' && !/\]\]>|\r/.test(text) && firstLacking(text, tree.encoding) === -1;
  return isOneCdata(model) && fitsCdata
    ? `<![CDATA[${text.replaceAll('\n', tree.newline)}]]>`
    : withComments(oldRaw, write(text));
}

/** Meanings of a `<target>`'s `state` (XLIFF 1.2 section 2.3, `state`). */
const MEANINGS: ReadonlyMap<string, UnitState> = new Map<string, UnitState>([
  ['new', 'initial'],
  ['needs-translation', 'initial'],
  ['needs-l10n', 'initial'],
  // There is a text to adapt.
  ['needs-adaptation', 'translated'],
  ['needs-review-translation', 'review'],
  ['needs-review-adaptation', 'review'],
  ['needs-review-l10n', 'review'],
  ['translated', 'translated'],
  ['signed-off', 'reviewed'],
  ['final', 'final'],
]);

const NAMES: Readonly<Record<UnitState, string>> = {
  initial: 'new',
  translated: 'translated',
  review: 'needs-review-translation',
  reviewed: 'signed-off',
  final: 'final',
};

/** The state of a text; `approved="yes"` takes precedence over `state`. */
export function stateOf(
  state: string | undefined,
  approved: string | undefined,
): UnitState | undefined {
  return approved === 'yes' ? 'final' : MEANINGS.get(state ?? '');
}

/** Whether a text with this state still needs work. */
function isOpen(state: string): boolean {
  return /^(?:initial|review)$/.test(MEANINGS.get(state) ?? '');
}

/**
 * The `state` of a `<target>` to write. One that means the same stays as it is, and one that only its
 * tool knows stays with its text.
 */
function stateName(
  state: UnitState,
  { old, isChanged }: { readonly old?: string | undefined; readonly isChanged: boolean },
): string {
  if (old === undefined || (isChanged && old === 'needs-adaptation')) return NAMES[state];
  const meaning = MEANINGS.get(old) ?? (isChanged ? undefined : state);
  return meaning === state ? old : NAMES[state];
}
