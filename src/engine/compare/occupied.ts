import { formatKey, isVacant, keyId } from '../../model/index.js';
import type { Key, PluralCategory, Unit } from '../../model/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { Row, FileComparison } from '../units/row.js';

/**
 * Units that a target has no room for, with the reason: it has a text where the source has nested
 * texts, or the reverse, or a list where the source has names.
 * @param others units that only the target has
 */
export function findOccupied(
  rows: readonly Row[],
  others: readonly Unit[],
  { path, expected }: Pick<FileComparison, 'expected'> & { readonly path: string },
): ReadonlyMap<Row, Occupied> {
  const found = new Map<Row, Occupied>();
  if (others.length === 0) return found;
  const shape = shapeOf(rows, others);
  for (const row of rows) {
    if (row.current !== undefined || row.state.place === 'reference') continue;
    const { key } = row.source.expected;
    const reason = reasonFor(key, shape);
    if (reason === undefined || holdsBoth(key, shape, expected)) continue;
    if (isPluralOf(key, shape)) {
      found.set(row, 'plural');
      continue;
    }
    const keep = 'it is kept. Rename or remove it, and the next sync writes the translation.';
    found.set(row, { reason: `${path} ${reason}; ${keep}` });
  }
  return found;
}

/**
 * Whether a plural and a string may share a name, as in Android; the language may have other forms.
 */
function holdsBoth(key: Key, { containers }: Shape, expected: FileComparison['expected']): boolean {
  if (!containers.has(keyId(key))) return false;
  return expected.some(({ expected: { key: other } }) => {
    return other.length > key.length && key.every((name, depth) => name === other[depth]);
  });
}

/** Why there is no room. 'plural': the target has the same text with other plural forms. */
export type Occupied = { readonly reason: string } | 'plural';

/**
 * Whether a single text replaces a map of plural forms, which applies to all numbers in Rails and
 * others, or forms replace a single text.
 */
function isPluralOf(key: Key, { values, forms, plurals }: Shape): boolean {
  const parent = keyId(key.slice(0, -1));
  if (isForm(key.at(-1)) && plurals.has(parent)) return values.has(parent);
  return forms.has(keyId(key));
}

const FORMS: ReadonlySet<string | undefined> = new Set([
  'zero',
  'one',
  'two',
  'few',
  'many',
  'other',
] satisfies readonly PluralCategory[]);

function isForm(name: string | undefined): boolean {
  return FORMS.has(name);
}

/**
 * Containers, by `keyId`, whose members are plural forms only: `other` or several forms. Some
 * languages have no text for `other`.
 */
function pluralMaps(keys: readonly Key[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const key of keys) {
    if (!isForm(key.at(-1))) continue;
    const parent = keyId(key.slice(0, -1));
    counts.set(parent, (counts.get(parent) ?? 0) + (key.at(-1) === 'other' ? 2 : 1));
  }
  if (counts.size === 0) return NO_KEYS;
  for (const key of keys) {
    for (let depth = key.length - 1; depth > 0; depth -= 1) {
      const isInside = depth === key.length - 1 && isForm(key[depth]);
      if (!isInside) counts.delete(keyId(key.slice(0, depth)));
    }
  }
  return new Set([...counts].flatMap(([container, count]) => (count > 1 ? [container] : [])));
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** The target's structure besides the units of its source, by `keyId`. */
interface Shape {
  readonly values: ReadonlySet<string>;
  readonly containers: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
  /** Maps of plural forms in the target. */
  readonly forms: ReadonlySet<string>;
  /** Maps of plural forms in the source. */
  readonly plurals: ReadonlySet<string>;
}

function shapeOf(rows: readonly Row[], others: readonly Unit[]): Shape {
  const values = new Set<string>();
  const containers = new Set<string>();
  for (const unit of others) {
    const { key } = unit;
    if (!isVacant(unit)) values.add(keyId(key));
    for (let depth = key.length - 1; depth > 0; depth -= 1) {
      containers.add(keyId(key.slice(0, depth)));
    }
  }
  const lists = listsIn(rows, others);
  const forms = pluralMaps(others.map(({ key }) => key));
  const plurals = pluralMaps(rows.map(({ source }) => source.expected.key));
  return { values, containers, lists, forms, plurals };
}

function reasonFor(key: Key, { values, containers, lists }: Shape): string | undefined {
  const inList = key.findIndex(
    (name, i) => !isListIndex(name) && lists.has(keyId(key.slice(0, i))),
  );
  if (inList >= 0) {
    const where = inList === 0 ? '' : ` at "${formatKey(key.slice(0, inList))}"`;
    return `has a list${where}, but the source has named keys there`;
  }
  if (containers.has(keyId(key))) {
    return `has texts below "${formatKey(key)}", but the source has a single value there`;
  }
  const depth = key.findIndex((_, i) => i > 0 && values.has(keyId(key.slice(0, i))));
  if (depth <= 0) return undefined;
  return `has a value at "${formatKey(key.slice(0, depth))}", but the source has texts below it`;
}

/**
 * Containers of a target that look like lists: their members are numbered from 0 and are not units
 * of the source.
 */
function listsIn(rows: readonly Row[], others: readonly Unit[]): ReadonlySet<string> {
  const members = new Map<string, Set<string>>();
  for (const { key } of others) {
    for (const [depth, name] of key.entries()) {
      const container = keyId(key.slice(0, depth));
      const known = members.get(container);
      if (known === undefined) members.set(container, new Set([name]));
      else known.add(name);
    }
  }
  for (const [container, names] of members) {
    for (let i = 0; i < names.size; i += 1) if (!names.has(String(i))) members.delete(container);
  }
  if (members.size === 0) return new Set();
  for (const { current, source } of rows) {
    if (current === undefined) continue;
    const { key } = source.expected;
    for (const depth of key.keys()) members.delete(keyId(key.slice(0, depth)));
  }
  return new Set(members.keys());
}
