import { watch as watchFolder } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findConfigFile } from '../config/find.js';
import type { SyncFlags } from './flags.js';
import type { Io } from './io.js';
import { recallFor } from './quick.js';

/** Milliseconds without a change after which a run begins: editors save in several steps. */
const DEBOUNCE = 200;

/**
 * Runs again whenever something below the root changes. The tool's own writes change nothing that another run
 * would act on, so they cost one look and no more. Ends with Ctrl-C.
 */
export async function watch(io: Io, flags: SyncFlags, run: () => Promise<number>): Promise<number> {
  let code = await run();
  const file = findConfigFile({ cwd: resolve(io.cwd, flags.cwd ?? '.'), file: flags.config });
  let changed = false;
  const take = (): boolean => {
    const was = changed;
    changed = false;
    return was;
  };
  const watcher: FSWatcher = watchFolder(dirname(file), { recursive: true }, (_, name) => {
    if (name === null || !isIgnored(name)) changed = true;
  });
  if (flags.quiet !== true && flags.json !== true)
    io.stderr('Watching for changes. Ctrl-C ends.\n');
  const ended = (): boolean => io.signal.aborted;
  try {
    while (!ended()) {
      await sleep(DEBOUNCE, undefined, { signal: io.signal }).catch(() => undefined);
      // The tool's own writes are changes too; what the last run left is remembered and costs one look.
      if (!take() || ended() || recallFor(io, flags) !== undefined) continue;
      code = await run();
    }
  } finally {
    watcher.close();
  }
  return code;
}

function isIgnored(name: string): boolean {
  return (
    name
      .split(/[\\/]/)
      .some((part) => part === 'node_modules' || part === '.git' || part === '.locale-sync') ||
    name === 'locale-sync.lock'
  );
}
