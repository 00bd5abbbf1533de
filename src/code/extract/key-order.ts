import type { Key, Unit } from '../../model/index.js';
import { keyId } from '../../model/index.js';

type Compare = (a: string, b: string) => number;

const byCode: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Ways in which tools sort the names of a catalog. */
const COMPARISONS: readonly (() => Compare)[] = [
  () => byCode,
  () => (a, b) => byCode(a.toLowerCase(), b.toLowerCase()),
  () => new Intl.Collator('en').compare,
  () => new Intl.Collator('en', { numeric: true }).compare,
];

/** Fewer names may be in order by chance. */
const FEWEST = 3;

/** A group of a catalog, or a text. */
interface Group {
  /** Names in the order of the file. */
  readonly names: string[];
  readonly members: Map<string, Group>;
  key?: Key;
  isSorted: boolean;
}

/**
 * The unit that each new key follows, by its id: in a group whose names are sorted, the one before
 * its place, and else the last of the group. Pure.
 * @param added in the order to add them
 */
export function followedBy(
  units: readonly Unit[],
  added: readonly Key[],
  sort: 'auto' | 'off',
): ReadonlyMap<string, Key | null> {
  if (added.length === 0) return new Map();
  const root = groupOf();
  for (const { key } of units) add(root, key, byCode);
  const compare = sort === 'off' ? undefined : markSorted(root);
  const after = new Map<string, Key | null>();
  const inOrder = compare ? added.toSorted((a, b) => byPath(a, b, compare)) : [];
  const isInOrder = (key: Key): boolean => deepest(root, key).isSorted;
  for (const key of [...added.filter((key) => !isInOrder(key)), ...inOrder.filter(isInOrder)]) {
    after.set(keyId(key), add(root, key, compare ?? byCode));
  }
  return after;
}

/** Marks the groups that are sorted, all in one way, which is returned. */
function markSorted(root: Group): Compare | undefined {
  const groups = groupsIn(root);
  const judged = groups.filter(({ names }) => names.length >= FEWEST);
  const [best] = COMPARISONS.map((make) => {
    const compare = make();
    return { compare, sorted: judged.filter(({ names }) => isSorted(names, compare)).length };
  }).sort((a, b) => b.sorted - a.sorted);
  if (best === undefined || best.sorted === 0) return undefined;
  // A group with hardly any names is like the others.
  const isUsual = best.sorted === judged.length;
  for (const group of groups) {
    const isJudged = group.names.length >= FEWEST;
    group.isSorted = (isJudged || isUsual) && isSorted(group.names, best.compare);
  }
  return best.compare;
}

function groupOf(): Group {
  return { names: [], members: new Map(), isSorted: false };
}

/** Adds a key, and returns the text that it follows; null: it comes first in its group. */
function add(root: Group, key: Key, compare: Compare): Key | null {
  let group = root;
  let follows: Key | null = null;
  for (const name of key) {
    let member = group.members.get(name);
    if (member === undefined) {
      member = { ...groupOf(), isSorted: group.isSorted };
      group.members.set(name, member);
      const at = group.isSorted ? placeOf(group, name, compare) : group.names.length;
      const previous = group.members.get(group.names[at - 1] ?? '');
      follows = at === 0 || previous === undefined ? follows : lastOf(previous);
      group.names.splice(at, 0, name);
    }
    group = member;
  }
  group.key = key;
  return follows;
}

/** How many names of a sorted group come before a name. */
function placeOf({ names }: Group, name: string, compare: Compare): number {
  const at = names.findIndex((one) => compare(one, name) > 0);
  return at === -1 ? names.length : at;
}

function deepest(root: Group, key: Key): Group {
  let group = root;
  for (const name of key.slice(0, -1)) {
    const member = group.members.get(name);
    if (member === undefined) return group;
    group = member;
  }
  return group;
}

function lastOf(group: Group): Key | null {
  const last = group.members.get(group.names.at(-1) ?? '');
  return last === undefined ? (group.key ?? null) : lastOf(last);
}

function groupsIn(group: Group): readonly Group[] {
  return [group, ...[...group.members.values()].flatMap(groupsIn)];
}

function isSorted(names: readonly string[], compare: Compare): boolean {
  return names.every((name, at) => at === 0 || compare(names[at - 1] ?? '', name) <= 0);
}

function byPath(a: Key, b: Key, compare: Compare): number {
  for (const [at, name] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const order = compare(name, other);
    if (order !== 0) return order;
  }
  return -1;
}
