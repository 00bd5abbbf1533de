import type { LocaleCounts, Problem, ReportError } from '../src/index.js';
import type { KeysFound } from './code-keys.js';
import type { Outcome } from './look.js';

/** What `virtual:locale-sync/status` exports as `status`, and what the panel shows. */
export interface LocaleSyncStatus {
  /** True when every unit of every locale is current. */
  readonly ok: boolean;
  /** True until the first run has ended (in dev the server does not wait for it). */
  readonly pending: boolean;
  /** Counts by locale. */
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** Paths are relative to the folder of the config. */
  readonly problems: readonly Problem[];
  readonly error: ReportError | null;
  /** Keys that were found in code, and keys that were not; null where nobody has looked. */
  readonly extraction: KeysFound | null;
}

export const STATUS_MODULE = 'virtual:locale-sync/status';

export function statusOf(outcome: Outcome | undefined): LocaleSyncStatus {
  const { report, error = null, extraction = null } = outcome ?? {};
  return {
    ok: report?.ok ?? false,
    pending: outcome === undefined,
    locales: report?.locales ?? {},
    problems: report?.problems ?? [],
    error,
    extraction,
  };
}

/** The module in a build: what was true when it was built. */
export function builtStatusModule(outcome: Outcome | undefined): string {
  return `export const status = ${JSON.stringify(statusOf(outcome))};
export function onStatus() { return () => {}; }
`;
}

/** The module in Vite's dev server: `status` follows every run. */
export function liveStatusModule(outcome: Outcome | undefined): string {
  return `export let status = ${JSON.stringify(statusOf(outcome))};
const listeners = new Set();
export function onStatus(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
if (import.meta.hot) {
  import.meta.hot.on('locale-sync:status', (news) => {
    status = news;
    for (const listener of listeners) listener(news);
  });
}
`;
}
