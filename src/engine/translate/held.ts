import type { ResolvedConfig } from '../../config/index.js';
import type { Store } from '../../model/index.js';
import type { Batch } from '../units/row.js';
import { Sharing, trustsText } from './sharing.js';

interface Payer {
  readonly config: Pick<ResolvedConfig, 'limits'>;
  readonly openStore?: (() => Promise<Store>) | undefined;
}

/**
 * Characters that a run may have to pay for. Looks texts up in the shared store only if the run
 * would otherwise exceed its limit. Texts that other runs are requesting count too, because those
 * runs may fail.
 * @param characters total of the plan
 * @param batches batches of the plan
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
    // Nothing is claimed and nothing is stored: the run may not start.
    const sharing = new Sharing(store, { put: () => true }, await trustsText());
    const held = await sharing.lookUp(batches.flatMap(({ segments }) => segments));
    return [...held.keys()].reduce((left, segment) => left - segment.characters, characters);
  } finally {
    await store.close();
  }
}
