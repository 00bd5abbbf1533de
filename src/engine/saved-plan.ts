import { keyId } from '../model/index.js';
import type { Selection } from '../model/index.js';
import { contentHash } from '../state/index.js';
import { EngineError } from './errors.js';
import type { Reading, Work } from './work.js';

/** What of a plan is kept in a file, to carry out just that later. */
export interface SavedPlan {
  readonly selection: Selection;
  /** Content hashes of all files that the plan rests on ('absent': there is none), by path relative to the root. */
  readonly files: Readonly<Record<string, string>>;
  /** Over everything decided: units, actions and options. */
  readonly digest: string;
}

/** Content hashes of the files a plan rests on. */
export function filesOf({ diffs }: Reading): Record<string, string> {
  const files = new Map<string, string>();
  for (const { pair, target } of diffs) {
    files.set(pair.source.path, pair.source.hash());
    files.set(target.path, target.hash);
  }
  return Object.fromEntries(files);
}

/** One hash over what is decided. What the memory has learned meanwhile does not count: it only makes it cheaper. */
export function digestOf({ diffs }: Reading, { jobs }: Work): string {
  const lines = jobs.map(({ diff, unit, action }) =>
    JSON.stringify([
      diff.target.path,
      keyId(unit.key),
      action,
      unit.sourceHash,
      unit.options.fingerprint,
      ...(unit.arrival?.current?.key ?? []),
    ]),
  );
  const removed = diffs.flatMap(({ target, obsolete }) =>
    obsolete.map(({ unit }) => JSON.stringify([target.path, keyId(unit.key)])),
  );
  return contentHash([...lines, '', ...removed].join('\n'));
}

const AGAIN = { code: 'plan-again' } as const;

/** @throws EngineError 'plan-outdated' if `plan` is not what was saved */
export function requireSame(plan: SavedPlan, saved: SavedPlan): void {
  requireSameFiles(plan.files, saved.files);
  if (plan.digest !== saved.digest) {
    const message =
      'The plan is out of date: the config or the lock changed since. Nothing was sent or written.';
    throw new EngineError('plan-outdated', message, AGAIN);
  }
}

type Files = SavedPlan['files'];

/** @throws EngineError 'plan-outdated' if a file is another than when the plan was made */
export function requireSameFiles(files: Files, saved: Files): void {
  const paths = new Set([...Object.keys(files), ...Object.keys(saved)]);
  const moved = [...paths].filter((path) => files[path] !== saved[path]).sort();
  if (moved.length === 0) return;
  const shown = moved.slice(0, 5).join(', ');
  const more = moved.length > 5 ? ` and ${moved.length - 5} more` : '';
  const message = `The plan is out of date: ${shown}${more} changed since. Nothing was sent or written.`;
  throw new EngineError('plan-outdated', message, AGAIN);
}
