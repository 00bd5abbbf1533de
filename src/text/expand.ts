import {
  keyId,
  type Key,
  type MessageSyntax,
  type PluralCategory,
  type Unit,
} from '../model/index.js';
import { oneMeansMore } from './message.js';
import { categoriesOf, isCategory, isCountName, rank } from './plural.js';
import { scanPlaceholders } from './scan/placeholders.js';
import type { ExpectedUnit, PluralForm } from './types.js';

interface SourceOptions {
  readonly syntax: MessageSyntax;
  /** Units of another syntax. Default: none. */
  readonly exceptions?: ReadonlyMap<Unit, MessageSyntax>;
  /** BCP 47. */
  readonly source: string;
}

interface ExpandOptions extends SourceOptions {
  /** BCP 47. */
  readonly target: string;
}

/** A plural form of the source: which group it belongs to, and how a sibling's key is made. */
interface Member {
  readonly group: string;
  readonly form: PluralForm;
  readonly unit: Unit;
  keyOf(category: PluralCategory): Key;
}

type Group = ReadonlyMap<PluralCategory, Member>;

/**
 * What a target (BCP 47) should have, in source order: i18next's suffixes and Rails' maps in the
 * plural categories of the target, everything else one to one. A `zero` of the source is a text of
 * its own and stays. What has no plural forms is the same object for every target.
 */
export function createExpander(
  units: readonly Unit[],
  options: SourceOptions,
): (target: string) => readonly ExpectedUnit[] {
  const { exceptions } = options;
  const plain = units.map((unit): ExpectedUnit => {
    const syntax = exceptions?.get(unit);
    const { key, text } = unit;
    return syntax === undefined ? { key, unit, text } : { key, unit, text, syntax };
  });
  const members = membersOf(units, options);
  if (members.size === 0) return () => plain;
  const groups = groupsOf(members.values());
  return (target) =>
    plain.flatMap((expected) => {
      const member = members.get(expected.unit);
      const group = member === undefined ? undefined : groups.get(member.group);
      if (member === undefined || group === undefined || !isPlural(group, options.source)) {
        return [expected];
      }
      return formsAt(member, group, { ...options, target });
    });
}

function membersOf(units: readonly Unit[], { syntax }: SourceOptions): Map<Unit, Member> {
  const members = new Map<Unit, Member>();
  if (syntax !== 'i18next' && syntax !== 'rails') return members;
  const closed = syntax === 'rails' ? pluralMaps(units) : undefined;
  for (const unit of units) {
    if (unit.kind !== 'text') continue;
    const member = syntax === 'i18next' ? suffixMember(unit) : mapMember(unit, closed);
    if (member !== undefined) members.set(unit, member);
  }
  return members;
}

const SUFFIX = /^(.*?)_(ordinal_)?(zero|one|two|few|many|other)$/s;

function suffixMember(unit: Unit): Member | undefined {
  const last = unit.key.at(-1) ?? '';
  const match = SUFFIX.exec(last);
  const category = match?.[3];
  if (match === null || category === undefined || !isCategory(category)) return undefined;
  const stem = `${match[1] ?? ''}_${match[2] ?? ''}`;
  const parent = unit.key.slice(0, -1);
  return {
    group: keyId([...parent, stem]),
    form: { category, ordinal: match[2] !== undefined },
    unit,
    keyOf: (other) => [...parent, stem + other],
  };
}

function mapMember(unit: Unit, maps: ReadonlySet<string> | undefined): Member | undefined {
  const category = unit.key.at(-1) ?? '';
  const parent = unit.key.slice(0, -1);
  const group = keyId(parent);
  if (!isCategory(category) || maps?.has(group) !== true) return undefined;
  const form = { category, ordinal: false };
  return { group, form, unit, keyOf: (other) => [...parent, other] };
}

/** Maps that hold plural categories and nothing else. */
function pluralMaps(units: readonly Unit[]): ReadonlySet<string> {
  const maps = new Set<string>();
  for (const { key } of units) {
    if (key.at(-1) === 'other') maps.add(keyId(key.slice(0, -1)));
  }
  if (maps.size === 0) return maps;
  for (const { key } of units) {
    if (!isCategory(key.at(-1) ?? '')) maps.delete(keyId(key.slice(0, -1)));
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

/** `reason_other` alone is a word, unless its language has no other form and it shows a count. */
function isPlural(group: Group, source: string): boolean {
  const other = group.get('other');
  if (other === undefined) return false;
  if (group.size > 1) return true;
  return categoriesOf(source, other.form.ordinal).length === 1 && showsCount(other.unit.text);
}

function showsCount(text: string): boolean {
  return scanPlaceholders(text, 'printf').some((span) => isCountName(span.name));
}

/**
 * The forms at the place of one of the source's: those missing before it, and itself.
 */
function formsAt(member: Member, group: Group, options: ExpandOptions): ExpectedUnit[] {
  const { ordinal, category } = member.form;
  const needed = categoriesOf(options.target, ordinal);
  const has = [...group.keys()].sort((a, b) => rank(a) - rank(b));
  const below = has.filter((one) => rank(one) < rank(category)).at(-1);
  const missing = needed.filter(
    (one) =>
      !group.has(one) &&
      rank(one) < rank(category) &&
      (below === undefined || rank(one) > rank(below)),
  );
  const own = needed.includes(category) || category === 'zero' ? [category] : [];
  return [...missing, ...own].map((one) => expectedForm(one, member, { group, options }));
}

function expectedForm(
  category: PluralCategory,
  member: Member,
  { group, options }: { readonly group: Group; readonly options: ExpandOptions },
): ExpectedUnit {
  const other = group.get('other') ?? member;
  const own = group.get(category) ?? other;
  const { ordinal } = member.form;
  // "One file" is not the form for 21 files.
  const inWords =
    category === 'one' &&
    own !== other &&
    !showsCount(own.unit.text) &&
    showsCount(other.unit.text) &&
    oneMeansMore(options.target, ordinal);
  const { unit } = inWords ? other : own;
  return { key: member.keyOf(category), unit, text: unit.text, plural: { category, ordinal } };
}
