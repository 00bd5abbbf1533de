import { EditError, formatKey, type RemoveEdit } from '../../model/index.js';
import { getOrSet } from '../kit/maps.js';
import type { Splice } from '../kit/splices.js';
import { findPart } from './find.js';
import { cutOut } from '../kit/xliff/places.js';
import type { FileNode, Part, Tree, UnitNode } from './tree.js';

export interface Removals {
  /** Units that lose all segments. */
  readonly units: ReadonlySet<UnitNode>;
  readonly splices: readonly Splice[];
  /** Units that lose some of their segments, with the splices. */
  readonly cut: ReadonlyMap<UnitNode, readonly Splice[]>;
}

/**
 * The removals: whole units, single segments, and a file that would have no units left.
 * @throws EditError `not-writable` if nothing would be left of the document
 */
export function planRemovals(
  removes: readonly RemoveEdit[],
  tree: Tree,
  filled: ReadonlySet<FileNode>,
): Removals {
  const parts = new Map<UnitNode, Set<Part>>();
  for (const { key } of removes) {
    const part = findPart(tree, key);
    if (part === undefined) continue;
    getOrSet(parts, part.unit, () => new Set<Part>()).add(part);
  }
  const units = new Set<UnitNode>();
  const cut = new Map<UnitNode, Splice[]>();
  for (const [unit, gone] of parts) {
    const segments = unit.parts.filter(({ kind }) => kind === 'segment');
    if (segments.length === gone.size) units.add(unit);
    else
      cut.set(
        unit,
        [...gone].map((part) => cutOut(part, tree.text)),
      );
  }
  const files = tree.root.files.filter((file) => !filled.has(file) && isEmptied(file, units));
  const [first] = removes;
  if (first !== undefined && files.length === tree.root.files.length)
    throw new EditError(
      'not-writable',
      first.key,
      `${formatKey(first.key)} cannot be removed: an XLIFF file needs at least one unit.`,
    );
  const whole = new Set(files);
  const single = [...units].filter((unit) => !whole.has(unit.file));
  return { units, cut, splices: [...files, ...single].map((node) => cutOut(node, tree.text)) };
}

function isEmptied(file: FileNode, gone: ReadonlySet<UnitNode>): boolean {
  return file.children.every((child) => child.kind === 'unit' && gone.has(child));
}
