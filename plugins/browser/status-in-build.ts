import type { LocaleSyncStatus } from '../core/status.js';

// `virtual:locale-sync/status` in a build; the plugin defines the status before this code.

declare const INITIAL: LocaleSyncStatus;

export const status: LocaleSyncStatus = INITIAL;

export function onStatus(): () => void {
  return () => undefined;
}
