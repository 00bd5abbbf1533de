import { formatKey } from '../../model/index.js';
import type { Removal, Unit } from '../../model/index.js';
import { unitHash } from '../../lock/index.js';
import type { TextToArchive } from '../../lock/index.js';
import { knownTexts, factsOfPerson } from './known-texts.js';
import { decidedRows, isForFile } from './decided.js';
import type { DecidedRow, DroppedUnit, FileComparison, KnownText } from './row.js';

/** A text that is removed from a target file because the source no longer has a unit for it. */
export interface LostText {
  readonly file: FileComparison;
  readonly unit: Unit;
  /** Facts about it if it is human text; empty for machine text. */
  readonly people: readonly KnownText[];
  /** Key of its unit in the source. */
  readonly key: Unit['key'];
}

/**
 * Texts that a target file loses when rows are written to it: those of dropped units and, in lists,
 * those that another text replaces. A text that moves is not lost.
 * @param obsolete units that are removed
 * @param rows written to this file
 */
export function lostTexts(
  file: FileComparison,
  obsolete: readonly DroppedUnit[],
  rows: Iterable<DecidedRow>,
): readonly LostText[] {
  const lost: LostText[] = [];
  const taken = new Set<Unit>();
  for (const row of rows) {
    const { state, current, source } = row;
    const moved = movedBy(row);
    if (moved !== undefined) taken.add(moved);
    if (state.place !== 'leaving' || current === undefined || current.text === '') continue;
    // If the neighbouring cues brought the text here, the facts are those of its old key.
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

/** The unit of a target file whose text moves to a row's key. */
export function movedBy({ state, decision: { known } }: DecidedRow): Unit | undefined {
  if (known?.moved !== undefined) return known.moved;
  return state.arrival?.path === undefined ? undefined : state.arrival.unit;
}

/** For subtitles: the key of the source unit that the text was made for. */
function sourceKeyOf({ unit, id }: DroppedUnit, { pair }: FileComparison): Unit['key'] {
  const { key, formerKey, standsFor } = unit;
  const isKnown = (one: Unit['key']): boolean => unitHash(pair.source.path, one) === id;
  const keys = [formerKey, standsFor].filter((one) => one !== undefined);
  return keys.find(isKnown) ?? key;
}

/** Entries for the archive: one per source that the text belongs to. */
export function toArchive({ file, unit, people, key }: LostText): readonly TextToArchive[] {
  const base = { path: file.pair.source.path, key, locale: file.target.locale, text: unit.text };
  return people.map(({ source, origin }) => ({ ...base, source, origin }));
}

/** Texts that no row takes over. */
export function removalsOf(
  lost: readonly LostText[],
  rows: Iterable<DecidedRow>,
): readonly Removal[] {
  if (lost.length === 0) return [];
  const moved = new Set<Unit | undefined>();
  for (const row of rows) moved.add(movedBy(row));
  return lost
    .filter(({ unit }) => !moved.has(unit))
    .map(({ file: { target }, people, key }) => ({
      file: target.path,
      locale: target.locale,
      key: formatKey(key),
      archived: people.length > 0,
    }));
}

/** What a run would remove if everything planned is carried out. */
export function plannedRemovals(files: readonly FileComparison[]): readonly Removal[] {
  const written = (file: FileComparison): readonly DecidedRow[] =>
    decidedRows(file).filter(isForFile);
  const lost = files.flatMap((file) => lostTexts(file, file.obsolete, written(file)));
  return lost.length === 0 ? [] : removalsOf(lost, files.flatMap(written));
}
