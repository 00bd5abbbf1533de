import { EditError, keyId } from '../../model/index.js';
import type { Document, Key } from '../../model/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { SourceUnit } from '../units/source-units.js';
import type { DecidedRow } from '../units/row.js';

const IN_TURN =
  'An earlier element of its array has no text yet; this one is written once that one has a text.';

export interface Turn {
  /** The new file, parsed. */
  readonly document: Document;
  /** The file before; undefined if it did not exist. */
  readonly before: Document | undefined;
  readonly expected: readonly SourceUnit[];
  readonly rows: readonly DecidedRow[];
}

/**
 * Omitting an element of a list would shift the following ones, so that texts end up in the wrong
 * place. A unit that is present although no row wrote it shows where this happened.
 */
export function behindGaps({ document, before, expected, rows }: Turn): readonly EditError[] {
  const known = new Set(before?.units.map((unit) => keyId(unit.key)));
  for (const { source } of rows) known.add(source.keyId);
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
  return rows
    .map(({ source }) => source.expected.key)
    .filter(isBehind)
    .map((key) => new EditError('not-writable', key, IN_TURN));
}

/** Elements of a list are refused one at a time, starting with the first. */
export function behindElement(
  { source, current }: DecidedRow,
  refused: readonly EditError[],
): EditError | undefined {
  if (current !== undefined) return undefined;
  const { key } = source.expected;
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
