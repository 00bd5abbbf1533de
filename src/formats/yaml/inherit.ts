import { keyId } from '../../model/index.js';
import type { Document, RemoveEdit, Unit } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { isFlowStyle, type Habits } from './habits.js';
import { entryAt, type Entry, type Outline } from './outline.js';
import { valueSplice } from './value.js';

/** A removed unit, and the remaining aliases of its anchor, in file order. */
export interface Inheritance {
  readonly document: Document;
  readonly unit: Unit;
  readonly entry: Entry;
  readonly aliases: readonly Entry[];
}

export function inheritances(
  document: Document,
  outline: Outline,
  removes: readonly RemoveEdit[],
): Inheritance[] {
  return removes.flatMap(({ key, aliases: keys = [] }): Inheritance[] => {
    if (keys.length === 0) return [];
    const at = document.units.findIndex((unit) => keyId(unit.key) === keyId(key));
    const [unit, entry] = [document.units[at], outline.leaves[at]];
    if (unit === undefined || entry === undefined) return [];
    const named = new Set(keys.map((one) => entryAt(outline, one)));
    const aliases = (outline.aliases.get(entry) ?? []).filter((alias) => named.has(alias));
    return [{ document, unit, entry, aliases }];
  });
}

interface Context {
  /** Aliases that get their own text anyway. */
  readonly replaced: ReadonlyMap<Entry, unknown>;
  readonly source: string;
  readonly habits: Habits;
}

/**
 * Moves the value of a removed unit to the first remaining alias, including the anchor if others
 * refer to it.
 */
export function inheritanceSplices(
  inherited: readonly Inheritance[],
  { replaced, source, habits }: Context,
): Splice[] {
  return inherited.flatMap(({ document, unit, entry, aliases }): Splice[] => {
    const [heir, ...others] = aliases.filter((alias) => !replaced.has(alias));
    if (heir === undefined) return [];
    const style = isFlowStyle(entry.style) ? entry.style : heir.style;
    const splice = valueSplice(
      { op: 'insert', key: unit.key, text: unit.text, after: null, from: { document, unit } },
      { entry: { ...heir, style }, unit: undefined, source, habits },
    );
    if (splice === undefined) return [];
    const anchor = `&${source.slice(heir.valueStart + 1, heir.valueEnd)} `;
    return [others.length === 0 ? splice : { ...splice, text: anchor + splice.text }];
  });
}
