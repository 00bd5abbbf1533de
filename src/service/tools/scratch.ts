import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for files that installed programs need while they run. */
export interface Scratch {
  /** Does work in a separate folder, which is removed afterwards. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
}

/** What working with installed programs needs. */
export interface Workplace {
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

const prefix = 'locale-sync-';

/** Removes only our own entries: the folder may contain others' files. */
async function removeOwn(folder: string): Promise<void> {
  const own = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of own) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * @param kept a folder for one service at a time; leftovers of a killed one are removed first.
 * Undefined: the system's temporary folder, which the system cleans
 */
export async function openScratch(kept: string | undefined): Promise<Scratch> {
  if (kept !== undefined) {
    await mkdir(kept, { recursive: true, mode: 0o700 });
    await removeOwn(kept);
  }
  return {
    use: async (work) => {
      const folder = await mkdtemp(join(kept ?? tmpdir(), prefix));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}
