import { REVIEW, ADOPTED } from '../../lock/index.js';
import type { ArchivedText, ArchivedTexts } from '../../lock/index.js';
import type { Key } from '../../model/index.js';
import { isSound } from '../../text/index.js';
import type { DecidedRow, KnownTranslation } from '../units/row.js';
import type { MayFill } from './fillable.js';
import { highest, likeness } from '../units/likeness.js';
import { isInList } from '../units/list-keys.js';

/**
 * An archived human text for a row whose own key and source have none: the translation of the same
 * source at another key, or else, for review, the key's translation of another source. Only if it
 * is sound for today's source.
 */
export function findArchived(
  row: DecidedRow,
  archived: ArchivedTexts,
  mayFill: MayFill,
): KnownTranslation | undefined {
  const { source, state, decision } = row;
  const { file, message } = decision;
  const { key, text } = source.expected;
  const isFit = (one: ArchivedText): boolean => isSound(text, one.text, message) === undefined;
  const path = file.pair.source.path;
  const translation = isTelling(row, mayFill)
    ? highest(archived.ofSource(source.sourceHash).filter(isFit), (one) =>
        isOfForm(one, row) ? 1 + likeness(one.key, key) : -1,
      )
    : undefined;
  if (translation !== undefined) {
    return { text: translation.text, origin: ADOPTED, archived: translation };
  }
  // Where keys are positions, the current position says nothing about the archived one.
  const isPlace = file.pair.source.capabilities.keysArePlaces === true || isInList(key);
  if (state.status !== 'missing' || isPlace) return undefined;
  const former = archived.atKey(path, key).find(isFit);
  return former && { text: former.text, origin: REVIEW, archived: former };
}

/**
 * Whether a text of another key can be used: not if it may be another word there, nor if the unit
 * has a note, because the archive does not store notes.
 */
function isTelling({ source }: DecidedRow, mayFill: MayFill): boolean {
  return source.expected.unit.note === undefined && mayFill(source, { origin: ADOPTED });
}

/** Whether it has the same plural form and file format, and is reviewed. */
function isOfForm(one: ArchivedText, { source, decision }: DecidedRow): boolean {
  if (one.origin === REVIEW) return false;
  const { plural, key } = source.expected;
  if (endingOf(one.path) !== endingOf(decision.file.pair.source.path)) return false;
  return formOf(one.key) === (plural?.category ?? formOf(key));
}

/** The plural form in a key: `one` of `files_one` and of `files.one`. */
function formOf(key: Key): string {
  const name = key[key.length - 1] ?? '';
  return /(?:^|_)(zero|one|two|few|many|other)$/.exec(name)?.[1] ?? '';
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.'));
}
