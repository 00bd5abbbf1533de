import { unitsIn, type FileNode, type Tree, type UnitNode } from './tree.js';

/** The ids of the units of each `<file>`. Symfony refuses a file where two units share one. */
export class UnitIds {
  readonly #root: Tree['root'];
  readonly #removed: ReadonlySet<UnitNode>;
  readonly #taken = new Map<FileNode, Set<string>>();

  constructor({ root }: Tree, removed: ReadonlySet<UnitNode>) {
    this.#root = root;
    this.#removed = removed;
  }

  /**
   * The id for a unit copied into a file: its own, or `<id>-2`, `<id>-3`, … if that is taken. Ids
   * of the unit's own file are not free either, since the copy would stand for another unit.
   */
  idFor({ attributes, file: from }: UnitNode, file = this.#root.files[0]): string {
    const { id = '' } = attributes;
    if (file === undefined) return id;
    const taken = this.#of(file);
    let free = id;
    if (taken.has(id)) {
      const theirs = idsIn(from);
      for (let n = 2; taken.has(free) || theirs.has(free); n += 1) free = `${id}-${String(n)}`;
    }
    taken.add(free);
    return free;
  }

  #of(file: FileNode): Set<string> {
    const known = this.#taken.get(file);
    if (known !== undefined) return known;
    const ids = idsIn(file, this.#removed);
    this.#taken.set(file, ids);
    return ids;
  }
}

function idsIn(file: FileNode, without?: ReadonlySet<UnitNode>): Set<string> {
  const ids = new Set<string>();
  for (const unit of unitsIn(file)) {
    const { id } = unit.attributes;
    if (id !== undefined && without?.has(unit) !== true) ids.add(id);
  }
  return ids;
}
