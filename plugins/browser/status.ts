import type { LocaleSyncStatus } from '../core/status.js';

// `virtual:locale-sync/status` in Vite's dev server; the plugin defines the first status before
// this code.

declare const INITIAL: LocaleSyncStatus;

type Listener = (status: LocaleSyncStatus) => void;

export let status: LocaleSyncStatus = INITIAL;

const listeners = new Set<Listener>();

export function onStatus(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

if (import.meta.hot) {
  import.meta.hot.on('locale-sync:status', (next: LocaleSyncStatus) => {
    status = next;
    for (const listener of listeners) listener(next);
  });
}
