import type { ResolvedConfig } from '../../config/resolved.js';
import type { Problem, Report, Selection } from '../../model/index.js';
import type { Stamp } from '../../state/index.js';
import type { ResourceFiles } from '../load/index.js';
import type { PairRecord } from './records.js';

/** What an earlier answer says of the files that a run does not look at. */
export interface Rest {
  readonly locales: Report['locales'];
  readonly problems: readonly Problem[];
  /** How many target files they are. */
  readonly files: number;
}

/** What an answer says without some of its files. Pure. @param part as that answer found them */
export function restOf(report: Report, part: readonly PairRecord[]): Rest {
  const locales: Record<string, Record<string, number>> = {};
  for (const [locale, counts] of Object.entries(report.locales)) locales[locale] = { ...counts };
  const targets = part.flatMap((pair) => pair.targets);
  for (const { locale, counts } of targets) {
    const rest = (locales[locale] ??= {});
    for (const [name, count] of Object.entries(counts)) rest[name] = (rest[name] ?? 0) - count;
  }
  // A locale that inherits nothing does not count it.
  for (const rest of Object.values(locales)) if (rest['inherited'] === 0) delete rest['inherited'];
  const { written, unchanged } = report.files;
  return {
    locales: locales as unknown as Report['locales'],
    problems: report.problems,
    files: written + unchanged - targets.length,
  };
}

/** An answer of an earlier run. */
export interface Answer {
  readonly report: Report;
  /** What of all that it rests on is another by now. */
  readonly changed: readonly Stamp[];
}

export interface Asked {
  readonly config: Pick<ResolvedConfig, 'documents' | 'recordings' | 'types' | 'catalogs'>;
  readonly selection: Selection;
  readonly resources: Pick<ResourceFiles, 'glossaries' | 'styles'>;
}

/** Said of the config beside all files, or of files that are looked at in every run. */
const ABOUT_ALL: ReadonlySet<Problem['code']> = new Set([
  'orphan-file',
  'option-ignored',
  'idle-baseline',
  'override-locale',
]);

/**
 * True where an answer says of each file what would be said of it beside any others, and nothing
 * came or went. Pure.
 */
export function mayTakeRest({ report, changed }: Answer, asked: Asked): boolean {
  const { config, selection, resources } = asked;
  if (Object.values(selection).some((one) => one !== undefined)) return false;
  const { documents, recordings, types, catalogs } = config;
  if ([documents, recordings, types].some((one) => one !== undefined)) return false;
  if (resources.glossaries.size + resources.styles.size > 0) return false;
  // There is no record of a file that holds all locales.
  if (catalogs.some(({ target }) => !target.includes('{locale}'))) return false;
  if (report.settled > 0 || report.problems.some(({ code }) => ABOUT_ALL.has(code))) return false;
  return changed.every(({ kind }) => kind === 'file');
}
