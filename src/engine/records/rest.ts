import type { ResolvedConfig } from '../../config/resolved.js';
import type { Problem, Report, Selection } from '../../model/index.js';
import type { Stamp } from '../../state/index.js';
import type { ResourceFiles } from '../load/index.js';
import type { PairRecord } from './records.js';

/** An earlier answer's summary of the files that a run does not read. */
export interface Rest {
  readonly locales: Report['locales'];
  readonly problems: readonly Problem[];
  /** Number of target files. */
  readonly files: number;
}

/** An answer without some of its files. Pure. @param part those files' records at that time */
export function restOf(report: Report, part: readonly PairRecord[]): Rest {
  const locales: Record<string, Record<string, number>> = {};
  for (const [locale, counts] of Object.entries(report.locales)) locales[locale] = { ...counts };
  const targets = part.flatMap((pair) => pair.targets);
  for (const { locale, counts } of targets) {
    const rest = (locales[locale] ??= {});
    for (const [name, count] of Object.entries(counts)) rest[name] = (rest[name] ?? 0) - count;
  }
  // A locale that inherits nothing has no such count.
  for (const rest of Object.values(locales)) if (rest['inherited'] === 0) delete rest['inherited'];
  const { written, unchanged } = report.files;
  return {
    locales: locales as unknown as Report['locales'],
    problems: report.problems,
    files: written + unchanged - targets.length,
  };
}

/** The answer of an earlier run. */
export interface Answer {
  readonly report: Report;
  /** The inputs that have changed since. */
  readonly changed: readonly Stamp[];
}

export interface Asked {
  readonly config: Pick<ResolvedConfig, 'documents' | 'recordings' | 'types' | 'catalogs'>;
  readonly selection: Selection;
  readonly resources: Pick<ResourceFiles, 'glossaries' | 'styles'>;
}

/** Problems of the config or of files that every run reads. */
const ABOUT_ALL: ReadonlySet<Problem['code']> = new Set([
  'orphan-file',
  'option-ignored',
  'idle-baseline',
  'lock-missing',
  'override-locale',
]);

/**
 * Whether an answer's problems of each file are independent of other files, and no file was added
 * or removed. Pure.
 */
export function mayTakeRest({ report, changed }: Answer, asked: Asked): boolean {
  const { config, selection, resources } = asked;
  if (Object.values(selection).some((one) => one !== undefined)) return false;
  const { documents, recordings, types, catalogs } = config;
  if ([documents, recordings, types].some((one) => one !== undefined)) return false;
  if (resources.glossaries.size + resources.styles.size > 0) return false;
  // There are no records of files that hold all locales.
  if (catalogs.some(({ target }) => !target.includes('{locale}'))) return false;
  if (report.settled > 0 || report.problems.some(({ code }) => ABOUT_ALL.has(code))) return false;
  return changed.every(({ kind }) => kind === 'file');
}
