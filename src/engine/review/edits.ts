import { keyId } from '../../model/index.js';
import type { ReviewCheck, ReviewEdit } from '../../model/index.js';
import { ADOPTED, EDITED, REVIEW, targetHash } from '../../lock/index.js';
import { findingsIn, hasErrors, messageOf } from '../units/findings.js';
import { judged } from '../units/settling.js';
import type { Decision, FileComparison, Finding, Row } from '../units/row.js';
import { checkOf, refusalOfText } from './check.js';
import { fixedReason } from './rows.js';

interface Found {
  readonly file: FileComparison;
  readonly unit: Row;
}

/** A valid edit and its unit. */
export interface SoundEdit extends Found {
  readonly edit: ReviewEdit;
}

export interface SortedEdits {
  readonly sound: readonly SoundEdit[];
  /** Why, for each of the others. */
  readonly refused: ReadonlyMap<ReviewEdit, string>;
}

/** Separates edits that are still valid: the texts must be those that the person saw. Pure. */
export function sortEdits(
  edits: readonly ReviewEdit[],
  files: readonly FileComparison[],
): SortedEdits {
  const units = new UnitTable(files);
  const sound: SoundEdit[] = [];
  const refused = new Map<ReviewEdit, string>();
  for (const edit of edits) {
    const found = units.find(edit);
    const message = found === undefined ? GONE : refusalOf(edit, found);
    if (found === undefined || message !== undefined) refused.set(edit, message ?? GONE);
    else sound.push({ edit, ...found });
  }
  return { sound, refused };
}

const GONE =
  'No file contains this text any more, or its file cannot be read. Run `check` to find out.';

function refusalOf(edit: ReviewEdit, { file, unit }: Found): string | undefined {
  const { seen, text, dismiss } = edit;
  // A question and an answer change no text, and say themselves for which text they were made.
  if (text === undefined && dismiss === undefined) return undefined;
  const target = unit.current?.text ?? '';
  if (seen.source !== unit.source.sourceHash) {
    return 'The source text has changed in the meantime. Read the new one, then edit again.';
  }
  if (seen.target !== targetHash(target)) {
    return 'The translation has changed in the meantime and was kept. Read it, then edit again.';
  }
  if (text === undefined) return undefined;
  if (edit.suggest === true && text === target) return 'The text is already like this.';
  const wanted = { text, target, fixed: fixedReason(unit), force: edit.force === true };
  return refusalOfText(wanted, () => findingsOfText({ file, unit }, text));
}

/** Findings for a text that a person writes. */
export function findingsOfText({ file, unit }: Found, text: string): readonly Finding[] {
  const { source } = unit;
  return judged(findingsIn(unit, text, file), { source, text, isAdopted: false }, file);
}

/** The same, as the page shows it, with what helps to type the text. */
export function checkOfText(found: Found, text: string): ReviewCheck {
  const { file, unit } = found;
  const typed = { source: unit.source, message: file.message, terms: unit.options.terms };
  return checkOf(typed, text, text === '' ? [] : findingsOfText(found, text));
}

/**
 * The decision that writes a person's text. The lock records it as if the person had edited the file
 * or, for an unchanged text, run `accept`.
 */
export function decisionOf({ edit, file, unit }: SoundEdit): Decision {
  const { text = '', outdated = false } = edit;
  const findings = findingsOfText({ file, unit }, text);
  const former = unit.current?.text ?? '';
  const replaces = former !== '' && former !== text;
  const approved = replaces || hasErrors(findings) ? EDITED : ADOPTED;
  const origin = outdated ? REVIEW : approved;
  const message = messageOf(file.message, unit.source.expected);
  return { file, do: 'copy', message, known: { text, origin }, reuse: undefined, findings };
}

/** Finds units by file, locale and key. */
export class UnitTable {
  readonly #files: ReadonlyMap<string, FileComparison>;
  readonly #units = new Map<FileComparison, ReadonlyMap<string, Row>>();

  constructor(files: readonly FileComparison[]) {
    this.#files = new Map(
      files.map((file) => [placeOf(file.target.path, file.target.locale), file]),
    );
  }

  find(place: {
    readonly file: string;
    readonly locale: string;
    readonly key: ReviewEdit['key'];
  }): Found | undefined {
    const file = this.#files.get(placeOf(place.file, place.locale));
    if (file === undefined) return undefined;
    let units = this.#units.get(file);
    if (units === undefined) {
      units = new Map(file.rows.map((row) => [row.source.keyId, row]));
      this.#units.set(file, units);
    }
    const unit = units.get(keyId(place.key));
    return unit && { file, unit };
  }
}

function placeOf(path: string, locale: string): string {
  return `${locale}\n${path}`;
}
