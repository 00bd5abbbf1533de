import { keyId } from '../../model/index.js';
import type { Document, Edit, Key, SetEdit, Unit } from '../../model/index.js';
import { COPIED, isForReview, isHuman, PIECED } from '../../lock/index.js';
import type {
  DecidedRow,
  DroppedUnit,
  FileComparison,
  KnownTranslation,
  NewText,
} from '../units/row.js';
import type { SourceUnit } from '../units/source-units.js';
import { movedBy } from '../units/removals.js';
import { findUnits } from './find-units.js';
import { pluralOf } from '../units/source-units.js';
import { isListIndex } from '../units/list-keys.js';

export interface Edition {
  /** In the units' order. */
  readonly texts: readonly NewText[];
  /** Units to remove. */
  readonly obsolete: readonly DroppedUnit[];
}

/** The properties of an edit for a text, as far as the format supports them. */
function saidOf({ row, known }: NewText): Omit<SetEdit, 'op' | 'key' | 'from'> {
  const { text, origin, moved } = known;
  const { flagsReview } = row.decision.file.pair.source.capabilities;
  // Translators cannot tell from `translated` alone who translated a text.
  const isMachine = row.decision.do !== 'copy' && !isHuman(origin);
  const said = isMachine ? { text, subState: 'locale-sync:machine' } : { text };
  const isFlagged = flagsReview === true || (flagsReview === 'machine' && isMachine);
  if (!isFlagged || !isForReview(originOf(row, known))) return said;
  return { ...said, state: 'review', ...(moved !== undefined && { former: moved }) };
}

/** The origin for the lock. With `review: auto`, a machine text waits for review if the file can mark it. */
export function originOf({ decision }: DecidedRow, { origin }: KnownTranslation): string {
  const { catalog, source } = decision.file.pair;
  const isMarked = catalog.marksMachine === true && source.capabilities.flagsReview !== undefined;
  if (!isMarked || isHuman(origin) || origin === COPIED) return origin;
  return PIECED;
}

/** Edits of an existing file, in source order. */
export function editsOf(
  file: FileComparison,
  document: Document,
  { texts, obsolete }: Edition,
): readonly Edit[] {
  const { pair, expected } = file;
  const sources = texts.map(({ row }) => row.source);
  const wanted = new Set(sources);
  const present = findUnits(document, sources);
  const has = unitsIn(document);
  const isThere = (source: SourceUnit): boolean => wanted.has(source) || has(source.keyId);
  const dropped = new Set<Unit>(obsolete.map(({ unit }) => unit));
  const edits: Edit[] = [];
  let place = 0;
  for (const [at, { row, known }] of texts.entries()) {
    const { source } = row;
    const { key, unit } = source.expected;
    const current = present[at];
    const from = { document: pair.source.document, unit };
    const said = { ...saidOf({ row, known }), from };
    if (current === undefined) {
      place = Math.max(place, expected.indexOf(source, place));
      const after = keyBefore(place, expected, isThere);
      const before = movedBy(row);
      const isMoved = before?.text === known.text && dropped.has(before) && has(keyId(before.key));
      edits.push({
        ...{ op: 'insert', key, ...said, after },
        ...(isMoved && { movedFrom: before.key }),
      });
    } else if (current.text !== known.text || row.state.status !== 'current') {
      edits.push({ op: 'set', key, ...said });
    }
  }
  edits.push(...acceptedForms(file, document, wanted));
  if (obsolete.length > 0) edits.push(...renamedLists(file, document, texts));
  const moved = new Set(obsolete.length > 0 ? texts.map(({ row }) => movedBy(row)) : []);
  for (const { unit, aliases = [] } of obsolete) {
    const retires = !moved.has(unit);
    if (has(keyId(unit.key))) edits.push({ op: 'remove', key: unit.key, aliases, retires });
  }
  return edits;
}

/** A renamed list, by its old and new key. */
interface Renamed {
  readonly from: Key;
  readonly to: Key;
}

/**
 * Edits that move values that only the target has, such as additional elements, along with a
 * renamed list, so that it stays whole. None if some of its texts stay behind.
 */
function renamedLists(
  { expected, extra, target }: FileComparison,
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

/**
 * Accepted forms of a plural whose shared flag only waits for others: they are set again together
 * with the new texts, so that the flag is removed with the last one.
 */
function acceptedForms(
  { pair, expected, rows }: FileComparison,
  document: Document,
  written: ReadonlySet<SourceUnit>,
): readonly SetEdit[] {
  const plurals = new Set([...written].map(pluralOf).filter((one) => one !== undefined));
  if (plurals.size === 0) return [];
  const open = new Set(rows.filter(isOpen).map(({ source }) => source));
  const settled = expected.filter(
    (one) => !written.has(one) && !open.has(one) && plurals.has(pluralOf(one) ?? ''),
  );
  const present = findUnits(document, settled);
  return settled.flatMap((one, at): readonly SetEdit[] => {
    const { key, unit } = one.expected;
    const current = present[at];
    if (current?.state !== 'review' || current.text === '') return [];
    return [{ op: 'set', key, text: current.text, from: { document: pair.source.document, unit } }];
  });
}

function isOpen({ state: { status } }: FileComparison['rows'][number]): boolean {
  return status !== 'current' && status !== 'edited';
}

/** Key of the nearest unit before a place, in source order, that the file has or will have. */
function keyBefore(
  place: number,
  expected: readonly SourceUnit[],
  isThere: (source: SourceUnit) => boolean,
): Key | null {
  for (let i = place - 1; i >= 0; i -= 1) {
    const source = expected[i];
    if (source !== undefined && isThere(source)) return source.expected.key;
  }
  return null;
}

/** Tests whether a document has a unit (`keyId`). Its units are indexed on first use. */
function unitsIn(document: Document): (id: string) => boolean {
  let ids: ReadonlySet<string> | undefined;
  return (id) => (ids ??= new Set(document.units.map(({ key }) => keyId(key)))).has(id);
}

/**
 * Edits that turn the source's text into a new target file. Units without a text yet are left out.
 */
export function derivation({ pair }: FileComparison, texts: readonly NewText[]): readonly Edit[] {
  const source = pair.source.document;
  const unused = new Set(source.units.map((unit) => keyId(unit.key)));
  const edits: Edit[] = [];
  let after: Key | null = null;
  for (const { row, known } of texts) {
    const { keyId: id, expected } = row.source;
    const { key, unit } = expected;
    const said = saidOf({ row, known });
    const from = { document: source, unit };
    // If a plural form is made from another form, the source's text at the key is different.
    const isOwn = unit.key === key || keyId(unit.key) === id;
    if (!unused.delete(id)) edits.push({ op: 'insert', key, ...said, after, from });
    else edits.push({ op: 'set', key, ...said, ...(isOwn ? {} : { from }) });
    after = key;
  }
  for (const { key } of source.units) {
    if (unused.has(keyId(key))) edits.push({ op: 'remove', key });
  }
  return edits;
}

/**
 * Whether names replace numbers or the reverse, so that a list becomes an object or an object a
 * list. Codecs replace elements of lists themselves, so that the following ones keep their keys.
 */
export function changesShape({ texts, obsolete }: Edition): boolean {
  if (obsolete.length === 0) return false;
  const shapes = new Set(obsolete.flatMap(({ unit }) => shapesIn(unit.key, isNumber)));
  const others = texts.filter(({ row }) => row.current === undefined);
  return others.some(({ row }) =>
    shapesIn(row.source.expected.key, (name) => !isNumber(name)).some((one) => shapes.has(one)),
  );
}

function isNumber(name: string): boolean {
  return /^[0-9]+$/.test(name);
}

/** Each container on the path to a key, and whether a number follows. */
function shapesIn(key: Key, goesOn: (name: string) => boolean): readonly string[] {
  return key.flatMap((name, depth) =>
    isNumber(key[depth - 1] ?? '')
      ? []
      : `${goesOn(name) ? '#' : '.'}${keyId(key.slice(0, depth))}`,
  );
}
