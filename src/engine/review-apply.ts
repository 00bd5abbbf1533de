import type { ReviewEdit, ReviewOutcome, ReviewPlace, Selection } from '../model/index.js';
import { folderLockPaths, updateNotes } from '../state/index.js';
import { LOCK_FILE } from '../lock/index.js';
import { withoutRemovals } from './accept.js';
import type { Compared } from './compared.js';
import { EngineError } from './errors.js';
import { ScanError } from './load/index.js';
import { inconsistencies } from './report/index.js';
import { decisionOf, sortEdits, UnitTable } from './review/index.js';
import type { SoundEdit } from './review/index.js';
import { compareEvery, problemLine } from './review-look.js';
import { bytesOf, fileStep } from './review-steps.js';
import type { Step } from './review-steps.js';
import type { RunContext } from './session/index.js';
import type { FileComparison } from './units/row.js';
import { TargetFiles, writeLockAfter, writeSettled } from './write/index.js';

/** The most files that are compared individually; above this, all files are. */
const FEW = 20;

export interface Applied {
  readonly outcomes: readonly ReviewOutcome[];
  /** Undefined if all edits were refused. */
  readonly step: Step | undefined;
}

/** Writes the edits that are still valid, and returns the outcome of each. */
export async function applyAll(edits: readonly ReviewEdit[], run: RunContext): Promise<Applied> {
  const all = await compareFilesOf(edits, run);
  const { loaded } = all;
  if (!loaded.lock.writable) {
    const message =
      'The lock was written by a newer version of locale-sync, so nothing was changed.';
    throw new EngineError('lock-unusable', message, 'Update locale-sync to use it.');
  }
  const files = all.locales.flatMap((locale) => locale.files);
  const { sound, refused } = sortEdits(edits, files);
  const locks = [LOCK_FILE, ...folderLockPaths(run.config.root)];
  const paths = [...new Set(sound.map(({ edit }) => edit.file)), ...locks];
  const before = paths.map((path) => bytesOf(run.config.root, path));
  const wasKnown = loaded.lockIsKnown;
  const failures = await writeTexts(sound, all, run);
  const dismissing = sound.filter(({ edit }) => edit.dismiss !== undefined);
  if (dismissing.length > 0) await dismiss(dismissing, run);
  const byPlace = new Map(refused.map((one) => [placeOf(one), one]));
  const outcomes = edits.map(
    (edit) => byPlace.get(placeOf(edit)) ?? outcomeOf(edit, failures.get(edit)),
  );
  const changed = paths.flatMap((path, at) =>
    fileStep(path, before[at], bytesOf(run.config.root, path)),
  );
  // The page counts steps, including those that changed no file.
  const isStep = outcomes.some(({ done }) => done);
  return {
    outcomes,
    step: isStep ? { id: crypto.randomUUID(), files: changed, wasKnown } : undefined,
  };
}

/**
 * Compares a few files individually. If one of them is gone, compares all, so that its edits are
 * refused with a reason.
 */
async function compareFilesOf(edits: readonly ReviewEdit[], run: RunContext): Promise<Compared> {
  try {
    return await compareEvery(selectionOf(edits), run);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return compareEvery({}, run);
  }
}

function selectionOf(edits: readonly ReviewEdit[]): Selection {
  const files = [...new Set(edits.map(({ file }) => file))];
  const locales = [...new Set(edits.map(({ locale }) => locale))];
  return files.length > FEW ? { locales } : { locales, files };
}

function placeOf({ file, locale, key }: ReviewPlace): string {
  return [locale, file, ...key].join('\0');
}

function outcomeOf({ file, locale, key }: ReviewEdit, message: string | undefined): ReviewOutcome {
  const place = { file, locale, key };
  return message === undefined ? { ...place, done: true } : { ...place, done: false, message };
}

/** Writes texts. Returns, per edit, why its text is not in its file. */
async function writeTexts(
  sound: readonly SoundEdit[],
  all: Compared,
  run: RunContext,
): Promise<ReadonlyMap<ReviewEdit, string>> {
  const failed = new Map<ReviewEdit, string>();
  const writing = sound.filter(({ edit }) => edit.text !== undefined);
  if (writing.length === 0) return failed;
  const locales = all.locales.map(withoutRemovals);
  const files = decideEdits(
    writing,
    locales.flatMap((locale) => locale.files),
  );
  const targets = new TargetFiles({ ...run, root: run.config.root, inputs: all.loaded.inputs });
  targets.add(files);
  updateNotes(run.state, { isWriting: true });
  const written = await targets.write(files);
  const lock = writeLockAfter({ ...all, locales, files, written, odd: [], state: run.state });
  for (const { edit, unit } of writing) {
    const problems = written.problems.filter(({ file }) => file === edit.file);
    const [reason] = [...problems, ...lock.problems].map(problemLine);
    if (unit.written !== undefined && lock.problems.length === 0) continue;
    failed.set(edit, unit.unwritten?.message ?? reason ?? NOT_WRITTEN);
  }
  return failed;
}

const NOT_WRITTEN = 'There is no place for this text in the file. Check the file and try again.';
/** Decides what the edits say. If a row has several, the last one wins. Returns its files. */
function decideEdits(
  writing: readonly SoundEdit[],
  files: readonly FileComparison[],
): readonly FileComparison[] {
  return files.filter((file) => {
    const { path, locale } = file.target;
    const own = writing.filter(
      (one) => one.file.target.path === path && one.file.target.locale === locale,
    );
    for (const one of own) one.unit.decision = decisionOf({ ...one, file });
    return own.length > 0;
  });
}

/** Settles findings as `accept` does, each for its own unit. */
async function dismiss(sound: readonly SoundEdit[], run: RunContext): Promise<void> {
  const all = await compareEvery(
    { locales: [...new Set(sound.map(({ edit }) => edit.locale))] },
    run,
  );
  const files = all.locales.flatMap((locale) => locale.files);
  const table = new UnitTable(files);
  const rules = new Map(
    sound.map(({ edit }) => [table.find(edit)?.unit, new Set<string>(edit.dismiss)]),
  );
  const odd = inconsistencies(files);
  const accepts = (found: { readonly unit: unknown; readonly rule: string }): boolean =>
    [...rules].some(([unit, names]) => unit === found.unit && names.has(found.rule));
  const { loaded, locales } = all;
  writeSettled({ loaded, locales, odd, state: run.state, accepts, isBaseline: false });
}
