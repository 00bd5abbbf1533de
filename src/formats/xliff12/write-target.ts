import { EditError, formatKey, type SetEdit, type UnitState } from '../../model/index.js';
import { applySplices, shifted, type Splice } from '../kit/splices.js';
import { isEmptyTag } from '../kit/xliff/nodes.js';
import { fill } from '../kit/xliff/places.js';
import { dropAttribute, setAttribute } from '../kit/xml/attributes.js';
import { escapeAttribute } from '../kit/xml/escape.js';
import { gapBefore } from '../kit/xml/layout.js';
import { prefixOf } from '../kit/xml/names.js';
import { originalOf, textOf, type Part } from './parts.js';
import { isOpen, stateName } from './states.js';
import { renderText, type Placed } from './text.js';
import type { Content, Tag, Tree, UnitNode } from './tree.js';
import { changedSource, type Origin } from './write-source.js';

/** A text to write, with today's source part if the edit names it. */
export interface PartEdit {
  readonly part: Part;
  readonly edit: Pick<SetEdit, 'key' | 'text' | 'state'>;
  readonly origin: Origin | undefined;
}

export interface TargetWriting {
  readonly tree: Tree;
  readonly language: string | undefined;
  /** An existing target is in another language: nothing of it is kept. */
  readonly fresh: boolean;
  /** Targets of the file state their state. */
  readonly hasStates: boolean;
}

/** Writes translations of one unit, and their state. */
export function writeTarget(
  unit: UnitNode,
  edits: readonly PartEdit[],
  writing: TargetWriting,
): Splice[] {
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
    return [...approval, opened(target, { inner, head, tree })];
  }
  const content = edits.flatMap((edit) => partSplices(unit, edit, { target, inners, tree }));
  return [...approval, ...head, ...content];
}

/** `<target/>` with content and changed attributes. */
function opened(
  { start, end, name }: Content,
  {
    inner,
    head,
    tree,
  }: { readonly inner: string; readonly head: readonly Splice[]; readonly tree: Tree },
): Splice {
  const tag = applySplices(tree.text.slice(start, end), shifted(head, -start));
  const text = inner === '' ? tag : `${tag.replace(/\s*\/>$/, '>')}${inner}</${name}>`;
  return { start, end, text };
}

type Inners = ReadonlyMap<string | undefined, string>;

/** The content to write for one part. */
function innerOf({ part, edit, origin }: PartEdit, { tree, fresh }: TargetWriting): string {
  const source = codesOf({ part, origin }, tree);
  if (!part.unit.translate && edit.text !== textOf(source.tag, source.tree.text))
    throw new EditError(
      'not-writable',
      edit.key,
      `${formatKey(edit.key)} has translate="no", so its target must equal its source.`,
    );
  const like = part.target && { tag: part.target, tree };
  const old = fresh ? undefined : like;
  return renderText({ key: edit.key, text: edit.text, source, old, like }, tree);
}

/** The source whose codes a translation must have. */
function codesOf({ part, origin }: Pick<PartEdit, 'part' | 'origin'>, tree: Tree): Placed {
  if (origin === undefined) return { tag: part.source, tree };
  const { part: now, tree: from, showsTargets } = origin;
  const tag = originalOf(now, showsTargets);
  const isOther = tag !== now.source || changedSource(part, origin, tree);
  return isOther ? { tag, tree: from } : { tag: part.source, tree };
}

interface NewTarget {
  readonly edits: readonly PartEdit[];
  readonly inners: Inners;
  readonly writing: TargetWriting;
}

function newTarget(unit: UnitNode, { edits, inners, writing }: NewTarget): Splice {
  const { tree, language, hasStates } = writing;
  const { source, segSource, target } = unit;
  const name = `${prefixOf(tree.root.name)}target`;
  const said = source?.attributes['xml:lang'];
  const lang =
    said === undefined || language === undefined ? '' : ` xml:lang="${escapeAttribute(language)}"`;
  const state = hasStates ? ` state="${stateName(stateOf(edits))}"` : '';
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
  readonly writing: TargetWriting;
}

/** The state of the edits, as the file writes states. */
function stateSplices(
  target: Content,
  { edits, isChanged, writing: { tree, hasStates } }: StateChange,
): Splice[] {
  const splices: Splice[] = [];
  const value = stateName(stateOf(edits));
  const { state: old, 'state-qualifier': qualifier } = target.attributes;
  if ((old !== undefined || (hasStates && isChanged)) && old !== value)
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
  if (unit.attributes['approved'] !== 'yes' || !isChanged || stateOf(edits) === 'final') return [];
  return [setAttribute(unit, { name: 'approved', value: 'no' }, tree.text)];
}

/** Of several segments, the least finished state. */
function stateOf(edits: readonly PartEdit[]): UnitState {
  const order: readonly UnitState[] = ['initial', 'translated', 'reviewed', 'final'];
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
