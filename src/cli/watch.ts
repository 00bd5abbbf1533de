import { dirname, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FSWatcher } from 'chokidar';
import { findConfigFile } from '../config/index.js';
import { oneLine } from '../model/index.js';
import { LINE_SETS, LOCKS_FOLDER, STATE_FOLDER } from '../lock/index.js';
import type { SyncFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';
import { recallFor } from './remembered.js';

/** Milliseconds between checks for changes: editors save in several steps. */
const DEBOUNCE = 200;
/**
 * Milliseconds between checks without an event: watchers miss some changes, and all of them on some
 * mounts.
 */
const LOOK = 2_000;

interface Watching {
  /** Returns the exit code. */
  readonly run: () => Promise<number>;
  /** Milliseconds. Default: 200. */
  readonly debounce?: number;
}

/**
 * Runs again whenever something below the root changes. The tool's own writes leave the next run
 * nothing to do, so they cost one check. Ends with Ctrl-C.
 */
export async function watch(
  io: Io,
  flags: SyncFlags,
  { run, debounce = DEBOUNCE }: Watching,
): Promise<number> {
  const root = rootOf(io, flags);
  if (root === undefined) return run();
  const changes = new Changes();
  const watcher = await changes.watch(root, io);
  try {
    let code = await run();
    if (flags.quiet !== true && flags.json !== true)
      io.stderr('Watching for changes. Press Ctrl-C to stop.\n');
    // A run that left something undone stores no answer; then only events start the next one.
    let settled = recallFor(io, flags) !== undefined;
    let looked = Date.now();
    const ended = (): boolean => io.signal.aborted;
    while (!ended()) {
      await sleep(debounce, undefined, { signal: io.signal }).catch(() => undefined);
      const changed = changes.take();
      if (ended() || (!changed && !(settled && Date.now() - looked >= LOOK))) continue;
      looked = Date.now();
      // The tool's own writes are changes too, but the remembered answer is valid after them.
      if (recallFor(io, flags) !== undefined) continue;
      code = await run();
      settled = recallFor(io, flags) !== undefined;
    }
    return code;
  } finally {
    await watcher.close();
  }
}

/** Undefined if there is no config; the run reports that. */
function rootOf(io: Io, flags: SyncFlags): string | undefined {
  try {
    return dirname(findConfigFile({ cwd: folderOf(io, flags.cwd), file: flags.config }));
  } catch {
    return undefined;
  }
}

class Changes {
  #changed = false;

  async watch(root: string, io: Io): Promise<FSWatcher> {
    const { watch: watchFolder } = await import('chokidar');
    const watcher = watchFolder(root, {
      ignored: (path) => isIgnored(relative(root, path)),
      ignoreInitial: true,
    });
    watcher.on('all', () => (this.#changed = true));
    watcher.once('error', (cause) => {
      const reason = cause instanceof Error ? cause.message : String(cause);
      io.stderr(
        `Some files cannot be watched (${oneLine(reason)}); checking every ${LOOK / 1000} s instead.\n`,
      );
      // Later errors are the same.
      watcher.on('error', () => undefined);
    });
    return watcher;
  }

  take(): boolean {
    const was = this.#changed;
    this.#changed = false;
    return was;
  }
}

function isIgnored(name: string): boolean {
  return (
    name
      .split(/[\\/]/)
      .some(
        (part) =>
          part === 'node_modules' ||
          part === '.git' ||
          part === STATE_FOLDER ||
          part === LOCKS_FOLDER,
      ) || LINE_SETS.includes(name)
  );
}
