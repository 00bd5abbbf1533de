import type { CatalogMessages, CatalogUpdate, LoadedUpdate } from '../core/live.js';

// `virtual:locale-sync/live` in Vite's dev server: loads each changed catalog and passes it to the
// listeners.

type Listener = (update: LoadedUpdate) => void;

const listeners = new Set<Listener>();

export function onUpdate(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function load({ url, isPublic, timestamp }: CatalogUpdate): Promise<CatalogMessages> {
  const fresh = `${url}${url.includes('?') ? '&' : '?'}t=${timestamp}`;
  if (!isPublic) {
    const module = (await import(/* @vite-ignore */ fresh)) as {
      readonly default: CatalogMessages;
    };
    return module.default;
  }
  const answer = await fetch(fresh);
  const content: unknown = await (url.endsWith('.json') ? answer.json() : answer.text());
  return content as CatalogMessages;
}

async function update(catalog: CatalogUpdate): Promise<void> {
  let messages: CatalogMessages;
  try {
    messages = await load(catalog);
  } catch {
    return; // Saved half way: the server says what is wrong, the page keeps what it has.
  }
  for (const listener of listeners) listener({ ...catalog, messages });
}

if (import.meta.hot) {
  // The server does not reload a page that listens.
  import.meta.hot.send('locale-sync:listening', {});
  import.meta.hot.on('locale-sync:update', (catalog: CatalogUpdate) => void update(catalog));
}
