import { setTimeout as sleep } from 'node:timers/promises';
import type { ResolvedConfig } from '../../config/index.js';
import type { GiveTurn, Selection } from '../../model/index.js';
import { CLOCK_TICK, Inputs } from './inputs.js';
import { scan } from './scan/scan.js';
import type { Scan } from './scan/scan.js';

export interface Found {
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
