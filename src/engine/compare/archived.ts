import type { ArchivedTexts } from '../../state/data.js';
import type { Archive } from '../load/index.js';
import { factsOfPerson } from '../units/people.js';
import type { Arrival, ComparedUnit, FileComparison, LocaleComparison } from '../units/types.js';

/**
 * With the texts of people that the archive has for units of the same key and source: they come
 * back. What is left of the archive is for the plan to use.
 */
export function withArchived(comparison: LocaleComparison, archive: Archive): LocaleComparison {
  if (!archive.isThere) return comparison;
  const { locale } = comparison;
  const needsTexts = comparison.files.some(({ units }) => units.some(isOpen));
  const archived = needsTexts ? archive.textsOf(locale) : undefined;
  const files = comparison.files.map((file) => {
    const held = withHeldBack(file, archive);
    return archived === undefined || archived.isEmpty ? held : withReturned(held, archived);
  });
  return { ...comparison, files, archived };
}

function isOpen({ state: { status } }: ComparedUnit): boolean {
  return status === 'missing' || status === 'stale';
}

function withReturned(file: FileComparison, archived: ArchivedTexts): FileComparison {
  if (!file.units.some(isOpen)) return file;
  const { path } = file.pair.source;
  const units = file.units.map((unit): ComparedUnit => {
    const arrival = isWaiting(unit) ? arrivalOf(unit, archived, path) : undefined;
    return arrival === undefined ? unit : { ...unit, state: { ...unit.state, arrival } };
  });
  return { ...file, units };
}

function isWaiting({ state: { status, place, arrival } }: ComparedUnit): boolean {
  return status === 'missing' && place === 'own' && arrival === undefined;
}

/** The archived text of the very key and source. */
function arrivalOf(
  { source }: ComparedUnit,
  archived: ArchivedTexts,
  path: string,
): Arrival | undefined {
  const { key } = source.expected;
  const found = archived.atKey(path, key).find((one) => one.source === source.sourceHash);
  if (found === undefined) return undefined;
  const unit = { key, text: found.text, kind: 'text', range: { start: 0, end: 0 } } as const;
  return { unit, path: undefined, origin: found.origin, archived: found };
}

/** Where the archive must not be written, the texts that it would have to take stay. */
function withHeldBack(file: FileComparison, archive: Archive): FileComparison {
  const held = file.obsolete.filter(({ unit, facts }) => factsOfPerson(unit, facts).length > 0);
  if (held.length === 0 || archive.isWritable) return file;
  const obsolete = file.obsolete.filter((one) => !held.includes(one));
  return { ...file, obsolete, kept: [...file.kept, ...held] };
}
