import { EditError } from '../../model/index.js';
import type { Encoding, InsertEdit, Key, SetEdit, UnitState } from '../../model/index.js';
import { firstLacking } from '../kit/encoding.js';
import type { Splice } from '../kit/splices.js';
import { readTranslation } from './codes.js';
import { withComments } from '../kit/xml/comments.js';
import { escapeText, isOneCdata, styleOf, type EscapeOptions } from '../kit/xml/escape.js';
import { readItems, writeItems } from './fragment.js';
import { gapBefore } from '../kit/xml/layout.js';
import { cutOut, fill } from '../kit/xliff/places.js';
import { prefixOf } from '../kit/xml/names.js';
import { dropAttribute, setAttribute } from '../kit/xml/attributes.js';
import type { Content, Part, SourcedPart, Tree } from './tree.js';
import { textOf } from './units.js';

/** Content with its file. */
export interface Placed {
  readonly content: Content;
  readonly text: string;
}

export interface NewText {
  readonly key: Key;
  readonly text: string;
  /** The source content, whose codes the text must have. */
  readonly source: Placed;
  /** The current content. */
  readonly old: Placed | undefined;
}

export interface Writing extends EscapeOptions {
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

export interface TargetOptions {
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
  return { state: state === 'review' ? 'translated' : state, subState };
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
