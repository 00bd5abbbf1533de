import { join } from 'node:path';
import { isWritable } from '../state/index.js';
import type { Memory } from '../state/index.js';
import type { Batch } from './batch.js';
import { EngineError } from './errors.js';
import { LOCK_FILE } from './lock-file.js';
import type { Reading } from './work.js';

/**
 * Before anything is paid for: what is answered must have a place to be kept in, the memory or else every file that it
 * is for. Returns whether it is the memory.
 * @throws EngineError 'memory-unwritable'
 */
export function isKeptInMemory(
  reading: Reading,
  memory: Memory,
  batches: readonly Batch[],
): boolean {
  const targets = new Set(batches.map(({ group }) => group.options.target));
  for (const target of targets) {
    const refusal = memory.refusal(target);
    if (refusal === undefined) continue;
    const file = unwritableFile(reading);
    if (file === undefined) return false;
    throw new EngineError(
      'memory-unwritable',
      `Nothing was sent, as the answers could not be kept. ${refusal} Nor can ${file}.`,
      { code: 'make-writable', folder: reading.config.root },
    );
  }
  return true;
}

/** The first of the files that the run has to write and may not. */
function unwritableFile({ config, diffs }: Reading): string | undefined {
  const open = diffs.filter(({ units }) => units.some(({ status }) => status !== 'current'));
  const files = [...open.map(({ target }) => target.path), LOCK_FILE];
  return files.find((file) => !isWritable(join(config.root, file), config.root));
}

/** The memory failed while answers came in. */
export function memoryLost({ problems }: Memory): EngineError {
  const reason = problems.find(({ code }) => code === 'write-failed')?.message ?? '';
  return new EngineError(
    'memory-unwritable',
    `Not everything was sent: the run stopped asking when an answer could not be kept. ${reason}`.trimEnd(),
    'Answers are written to their files where that is possible; the rest may be paid for again.',
  );
}
