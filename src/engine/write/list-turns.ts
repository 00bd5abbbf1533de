import { EditError, keyId } from '../../model/index.js';
import type { Document, Key } from '../../model/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { SourceUnit } from '../units/source-units.js';
import type { Change } from '../changes/types.js';

const IN_TURN =
  'An element before it in its array has no text yet; it is written once that has one.';

export interface Turn {
  /** The new file as it reads. */
  readonly document: Document;
  /** The file as it was; undefined where there was none. */
  readonly before: Document | undefined;
  readonly expected: readonly SourceUnit[];
  readonly changes: readonly Change[];
}

/**
 * Elements of a list cannot be left out without moving those behind them, so that a text would be
 * in another's place. A unit that nobody wrote and that is there all the same shows where this
 * happened.
 */
export function behindGaps({ document, before, expected, changes }: Turn): readonly EditError[] {
  const known = new Set(before?.units.map((unit) => keyId(unit.key)));
  for (const { unit } of changes) known.add(unit.source.keyId);
  const present = new Set(document.units.map((unit) => keyId(unit.key)));
  const gaps = new Map<string, number>();
  for (const source of expected) {
    const { key } = source.expected;
    const at = key.findLastIndex(isListIndex);
    if (at < 0 || known.has(source.keyId) || !present.has(source.keyId)) continue;
    const list = keyId(key.slice(0, at));
    gaps.set(list, Math.min(gaps.get(list) ?? Infinity, Number(key[at])));
  }
  const isBehind = (key: Key): boolean =>
    key.some(
      (name, at) =>
        isListIndex(name) && Number(name) > (gaps.get(keyId(key.slice(0, at))) ?? Infinity),
    );
  return changes
    .map(({ unit }) => unit.source.expected.key)
    .filter(isBehind)
    .map((key) => new EditError('not-writable', key, IN_TURN));
}

/** Elements of a list are refused one at a time; those behind the first would be in turn. */
export function behindElement(
  { unit }: Change,
  refused: readonly EditError[],
): EditError | undefined {
  if (unit.current !== undefined) return undefined;
  const { key } = unit.source.expected;
  const isBehind = refused.some(({ element }) => {
    const at = (element?.length ?? 0) - 1;
    return (
      element !== undefined &&
      Number(key[at]) >= Number(element[at]) &&
      keyId(key.slice(0, at)) === keyId(element.slice(0, at))
    );
  });
  return isBehind ? new EditError('not-writable', key, IN_TURN) : undefined;
}
