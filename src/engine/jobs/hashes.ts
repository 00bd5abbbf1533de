import { join } from 'node:path';
import {
  ensureStateDirectory,
  hashStamped,
  readStateFile,
  replaceStateFile,
} from '../../state/index.js';
import type { HashedFile } from '../../state/index.js';
import type { Inputs } from '../load/index.js';

const FILE = 'jobs/hashes';

/**
 * Hashes of a run's files. Each file is read at most once, and not at all if its stamp has not
 * changed since an earlier run. Looked-up files become inputs of the run's answer.
 */
export class FileHashes {
  readonly #state: string;
  readonly #root: string;
  readonly #inputs: Inputs;
  readonly #found = new Map<string, HashedFile>();
  #known: ReadonlyMap<string, HashedFile> | undefined;

  constructor(root: string, state: string, inputs: Inputs) {
    this.#root = root;
    this.#state = state;
    this.#inputs = inputs;
  }

  /** `contentHash`; undefined if the file does not exist. @throws Error of the file system */
  of(path: string): string | undefined {
    return this.#look(path).hash;
  }

  /** Size in bytes. @throws Error of the file system */
  sizeOf(path: string): number {
    return this.#look(path).stamp.size;
  }

  /** Saves the hashes for the next run. Never throws. */
  save(): void {
    const lasting = [...this.#found.values()].filter(
      ({ hash, stamp }) => hash !== undefined && stamp.hash === undefined,
    );
    try {
      ensureStateDirectory(this.#state, 'jobs');
      replaceStateFile(join(this.#state, FILE), `${JSON.stringify(lasting)}\n`);
    } catch {
      // The next run reads the files again.
    }
  }

  #look(path: string): HashedFile {
    let found = this.#found.get(path);
    if (found === undefined) {
      const absolute = join(this.#root, path);
      this.#known ??= load(join(this.#state, FILE));
      found = hashStamped(absolute, this.#known.get(absolute));
      this.#found.set(path, found);
      this.#inputs.remembered(found.stamp);
    }
    return found;
  }
}

function load(path: string): ReadonlyMap<string, HashedFile> {
  try {
    const found = JSON.parse(readStateFile(path).toString()) as readonly HashedFile[];
    return new Map(found.map((one) => [one.stamp.path, one]));
  } catch {
    return new Map();
  }
}
