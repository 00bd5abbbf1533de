import { EditError, formatKey, keyId } from '../../model/index.js';
import type { Document, Key, Range } from '../../model/index.js';
import type { NamedNodes } from '../kit/renames.js';
import type { Node } from '../kit/tree.js';
import type { Habits } from './render.js';
import { entryAt, type Entry, type Outline } from './outline.js';
import { MAX_KEY, writeScalar } from './scalar.js';

interface Naming {
  readonly outline: Outline;
  readonly habits: Pick<Habits, 'quotes' | 'ascii'>;
  /** Indexes of the document's units. */
  readonly index: ReadonlyMap<string, number>;
}

/** The entries of a file as nodes that can be renamed. */
export function namedNodes({ units }: Document, { outline, habits, index }: Naming): NamedNodes {
  const { source, leaves } = outline;
  const nodeOf = (at: number): Node | undefined => {
    const [unit, entry] = [units[at], leaves[at]];
    return unit && entry && { ...placeOf(entry, source), key: unit.key, unit };
  };
  const leafAt = (key: Key): Node | undefined => nodeOf(index.get(keyId(key)) ?? -1);
  return {
    ...{ text: source, units, leafAt },
    leavesAt: (key) => {
      const leaf = leafAt(key);
      const again = leaves[index.get(keyId(key)) ?? -1]?.shadowed ?? [];
      return leaf === undefined ? [] : [leaf, ...again.map(() => leaf)];
    },
    containerAt: (key) => {
      const entry = key.length === 0 ? undefined : entryAt(outline, key);
      if (entry?.child === undefined) return undefined;
      const { block, named } = placeOf(entry, source);
      const inside = units.flatMap((unit, at) => (isBelow(unit.key, key) ? [at] : []));
      // A unit behind an alias is written elsewhere.
      const isOwn =
        inside.every((at) => isInside(leaves[at], entry)) && entry.shadowed.length === 0;
      const children = inside.flatMap((at) => nodeOf(at) ?? []);
      return { key, block, children, ...(isOwn && named && { named }) };
    },
    isList: ({ key }) => entryAt(outline, key)?.child?.kind === 'seq',
    rename: (name, written) => {
      if (name.length > MAX_KEY)
        throw new EditError(
          'not-writable',
          [name],
          `"${formatKey([name])}" is too long for a YAML key.`,
        );
      const style = written.startsWith('"')
        ? 'double'
        : written.startsWith("'")
          ? 'single'
          : 'plain';
      return writeScalar(name, { style, flow: true, quotes: habits.quotes, ascii: habits.ascii });
    },
  };
}

function placeOf(
  { start, end, keyStart, keyEnd }: Entry,
  source: string,
): { readonly block: Range; readonly named?: Range } {
  const isOneLine = /^[^*[{|>&!?\s][^\r\n]*$/.test(source.slice(keyStart, keyEnd));
  const isNamed = keyStart >= 0 && isOneLine;
  return { block: { start, end }, ...(isNamed && { named: { start: keyStart, end: keyEnd } }) };
}

function isBelow(key: Key, container: Key): boolean {
  return key.length > container.length && container.every((name, i) => name === key[i]);
}

function isInside(entry: Entry | undefined, container: Entry): boolean {
  for (let at = entry; at !== undefined; at = at.parent.owner) if (at === container) return true;
  return false;
}
