import { ID } from '../kit/id-lists.js';
import type { Naming } from './naming.js';
import type { Entry } from './outline.js';
import type { NewNode } from './places.js';

/**
 * The content of a new container. An element with an id also gets that, at its place in the source.
 * @param origin the corresponding entry of the source
 */
export function withId(node: NewNode, origin: Entry | undefined): readonly NewNode[] | undefined {
  const { children, naming } = node;
  if (children === undefined || naming === undefined) return children;
  const names = origin?.child?.entries.map(({ name }) => name) ?? [];
  const behind = children.findIndex(({ name }) => names.indexOf(name) > names.indexOf(ID));
  return children.toSpliced(behind === -1 ? children.length : behind, 0, idOf(node, naming));
}

function idOf({ key: element, name, edit }: NewNode, { style }: Naming): NewNode {
  const key = [...element, ID];
  const from = edit.from && {
    ...edit.from,
    unit: { ...edit.from.unit, key, text: name, kind: 'text' as const },
  };
  return {
    ...{ name: ID, key, children: undefined, kind: 'leaf', naming: undefined, style },
    edit: { op: 'insert', key, text: name, after: null, ...(from && { from }) },
  };
}
