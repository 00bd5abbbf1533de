import { join } from 'node:path';
import type { EngineEvent, Problem } from '../../model/index.js';
import { contentHash } from '../../lock/index.js';
import { stageFile, WriteError } from '../../state/index.js';
import { besidePath } from '../load/index.js';
import type { Inputs } from '../load/index.js';
import type { JobJournal } from './journal.js';
import type { PlannedOutput } from './types.js';

export interface WriteContext {
  readonly root: string;
  readonly state: string;
  readonly journal: JobJournal;
  readonly inputs: Inputs;
  readonly onEvent: (event: EngineEvent) => void;
}

export interface WrittenJobs {
  /** Content hash of each output's file after the run. */
  readonly written: ReadonlyMap<PlannedOutput, string>;
  /** Those whose bytes have changed. */
  readonly changed: ReadonlySet<PlannedOutput>;
  readonly problems: readonly Problem[];
}

/** Writes available results to their files, each as a whole or not at all. */
export function writeOutputs(
  outputs: readonly PlannedOutput[],
  context: WriteContext,
): WrittenJobs {
  const written = new Map<PlannedOutput, string>();
  const changed = new Set<PlannedOutput>();
  const problems: Problem[] = [];
  for (const planned of outputs) {
    const { action, key } = planned;
    const isWanted = action === 'make' || action === 'beside';
    if (!isWanted || context.journal.resultOf(key) === undefined) continue;
    try {
      const bytes = context.journal.read(key);
      if (put(planned, bytes, context) === 'written') changed.add(planned);
      written.set(planned, contentHash(bytes));
    } catch (error) {
      problems.push(problemOf(planned, error));
    }
  }
  return { written, changed, problems };
}

/** @throws WriteError */
function put(
  { output, action, targetHash }: PlannedOutput,
  bytes: Uint8Array,
  { root, state, inputs, onEvent }: WriteContext,
): 'written' | 'unchanged' {
  const isBeside = action === 'beside';
  const path = isBeside ? besidePath(output.path) : output.path;
  // A machine version may always be replaced; a target only if nobody has changed it since.
  const expect = isBeside ? {} : { expect: targetHash ?? 'absent' };
  const staged = stageFile(join(root, path), bytes, { root, state, ...expect });
  try {
    const done = staged.commit();
    if (done === 'written') inputs.written(staged.stamp());
    if (done === 'written')
      onEvent({ type: 'written', file: path, locale: output.locale, units: 1 });
    return done;
  } finally {
    staged.discard();
  }
}

function problemOf({ output, key }: PlannedOutput, error: unknown): Problem {
  const { path: file, locale } = output;
  if (error instanceof WriteError) {
    const code = error.code === 'changed-on-disk' ? error.code : 'write-failed';
    const message = `${error.explanation} The result is kept.`;
    return { code, severity: 'error', file, locale, message };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The result ${key} in .locale-sync/jobs cannot be read (${reason}).`;
  return { code: 'write-failed', severity: 'error', file, locale, message };
}
