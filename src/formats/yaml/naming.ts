import type { InsertEdit, Key } from '../../model/index.js';
import { isFlowStyle } from './habits.js';
import { isId } from './id-lists.js';
import { sourceEntry, type Collection } from './outline.js';
import type { FlowStyle } from './scalar.js';

/** How a new element is named by its id. */
export interface Naming {
  /** The member with its name. */
  readonly by: string;
  /** Style of the ids beside it; undefined if there are none. */
  readonly style: FlowStyle | undefined;
}

/**
 * Undefined for an element without an id, or in a list that is keyed by index.
 * @param list the collection that it goes to, if it exists
 */
export function namingOf(
  edit: InsertEdit,
  element: Key,
  list: Collection | undefined,
): Naming | undefined {
  const { entry } = sourceEntry(edit, element) ?? {};
  const by = (list ?? entry?.parent)?.namedBy;
  const isNamed = entry === undefined || entry.child?.entries.some(isId) === true;
  return by !== undefined && isNamed ? { by, style: idStyle(list) } : undefined;
}

function idStyle(list: Collection | undefined): FlowStyle | undefined {
  const style = list?.entries[0]?.child?.entries.find(isId)?.style;
  return style !== undefined && isFlowStyle(style) ? style : undefined;
}
