import type { LocaleCounts, Problem, ReportError } from '../../src/index.js';
import type { KeysFound } from './code-keys.js';
import type { Outcome } from './outcome.js';

/** Where Vite's dev server has the panel, below its base. */
export const PANEL_PATH = '/__locale-sync';

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
  /** Keys that were found in code, and keys that were not; null where nobody has searched. */
  readonly extraction: KeysFound | null;
}

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

/** What Vite's dev panel gets. */
export interface PanelStatus extends LocaleSyncStatus {
  /** Folder that paths start from, absolute; missing until a config is found. */
  readonly root?: string | undefined;
}
