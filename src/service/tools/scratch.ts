import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for files that installed programs need while they run. */
export interface Scratch {
  /** Does work in a folder of its own, which goes afterwards. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
}

/** What work with installed programs needs. */
export interface Workplace {
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

const prefix = 'locale-sync-';

/** Others may have a folder of that name, with files of their own in it. */
async function removeOwn(folder: string): Promise<void> {
  const own = (await readdir(folder)).filter((name) => name.startsWith(prefix));
  for (const name of own) await rm(join(folder, name), { recursive: true, force: true });
}

/**
 * @param kept A folder for one service at a time; leftovers of a killed one are removed first.
 * undefined: the system's temporary folder, which it is for the system to clean.
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
