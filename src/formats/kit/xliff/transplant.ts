import { gapBefore, gapStart, indentIn } from '../xml/layout.js';
import { reindent } from '../xml/reindent.js';
import { missingDeclarations } from '../xml/scope.js';
import type { Held, Holder, Root } from './nodes.js';
import { bodyOf, childGap, childrenOf, type Layout } from './places.js';

/** Where an element goes. */
interface Destination {
  readonly into: Root | Holder;
  readonly file: Layout;
  /** Elements whose children are separated only by white space, which may be rewritten. */
  readonly holders: ReadonlySet<string>;
}

/** A new element, written with two spaces per level, in the layout of its destination. */
export function laidOut(raw: string, { into, file, holders }: Destination): string {
  const from = { base: '', step: '  ', newline: '\n' };
  return reindent(raw, { from, to: layoutIn(into, file), holders });
}

/** An element of another file, in the layout and with the namespaces of its destination. */
export function transplanted(
  raw: string,
  { node, from }: { readonly node: Holder | Held; readonly from: Layout },
  { into, file, holders }: Destination,
): string {
  const head = /^<[^\s/>]+/.exec(raw)?.[0].length ?? 0;
  const declared = missingDeclarations(raw, node.parent.scope, into.scope);
  const base = indentIn(gapBefore(from.text, node.start));
  return reindent(raw.slice(0, head) + declared + raw.slice(head), {
    from: { base, step: from.indent, newline: from.newline },
    ...{ to: layoutIn(into, file), holders },
  });
}

function layoutIn(into: Root | Holder, file: Layout): Parameters<typeof reindent>[1]['to'] {
  const base = indentIn(childGap(into, file));
  return { base, step: file.indent, newline: file.newline };
}

/**
 * The parts of a non-empty container around its children: the end of its head, the white space
 * before its first child, and everything after the last one.
 */
export function shellOf(
  node: Holder,
  text: string,
): { readonly headEnd: number; readonly gap: string; readonly tail: string } {
  const children = childrenOf(node);
  const first = children[0]?.start ?? node.closeStart;
  const last = children.at(-1)?.end ?? first;
  const tail = text.slice(Math.max(last, gapStart(text, bodyOf(node).closeStart)), node.end);
  return { headEnd: gapStart(text, first), gap: gapBefore(text, first), tail };
}
