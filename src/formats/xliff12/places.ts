import type { Splice } from '../kit/splices.js';
import { gapBefore, gapStart, indentIn } from '../kit/xml/layout.js';
import { isEmptyTag } from './tree.js';
import type { Container, FileNode, GroupNode, RootNode, Tag, Tree, UnitNode } from './tree.js';

export interface Place {
  readonly into: Container | RootNode;
  /** It stands behind this child; undefined: first. */
  readonly behind: Container | UnitNode | undefined;
}

/** The element that the children of a node stand in: of a file, its `<body>`. */
export function holderOf(node: Container | RootNode): Tag {
  return node.kind === 'file' ? (node.body ?? node) : node;
}

export function childrenOf(
  node: Container | RootNode,
): readonly (FileNode | GroupNode | UnitNode)[] {
  return node.kind === 'xliff' ? node.files : node.children;
}

/** The child of a container in which, or as which, a unit stands; of a document its last file. */
export function siblingBefore(
  into: Container | RootNode,
  unit: UnitNode | undefined,
): Container | UnitNode | undefined {
  let at: UnitNode | Container | undefined = unit;
  while (at !== undefined) {
    if (at.parent === into) return at;
    at = at.kind === 'file' ? undefined : at.parent;
  }
  return into.kind === 'xliff' ? into.files.at(-1) : undefined;
}

/**
 * The gap before the children of a container: that of one that is there, or one level deeper than
 * its own.
 */
export function childGap(into: Container | RootNode, tree: Tree): string {
  const children = childrenOf(into);
  // The first child may stand behind notes or a blank line; the second stands as those behind it.
  const sibling = children[1] ?? children[0];
  if (sibling !== undefined) return gapBefore(tree.text, sibling.start);
  const own = gapBefore(tree.text, holderOf(into).start);
  return own === '' ? '' : tree.newline + indentIn(own) + tree.indent;
}

/** Splices that put new elements into the file; `<body/>` and its like are opened for them. */
export function insertAt(
  insertions: readonly (Place & { readonly text: string })[],
  tree: Tree,
): Splice[] {
  const opened = new Map<Tag, string[]>();
  const splices: Splice[] = [];
  for (const { into, behind, text } of insertions) {
    const gap = childGap(into, tree);
    const holder = holderOf(into);
    if (isEmptyTag(holder)) {
      const texts = opened.get(holder);
      if (texts === undefined) opened.set(holder, [gap + text]);
      else texts.push(gap + text);
      continue;
    }
    const at = behind?.end ?? gapStart(tree.text, childrenOf(into)[0]?.start ?? holder.closeStart);
    splices.push({ start: at, end: at, text: gap + text });
  }
  for (const [holder, texts] of opened) {
    const open = tree.text.slice(holder.start, holder.end).replace(/\s*\/>$/, '>');
    const close = `${gapBefore(tree.text, holder.start)}</${holder.name}>`;
    splices.push({ start: holder.start, end: holder.end, text: open + texts.join('') + close });
  }
  return splices;
}
