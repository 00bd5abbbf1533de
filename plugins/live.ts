/** Module through which an app hears of changed catalogs. */
export const LIVE_MODULE = 'virtual:locale-sync/live';

/** What the event `locale-sync:update` carries. */
export interface CatalogUpdate {
  /** Relative to the folder of the config, with `/`. */
  readonly file: string;
  readonly locale: string;
  readonly role: 'source' | 'target';
  /** Where the dev server gives the catalog. */
  readonly url: string;
  /** Whether `url` is a file of the public folder rather than a module. */
  readonly isPublic: boolean;
  readonly timestamp: number;
}

/** An update with the catalog itself, as its module exports it. */
export interface LoadedUpdate extends CatalogUpdate {
  readonly messages: unknown;
}

/** The module in a build: nothing changes there. */
export const BUILT_LIVE_MODULE = `export function onUpdate() { return () => {}; }
`;

/**
 * The module in dev: loads the changed catalog and hands it on. It tells the server that its page listens, so that the
 * server leaves this page alone instead of loading it anew.
 */
export const DEV_LIVE_MODULE = `const listeners = new Set();
export function onUpdate(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
async function load({ url, isPublic, timestamp }) {
  const fresh = url + (url.includes('?') ? '&' : '?') + 't=' + timestamp;
  if (!isPublic) return (await import(/* @vite-ignore */ fresh)).default;
  const answer = await fetch(fresh);
  return url.endsWith('.json') ? answer.json() : answer.text();
}
if (import.meta.hot) {
  import.meta.hot.send('locale-sync:listening', {});
  import.meta.hot.on('locale-sync:update', async (update) => {
    let messages;
    try {
      messages = await load(update);
    } catch {
      return; // Saved half way: the server says what is wrong, the page keeps what it has.
    }
    for (const listener of listeners) listener({ ...update, messages });
  });
}
`;
