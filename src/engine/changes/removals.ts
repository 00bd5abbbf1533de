import { formatKey } from '../../model/index.js';
import type { Removal, Unit } from '../../model/index.js';
import { unitHash } from '../../state/data.js';
import type { TextToArchive } from '../../state/data.js';
import { knownTexts } from '../units/known-texts.js';
import { factsOfPerson } from '../units/people.js';
import type { DroppedUnit, FileComparison, KnownText } from '../units/types.js';
import type { Change, FileChanges } from './types.js';

/** A text that leaves a target file, since the source has no unit for it any more. */
export interface LostText {
  readonly file: FileComparison;
  readonly unit: Unit;
  /** What is known of it, where it is a person's; empty for a machine's. */
  readonly people: readonly KnownText[];
  /** Key of its unit in the source. */
  readonly key: Unit['key'];
}

/**
 * Texts that leave a target file once its changes are written: those of units that the source
 * dropped, and in lists those that another text takes the place of. What moves is not lost.
 * @param obsolete units that are removed
 * @param changes those that are written into this file
 */
export function lostTexts(
  file: FileComparison,
  obsolete: readonly DroppedUnit[],
  changes: Iterable<Change>,
): readonly LostText[] {
  const lost: LostText[] = [];
  const taken = new Set<Unit>();
  for (const change of changes) {
    const { state, current, source } = change.unit;
    const moved = movedBy(change);
    if (moved !== undefined) taken.add(moved);
    if (state.place !== 'leaving' || current === undefined || current.text === '') continue;
    // A text that the blocks around it brought here is known where it was.
    const facts = state.former ?? knownTexts(source.facts, file.target.locale);
    const people = factsOfPerson(current, facts);
    const key = (state.former && current.formerKey) ?? source.expected.key;
    lost.push({ file, unit: current, people, key });
  }
  for (const dropped of obsolete) {
    const people = factsOfPerson(dropped.unit, dropped.facts);
    lost.push({ file, unit: dropped.unit, people, key: sourceKeyOf(dropped, file) });
  }
  return lost.filter(({ unit }) => !taken.has(unit));
}

/** The unit of a target file whose text a change takes to another key. */
export function movedBy({ unit: { state }, known }: Change): Unit | undefined {
  if (known?.moved !== undefined) return known.moved;
  return state.arrival?.path === undefined ? undefined : state.arrival.unit;
}

/** Subtitles are known by the key of the source unit that they were for. */
function sourceKeyOf({ unit, id }: DroppedUnit, { pair }: FileComparison): Unit['key'] {
  const { key, formerKey, standsFor } = unit;
  const isKnown = (one: Unit['key']): boolean => unitHash(pair.source.path, one) === id;
  const keys = [formerKey, standsFor].filter((one) => one !== undefined);
  return keys.find(isKnown) ?? key;
}

/** As the archive takes it: once for each source that it belongs to. */
export function toArchive({ file, unit, people, key }: LostText): readonly TextToArchive[] {
  const base = { path: file.pair.source.path, key, locale: file.target.locale, text: unit.text };
  return people.map(({ source, origin }) => ({ ...base, source, origin }));
}

/** Texts that are lost in none of the files. */
export function removalsOf(
  lost: readonly LostText[],
  changes: Iterable<Change>,
): readonly Removal[] {
  if (lost.length === 0) return [];
  const moved = new Set<Unit | undefined>();
  for (const change of changes) moved.add(movedBy(change));
  return lost
    .filter(({ unit }) => !moved.has(unit))
    .map(({ file: { target }, people, key }) => ({
      file: target.path,
      locale: target.locale,
      key: formatKey(key),
      archived: people.length > 0,
    }));
}

/** What a run would remove, if all that it decided is done. */
export function plannedRemovals(files: readonly FileChanges[]): readonly Removal[] {
  const written = (changes: readonly Change[]): readonly Change[] =>
    changes.filter(({ action }) => action !== 'propose');
  const lost = files.flatMap(({ file, changes }) =>
    lostTexts(file, file.obsolete, written(changes)),
  );
  if (lost.length === 0) return [];
  return removalsOf(
    lost,
    files.flatMap(({ changes }) => written(changes)),
  );
}
