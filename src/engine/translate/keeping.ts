import { join } from 'node:path';
import { isWritable } from '../../state/index.js';
import type { Memory } from '../../state/index.js';
import { EngineError } from '../errors.js';

export interface Places {
  readonly memory: Pick<Memory, 'refusal'>;
  readonly root: string;
  /**
   * Paths from the root of the files that the run has to write, the lock included. Asked for if
   * they are needed.
   */
  readonly files: () => readonly string[];
}

/**
 * Checks before anything is paid for that the answers have a place to be kept in: the memory, or
 * else every file that they are for. Returns whether it is the memory.
 * @param languages of the service
 * @throws EngineError 'memory-unwritable'
 */
export function isKeptInMemory(languages: Iterable<string>, places: Places): boolean {
  for (const target of languages) {
    const refusal = places.memory.refusal(target);
    if (refusal === undefined) continue;
    const file = unwritableFile(places);
    if (file === undefined) return false;
    throw new EngineError(
      'memory-unwritable',
      `Nothing was sent, as the answers could not be kept. ${refusal} Nor can ${file}.`,
      { code: 'make-writable', folder: places.root },
    );
  }
  return true;
}

function unwritableFile({ root, files }: Places): string | undefined {
  return files().find((file) => !isWritable(join(root, file), root));
}

/** The memory failed while answers came in. */
export function memoryLost({ problems }: Pick<Memory, 'problems'>): EngineError {
  const reason = problems.find(({ code }) => code === 'write-failed')?.message ?? '';
  return new EngineError(
    'memory-unwritable',
    `Not everything was sent: the run stopped asking when an answer could not be kept. ${reason}`.trimEnd(),
    'Answers are written to their files where that is possible; the rest may be paid for again.',
  );
}
