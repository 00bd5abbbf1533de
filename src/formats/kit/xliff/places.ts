import type { Document } from '../../../model/index.js';
import { getOrSet } from '../maps.js';
import type { Splice } from '../splices.js';
import { gapBefore, gapStart, indentIn } from '../xml/layout.js';
import { isEmptyTag, type Held, type Holder, type Placed, type Root } from './nodes.js';

/** A file and its layout. */
export interface Layout {
  readonly text: string;
  readonly newline: Document['newline'];
  /** One level of indentation. */
  readonly indent: string;
}

/** Where to insert a new element. */
export interface Place {
  readonly into: Root | Holder;
  /** The child that it follows; undefined: it comes first. */
  readonly behind: Placed | undefined;
}

/** The element that contains a node's children. */
export function bodyOf(node: Root | Holder): Placed {
  return node.kind === 'xliff' ? node : (node.body ?? node);
}

export function childrenOf(node: Root | Holder): readonly (Holder | Held)[] {
  return node.kind === 'xliff' ? node.files : node.children;
}

/** The child of a container that contains a unit, or is it; for a document, its last file. */
export function siblingBefore(into: Root | Holder, unit: Held | undefined): Placed | undefined {
  let at: Held | Holder | undefined = unit;
  while (at !== undefined) {
    const { parent }: { parent: Root | Holder } = at;
    if (parent === into) return at;
    at = parent.kind === 'xliff' ? undefined : parent;
  }
  return into.kind === 'xliff' ? into.files.at(-1) : undefined;
}

/**
 * The white space before the children of a container: that of an existing child, or one level
 * deeper than its own.
 */
export function childGap(into: Root | Holder, { text, newline, indent }: Layout): string {
  const children = childrenOf(into);
  // Notes or a blank line may precede the first child; the second one has the usual spacing.
  const sibling = children[1] ?? children[0];
  if (sibling !== undefined) return gapBefore(text, sibling.start);
  const own = gapBefore(text, bodyOf(into).start);
  return own === '' ? '' : newline + indentIn(own) + indent;
}

/** Splices that insert new elements; an empty container gets lines for them. */
export function insertAt(
  insertions: readonly (Place & { readonly text: string })[],
  file: Layout,
): Splice[] {
  const opened = new Map<Placed, string[]>();
  const splices: Splice[] = [];
  for (const { into, behind, text } of insertions) {
    const gap = childGap(into, file);
    const body = bodyOf(into);
    if (isEmptyTag(body) || body.openEnd === body.closeStart) {
      getOrSet(opened, body, (): string[] => []).push(gap + text);
      continue;
    }
    const at = behind?.end ?? gapStart(file.text, childrenOf(into)[0]?.start ?? body.closeStart);
    splices.push({ start: at, end: at, text: gap + text });
  }
  for (const [body, texts] of opened) {
    const close = gapBefore(file.text, body.start);
    splices.push(fill(body, texts.join('') + close, file.text));
  }
  return splices;
}

/** Puts content between the tags of an element. */
export function fill(
  { name, start, openEnd, closeStart, end }: Placed,
  inner: string,
  text: string,
): Splice {
  if (openEnd < end) return { start: openEnd, end: closeStart, text: inner };
  const open = text.slice(start, end).replace(/\s*\/>$/, '>');
  return { start, end, text: `${open}${inner}</${name}>` };
}

/** Removes an element with its line. */
export function cutOut({ start, end }: Placed, text: string): Splice {
  return { start: gapStart(text, start), end, text: '' };
}
