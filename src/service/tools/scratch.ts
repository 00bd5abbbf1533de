import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where files stand that only installed programs need, while they need them. */
export interface Scratch {
  /** Does work in a folder of its own, which goes afterwards. */
  use<T>(work: (folder: string) => Promise<T>): Promise<T>;
}

/** What work with installed programs needs. */
export interface Workplace {
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

/**
 * @param kept A folder that nobody else uses, emptied first: what a kill left behind. undefined: the system's
 * temporary folder, which it is for the system to clean.
 */
export async function openScratch(kept: string | undefined): Promise<Scratch> {
  if (kept !== undefined) {
    await rm(kept, { recursive: true, force: true });
    await mkdir(kept, { recursive: true, mode: 0o700 });
  }
  const prefix = join(kept ?? tmpdir(), 'locale-sync-');
  return {
    use: async (work) => {
      const folder = await mkdtemp(prefix);
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    },
  };
}
