import type { ResolvedConfig } from '../../config/resolved.js';
import type { Selection } from '../../model/index.js';
import { knowsPeople } from '../../state/data.js';
import { rulesOf } from '../../config/rules-in-effect.js';
import { hasNames, withoutFiles } from '../units/request-names.js';
import type { LoadedLock } from './lock-file.js';
import type { ScanPair } from './scan/scan.js';
import type { Room } from './read-pairs.js';
import type { Found } from './search.js';

// A large first run processes its files in windows. While the texts of one are translated, the next
// is loaded and compared. The run needs only the memory of two windows.

/** Files to process after those of earlier windows. */
export interface Window {
  /** What the run found at its start. */
  readonly found: Found;
  /** The lock as it was before the earlier windows that are still being carried out. */
  readonly lock: LoadedLock;
  readonly pairs: readonly ScanPair[];
  /** Invalid files of earlier windows. */
  readonly broken: readonly string[];
}

/**
 * The number of target files from which reading them all would delay the first request. Then the
 * first window has only enough texts for some requests.
 */
const SOME_FILES = 500;
const FIRST_TEXTS = 100;
/**
 * The number of target files from which windows are small: fewer are better processed together, so
 * that requests never pause.
 */
const MANY_FILES = 1_000;

/** How much of these pairs the first window reads. */
export function firstRoom(pairs: readonly ScanPair[]): Room {
  const room = windowRoom(pairs);
  return targetFiles(pairs) < SOME_FILES ? room : { ...room, texts: FIRST_TEXTS };
}

/** How much of these pairs a later window reads. */
export function windowRoom(pairs: readonly ScanPair[]): Room {
  return { units: targetFiles(pairs) > MANY_FILES ? 40_000 : 200_000, texts: Infinity };
}

function targetFiles(pairs: readonly ScanPair[]): number {
  return pairs.reduce((sum, { targets }) => sum + targets.length, 0);
}

/**
 * Whether pairs are independent of each other: they have neither facts nor target files yet, and
 * any text that they could reuse from other files is machine text, which the memory has.
 */
export function areNew(open: readonly ScanPair[], { lock, wasWriting }: LoadedLock): boolean {
  if (wasWriting || lock.settled !== '') return false;
  if (knowsPeople(lock)) return false;
  return open.every(({ targets }) => targets.every(({ exists }) => !exists));
}

/** Whether the run covers everything, and nothing in the config concerns all texts together. */
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
