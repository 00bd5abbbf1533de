import type { Store } from '../model/index.js';
import { openAccess } from './access.js';
import type { StoreSettings } from './access.js';
import { StoreError } from './errors.js';
import { News } from './news.js';
import { SharedStore } from './shared-store.js';

/**
 * The store that many runs share. Never rejects: one that cannot be used says why, and knows
 * nothing.
 */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const news = new News();
  let store: SharedStore | undefined;
  try {
    const access = await openAccess(settings, {
      lost: (error) => store?.lose(error),
      notice: (names) => news.tell(names),
    });
    news.isHeard = access.isSession;
    store = new SharedStore(access, news);
    return store;
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return absent(error);
  }
}

function absent({ message, hint }: StoreError): Store {
  const next = hint?.code === 'text' ? ` ${hint.text}.` : '';
  const whole = `${message}${next} The run goes on with the memory of this checkout.`;
  return {
    problems: [{ code: 'store-unavailable', severity: 'warning', message: whole }],
    lookUp: () => Promise.resolve(new Map()),
    claim: (_, keys) => Promise.resolve({ texts: new Map(), claimed: new Set(keys) }),
    changed: (keys) => Promise.resolve(keys),
    answer: () => undefined,
    release: () => undefined,
    close: () => Promise.resolve(),
  };
}
