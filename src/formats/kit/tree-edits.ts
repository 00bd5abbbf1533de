import type { Edit, Key } from '../../model/index.js';
import { commaSplices } from './commas.js';
import { sortEdits, strayBom } from './edits.js';
import { BOM } from './layout.js';
import { goneIn, removals, type Leaving } from './removals.js';
import { renamesIn, type NamedNodes } from './renames.js';
import { replacedElements } from './replaced-elements.js';
import type { Splice } from './splices.js';
import type { Node, TreeFile, TreeFormat } from './tree.js';
import type { TreeIndex } from './tree-index.js';
import { insertion } from './tree-insertion.js';
import { joinedAtEnd, lastsLeft, runsOf } from './tree-runs.js';

/** The splices for edits of a file. @throws EditError */
export function editSplices<F extends TreeFile>(
  index: TreeIndex<F>,
  edits: readonly Edit[],
  format: TreeFormat<F>,
): readonly Splice[] {
  const { file } = index;
  const sorted = sortEdits(edits, (key) => index.leafAt(key) !== undefined);
  const { sets } = sorted;
  const nodes = namedNodes(index, format);
  const renames = renamesIn(sorted, nodes);
  const { removes, inserts } = renames;
  const splices: Splice[] = [...renames.splices];
  for (const edit of sets) {
    const node = index.leafAt(edit.key);
    if (node === undefined) continue;
    const isSame = node.unit?.text === edit.text;
    if (isSame && format.keeps?.(edit, node, file) !== false) continue;
    splices.push(...format.set(edit, node, file));
  }
  const leaving = new Set<Node>(
    removes.flatMap((edit) => {
      const nodes = index.leavesAt(edit.key);
      return nodes.some((node) => format.stays?.(edit, node, file) === true) ? [] : nodes;
    }),
  );
  const isElement = (child: F['root'], parent: F['root']): boolean =>
    format.isElement?.(child) === true || format.isList?.(parent, file) === true;
  const landings = { index, format, leaving, isElement };
  const elements = replacedElements(inserts, landings);
  const replaced = new Set(elements.values());
  const apart = runsOf(inserts, { ...landings, replaced: elements });
  const filled = new Set<Node>(apart.map(({ parent }) => parent));
  const gone = goneWithDuplicates(index, { leaving, filled, isElement, replaced });
  const goneNodes = new Set(gone);
  const lastLeft = lastsLeft(goneNodes);
  const runs = joinedAtEnd(apart, goneNodes, lastLeft);
  const changing = { index, format, gone: goneNodes, replaced: elements, lastLeft, renames, nodes };
  const added = runs.map((run) => insertion(run, changing));
  const { text } = file;
  const commas = commaSplices({ text, root: file.root, gone, runs });
  // If a value and a container have the same key, what is needed is what the container's values
  // share.
  const find = (key: Key): F['root'] | undefined => index.containerAt(key) ?? index.leafAt(key);
  const others = [...sets, ...removes, ...inserts.map(({ edit }) => edit)];
  const beside = format.beside?.(others, file, find) ?? [];
  const removed = removals(gone, { file, added, removed: format.removed });
  const [top] = removed;
  const [first] = removes;
  if (top?.start === 0 && text.charCodeAt(top.end) === BOM && first) throw strayBom(first.key);
  const changes = [...beside, ...splices, ...removed, ...commas, ...added];
  return changes.filter((one) => one.start < one.end || one.text !== '');
}

function namedNodes<F extends TreeFile>(
  index: TreeIndex<F>,
  { rename, isList }: TreeFormat<F>,
): NamedNodes<F['root']> | undefined {
  const { file, units } = index;
  if (rename === undefined) return undefined;
  return {
    ...{ text: file.text, units },
    leafAt: (key) => index.leafAt(key),
    leavesAt: (key) => index.leavesAt(key),
    containerAt: (key) => index.containerAt(key),
    isList: (parent) => isList?.(parent, file) === true,
    rename: (name, written) => rename(name, written, file),
  };
}

/** The nodes to remove, including those that would become visible without them. */
function goneWithDuplicates<F extends TreeFile>(
  index: TreeIndex<F>,
  { leaving, ...others }: Leaving,
): readonly Node[] {
  const gone = goneIn(index.file.root, { leaving, ...others });
  const behind = index.behind(gone).filter((node) => !leaving.has(node));
  if (behind.length === 0) return gone;
  return goneWithDuplicates(index, { leaving: new Set([...leaving, ...behind]), ...others });
}
