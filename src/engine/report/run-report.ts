import { defined } from '../../model/index.js';
import type { Problem, Removal, Report, ReportError, LocaleCounts } from '../../model/index.js';
import type { Loaded } from '../load/index.js';
import type { Choice } from '../plan/index.js';
import { decidedRows, isForFile, isShared, proposalOf } from '../units/decided.js';
import type { FileComparison, LocaleComparison, PlanTotals, Row } from '../units/row.js';
import type { Translated } from '../translate/index.js';
import { brokenError } from './errors.js';
import { COPIED, isHuman, LOCK_FILE, parseSettled } from '../../lock/index.js';
import { knownTexts } from '../units/known-texts.js';
import { inScanOrder } from '../scan-order.js';
import { buildReport, byFile, gradedUnits, oddTexts, withOddTexts } from './report.js';
import type { FileTally, Reporting, ReportView, Written } from '../units/reporting.js';
import { tallyOf } from './tally.js';
import { rememberedProblems, rememberedTallies } from '../ledger/index.js';
import type { RememberedFiles } from '../ledger/index.js';
import { baseLocale, looksLikeOverride } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';

/** A run's plan and its inputs. */
export interface Planned extends Choice {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly totals: PlanTotals;
  /** In report order. */
  readonly files: readonly FileComparison[];
}

/** A report, and each target file's contribution to it. */
interface FullReport {
  readonly report: Report;
  readonly tallies: readonly FileTally[];
}

/**
 * The report of what a run would do.
 * @param memoryProblems problems of reading the memory
 * @param removals `plannedRemovals` of its files
 */
export function reportOfPlan(
  planned: Planned,
  view: Exclude<ReportView, 'run'>,
  found: { readonly memoryProblems: readonly Problem[]; readonly removals: readonly Removal[] },
): FullReport {
  const { loaded, totals, files, accepts, isMeant } = planned;
  const { requests, texts, characters, reused } = totals;
  const listsSettled = loaded.selection.settled === true;
  const idle = planned.remembered === undefined ? idleBaseline(loaded, files) : [];
  // Proposals are shown, not written.
  const written = files.filter(
    (file) => file.obsolete.length > 0 || decidedRows(file).some(isForFile),
  ).length;
  return assemble(
    planned,
    { view, accepts, isMeant, listsSettled },
    {
      ...{ requests, texts, characters, reused },
      files: { written, unchanged: files.length + rememberedFiles(planned) - written },
      removed: found.removals.length,
      problems: [...found.memoryProblems, ...idle],
      error: brokenError(loaded, { done: false }) ?? null,
      ...(listsSettled && defined({ trust: gradedUnits(files, () => true) })),
    },
  );
}

/**
 * A warning if no settled finding of the lock matches a text here, as with a lock of another
 * project. Only if everything was compared.
 */
function idleBaseline(
  { lock, isWhole }: Loaded,
  files: readonly FileComparison[],
): readonly Problem[] {
  if (lock.settled === '' || !isWhole) return [];
  const settled = parseSettled(lock.settled);
  const units = new Set(settled.map(({ unit }) => unit));
  const isHere = files.some(({ expected }) => expected.some(({ id }) => units.has(id)));
  if (isHere) return [];
  const message = `None of the ${settled.length} findings settled in the lock belongs to a text of this project. Is the lock from another project? The next sync drops them.`;
  return [{ code: 'idle-baseline', severity: 'warning', message, file: LOCK_FILE }];
}

export interface RunResult {
  readonly sent: Translated['sent'];
  readonly written: Written;
  /** Problems of the lock, the memory and the shared store. */
  readonly stateProblems: readonly Problem[];
  /** The error that ended the run early. */
  readonly error: ReportError | undefined;
  /** Whether the texts that were written are graded. */
  readonly grades: boolean | undefined;
}

/** The report of what a run did. */
export function reportOfRun(planned: Planned, run: RunResult): FullReport {
  const { loaded, totals, files, accepts, isMeant } = planned;
  const { sent, written, stateProblems, error, grades } = run;
  const { requests, texts, characters } = sent;
  // A row that shares a text that did not arrive has none.
  const duplicates = files
    .flatMap(decidedRows)
    .filter(({ decision }) => decision.reuse === 'duplicate')
    .filter((row) => row.written !== undefined || proposalOf(row) !== undefined).length;
  const unread = rememberedFiles(planned);
  const broken = brokenError(loaded, { done: files.length + unread > 0 });
  return assemble(
    planned,
    { view: 'run', accepts, isMeant },
    {
      ...{ requests, texts, characters },
      reused: { ...withShared(totals.reused, files), duplicates },
      files: { ...written.files, unchanged: written.files.unchanged + unread },
      removed: written.removals.length,
      problems: [...stateProblems, ...written.problems],
      error: error ?? broken ?? null,
      ...(grades === true && defined({ trust: gradedUnits(files, isWritten) })),
    },
  );
}

function isWritten({ written }: Row): boolean {
  return written !== undefined;
}

/** Counts texts from the shared store as reused from the memory. */
export function withShared(
  reused: Report['reused'],
  files: readonly FileComparison[],
): Report['reused'] {
  let { memory } = reused;
  for (const row of files.flatMap(decidedRows)) {
    if (isForFile(row) && row.decision.reuse === undefined && isShared(row)) memory += 1;
  }
  return { ...reused, memory };
}

function assemble(planned: Planned, reporting: Reporting, rest: Partial<Report>): FullReport {
  const { loaded, files } = planned;
  const looked = files.map((file) => tallyOf(file, reporting));
  const tallies = talliesInOrder(loaded, [...looked, ...rememberedTallies(planned)]);
  const { problems = [] } = rest;
  const ofFiles = [...loaded.problems, ...loaded.archive.problems, ...rememberedProblems(planned)];
  const report = buildReport(tallies, { ...rest, problems: [...ofFiles, ...problems] });
  const odd = oddTexts(files);
  const whole = withOddTexts(report, odd, reporting);
  const hints = hintsFor(loaded, report.locales, reporting.view);
  return { report: { ...whole, problems: byFile([...whole.problems, ...hints]) }, tallies };
}

/** Hints that need all texts of a locale, before anything is translated. */
function hintsFor(
  { config, selection, lock }: Loaded,
  locales: Report['locales'],
  view: ReportView,
): readonly Problem[] {
  const isPart = Object.values(selection).some((one) => one !== undefined);
  if (view === 'run' || isPart) return [];
  const isTranslated = (locale: string): boolean => {
    for (const facts of lock.facts.values()) {
      const known = knownTexts(facts, locale);
      if (known.some(({ origin }) => !isHuman(origin) && origin !== COPIED)) return true;
    }
    return false;
  };
  return overrideHints({ ...config, locales, isTranslated });
}

export interface HintInput {
  readonly source: string;
  readonly targets: readonly string[];
  readonly fallbacks: ResolvedConfig['fallbacks'];
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** Whether the lock has machine text of a locale: then its translation is intended. */
  readonly isTranslated: (locale: string) => boolean;
}

/**
 * Hints for locales whose files seem to hold only differences from another locale, and for variants
 * of the source language that are about to be translated. No hint once they are translated. Pure.
 */
export function overrideHints(input: HintInput): readonly Problem[] {
  const { locales, fallbacks, source } = input;
  return Object.entries(locales).flatMap(([locale, counts]): readonly Problem[] => {
    if (counts.missing === 0 || fallbacks[locale] !== undefined) return [];
    const base = baseLocale(locale, input);
    if (base === undefined) return [];
    // Searching the lock is slow, so only if there is a hint.
    const hint = (message: string): Problem[] =>
      input.isTranslated(locale)
        ? []
        : [{ code: 'override-locale', severity: 'warning', locale, message }];
    if (base === source) return hint(sameLanguage(locale, source));
    const { units, missing } = counts;
    const of = locales[base];
    const shares = {
      own: units - missing,
      base: of === undefined ? 0 : of.units - of.missing,
      source: units,
    };
    if (!looksLikeOverride(shares)) return [];
    const has = `${locale} has ${shares.own} of ${units} texts, while ${base} has nearly all`;
    return hint(
      `${has}. If its files only contain what differs from ${base}, set fallbacks: { ${locale}: ${base} }; otherwise sync translates the rest.`,
    );
  });
}

/** The service bills such texts and returns them unchanged (docs/interface.md 4.1). */
function sameLanguage(locale: string, source: string): string {
  return `${locale} is a variant of the source language: the service would return its missing texts unchanged from ${source}, and bill them. If its files only contain what differs from ${source}, set fallbacks: { ${locale}: ${source} }.`;
}

/** Number of target files that were not read. */
function rememberedFiles({ loaded }: Planned): number {
  return loaded.remembered.reduce((sum, { targets }) => sum + targets.length, 0);
}

/** Compared files, in scan order. */
interface ComparedFiles {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly locales: readonly LocaleComparison[];
}

/** The report of a run that ended before anything was done. */
export function reportOfFailure(compared: ComparedFiles, error: ReportError): Report {
  const { loaded } = compared;
  const tallies = talliesNow(compared);
  const paths = new Set(tallies.map(({ path }) => path)).size;
  return buildReport(tallies, {
    files: { written: 0, unchanged: paths },
    problems: [...loaded.problems, ...rememberedProblems(compared)],
    error,
  });
}

/** Current counts by target file. */
export function coverageOf(
  compared: ComparedFiles,
): readonly { readonly path: string; readonly locale: string; readonly counts: LocaleCounts }[] {
  return talliesNow(compared).map(({ path, locale, counts }) => ({ path, locale, counts }));
}

/** The files as they are. */
function talliesNow(compared: ComparedFiles): readonly FileTally[] {
  const { loaded, locales } = compared;
  const looked = locales.flatMap(({ files }) => files.map((file) => tallyOf(file, AS_THEY_ARE)));
  return talliesInOrder(loaded, [...looked, ...rememberedTallies(compared)]);
}

const AS_THEY_ARE: Reporting = { view: 'now', accepts: () => false, isMeant: () => true };

function talliesInOrder({ scan }: Loaded, tallies: readonly FileTally[]): readonly FileTally[] {
  return inScanOrder(scan.pairs, tallies, (tally) => tally);
}
