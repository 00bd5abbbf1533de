import { formatKey, keyId } from '../../model/index.js';
import type { Capabilities, Document, Edit, Key, Origin, Unit } from '../../model/index.js';

/** A file before two sides changed it, and as each side has it. */
export interface Versions<T> {
  /** Undefined: both sides added the file. */
  readonly base: T | undefined;
  readonly ours: T;
  readonly theirs: T;
}

/** A unit that both sides changed. A version without it lacks its text. */
export interface UnitConflict {
  readonly key: Key;
  readonly base: Unit | undefined;
  readonly ours: Unit | undefined;
  readonly theirs: Unit | undefined;
}

/**
 * Whose text a unit has that both sides changed. Undefined: a person has to say.
 * @param locale of the unit, in a file with several
 */
export type Settle = (
  conflict: UnitConflict,
  locale: string | undefined,
) => 'ours' | 'theirs' | undefined;

/** How units merge: decided for each unit on its own, from its three texts. */
export interface UnitMerge {
  /** The merged units by `keyId`, in the order of the merged file. In a conflict, ours. */
  readonly units: ReadonlyMap<string, Unit>;
  readonly conflicts: readonly UnitConflict[];
  /** Whether the lines around it decide about a unit: it is known by its place only. */
  readonly isPlaced: (key: Key) => boolean;
}

/** Decides every unit of a file. Pure. */
export function mergeUnits(
  { base, ours, theirs }: Versions<Document>,
  capabilities: Capabilities,
  settle: (conflict: UnitConflict) => ReturnType<Settle>,
): UnitMerge {
  const versions = [base, ours, theirs].map((one) => unitsById(one));
  const [before, own, other] = versions as [Units, Units, Units];
  const isPlaced = placesOf(versions, capabilities);
  const conflicts: UnitConflict[] = [];
  const chosen = new Map<string, Unit>();
  for (const id of new Set([...own.keys(), ...other.keys(), ...before.keys()])) {
    const three = { base: before.get(id), ours: own.get(id), theirs: other.get(id) };
    const key = (three.ours ?? three.theirs ?? three.base)?.key ?? [];
    if (isPlaced(key)) continue;
    let unit = three.ours;
    if (!isSame(three.ours, three.theirs) && !isSame(three.theirs, three.base)) {
      const conflict = { key, ...three };
      const side = isSame(three.ours, three.base) ? 'theirs' : settle(conflict);
      if (side === 'theirs') unit = three.theirs;
      if (side === undefined) conflicts.push(conflict);
    }
    if (unit !== undefined) chosen.set(id, unit);
  }
  const units = new Map(
    mergedOrder(own, other).flatMap((id) => {
      const unit = chosen.get(id);
      return unit === undefined ? [] : [[id, unit] as const];
    }),
  );
  return { units, conflicts, isPlaced };
}

export type Units = ReadonlyMap<string, Unit>;

export function unitsById(document: Document | undefined): Units {
  return new Map(document?.units.map((unit) => [keyId(unit.key), unit]));
}

function isSame(one: Unit | undefined, other: Unit | undefined): boolean {
  return one?.text === other?.text && one?.kind === other?.kind;
}

/**
 * Elements of a list are known by their place, and so is every unit of some formats. While all
 * versions have the same places, a place is as good as a name.
 */
function placesOf(
  versions: readonly Units[],
  { arrays, keysArePlaces }: Capabilities,
): (key: Key) => boolean {
  const there = versions.filter(({ size }) => size > 0);
  if (keysArePlaces === true) {
    const [first, ...others] = there.map((units) => [...units.keys()].join('\n'));
    const isMoved = others.some((keys) => keys !== first);
    return () => isMoved;
  }
  if (!arrays) return () => false;
  const lists = there.map(sizesOfLists);
  const moved = new Set(
    lists.flatMap((sizes) =>
      [...sizes].flatMap(([list, size]) =>
        lists.every((other) => (other.get(list) ?? size) === size) ? [] : [list],
      ),
    ),
  );
  if (moved.size === 0) return () => false;
  return (key) => key.some((_, depth) => moved.has(listId(key, depth)));
}

function listId(key: Key, depth: number): string {
  return `${depth}\0${keyId(key.slice(0, depth))}`;
}

/** How many elements each list has: values whose names count from 0. */
function sizesOfLists(units: Units): ReadonlyMap<string, number> {
  const names = new Map<string, Set<string>>();
  for (const { key } of units.values()) {
    for (const [depth, name] of key.entries()) {
      const id = listId(key, depth);
      const known = names.get(id);
      if (known === undefined) names.set(id, new Set([name]));
      else known.add(name);
    }
  }
  const lists = [...names].filter(([, all]) =>
    [...all.keys()].every((name, at) => name === `${at}`),
  );
  return new Map(lists.map(([id, all]) => [id, all.size]));
}

/** The ids of both sides: ours in their order, theirs after the unit that they follow there. */
export function mergedOrder(ours: Units, theirs: Units): readonly string[] {
  const isSorted = isAscending(ours) && isAscending(theirs);
  const added = new Map<string, string[]>();
  let last = '';
  for (const id of theirs.keys()) {
    if (ours.has(id)) last = `=${id}`;
    else added.set(last, [...(added.get(last) ?? []), id]);
  }
  const order: string[] = [];
  let run: string[] = [];
  let gap = '';
  const endRun = (): void => {
    const both = [...run, ...(added.get(gap) ?? [])];
    order.push(...(isSorted ? both.sort() : both));
    run = [];
  };
  for (const id of ours.keys()) {
    if (!theirs.has(id)) run.push(id);
    else {
      endRun();
      order.push(id);
      gap = `=${id}`;
    }
  }
  endRun();
  return order;
}

function isAscending(units: Units): boolean {
  const ids = [...units.keys()];
  return ids.every((id, at) => at === 0 || (ids[at - 1] ?? '') < id);
}

/** Where a unit that is added to another version comes from. */
export type OriginOf = (unit: Unit) => Origin | undefined;

/** The edits that give a version the merged units. Pure. */
export function editsToward(
  document: Document,
  { units, isPlaced }: Pick<UnitMerge, 'units' | 'isPlaced'>,
  originOf: OriginOf,
): readonly Edit[] {
  const own = unitsById(document);
  const edits: Edit[] = [];
  for (const [id, { key }] of own) {
    if (!units.has(id) && !isPlaced(key)) edits.push({ op: 'remove', key });
  }
  let after: Key | null = null;
  for (const [id, unit] of units) {
    const { key, text, state } = unit;
    const there = own.get(id);
    const from = originOf(unit);
    const more = { ...(state && { state }), ...(from && { from }) };
    if (there === undefined) edits.push({ op: 'insert', key, text, after, ...more });
    else if (!isSame(there, unit)) edits.push({ op: 'set', key, text, ...more });
    after = key;
  }
  return edits;
}

/** Names units for a message. */
export function namesOf(conflicts: readonly UnitConflict[]): string {
  const shown = conflicts.slice(0, 5).map(({ key }) => formatKey(key));
  const left = conflicts.length - shown.length;
  return left > 0 ? `${shown.join(', ')} and ${left} more` : shown.join(', ');
}
