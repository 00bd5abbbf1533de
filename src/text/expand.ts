import { keyId, isPluralCategory } from '../model/index.js';
import type { Key, MessageSyntax, PluralCategory, Unit } from '../model/index.js';
import { contextsIn } from './contexts.js';
import { libraryOf, type PluralLibrary } from './plural/library.js';
import { v3Suffix } from './plural/i18next-v3.js';
import { isPluralGroup } from './plural/names.js';
import { categoriesOf, holdsMoreThanItSays, holdsWhole, isCountName, rank } from './plural.js';
import { scanPlaceholders } from './scan/placeholders.js';
import type { ExpectedUnit, PluralForm } from './types.js';

interface SourceOptions {
  readonly syntax: MessageSyntax;
  /** Units in another syntax. Default: none. */
  readonly exceptions?: ReadonlyMap<Unit, MessageSyntax>;
  /** BCP 47 tag. */
  readonly source: string;
  /** Whose rule chooses among plural forms that the format itself marks. Default: CLDR's. */
  readonly pluralLibrary?: PluralLibrary | undefined;
}

interface ExpandOptions extends SourceOptions {
  /** BCP 47 tag. */
  readonly target: string;
  /** The plural forms that the target file can contain. Default: those of its language. */
  readonly forms?: readonly PluralCategory[] | undefined;
  /** What an expected unit says besides its text. */
  readonly said: (unit: Unit) => Pick<ExpectedUnit, 'note' | 'syntax'>;
}

/** A plural form of the source: its group, and how to derive the keys of other forms. */
interface Member {
  readonly group: string;
  readonly form: PluralForm;
  readonly unit: Unit;
  /** @param target BCP 47 tag */
  keyOf(category: PluralCategory, target: string): Key;
  /** The key that the library reads if the form's own is missing. */
  readonly spare?: Key;
  /** The format marks it as a plural form, so no other sign is needed. */
  readonly isMarked?: true;
}

type Group = ReadonlyMap<PluralCategory, Member>;

/**
 * The units that a target (BCP 47 tag) should have, in source order. Plural forms, as i18next
 * suffixes of any version or as maps of Rails and go-i18n, follow the target's plural categories;
 * everything else corresponds one to one. A `zero` of the source is a separate text and stays.
 * Units without plural forms are the same objects for all targets.
 */
export function createExpander(
  units: readonly Unit[],
  options: SourceOptions,
): (target: string, forms?: readonly PluralCategory[]) => readonly ExpectedUnit[] {
  const { exceptions } = options;
  const contexts = contextsIn(units, options.syntax);
  const said = (unit: Unit): Pick<ExpectedUnit, 'note' | 'syntax'> => {
    const syntax = exceptions?.get(unit);
    const own = contexts.get(unit);
    const note = own === undefined ? unit.note : [own, unit.note].filter(Boolean).join('\n');
    return { ...(note !== undefined && { note }), ...(syntax !== undefined && { syntax }) };
  };
  const plain = units.map((unit): ExpectedUnit => ({
    key: unit.key,
    unit,
    text: unit.text,
    ...said(unit),
  }));
  const members = membersOf(units, options);
  if (members.size === 0) return () => plain;
  const groups = pluralGroups(members.values(), units, options);
  return (target, forms) =>
    plain.flatMap((expected) => {
      const member = members.get(expected.unit);
      const group = member === undefined ? undefined : groups.get(member.group);
      if (member === undefined || group === undefined) return [expected];
      return formsAt(member, group, { ...options, target, forms, said });
    });
}

function membersOf(
  units: readonly Unit[],
  { syntax, source, pluralLibrary }: SourceOptions,
): ReadonlyMap<Unit, Member> {
  const marked = markedMembers(units, pluralLibrary);
  if (marked.size > 0) return marked;
  if (syntax === 'i18next-v3') return v3Members(units, source);
  if (syntax === 'inlang') return inlangMembers(units);
  const members = new Map<Unit, Member>();
  const hasMaps = isOfMaps(syntax);
  if (syntax !== 'i18next' && !hasMaps) return members;
  const closed = hasMaps ? pluralMaps(units) : new Set<string>();
  for (const unit of units) {
    if (unit.kind !== 'text') continue;
    const member = hasMaps ? mapMember(unit, closed, syntax) : suffixMember(unit);
    if (member !== undefined) members.set(unit, member);
  }
  return members;
}

/** Whether a syntax writes plural forms as a map: `{one: …, other: …}`. */
export function isOfMaps(syntax: MessageSyntax): boolean {
  return syntax === 'rails' || syntax === 'go-i18n';
}

/** The plural forms that the format itself marks (gettext, Android, Apple). */
function markedMembers(
  units: readonly Unit[],
  library: PluralLibrary | undefined,
): ReadonlyMap<Unit, Member> {
  const members = new Map<Unit, Member>();
  for (const unit of units) {
    if (unit.plural === undefined) continue;
    const parent = unit.key.slice(0, -1);
    members.set(unit, {
      group: keyId(parent),
      form: { category: unit.plural, ordinal: false, library },
      unit,
      keyOf: (other) => [...parent, other],
      isMarked: true,
    });
  }
  return members;
}

const SUFFIX = /^(.*?)_(ordinal_)?(zero|one|two|few|many|other)$/s;

function suffixMember(unit: Unit): Member | undefined {
  const last = unit.key.at(-1) ?? '';
  const match = SUFFIX.exec(last);
  const category = match?.[3];
  if (match === null || category === undefined || !isPluralCategory(category)) return undefined;
  const stem = `${match[1] ?? ''}_${match[2] ?? ''}`;
  const parent = unit.key.slice(0, -1);
  return {
    group: keyId([...parent, stem]),
    form: { category, ordinal: match[2] !== undefined },
    unit,
    keyOf: (other) => [...parent, stem + other],
  };
}

/**
 * i18next v3 forms: `key` and `key_plural`, or `key_0` and so on, depending on the source language.
 */
function v3Members(units: readonly Unit[], source: string): ReadonlyMap<Unit, Member> {
  const members = new Map<Unit, Member>();
  const library = 'i18next-v3';
  const suffixes = categoriesOf(source, false, library).map(
    (category) => [category, v3Suffix(source, category) ?? ''] as const,
  );
  const texts = new Map(
    units.flatMap((unit) => (unit.kind === 'text' ? [[keyId(unit.key), unit] as const] : [])),
  );
  const [, last = ''] = suffixes.at(-1) ?? [];
  for (const { key } of texts.values()) {
    const name = key.at(-1) ?? '';
    if (last === '' || !name.endsWith(last)) continue;
    const stem = name.slice(0, -last.length);
    const parent = key.slice(0, -1);
    const forms = suffixes.flatMap(([category, suffix]) => {
      const unit = texts.get(keyId([...parent, stem + suffix]));
      return unit === undefined ? [] : [{ category, unit }];
    });
    if (forms.length < suffixes.length) continue;
    const spare = [...parent, stem];
    for (const { category, unit } of forms) {
      members.set(unit, {
        group: keyId(spare),
        form: { category, ordinal: false, library },
        unit,
        keyOf: (other, target) => [...parent, stem + (v3Suffix(target, other) ?? '')],
        spare,
      });
    }
  }
  return members;
}

function mapMember(
  unit: Unit,
  maps: ReadonlySet<string>,
  syntax: MessageSyntax,
): Member | undefined {
  const category = unit.key.at(-1) ?? '';
  const parent = unit.key.slice(0, -1);
  const group = keyId(parent);
  if (!isPluralCategory(category) || !maps.has(group)) return undefined;
  const form = { category, ordinal: false, library: libraryOf(syntax) } as const;
  return { group, form, unit, keyOf: (other) => [...parent, other] };
}

/** Variants selected by a declared plural. */
function inlangMembers(units: readonly Unit[]): ReadonlyMap<Unit, Member> {
  const members = inlangVariants(units).map(
    ({ unit, group, category, ordinal, shownBy, keyOf }): readonly [Unit, Member] => [
      unit,
      { group, form: { category, ordinal, shownBy }, unit, keyOf, isMarked: true },
    ],
  );
  return new Map(members);
}

/** A variant of an inlang message that a plural selects: `days=one, tone=formal`. */
interface InlangVariant {
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
function inlangVariants(units: readonly Unit[]): readonly InlangVariant[] {
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
  if (value !== ANY && !isPluralCategory(value)) return undefined;
  const nameOf = (word: string): string => parts.with(at, start + word).join(',');
  const group = keyId([...key.slice(0, -1), nameOf('').replace(/\s+/g, '')]);
  return { unit, plural, group, value, nameOf };
}

/** Maps with only plural categories as keys. */
function pluralMaps(units: readonly Unit[]): ReadonlySet<string> {
  const maps = new Set<string>();
  for (const { key } of units) {
    const last = key.at(-1);
    if (last === 'other' || last === 'many') maps.add(keyId(key.slice(0, -1)));
  }
  if (maps.size === 0) return maps;
  for (const { key } of units) {
    if (!isPluralCategory(key.at(-1) ?? '')) maps.delete(keyId(key.slice(0, -1)));
    for (let length = key.length - 2; length >= 0; length -= 1)
      maps.delete(keyId(key.slice(0, length)));
  }
  return maps;
}

function groupsOf(members: Iterable<Member>): ReadonlyMap<string, Group> {
  const groups = new Map<string, Map<PluralCategory, Member>>();
  for (const member of members) {
    const group = groups.get(member.group) ?? new Map<PluralCategory, Member>();
    groups.set(member.group, group.set(member.form.category, member));
  }
  return groups;
}

/**
 * The groups that are plural forms of one text: maps always are, similar key names may be a
 * coincidence.
 */
function pluralGroups(
  members: Iterable<Member>,
  units: readonly Unit[],
  { source, syntax }: SourceOptions,
): ReadonlyMap<string, Group> {
  const groups = [...groupsOf(members)].filter(([, group]) => isComplete(group, source));
  const isMarked = groups.some(([, group]) => [...group.values()].some((one) => one.isMarked));
  if (isMarked || syntax !== 'i18next' || groups.length === 0) return new Map(groups);
  const siblings = siblingsOf(units, new Set(groups.map(([id]) => id)));
  const isPlural = ([id, group]: readonly [string, Group]): boolean =>
    baseOf(group)?.form.ordinal === true ||
    isPluralGroup({
      texts: new Map([...group].map(([category, { unit }]) => [category, unit.text])),
      other: baseOf(group)?.unit.text,
      showsCount: showsCount(baseOf(group)?.unit.text ?? ''),
      categories: categoriesOf(source, false),
      siblings: siblings.get(id) ?? new Set(),
    });
  return new Map(groups.filter(isPlural));
}

/**
 * Whether a group can be plural forms. `reason_other` alone is an ordinary key, unless its language
 * has no other form and it shows a count.
 */
function isComplete(group: Group, source: string): boolean {
  for (const { isMarked } of group.values()) if (isMarked) return true;
  const other = group.get('other');
  // Russian counts whole numbers without `other`.
  if (other === undefined) return group.size > 1 && hasWholeForms(group, source);
  if (group.size > 1) return true;
  const { ordinal, library } = other.form;
  return categoriesOf(source, ordinal, library).length === 1 && showsCount(other.unit.text);
}

function hasWholeForms(group: Group, source: string): boolean {
  const { form } = baseOf(group) ?? {};
  if (form === undefined) return false;
  return categoriesOf(source, form.ordinal, form.library).every(
    (category) => group.has(category) || !holdsWhole(source, { ...form, category }),
  );
}

/** The form for most numbers: `other`, or the last one of a language that counts without it. */
function baseOf(group: Group): Member | undefined {
  return group.get('other') ?? [...group].sort(([a], [b]) => rank(b) - rank(a))[0]?.[1];
}

/** By group: the last segments of all keys that start like its members. */
function siblingsOf(
  units: readonly Unit[],
  ids: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const siblings = new Map<string, Set<string>>();
  for (const { key } of units) {
    const last = key.at(-1) ?? '';
    const cut = last.lastIndexOf('_') + 1;
    if (cut === 0) continue;
    const id = keyId([...key.slice(0, -1), last.slice(0, cut)]);
    if (!ids.has(id)) continue;
    const words = siblings.get(id) ?? new Set();
    siblings.set(id, words.add(last.slice(cut)));
  }
  return siblings;
}

function showsCount(text: string, form?: PluralForm): boolean {
  if (form?.shownBy !== undefined) return text.includes(form.shownBy);
  return scanPlaceholders(text, 'i18next-v3').some((span) => isCountName(span.name));
}

/** Unnamed placeholders that may show a text as well as a number. */
const NAMELESS = /^(?:%(?:\d{1,2}\$)?[s@]|\{\d?\}|%\d|\$\d)$/;

/**
 * The only placeholder that `one` does not have shows the count: `one file`, `%s files`. Where the
 * library gives it no name, it may have any: `%(total)d files`.
 */
function shownOnlyBy({ unit, isMarked }: Member, one: string | undefined): string | undefined {
  if (one === undefined) return undefined;
  const had = new Set(placeholdersIn(one));
  const [shown, ...more] = placeholdersIn(unit.text).filter((name) => !had.has(name));
  if (shown === undefined || more.length > 0 || !unit.text.includes(shown)) return undefined;
  return isMarked === true || NAMELESS.test(shown) || isCountName(shown) ? shown : undefined;
}

function placeholdersIn(text: string): readonly string[] {
  return scanPlaceholders(text, 'plain').flatMap(({ kind, name }) =>
    kind === 'placeholder' ? [name] : [],
  );
}

/**
 * The target's forms in place of one source form: missing forms that precede it, the form itself,
 * and after the last one, those that follow.
 */
function formsAt(member: Member, group: Group, options: ExpandOptions): ExpectedUnit[] {
  const { ordinal, category, library } = member.form;
  const own = member.isMarked === true ? options.forms : undefined;
  const needed = own ?? categoriesOf(options.target, ordinal, library);
  const has = [...group.keys()].sort((a, b) => rank(a) - rank(b));
  const below = has.filter((one) => rank(one) < rank(category)).at(-1);
  const missing = needed.filter(
    (one) =>
      !group.has(one) &&
      rank(one) < rank(category) &&
      (below === undefined || rank(one) > rank(below)),
  );
  const kept = needed.includes(category) || category === 'zero' ? [category] : [];
  const isLast = has.at(-1) === category;
  const after = needed.filter(
    (one) =>
      isLast &&
      rank(one) > rank(category) &&
      holdsWhole(options.target, { ...member.form, category: one }),
  );
  return [...missing, ...kept, ...after].map((one) =>
    expectedForm(one, member, { group, options }),
  );
}

interface Expansion {
  readonly group: Group;
  readonly options: ExpandOptions;
}

function expectedForm(
  category: PluralCategory,
  member: Member,
  { group, options }: Expansion,
): ExpectedUnit {
  const other = baseOf(group) ?? member;
  const own = group.get(category) ?? other;
  const shownBy = member.form.shownBy ?? shownOnlyBy(other, group.get('one')?.unit.text);
  const plural: PluralForm = { ...member.form, category, ...(shownBy && { shownBy }) };
  // "One file" does not fit 21 files.
  const inWords =
    own !== other &&
    !showsCount(own.unit.text, plural) &&
    showsCount(other.unit.text, plural) &&
    holdsMoreThanItSays(options.target, plural, group.has('zero') ? [0] : []);
  const { unit } = inWords ? other : own;
  const key = member.keyOf(category, options.target);
  const form = inWords ? { ...plural, own: own.unit.text } : plural;
  const expected: ExpectedUnit = {
    key,
    unit,
    text: unit.text,
    plural: form,
    ...options.said(unit),
  };
  const standIn = standInOf(plural, { group, options });
  const standInKey =
    member.spare === undefined
      ? standIn && member.keyOf(standIn, options.target)
      : spareOf(plural, member.spare, options.target);
  const isOther = standInKey !== undefined && keyId(standInKey) !== keyId(key);
  return isOther ? { ...expected, standIn: standInKey } : expected;
}

/**
 * The key that i18next v3 reads if `key_0` is missing: for a language's only form, or for one item.
 */
function spareOf({ category, library }: PluralForm, spare: Key, target: string): Key | undefined {
  return category === 'one' || categoriesOf(target, false, library).length === 1
    ? spare
    : undefined;
}

/**
 * The form that libraries show instead of an omitted one, or that covers all whole numbers: for
 * forms of only fractions and millions, and for those that Rails reads from `other`.
 */
function standInOf(form: PluralForm, { group, options }: Expansion): PluralCategory | undefined {
  const { category, ordinal, library } = form;
  const isWhole = holdsWhole(options.target, form);
  if (category === 'other') {
    if (isWhole) return undefined;
    const forms = categoriesOf(options.target, ordinal, library).map((one) => ({
      ...form,
      category: one,
    }));
    return forms.findLast((one) => holdsWhole(options.target, one))?.category;
  }
  if (group.has(category)) return undefined;
  return !isWhole || library === 'rails' ? 'other' : undefined;
}
