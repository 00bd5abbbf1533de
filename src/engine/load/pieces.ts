import type { ResolvedConfig } from '../../config/index.js';
import { comparesSeveral, rulesOf } from '../units/rule-levels.js';
import { mayGoInPieces } from '../../model/index.js';
import type { Selection, GiveTurn } from '../../model/index.js';
import { isHuman } from '../../lock/index.js';
import type { Fact } from '../../lock/index.js';
import { hasNames, withoutFiles } from '../units/request-names.js';
import type { LoadedLock } from './lock-file.js';
import { scan } from './scan/scan.js';
import type { ScanPair } from './scan/placement.js';
import type { Scan } from './scan/scan.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { CLOCK_TICK, Inputs } from './inputs.js';

// A large first run goes through its files in pieces. While the texts of one are translated, the next
// is loaded and compared. The run needs only the memory of two pieces, and of files that wait for a
// text in a request that is not full yet.

/** Files to process after those of earlier pieces. */
export interface NextPiece {
  /** What the run found at its start. */
  readonly found: Found;
  /** The lock as it was before the earlier pieces that are still being carried out. */
  readonly lock: LoadedLock;
  readonly pairs: readonly ScanPair[];
  /** Invalid files of earlier pieces. */
  readonly broken: readonly string[];
}

interface Found {
  readonly scan: Scan;
  readonly inputs: Inputs;
}

/**
 * Searches files and folders, and stamps the inputs of the result. If a folder changed just before
 * (in a first run the root does, because the state folder is created), its times look like a change
 * during the search. With `insists`, the search is then repeated once, a moment later.
 * @throws ScanError
 */
export async function search(
  config: ResolvedConfig,
  selection: Selection,
  { insists, giveTurn }: { readonly insists: boolean; readonly giveTurn?: GiveTurn | undefined },
): Promise<Found> {
  const inputs = new Inputs(config.root);
  const since = Date.now();
  const found = await scan(config, selection, giveTurn);
  await giveTurn?.();
  inputs.searched(found.directories, since);
  if (!insists || !inputs.isDoubtful) return { scan: found, inputs };
  await sleep(CLOCK_TICK + 2);
  return search(config, selection, { insists: false, giveTurn });
}

/** A piece ends with the source file that brings it to this weight (`weightOf`). */
export const PIECE = 40_000;

/**
 * Whether pairs are independent of each other: they have neither facts nor target files yet, and
 * any text that they could reuse from other files is machine text, which the memory has.
 */
export function areNew(open: readonly ScanPair[], { lock, wasWriting }: LoadedLock): boolean {
  if (wasWriting || lock.settled !== '') return false;
  if ([...lock.facts.values()].flat().some(hasHumanText)) return false;
  return open.every(({ targets }) => targets.every(({ exists }) => !exists));
}

function hasHumanText({ targets }: Fact): boolean {
  return [...targets.values()].some(({ origin }) => isHuman(origin));
}

/** Whether a run must know its totals before it sends. */
export function hasLimit({ limits: { characters, minutes, money } }: ResolvedConfig): boolean {
  return [characters, minutes, money].some((limit) => limit !== undefined);
}

/** Whether the run covers everything, and nothing in the config concerns all texts together. */
export function goesFileByFile(config: ResolvedConfig, selection: Selection): boolean {
  const { documents = [], recordings = [] } = config;
  if (!mayGoInPieces(selection) || documents.length + recordings.length > 0) return false;
  if (hasLimit(config)) return false;
  return config.catalogs.every((catalog) => {
    const options = Object.values(catalog.translate);
    if (options.some((one) => hasNames(one) || withoutFiles(one) !== one)) return false;
    return !catalog.targets.some((locale) => comparesSeveral(rulesOf(config, catalog, locale)));
  });
}
