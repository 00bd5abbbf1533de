import { EditError } from '../../model/index.js';
import type { Encoding, InsertEdit, Key, SetEdit, UnitState } from '../../model/index.js';
import { firstLacking } from '../kit/encoding.js';
import type { Splice } from '../kit/splices.js';
import { cutOut, fill, gapBefore, indentIn, reindent } from '../kit/xliff/nodes.js';
import { type EscapeOptions, escapeText, isOneCdata, styleOf } from '../kit/xml/escape.js';
import { missingDeclarations, prefixOf } from '../kit/xml/scope.js';
import { dropAttribute, setAttribute, setNamespaces, withComments } from '../kit/xml/tokens.js';
import { readItems, readTranslation, writeItems } from './fragment.js';
import { LAYOUT } from './check-element.js';
import { FOR_REVIEW } from './tree.js';
import type { Content, OriginalData, Part, SourcedPart, Tree, UnitNode } from './tree.js';
import { textOf } from './units.js';

/** Content with its file. */
interface Placed {
  readonly content: Content;
  readonly text: string;
}

interface NewText {
  readonly key: Key;
  readonly text: string;
  /** The source content, whose codes the text must have. */
  readonly source: Placed;
  /** The current content. */
  readonly old: Placed | undefined;
}

interface Writing extends EscapeOptions {
  readonly encoding: Encoding;
}

/** How a file writes core elements and line ends. */
export function writingOf({ root, newline, xml11, encoding }: Tree): Writing {
  return { newline, prefix: prefixOf(root.name), xml11, encoding };
}

function rawOf({ content, text }: Placed): string {
  return text.slice(content.openEnd, content.closeStart);
}

/**
 * The content to write for a text in the form of `Unit.text`.
 * @throws EditError `inline-codes`
 */
export function renderText({ key, text, source, old }: NewText, writing: Writing): string {
  const oldRaw = old === undefined ? '' : rawOf(old);
  const style = styleOf(oldRaw === '' ? rawOf(source) : oldRaw);
  const styled = { ...writing, style };
  const write = (part: string): string => escapeText(part, styled);
  if (source.content.codes.length > 0) {
    const rules = { key, source: readItems(rawOf(source)), target: readItems(oldRaw) };
    return withComments(oldRaw, writeItems(readTranslation(text, rules), write, styled));
  }
  return isOneCdata(oldRaw) && fitsCdata(text, writing)
    ? `<![CDATA[${text.replaceAll('\n', writing.newline)}]]>`
    : withComments(oldRaw, write(text));
}

/** Whether CDATA can contain a text, because nothing can be escaped there. */
function fitsCdata(text: string, { encoding }: Writing): boolean {
  return (
    firstLacking(text, encoding) === -1 &&
    !text.includes(']]>') &&
    !/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\ufffe\uffff\ud800-\udfff]/u.test(text)
  );
}

interface TargetOptions {
  readonly state: UnitState;
  readonly subState: string | undefined;
  /** The existing target is in another language: nothing of it is kept. */
  readonly fresh: boolean;
}

/** Writes a segment's target and its state. `text` is that of the segment's file. */
export function writeTarget(
  part: SourcedPart,
  next: NewText,
  tree: Tree,
  { fresh, ...said }: TargetOptions,
): Splice[] {
  const { source, target } = part;
  const writing = writingOf(tree);
  const splices = stateSplices(part, said, tree.text);
  if (target !== undefined && !fresh) {
    if (textOf(target, tree.text) !== next.text)
      splices.push(fill(target, renderText(next, writing), tree.text));
    return splices;
  }
  const inner = renderText({ ...next, old: undefined }, writing);
  const space = source.attributes['xml:space'];
  const name = `${writing.prefix}target`;
  const open = `<${name}${space === undefined ? '' : ` xml:space="${space}"`}>`;
  const element = `${open}${inner}</${name}>`;
  splices.push(
    target === undefined
      ? { start: source.end, end: source.end, text: gapBefore(tree.text, source.start) + element }
      : { start: target.start, end: target.end, text: element },
  );
  return splices;
}

/**
 * Sets `state` and `subState` together: whoever changes one has to change or drop the other, and
 * `subState` requires `state` (XLIFF 2.1, `state`, `subState`).
 */
function stateSplices(
  part: Part,
  { state, subState }: Pick<TargetOptions, 'state' | 'subState'>,
  text: string,
): Splice[] {
  const splices: Splice[] = [];
  const { state: old, subState: oldSub } = part.attributes;
  if (old !== state && (old !== undefined || subState !== undefined || state !== 'initial'))
    splices.push(setAttribute(part, { name: 'state', value: state }, text));
  if (subState !== undefined && subState !== oldSub)
    splices.push(setAttribute(part, { name: 'subState', value: subState, after: 'state' }, text));
  else if (subState === undefined && oldSub !== undefined)
    splices.push(dropAttribute(part, 'subState', text));
  return splices;
}

/**
 * The states in an edit.
 * @throws EditError `not-writable` for an invalid `subState`
 */
export function statesOf({ key, state = 'translated', subState }: SetEdit | InsertEdit): {
  readonly state: UnitState;
  readonly subState: string | undefined;
} {
  if (subState !== undefined && !/^(?!xlf:)[^\s:"'<&]+:[^\s:"'<&]+$/.test(subState))
    throw new EditError(
      'not-writable',
      key,
      `subState="${subState}"; expected prefix:value, with a prefix other than xlf.`,
    );
  // XLIFF 2 has no such state.
  return state === 'review' ? { state: 'translated', subState: FOR_REVIEW } : { state, subState };
}

/** Removes a target in another language, with its state. */
export function dropTarget(part: Part, text: string): Splice[] {
  const { target } = part;
  if (target === undefined) return [];
  const splices = ['state', 'subState']
    .filter((name) => part.attributes[name] !== undefined)
    .map((name) => dropAttribute(part, name, text));
  return [...splices, cutOut(target, text)];
}

export interface SourceChange {
  readonly part: SourcedPart;
  /** Today's source, in its own file. */
  readonly now: SourcedPart;
  readonly from: Tree;
}

/** Updates the `<source>` beside a target, with the original data that its codes refer to. */
export function writeSource({ part, now, from }: SourceChange, tree: Tree): Splice[] {
  const raw = from.text.slice(now.source.openEnd, now.source.closeStart);
  const writing = writingOf(tree);
  const inner =
    prefixOf(from.root.name) === writing.prefix
      ? raw.replace(/\r\n|\r|\n/g, writing.newline)
      : writeItems(readItems(raw), (text) => escapeText(text, writing), {
          ...writing,
          style: styleOf(raw),
        });
  const splices = [fill(part.source, inner, tree.text)];
  const declared = missingDeclarations(inner, now.unit.scope, part.unit.scope);
  if (declared !== '') splices.push(setNamespaces(part.unit, declared));
  return splices;
}

/**
 * Original data of a unit with a changed source: the source's, and what other segments still refer
 * to.
 */
export function writeOriginalData(
  unit: UnitNode,
  {
    now,
    from,
    tree,
    stale,
  }: {
    readonly now: UnitNode;
    readonly from: Tree;
    readonly tree: Tree;
    /** Segments whose source is being rewritten. */
    readonly stale: ReadonlySet<Part>;
  },
): Splice[] {
  const { originalData } = now;
  if (originalData === undefined || sameData(unit.originalData, originalData, { from, tree }))
    return [];
  const kept = keptData(unit, stale).filter((id) => !originalData.data.has(id));
  const old = unit.originalData;
  const extra = kept.map((id) => {
    const data = old?.data.get(id);
    return data === undefined
      ? ''
      : gapBefore(tree.text, data.start) + tree.text.slice(data.start, data.end);
  });
  const first = unit.parts[0];
  const gap = gapBefore(tree.text, (old ?? first)?.start ?? unit.closeStart);
  const raw = reindent(from.text.slice(originalData.start, originalData.end), {
    from: {
      base: indentIn(gapBefore(from.text, originalData.start)),
      ...{ step: from.indent, newline: from.newline },
    },
    to: { base: indentIn(gap), step: tree.indent, newline: tree.newline },
    holders: LAYOUT,
  });
  const end = raw.slice(0, raw.lastIndexOf('</')).trimEnd().length;
  const text = raw.slice(0, end) + extra.join('') + raw.slice(end);
  if (old !== undefined) return [{ start: old.start, end: old.end, text }];
  const at = first === undefined ? unit.closeStart : first.start;
  return [{ start: at, end: at, text: text + gap }];
}

function sameData(
  old: OriginalData | undefined,
  now: OriginalData,
  { from, tree }: { readonly from: Tree; readonly tree: Tree },
): boolean {
  return [...now.data].every(([id, data]) => {
    const mine = old?.data.get(id);
    return (
      mine !== undefined &&
      tree.text.slice(mine.openEnd, mine.closeStart) ===
        from.text.slice(data.openEnd, data.closeStart)
    );
  });
}

/** Ids of original data that unchanged contents refer to. */
function keptData(unit: UnitNode, stale: ReadonlySet<Part>): readonly string[] {
  const ids = new Set<string>();
  for (const part of unit.parts) {
    if (stale.has(part)) continue;
    for (const { attributes } of [...(part.source?.codes ?? []), ...(part.target?.codes ?? [])])
      for (const name of ['dataRef', 'dataRefStart', 'dataRefEnd']) {
        const id = attributes[name];
        if (id !== undefined) ids.add(id);
      }
  }
  return [...ids];
}
