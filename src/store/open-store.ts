import type { Store } from '../model/index.js';
import { meansFor, openAccess } from './access.js';
import type { StoreSettings } from './access.js';
import { StoreError } from './errors.js';
import { SharedStore } from './shared-store.js';
import { Troubles } from './troubles.js';

/** Opens the shared store. Never rejects: an unusable store reports why and returns no texts. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  try {
    const means = await meansFor(settings);
    const store = new SharedStore((on) => openAccess(settings, means, on), means.factor);
    await store.open();
    return store;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return absent(error);
  }
}

function absent(error: StoreError): Store {
  const troubles = new Troubles();
  troubles.away(error);
  return {
    isHere: false,
    problems: troubles.problems({ left: 0 }),
    lookUp: () => Promise.resolve(new Map()),
    claim: (_, keys) => Promise.resolve({ texts: new Map(), claimed: new Set(keys) }),
    changed: (keys) => Promise.resolve(keys),
    answer: () => undefined,
    release: () => undefined,
    close: () => Promise.resolve(),
  };
}
