import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findConfigFile } from '../config/find.js';
import type { ResolvedConfig } from '../config/resolved.js';
import type { Report } from '../model/report.js';
import { checkSnapshot, writeSnapshot } from '../state/snapshot.js';
import type { Stamp } from '../state/stamp.js';
import type { CommonFlags } from './flags.js';
import type { Io } from './io.js';
import { version } from './version.js';

// The way to "nothing to do": this module loads no package, so neither may what it imports.

/** The flags under which a remembered answer is the answer. */
export type QuickFlags = Pick<CommonFlags, 'config' | 'cwd' | 'locale' | 'files'>;

const FOLDER = '.locale-sync';

/** What the last run found, if it found nothing to do and nothing has changed since. Never throws. */
export function recall(io: Pick<Io, 'cwd' | 'env'>, flags: QuickFlags): Report | undefined {
  try {
    const file = findConfigFile({ cwd: resolve(io.cwd, flags.cwd ?? '.'), file: flags.config });
    if (!isPlainData(file)) return undefined;
    const root = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')));
    const identity = identityOf(file, flags);
    return checkSnapshot(`${root}/${FOLDER}`, identity) as Report | undefined;
  } catch {
    return undefined;
  }
}

export interface Finished {
  readonly flags: CommonFlags & { readonly retranslate?: unknown; readonly accept?: unknown };
  readonly config: ResolvedConfig;
  readonly engine: { readonly inputs: () => readonly Stamp[] };
  readonly report: Report;
}

/** Remembers the answer of a `sync` after which nothing is left to do for another one. */
export function remember({ flags, config, engine, report }: Finished): void {
  if (flags.retranslate !== undefined || flags.accept !== undefined) return;
  if (!isPlainData(config.file) || !isSettled(report)) return;
  const inputs = engine.inputs();
  if (inputs.length === 0) return;
  const { written, unchanged } = report.files;
  const payload: Report = {
    ...report,
    requests: 0,
    texts: 0,
    characters: 0,
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: written + unchanged },
    locales: Object.fromEntries(
      Object.entries(report.locales).map(([locale, counts]) => [
        locale,
        { ...counts, translated: 0 },
      ]),
    ),
  };
  const identity = identityOf(config.file, flags);
  writeSnapshot(`${config.root}/${FOLDER}`, { identity, inputs, payload });
}

/** True when another run would find nothing to send, write or report anew. */
function isSettled({ error, requests, files, locales, problems }: Report): boolean {
  if (error !== null) return false;
  if (problems.some(({ code }) => TRANSIENT.has(code))) return false;
  // After a run that did something, a unit under review has just been noted; the next run finds it so.
  if (problems.some(({ code }) => code === 'review') && requests + files.written > 0) return false;
  return Object.values(locales).every(({ missing, stale }) => missing + stale === 0);
}

const TRANSIENT: ReadonlySet<string> = new Set([
  'changed-on-disk',
  'write-failed',
  'invalid-file',
  'service-failed',
  'service-rejected',
  'lock-unreadable',
  'lock-newer',
  'memory-unreadable',
]);

/** Everything besides files below the root that the answer depends on. */
function identityOf(file: string, { locale, files }: QuickFlags): string {
  return JSON.stringify([version, file, readFileSync(file, 'utf8'), locale ?? null, files ?? null]);
}

/** A module may read anything; data depends on its bytes only. */
function isPlainData(file: string): boolean {
  return /\.(?:ya?ml|json)$/.test(file);
}
