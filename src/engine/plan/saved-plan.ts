import { keyId } from '../../model/index.js';
import type { Selection } from '../../model/index.js';
import { contentHash } from '../../lock/index.js';
import { EngineError } from '../errors.js';
import type { FileComparison } from '../units/row.js';
import { actionOf, decidedRows } from '../units/decided.js';
import { targetId } from '../scan-order.js';

/** The part of a plan that is saved to a file, in order to carry out exactly that later. */
export interface SavedPlan {
  readonly selection: Selection;
  /**
   * Content hashes of all files that the plan depends on ('absent': the file does not exist), by
   * path relative to the root.
   */
  readonly files: Readonly<Record<string, string>>;
  /** Hash of everything decided: units, actions and options. */
  readonly digest: string;
}

/** The decision about an output of a whole file. */
export interface DecidedOutput {
  readonly output: { readonly source: string; readonly path: string };
  readonly sourceHash: string;
  /** Undefined: the file does not exist. */
  readonly targetHash: string | undefined;
  readonly action: string;
  readonly request: { readonly fingerprint: string };
}

/** Content hashes of the files that a plan depends on. */
export function hashesOf(
  files: readonly FileComparison[],
  outputs: readonly DecidedOutput[] = [],
): Record<string, string> {
  const hashes = new Map<string, string>();
  for (const { output, sourceHash, targetHash = 'absent' } of outputs) {
    hashes.set(output.source, sourceHash);
    hashes.set(output.path, targetHash);
  }
  for (const { pair, target } of files) {
    hashes.set(pair.source.path, pair.source.hash);
    hashes.set(target.path, target.hash);
  }
  return Object.fromEntries(hashes);
}

/** Hash of all decisions. Changes of the memory do not count: they only make the plan cheaper. */
export function digestOf(
  files: readonly FileComparison[],
  outputs: readonly DecidedOutput[] = [],
): string {
  const decided = files.flatMap((file) =>
    decidedRows(file).map(({ source, options, state, decision }) => {
      const action = actionOf(decision);
      return JSON.stringify([
        targetId(file.target),
        source.keyId,
        action === 'reuse' ? 'translate' : action,
        source.sourceHash,
        options.fingerprint,
        ...(state.arrival?.unit.key ?? []),
      ]);
    }),
  );
  const removed = files.flatMap(({ obsolete, target }) =>
    obsolete.map(({ unit }) => JSON.stringify([targetId(target), keyId(unit.key)])),
  );
  const made = outputs.map(({ output, action, request }) =>
    JSON.stringify([output.path, action, request.fingerprint]),
  );
  return contentHash([...decided, '', ...removed, ...made].join('\n'));
}

const AGAIN = { code: 'plan-again' } as const;

/** @throws EngineError 'plan-outdated' if `plan` differs from the saved one */
export function requireSame(plan: SavedPlan, saved: SavedPlan): void {
  requireSameFiles(plan.files, saved.files);
  if (plan.digest !== saved.digest) {
    const message =
      'The plan is out of date: the config or the lock has changed since. Nothing was sent or written.';
    throw new EngineError('plan-outdated', message, AGAIN);
  }
}

type Hashes = SavedPlan['files'];

/** @throws EngineError 'plan-outdated' if a file has changed since the plan was made */
export function requireSameFiles(files: Hashes, saved: Hashes): void {
  const paths = new Set([...Object.keys(files), ...Object.keys(saved)]);
  const moved = [...paths].filter((path) => files[path] !== saved[path]).sort();
  if (moved.length === 0) return;
  const shown = moved.slice(0, 5).join(', ');
  const more = moved.length > 5 ? ` and ${moved.length - 5} more` : '';
  const message = `The plan is out of date: ${shown}${more} changed after it was made. Nothing was sent or written.`;
  throw new EngineError('plan-outdated', message, AGAIN);
}
