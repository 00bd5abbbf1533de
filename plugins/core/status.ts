import type { LocaleCounts, Problem, ReportError } from '../../src/index.js';
import type { KeysFound } from './code-keys.js';
import type { Outcome } from './outcome.js';

/** Path of the panel in Vite's dev server, below its base. */
export const PANEL_PATH = '/__locale-sync';

/** The export `status` of `virtual:locale-sync/status`, which the panel shows too. */
export interface LocaleSyncStatus {
  /** Whether every unit of every locale is current. */
  readonly ok: boolean;
  /** True until the first run has ended (in dev the server does not wait for it). */
  readonly pending: boolean;
  /** Counts by locale. */
  readonly locales: Readonly<Record<string, LocaleCounts>>;
  /** Paths are relative to the folder of the config. */
  readonly problems: readonly Problem[];
  readonly error: ReportError | null;
  /** Keys found in code, and unused ones; null if code has not been searched. */
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

/** The data for Vite's dev panel. */
export interface PanelStatus extends LocaleSyncStatus {
  /** Absolute folder that paths are relative to; missing until a config is found. */
  readonly root?: string | undefined;
}
