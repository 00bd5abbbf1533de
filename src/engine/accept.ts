import type { Problem, Report, RuleName, Selection } from '../model/index.js';
import { EngineError } from './errors.js';
import { loadAndCompare } from './load-and-compare.js';
import type { Compared } from './compared.js';
import { refuseUnknown, spelled, unitMatcher } from './named-units.js';
import type { NamedUnits } from './named-units.js';
import { openJobs } from './jobs/index.js';
import { planByLanguage } from './planning.js';
import { oddTexts } from './report/index.js';
import type { RunContext } from './session/index.js';
import { carryOut } from './sync.js';
import type { FileComparison, Row, LocaleComparison } from './units/row.js';
import { writeSettled } from './write/index.js';
import type { FoundFinding } from './write/index.js';

/** Which findings to settle. All others stay open. */
export interface FindingSelection extends Pick<Selection, 'locales' | 'files'> {
  /** Keys or globs of keys, each for one target locale. Default: all. */
  readonly units?: NamedUnits;
  /** Default: all. */
  readonly rules?: readonly RuleName[];
  /** Also marks texts in review as reviewed, in the lock and in files that store such a state. */
  readonly reviews?: boolean;
}

export interface Accepted {
  /** Findings settled by this call. */
  readonly accepted: readonly FoundFinding[];
  readonly problems: Report['problems'];
}

/**
 * Marks texts in review as reviewed and writes nothing else. Returns their number and any problems.
 */
async function acceptReviews(
  { locales, files, units: named }: FindingSelection,
  run: RunContext,
  onCompared: (compared: Compared) => void,
): Promise<{ readonly reviewed: number; readonly problems: Report['problems'] }> {
  const units = named && spelled(named, run.config.targets);
  const selection: Selection = {
    locales: locales ?? units?.map(({ locale }) => locale) ?? run.config.targets,
    ...(files === undefined ? {} : { files }),
    accept: true,
  };
  const compared = await loadAndCompare(selection, run, { isForSending: false, onCompared });
  const matches = unitMatcher(units);
  const chosen = new Set<Row>();
  for (const file of compared.locales.flatMap((locale) => locale.files))
    for (const row of file.rows)
      if (compared.accepts(row) && matches(nameOf(file, row))) chosen.add(row);
  // Documents and recordings have no keys.
  const jobs = units === undefined ? await openJobs(compared.loaded, run, 'accept') : undefined;
  const reviewed = chosen.size + (jobs?.accepted ?? 0);
  if (reviewed === 0 || !compared.loaded.lock.writable) return { reviewed: 0, problems: [] };
  const isChosen = (unit: Row): boolean => chosen.has(unit);
  const narrowed = { ...compared, locales: compared.locales.map(withoutRemovals) };
  const planning = { ...narrowed, accepts: isChosen, isMeant: isChosen };
  const { problems } = await carryOut({ ...(await planByLanguage(planning, run)), jobs }, run);
  return {
    reviewed,
    problems: problems.filter(({ code }) => code === 'write-failed'),
  };
}

function nameOf({ target }: FileComparison, { source }: Row) {
  return { locale: target.locale, key: source.expected.key };
}

/** Keeps obsolete units in their files. */
export function withoutRemovals(locale: LocaleComparison): LocaleComparison {
  const files = locale.files.map((file) =>
    file.obsolete.length === 0
      ? file
      : { ...file, obsolete: [], kept: [...file.kept, ...file.obsolete] },
  );
  return { ...locale, files };
}

/**
 * Accepts reviews first, if requested. Findings are settled in a second run, which sees what the
 * first wrote.
 */
export async function acceptAll(
  selection: FindingSelection,
  runs: { readonly first: RunContext; readonly next: () => RunContext },
  onCompared: (compared: Compared) => void,
): Promise<{ readonly accepted: number; readonly problems: readonly Problem[] }> {
  const { reviewed, problems } =
    selection.reviews === true
      ? await acceptReviews(selection, runs.first, onCompared)
      : { reviewed: 0, problems: [] };
  const run = reviewed === 0 ? runs.first : runs.next();
  const found = await acceptFindings(selection, run, onCompared);
  const accepted = found.accepted.length + reviewed;
  return { accepted, problems: [...problems, ...found.problems] };
}

/**
 * Settles open findings: the lock records them as known until one of their texts changes.
 * @throws ScanError 'no-match', 'unknown-locale'; EngineError 'lock-unusable'
 */
async function acceptFindings(
  { locales, files, units: named, rules, reviews }: FindingSelection,
  run: RunContext,
  onCompared: (compared: Compared) => void,
): Promise<Accepted> {
  const units = named && spelled(named, run.config.targets);
  const wanted = locales ?? (units && [...new Set(units.map(({ locale }) => locale))]);
  const selection: Selection = {
    ...(wanted === undefined ? {} : { locales: wanted }),
    ...(files === undefined ? {} : { files }),
    settled: true,
  };
  const compared = await loadAndCompare(selection, run, { isForSending: false, onCompared });
  const { lock, broken } = compared.loaded;
  if (!lock.writable) {
    const message =
      'The lock was written by a newer version of locale-sync, so nothing was changed.';
    throw new EngineError('lock-unusable', message, 'Update locale-sync to use it.');
  }
  if (units !== undefined && broken.length === 0) refuseUnknown(units, compared.locales);
  const matches = unitMatcher(units);
  const compareds = compared.locales.flatMap((locale) => locale.files);
  return writeSettled({
    loaded: compared.loaded,
    locales: compared.locales,
    odd: oddTexts(compareds),
    state: run.state,
    isBaseline: named === undefined && rules === undefined && reviews !== true,
    accepts: (found) =>
      (rules === undefined || rules.some((rule) => rule === found.rule)) &&
      matches(nameOf(found.file, found.unit)),
  });
}
