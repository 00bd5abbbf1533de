import { keyId } from '../../model/index.js';
import type { Key, Unit } from '../../model/index.js';
import { factsOfPerson } from '../units/people.js';
import { isInList } from '../units/list-keys.js';
import { similarIn } from './similar.js';
import type { Row, DroppedUnit, FileComparison } from '../units/row.js';

/**
 * Finds keys that were renamed and reworded at once: in a container, one key is gone and one is new
 * between the same neighbours. In doubt a key counts as new. Returns the old key's human text by
 * new unit.
 */
export function rewordedIn(file: FileComparison): ReadonlyMap<Row, Unit> {
  const { target, expected, rows, obsolete } = file;
  const found = new Map<Row, Unit>();
  if (obsolete.length === 0 || target.document === undefined) return found;
  if (file.pair.source.capabilities.keysAreTexts === true) return similarIn(file);
  const gone = onePerContainer(obsolete, ({ unit }) => unit.key);
  if (gone.size === 0) return found;
  const added = onePerContainer(rows.filter(isNew), ({ source }) => source.expected.key);
  const before = neighborsOf(target.document.units.map(({ key }) => key));
  const now = neighborsOf(expected.map((source) => source.expected.key));
  for (const [container, unit] of added) {
    const dropped = gone.get(container);
    if (dropped === undefined || !isMovable(dropped, unit)) continue;
    const own = before.get(keyId(dropped.unit.key));
    // A key without neighbours has no identifiable place.
    if (own === undefined || own.endsWith('\n\n') || own !== now.get(unit.source.keyId)) continue;
    found.set(unit, dropped.unit);
  }
  return found;
}

function isNew({ state, source }: Row): boolean {
  return state.status === 'missing' && source.facts.length === 0;
}

function isMovable({ unit, facts }: DroppedUnit, { source, state }: Row): boolean {
  if (source.copied || source.expected.plural !== undefined) return false;
  if (state.arrival !== undefined || state.place !== 'own' || isInList(unit.key)) return false;
  if (unit.incomplete === true || unit.standsFor !== undefined) return false;
  return factsOfPerson(unit, facts).length > 0;
}

/** The only element of each container, by container. */
function onePerContainer<T>(all: readonly T[], keyOf: (one: T) => Key): ReadonlyMap<string, T> {
  const found = new Map<string, T | undefined>();
  for (const one of all) {
    const container = containerOf(keyOf(one));
    found.set(container, found.has(container) ? undefined : one);
  }
  const alone = new Map<string, T>();
  for (const [container, one] of found) if (one !== undefined) alone.set(container, one);
  return alone;
}

/**
 * The neighbours of each key in its container, by `keyId`; the string ends in '\n\n' if there are
 * none.
 */
function neighborsOf(keys: readonly Key[]): ReadonlyMap<string, string> {
  const containers = new Map<string, Key[]>();
  for (const key of keys) {
    const container = containerOf(key);
    const members = containers.get(container);
    if (members === undefined) containers.set(container, [key]);
    else members.push(key);
  }
  const found = new Map<string, string>();
  for (const [container, members] of containers) {
    for (const [at, key] of members.entries()) {
      const beside = [members[at - 1], members[at + 1]].map((one) =>
        one === undefined ? '' : keyId(one),
      );
      found.set(keyId(key), [container, ...beside].join('\n'));
    }
  }
  return found;
}

function containerOf(key: Key): string {
  return `${key.length}\n${keyId(key.slice(0, -1))}`;
}
