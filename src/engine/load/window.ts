import type { ResolvedConfig } from '../../config/resolved.js';
import type { Selection } from '../../model/index.js';
import { knowsPeople } from '../../state/data.js';
import { rulesOf } from '../../config/rules-in-effect.js';
import { hasNames, withoutFiles } from '../units/request-names.js';
import type { LoadedLock } from './lock-file.js';
import type { ScanPair } from './scan/scan.js';
import type { Found } from './search.js';

// A large first run goes through its files in windows: some are loaded, compared, planned, sent and
// written, and only then the next ones are read. So it takes the memory of a window.

/** Files that are looked at after those of earlier windows. */
export interface Window {
  /** What the run found when it began. */
  readonly found: Found;
  readonly pairs: readonly ScanPair[];
  /** Files of earlier windows that could not be read. */
  readonly broken: readonly string[];
}

/** Target files that are many: few are better looked at together, so that requests never pause. */
const MANY_FILES = 1_000;

/** How much a window reads of these pairs, in units of targets; a file counts as thirty of them. */
export function windowRoom(pairs: readonly ScanPair[]): number {
  const files = pairs.reduce((sum, { targets }) => sum + targets.length, 0);
  return files > MANY_FILES ? 40_000 : 200_000;
}

/**
 * True for pairs that say nothing to each other: the lock and the target files say nothing of them
 * yet, and what they could reuse of other files came from a machine, so that the memory has it.
 */
export function areNew(open: readonly ScanPair[], { lock, wasWriting }: LoadedLock): boolean {
  if (wasWriting || lock.settled !== '') return false;
  if (knowsPeople(lock)) return false;
  return open.every(({ targets }) => targets.every(({ exists }) => !exists));
}

/**
 * True where the run is about everything, and nothing in the config is about all texts together.
 */
export function goesFileByFile(config: ResolvedConfig, selection: Selection): boolean {
  const { locales, files, keys, retranslate, accept, settled } = selection;
  const isNarrowed = [locales, files, keys, retranslate, accept, settled].some(
    (one) => one !== undefined,
  );
  const { documents = [], recordings = [], limits } = config;
  if (isNarrowed || documents.length + recordings.length > 0) return false;
  if (limits.characters !== undefined) return false;
  return config.catalogs.every((catalog) => {
    const options = Object.values(catalog.translate);
    if (options.some((one) => hasNames(one) || withoutFiles(one) !== one)) return false;
    const levels = catalog.targets.map((locale) => rulesOf(config, catalog, locale).inconsistent);
    return levels.every((level) => level === 'off');
  });
}
