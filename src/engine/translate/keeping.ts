import { join } from 'node:path';
import { hasRoom, isWritable } from '../../state/index.js';
import type { Memory } from '../../state/index.js';
import { EngineError } from '../errors.js';

/** Where answers can be saved if the memory cannot hold them. */
interface Files {
  readonly root: string;
  /**
   * Paths, relative to the root, of the files that the run has to write, including the lock. Called
   * only if needed.
   */
  readonly files: () => readonly string[];
}

export interface Places extends Files {
  readonly memory: { readonly refusal: Memory['refusal'] };
}

/**
 * Checks before anything is paid for that answers can be saved: in the memory, or else in all of
 * their files.
 * @param languages service languages
 * @throws EngineError 'memory-unwritable'
 */
export function requirePlace(languages: Iterable<string>, places: Places): void {
  for (const target of languages) {
    const refusal = places.memory.refusal(target);
    if (refusal === undefined) continue;
    const file = unwritableFile(places);
    if (file === undefined) return;
    throw new EngineError(
      'memory-unwritable',
      `Nothing was sent, because the answers could not be saved. ${refusal.why} ${file} cannot be written either.`,
      { code: 'save-answers', advice: refusal.advice },
    );
  }
}

/** Whether answers can be saved in their files, as far as can be known before writing. */
export function filesAsPlace(places: Files): () => boolean {
  let areWritable = false;
  // Permissions are checked only once: there may be thousands of files.
  return () => hasRoom(places.root) && (areWritable ||= unwritableFile(places) === undefined);
}

function unwritableFile({ root, files }: Files): string | undefined {
  const paths = files();
  return hasRoom(root) ? paths.find((file) => !isWritable(join(root, file), root)) : paths[0];
}

/**
 * The error if the memory failed or ran out of room during a run, and files cannot save answers
 * either.
 */
export function memoryLost({ failure }: { readonly failure: string | undefined }): EngineError {
  return new EngineError(
    'memory-unwritable',
    `Not everything was sent: the run stopped when answers could no longer be saved. ${failure ?? 'The disk is full.'}`,
    'Answers were written to their files where possible; the rest may be billed again.',
  );
}
