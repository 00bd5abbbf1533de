import type { ResolvedConfig } from '../../config/resolved.js';
import type { Store } from '../../model/index.js';
import type { Batch } from '../changes/types.js';
import { Sharing, trustsText } from './sharing.js';

interface Payer {
  readonly config: Pick<ResolvedConfig, 'limits'>;
  readonly openStore?: (() => Promise<Store>) | undefined;
}

/**
 * Characters that a run may have to pay for. The shared store is only asked what it has where they
 * are over the limit otherwise. What other runs ask for right now counts: they may fail.
 * @param characters of the whole plan
 * @param batches of it
 */
export async function charactersToPay(
  characters: number,
  batches: readonly Batch[],
  { config, openStore }: Payer,
): Promise<number> {
  const { characters: limit = Infinity } = config.limits;
  const store = characters > limit ? await openStore?.() : undefined;
  if (store === undefined) return characters;
  try {
    // Nothing is claimed and nothing kept: the run may not begin.
    const sharing = new Sharing(store, { put: () => true }, await trustsText());
    const held = await sharing.lookUp(batches.flatMap(({ segments }) => segments));
    return [...held.keys()].reduce((left, segment) => left - segment.characters, characters);
  } finally {
    await store.close();
  }
}
