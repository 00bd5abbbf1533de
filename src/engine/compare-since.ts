import { relative, sep } from 'node:path';
import type { ResolvedConfig } from '../config/resolved.js';
import { isSameStamp } from '../state/index.js';
import type { Stamp } from '../state/index.js';
import { compareChanged } from './compare-changed.js';
import type { Looking } from './compare-changed.js';
import { needsText } from './compared.js';
import type { Compared } from './compared.js';
import { comparePaths, excludeUse, Inputs } from './load/index.js';
import type { FilePair, Scan } from './load/index.js';
import {
  leastRecords,
  mayTakeRest,
  openRecords,
  RememberedFiles,
  restOf,
  wantedSources,
} from './records/index.js';
import type { PairRecord, RecordsText } from './records/index.js';
import type { Since } from './remembered.js';
import type { RunContext } from './session/index.js';

// After a few changes, only the changed files are read and compared. The previous run's answer
// covers all others. If a changed text needs anything outside its own file, such as a translation
// from another file, all files are compared as usual.

/** Compares the files that changed since an answer. Undefined: all files have to be compared. */
export async function compareSince(
  looking: Looking,
  since: Since,
  run: RunContext,
): Promise<Compared | undefined> {
  const { config, state } = run;
  if (!mayTakeRest(since, { ...looking, config })) return undefined;
  const text = recordsText(state, looking.identity);
  const inputs = new Inputs(config.root, since.inputs);
  const part = text && partOf(since, { text, inputs, config });
  if (text === undefined || part === undefined) return undefined;
  const { lock, replaced } = text;
  const remembered = new RememberedFiles(
    { lock, pairs: part, replaced },
    restOf(since.report, part),
  );
  const changed = { scan: scanOf(part, config), inputs };
  const again = { ...looking, remembered, changed, mayWait: false, wanted: new Set<string>() };
  const { known, ...compared } = await compareChanged(again, run);
  const { loaded, locales } = compared;
  if (known.asksForRest || !remembered.isSameLock(loaded) || loaded.lock.settled !== '') {
    return undefined;
  }
  if (!loaded.pairs.every((pair) => excludesAsBefore(pair, remembered))) return undefined;
  const wanted = wantedSources(locales, (unit) => needsText(unit, compared));
  return [...wanted].some((hash) => text.mayHold(hash)) ? undefined : compared;
}

function recordsText(state: string, identity: string): RecordsText | undefined {
  try {
    return openRecords(state, identity);
  } catch {
    return undefined;
  }
}

interface Known {
  readonly text: RecordsText;
  /** As they were when the answer was given. */
  readonly inputs: Inputs;
  readonly config: ResolvedConfig;
}

/**
 * The pairs to compare, in scan order, as the answer has them. Undefined if the records do not
 * belong to that answer or should be rewritten.
 */
function partOf({ report, changed }: Since, known: Known): readonly PairRecord[] | undefined {
  const { text, inputs, config } = known;
  const paths = changed.map(({ path }) => relative(config.root, path).split(sep).join('/'));
  const part = text.about(paths);
  if (part === undefined) return undefined;
  if (!text.holds(leastRecords(text.replaced + part.length))) return undefined;
  const files = new Map(part.flatMap((pair) => [pair, ...pair.targets].map(stampByPath)));
  const isOther = ([path, stamp]: readonly [string, Stamp]): boolean => {
    const before = inputs.stampOf(path);
    return before === undefined || !isSameStamp(stamp, before);
  };
  if (paths.some((path) => !files.has(path)) || [...files].some(isOther)) return undefined;
  // Problems of these files are found again.
  if (report.problems.some(({ file = '' }) => files.has(file))) return undefined;
  const isWhole = ({ catalog, targets }: PairRecord): boolean =>
    targets.length === config.catalogs[catalog]?.targets.length;
  if (!part.every(isWhole)) return undefined;
  return [...part].sort((a, b) => a.catalog - b.catalog || comparePaths(a.source, b.source));
}

function stampByPath(file: PairRecord | PairRecord['targets'][number]): readonly [string, Stamp] {
  return ['source' in file ? file.source : file.path, file.stamp];
}

/** The scan result for these files, assuming that no file was added or removed. */
function scanOf(part: readonly PairRecord[], config: ResolvedConfig): Scan {
  const pairs = part.flatMap(({ catalog, source, targets }) => {
    const own = config.catalogs[catalog];
    if (own === undefined) return [];
    const paths = targets.map(({ path, locale, stamp }) => {
      return { path, locale, exists: stamp.kind === 'file' };
    });
    return [{ catalog: own, source, targets: paths }];
  });
  return { pairs, orphans: [], outputs: [], orphanOutputs: [], directories: [], problems: [] };
}

/**
 * Whether the file matches the same `keys.exclude` globs as before: unused globs depend on all
 * files.
 */
function excludesAsBefore(pair: FilePair, remembered: RememberedFiles): boolean {
  const before = remembered.pairOf(pair.source.path)?.excludes ?? [];
  const { matched } = excludeUse(pair);
  return matched.length === before.length && matched.every((glob, at) => glob === before[at]);
}
