import { keyId, type Key, type PluralCategory, type Unit } from '../../model/index.js';
import { isCategory } from '../plural.js';

/** A variant of an inlang message that a plural selects: `days=one, tone=formal`. */
export interface InlangVariant {
  readonly unit: Unit;
  /** Common to the variants of one text: the message and all other selectors. */
  readonly group: string;
  /** `*`, the catch-all, counts as `other`. */
  readonly category: PluralCategory;
  readonly ordinal: boolean;
  /** The placeholder that shows the count. */
  readonly shownBy: string;
  readonly keyOf: (category: PluralCategory) => Key;
}

type Plural = Pick<InlangVariant, 'ordinal' | 'shownBy'>;

const DECLARATION = /^local\s+(\w+)\s*=\s*(\w+)\s*:\s*plural\b(.*)$/;
const ORDINAL = /\btype\s*=\s*ordinal\b/;
/** `days = one`: the part before the value, the name, the value. */
const PART = /^(\s*([^\s=]+)\s*=\s*)(\S+)\s*$/;
const ANY = '*';

/**
 * The variants selected by `local days = count: plural`. A message with two plurals keeps the
 * variants of its source.
 */
export function inlangVariants(units: readonly Unit[]): readonly InlangVariant[] {
  const plurals = pluralsOf(units);
  if (plurals.size === 0) return [];
  const found = units.flatMap((unit) => variantOf(unit, plurals) ?? []);
  const other = found.filter(({ value }) => value === 'other').map(({ group }) => group);
  const named = new Set(other);
  return found.flatMap(({ unit, plural, group, value, nameOf }) => {
    // Beside `days=other`, the catch-all is not a separate form.
    if (value === ANY && named.has(group)) return [];
    const category = value === ANY ? 'other' : value;
    const parent = unit.key.slice(0, -1);
    const keyOf = (one: PluralCategory): Key => {
      return [...parent, nameOf(one === 'other' && !named.has(group) ? ANY : one)];
    };
    return [{ unit, group, category, keyOf, ...plural }];
  });
}

/** By message: its plurals, by their name in `match`. */
function pluralsOf(units: readonly Unit[]): ReadonlyMap<string, ReadonlyMap<string, Plural>> {
  const plurals = new Map<string, Map<string, Plural>>();
  for (const { key, text } of units) {
    if (key.at(-2) !== 'declarations') continue;
    const [, name, counted, options = ''] = DECLARATION.exec(text) ?? [];
    if (name === undefined || counted === undefined) continue;
    const message = keyId(key.slice(0, -2));
    const known = plurals.get(message) ?? new Map<string, Plural>();
    plurals.set(
      message,
      known.set(name, { ordinal: ORDINAL.test(options), shownBy: `{${counted}}` }),
    );
  }
  return plurals;
}

interface Found {
  readonly unit: Unit;
  readonly plural: Plural;
  readonly group: string;
  readonly value: PluralCategory | typeof ANY;
  /** The last key segment with another category. */
  readonly nameOf: (word: string) => string;
}

function variantOf(
  unit: Unit,
  plurals: ReadonlyMap<string, ReadonlyMap<string, Plural>>,
): Found | undefined {
  const { key } = unit;
  if (unit.kind !== 'text' || key.at(-2) !== 'match') return undefined;
  const known = plurals.get(keyId(key.slice(0, -2)));
  if (known === undefined) return undefined;
  const parts = (key.at(-1) ?? '').split(',');
  const counts = parts.flatMap((part, at) => {
    const [, start = '', name = '', value = ''] = PART.exec(part) ?? [];
    const plural = known.get(name);
    return plural === undefined ? [] : [{ at, plural, start, value }];
  });
  const [count, second] = counts;
  if (count === undefined || second !== undefined) return undefined;
  const { at, plural, start, value } = count;
  if (value !== ANY && !isCategory(value)) return undefined;
  const nameOf = (word: string): string => parts.with(at, start + word).join(',');
  const group = keyId([...key.slice(0, -1), nameOf('').replace(/\s+/g, '')]);
  return { unit, plural, group, value, nameOf };
}
