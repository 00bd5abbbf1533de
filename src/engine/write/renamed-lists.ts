import { keyId } from '../../model/index.js';
import type { Document, Edit, Key, Unit } from '../../model/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { FileComparison, NewText } from '../units/row.js';

/** A renamed list, by its old and new key. */
interface Renamed {
  readonly from: Key;
  readonly to: Key;
}

/**
 * Edits that move values that only the target has, such as additional elements, along with a
 * renamed list, so that it stays whole. None if some of its texts stay behind.
 */
export function renamedLists(
  { expected, extra, target }: Pick<FileComparison, 'expected' | 'extra' | 'target'>,
  document: Document,
  texts: readonly NewText[],
): readonly Edit[] {
  const own = extra.filter(({ key }) => key.some(isListIndex));
  if (own.length === 0) return [];
  const ids = new Set(expected.map((source) => source.keyId));
  const written = new Set(texts.map(({ row }) => row.source.keyId));
  return findRenamed(texts, target.path).flatMap((renamed) => {
    const { from, to } = renamed;
    const isLeft = expected.some(({ expected: { key } }) => isBelow(key, from));
    const left = own.filter(({ key }) => isBelow(key, from));
    const wanted = expected.filter(({ expected: { key } }) => isBelow(key, to));
    const isWhole = wanted.every(({ keyId: id }) => written.has(id));
    const meets = left.some(({ key }) => ids.has(keyId(keyIn(renamed, key))));
    if (isLeft || !isWhole || meets) return [];
    return takenAlong(renamed, left, {
      document,
      keys: wanted.map((source) => source.expected.key),
    });
  });
}

/** Lists whose texts all come from another list, each from the same position. */
function findRenamed(texts: readonly NewText[], path: string): readonly Renamed[] {
  const found = new Map<string, Renamed>();
  for (const { row } of texts) {
    const { arrival } = row.state;
    if (arrival?.path !== path) continue;
    const { key } = row.source.expected;
    const [from, to] = [listIn(arrival.unit.key), listIn(key)];
    if (from === undefined || to === undefined || keyId(from) === keyId(to)) continue;
    const renamed = { from, to };
    if (keyId(keyIn(renamed, arrival.unit.key)) === keyId(key)) found.set(keyId(from), renamed);
  }
  return [...found.values()];
}

function listIn(key: Key): Key | undefined {
  const depth = key.findIndex(isListIndex);
  return depth < 1 ? undefined : key.slice(0, depth);
}

function isBelow(key: Key, list: Key): boolean {
  return key.length > list.length && list.every((name, i) => name === key[i]);
}

function keyIn({ from, to }: Renamed, key: Key): Key {
  return [...to, ...key.slice(from.length)];
}

/** Places each unit after its element's existing units, or after the preceding elements. */
function takenAlong(
  renamed: Renamed,
  units: readonly Unit[],
  { document, keys }: { readonly document: Document; readonly keys: readonly Key[] },
): readonly Edit[] {
  const depth = renamed.to.length;
  const last = new Map<number, Key>(keys.map((key) => [Number(key[depth]), key]));
  return units.flatMap((unit): readonly Edit[] => {
    const key = keyIn(renamed, unit.key);
    const index = Number(key[depth]);
    const before = [...last.keys()].filter((one) => one <= index);
    const after = last.get(Math.max(...before)) ?? null;
    last.set(index, key);
    return [
      { op: 'insert', key, text: unit.text, after, from: { document, unit }, movedFrom: unit.key },
      { op: 'remove', key: unit.key },
    ];
  });
}
