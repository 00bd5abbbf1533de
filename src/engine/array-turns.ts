import { EditError, keyId } from '../model/index.js';
import type { Document, Key } from '../model/index.js';
import type { TargetDiff } from './diff.js';
import type { Job } from './job.js';

interface Writing {
  /** The file as it stands; undefined where there is none. */
  readonly document: Document | undefined;
  readonly jobs: readonly Job[];
}

const IN_TURN =
  'An element before it in its array has no text yet; it is written once that has one.';

/**
 * Elements of an array cannot be left out without moving those behind them, so that a text would stand in another's
 * place. A unit that nobody wrote and that stands there all the same shows where this happened.
 */
export function behindGaps(
  { units }: Document,
  diff: TargetDiff,
  { document: before, jobs }: Writing,
): readonly EditError[] {
  const known = new Set(before?.units.map((unit) => keyId(unit.key)));
  for (const { unit } of jobs) known.add(unit.source.keyId);
  const standing = new Set(units.map((unit) => keyId(unit.key)));
  const gaps = new Map<string, number>();
  for (const { key, source } of diff.units) {
    const at = key.findLastIndex(isIndex);
    if (at < 0 || known.has(source.keyId) || !standing.has(source.keyId)) continue;
    const array = keyId(key.slice(0, at));
    gaps.set(array, Math.min(gaps.get(array) ?? Infinity, Number(key[at])));
  }
  const isBehind = (key: Key): boolean =>
    key.some(
      (name, at) => isIndex(name) && Number(name) > (gaps.get(keyId(key.slice(0, at))) ?? Infinity),
    );
  return jobs
    .filter(({ unit }) => isBehind(unit.key))
    .map(({ unit }) => new EditError('not-writable', unit.key, IN_TURN));
}

/** Elements of an array are refused one at a time; those behind the first would be in turn. */
export function behindElement({ unit }: Job, refused: readonly EditError[]): EditError | undefined {
  if (unit.current !== undefined) return undefined;
  const isBehind = refused.some(({ element }) => {
    const at = (element?.length ?? 0) - 1;
    return (
      element !== undefined &&
      Number(unit.key[at]) >= Number(element[at]) &&
      keyId(unit.key.slice(0, at)) === keyId(element.slice(0, at))
    );
  });
  return isBehind ? new EditError('not-writable', unit.key, IN_TURN) : undefined;
}

export function isIndex(name: string): boolean {
  return /^[0-9]+$/.test(name);
}
