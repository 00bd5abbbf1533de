import { getOrSet } from '../maps.js';
import type { UnitNode, ContainerNode, Note } from './nodes.js';

/** The notes on a unit's source: its own, then those of its groups and its file. */
export function notesWith(isForTranslators: (note: Note) => boolean): (unit: UnitNode) => string {
  const linesOf = (notes: readonly Note[]): readonly string[] =>
    notes.flatMap((note) => (isForTranslators(note) ? note.text.trim() : ''));
  // Cached by container, so that many units under many notes stay linear.
  const inherited = new Map<ContainerNode, string>();
  const around = ({ parent }: UnitNode | ContainerNode): string =>
    parent.kind === 'xliff'
      ? ''
      : getOrSet(inherited, parent, () => joined([...linesOf(parent.notes), around(parent)]));
  return (unit) => joined([...linesOf(unit.notes), around(unit)]);
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
