import { keyId } from '../../model/index.js';
import { ADOPTED, REVIEW } from '../../lock/index.js';
import type { ArchivedTexts } from '../../lock/index.js';
import type { Archive } from '../load/index.js';
import { factsOfPerson } from '../units/people.js';
import type { Arrival, Row, FileComparison, LocaleComparison } from '../units/row.js';

/**
 * Adds the archive's human texts for units with the same key and source: these are restored. The
 * plan uses the rest of the archive.
 */
export function withArchived(comparison: LocaleComparison, archive: Archive): LocaleComparison {
  const { locale } = comparison;
  if (!archive.isThere) return { ...comparison, files: comparison.files.map(withRetired) };
  const needsTexts = comparison.files.some(({ rows }) => rows.some(isOpen));
  const archived = needsTexts ? archive.textsOf(locale) : undefined;
  const files = comparison.files.map((file) => {
    const held = withHeldBack(file, archive);
    const hasNone = archived === undefined || archived.isEmpty;
    return withRetired(hasNone ? held : withReturned(held, archived));
  });
  return { ...comparison, files, archived };
}

function isOpen({ state: { status } }: Row): boolean {
  return status === 'missing' || status === 'stale';
}

function withReturned(file: FileComparison, archived: ArchivedTexts): FileComparison {
  if (!file.rows.some(isOpen)) return file;
  const { path } = file.pair.source;
  const rows = file.rows.map((row): Row => {
    const arrival = isWaiting(row) ? arrivalOf(row, archived, path) : undefined;
    return arrival === undefined ? row : { ...row, state: { ...row.state, arrival } };
  });
  return { ...file, rows };
}

function isWaiting({ state: { status, place, arrival } }: Row): boolean {
  return status === 'missing' && place === 'own' && arrival === undefined;
}

/** Adds the obsolete texts that the target file itself keeps (gettext's `#~`). */
function withRetired(file: FileComparison): FileComparison {
  const { document } = file.target;
  if (document === undefined || !('retired' in document)) return file;
  const retired = file.rows.some(isWaiting) ? (document.retired ?? []) : [];
  if (retired.length === 0) return file;
  const byId = new Map(retired.map((unit) => [keyId(unit.key), unit]));
  const rows = file.rows.map((row): Row => {
    const found = isWaiting(row) ? byId.get(row.source.keyId) : undefined;
    if (found === undefined) return row;
    // If keys are not texts, the source that the text was made for is unknown.
    const madeFor = [found.source, found.plural && found.key.at(-2)];
    const isSure = found.state !== 'review' && madeFor.includes(row.source.expected.text);
    const arrival = { unit: found, path: undefined, origin: isSure ? ADOPTED : REVIEW };
    return { ...row, state: { ...row.state, arrival } };
  });
  return { ...file, rows };
}

/** The archived text of exactly this key and source. */
function arrivalOf({ source }: Row, archived: ArchivedTexts, path: string): Arrival | undefined {
  const { key } = source.expected;
  const found = archived.atKey(path, key).find((one) => one.source === source.sourceHash);
  if (found === undefined) return undefined;
  const unit = { key, text: found.text, kind: 'text', range: { start: 0, end: 0 } } as const;
  return { unit, path: undefined, origin: found.origin, archived: found };
}

/** If the archive cannot be written, texts that would have to go there stay in the file. */
function withHeldBack(file: FileComparison, archive: Archive): FileComparison {
  const held = file.obsolete.filter(({ unit, facts }) => factsOfPerson(unit, facts).length > 0);
  if (held.length === 0 || archive.isWritable) return file;
  const obsolete = file.obsolete.filter((one) => !held.includes(one));
  return { ...file, obsolete, kept: [...file.kept, ...held] };
}
