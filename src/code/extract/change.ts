import type { Document, Edit, Key, Unit } from '../../model/index.js';
import { defined, keyId } from '../../model/index.js';
import { keySign, splitGroup, writtenKey, pluralForm, wholesOf } from './separators.js';
import type { KeySeparators } from './separators.js';
import type {
  AddedKey,
  BlockedKey,
  CodeKey,
  Conflict,
  DefaultText,
  KeyChange,
  Reason,
} from './types.js';

export interface ChangeOptions {
  /** BCP 47 tag of the source language, for its plural forms. */
  readonly language: string;
  /** Whether unused keys are removed; 'all': also those that a place may ask for. */
  readonly prune: boolean | 'all';
  /** The text of a new key for which code gives none. */
  readonly fallback: 'key' | 'empty' | 'text';
  readonly separators: KeySeparators;
  /** Whether new keys go to their places in groups that are sorted. */
  readonly sort: 'auto' | 'off';
  /** Whether texts of the catalog become those that code gives. */
  readonly updateDefaults: boolean;
  /** Groups that are namespaces. */
  readonly groups: ReadonlySet<string>;
  /** Why a key that no call names counts as unused; undefined: something else may use it. */
  readonly whyUnused: (key: string, text: string) => Reason | undefined;
}

/**
 * The changes of one source catalog for the keys of code. Pure; existing keys change only with
 * `updateDefaults`.
 */
export function changeCatalog(
  document: Document,
  wanted: readonly CodeKey[],
  options: ChangeOptions,
): KeyChange & { readonly edits: readonly Edit[] } {
  const units = namedUnits(document, options.separators);
  const standing = new Standing(units, wanted, options.separators);
  for (const { key } of document.units.filter(isEmptyGroup)) standing.addGroup(key);
  const style = styleOf(document, options);
  const used = new Set<string>();
  const edits: Edit[] = [];
  const added = new Map<Key, AddedKey>();
  const blocked: BlockedKey[] = [];
  const groups: BlockedKey[] = [];
  const serving = new Map<string, Set<Key>>();
  const serves = (code: CodeKey, name: string): void => {
    used.add(name);
    const unit = units.get(name);
    if (unit !== undefined)
      serving.set(code.key, (serving.get(code.key) ?? new Set<Key>()).add(unit.key));
  };
  for (const code of distinct(wanted)) {
    for (const variant of missing(code, standing, {
      serves,
      used,
      separators: options.separators,
    })) {
      for (const { name, form } of namesOf(variant.key, code, options)) {
        if (variant.only !== undefined && form !== variant.only) continue;
        const key = style.keyOf(name, code);
        if (standing.has(name)) continue;
        const { file, line } = code;
        if (standing.isGroup(key)) {
          const isFull = standing.below(name).size > 0;
          if (code.needsText === true && isFull)
            groups.push({ key, text: key, file, ...defined({ line }) });
          continue;
        }
        const above = standing.textAbove(key);
        if (above !== undefined) {
          blocked.push({ key, text: above, file, ...defined({ line }) });
          continue;
        }
        const text = style.textOf(code, form) ?? units.get(variant.base)?.text;
        standing.add(name, key);
        used.add(name);
        added.set(key, { code, text });
      }
    }
  }
  const after = followedBy(document.units, [...added.keys()], options.sort);
  for (const [key, { text = '' }] of added) {
    edits.push({ op: 'insert', key, text, after: after.get(keyId(key)) ?? null });
  }
  const defaults =
    options.fallback === 'empty'
      ? { conflicts: [], differing: [] }
      : compareDefaults(
          wanted,
          (code, form) => formName(code.key, code, form, options),
          (name) => units.get(name)?.text,
        );
  const updated = (options.updateDefaults ? defaults.differing : []).flatMap(({ name, text }) => {
    const unit = units.get(name);
    return unit === undefined ? [] : [{ op: 'set', key: unit.key, text } as const];
  });
  edits.push(...updated);
  const reasons = new Map<Key, Reason>();
  for (const [name, { key, text }] of units) {
    const reason = used.has(name) ? undefined : options.whyUnused(name, text);
    if (reason !== undefined) reasons.set(key, reason);
  }
  const keys = [...units.values()].map(({ key }) => key);
  const unused = withoutEarlierElements(reasons, keys);
  const isSure = ([, { isDoubtful }]: readonly [Key, Reason]): boolean => isDoubtful !== true;
  const sure = options.prune === 'all' ? unused : new Map([...unused].filter(isSure));
  const removed = options.prune === false ? [] : [...withoutEarlierElements(sure, keys).keys()];
  for (const key of removed) edits.push({ op: 'remove', key });
  return {
    edits,
    served: new Map(wanted.map(({ name, key }) => [name, [...(serving.get(key) ?? [])]])),
    ...{ added, blocked, groups, unused, removed },
    conflicts: defaults.conflicts,
    differing: options.updateDefaults ? [] : defaults.differing,
    updated: updated.map(({ key }) => key),
  };
}

/** The keys of code that a catalog has: themselves, their forms or contexts, or their group. Pure. */
export function held(
  document: Document,
  wanted: readonly CodeKey[],
  separators: KeySeparators,
): readonly CodeKey[] {
  const standing = new Standing(namedUnits(document, separators), wanted, separators);
  return wanted.filter(
    (code) => standing.serving(code).size > 0 || standing.below(code.key).size > 0,
  );
}

/** The texts of a catalog, by their keys as code writes them. */
function namedUnits(document: Document, separators: KeySeparators): ReadonlyMap<string, Unit> {
  const isEntry = entryOf(document) !== undefined;
  const units = document.units.filter((unit) => !isEmptyGroup(unit));
  return new Map(
    units.map((unit) => {
      const key = isEntry ? unit.key.slice(0, -1) : unit.key;
      return [writtenKey(key, separators), unit];
    }),
  );
}

/**
 * Which of these unused keys can be removed: an element of a list stays while a later one is in
 * use, because that one would get its number.
 */
function withoutEarlierElements(
  unused: ReadonlyMap<Key, Reason>,
  keys: Iterable<Key>,
): ReadonlyMap<Key, Reason> {
  const lists = new Set<string>();
  const last = new Map<string, number>();
  for (const key of keys) {
    for (const { list, index } of elementsOf(key)) {
      if (index === 0) lists.add(list);
      if (!unused.has(key)) last.set(list, Math.max(index, last.get(list) ?? 0));
    }
  }
  const isBefore = ({ list, index }: Element): boolean =>
    lists.has(list) && index < (last.get(list) ?? 0);
  return new Map([...unused].filter(([key]) => !elementsOf(key).some(isBefore)));
}

interface Element {
  /** `keyId` of the list. */
  readonly list: string;
  readonly index: number;
}

/** The elements of lists that a key leads through. Numbers without a 0 are names. */
function elementsOf(key: Key): readonly Element[] {
  return key.flatMap((name, at) =>
    /^\d+$/.test(name) ? [{ list: keyId(key.slice(0, at)), index: Number(name) }] : [],
  );
}

/** Whether a unit is `{}`, to which keys can be added. */
export function isEmptyGroup({ kind, text }: Unit): boolean {
  return kind === 'raw' && text === '{}';
}

/**
 * Each used key once; the first use with a text, if any. Counted uses come first: otherwise a key
 * added for another use without a count would serve for them too.
 */
function distinct(wanted: readonly CodeKey[]): readonly CodeKey[] {
  const found = new Map<string, CodeKey>();
  for (const code of wanted) {
    const { count, ordinal, context, contexts, asks, group, key } = code;
    const id = JSON.stringify([count, ordinal, context, contexts, asks, group, key]);
    const known = found.get(id);
    if (known === undefined || (known.text === undefined && code.text !== undefined)) {
      found.set(id, known?.note === undefined ? code : { ...code, note: code.note ?? known.note });
    } else if (code.forms !== undefined) {
      found.set(id, { ...known, forms: { ...code.forms, ...known.forms } });
    }
  }
  const byKey = new Map<string, CodeKey[]>();
  for (const code of found.values()) byKey.set(code.key, [...(byKey.get(code.key) ?? []), code]);
  return [...byKey.values()].flatMap((list) => [
    ...list.filter(({ count }) => count),
    ...list.filter(({ count }) => !count),
  ]);
}

interface Serving {
  /** Called for each existing variant. */
  readonly serves: (code: CodeKey, name: string) => void;
  readonly used: ReadonlySet<string>;
  readonly separators: KeySeparators;
}

/** The variants of a key that the catalog lacks. */
function missing(
  code: CodeKey,
  standing: Standing,
  { serves, used, separators }: Serving,
): readonly { readonly key: string; readonly base: string; readonly only?: string }[] {
  const { key, count, context, group, asks } = code;
  const served = standing.serving({ key, count, context });
  for (const name of [...served, ...(group ? standing.below(key) : [])]) serves(code, name);
  // If the key is a group here, all of it is used.
  if (served.size === 0) for (const name of standing.below(key)) serves(code, name);
  if (asks) return [];
  const { context: separator } = separators;
  const names = separator === false ? [] : (code.contexts ?? []);
  const variants = names
    .map((name) => `${key}${separator === false ? '' : separator}${name}`)
    .filter((name) => standing.serving({ key: name, count, context: false }).size === 0);
  // `{ "one": …, "other": … }` in i18n-js and others, `key#one` in next-international.
  const forms = [`${keySign(separators.key)}other`, '#other', '#one'];
  const hasForms = forms.some((form) => standing.has(`${key}${form}`));
  const isServed = served.size > 0 || hasForms || code.onlyContexts;
  const all = [...(isServed ? [] : [key]), ...variants].map((name) => ({ key: name, base: key }));
  // The other forms may have been added before code had a text for 0.
  const lacksZero = served.size > 0 && hasZero(code) && !used.has(`${key}${separators.plural}zero`);
  return lacksZero ? [...all, { key, base: key, only: 'zero' }] : all;
}

/** Whether code gives a text for 0, which i18next shows in every language. */
function hasZero({ count, ordinal, forms }: CodeKey): boolean {
  return count && !ordinal && forms?.['zero'] !== undefined;
}

type Names = ReadonlySet<string>;

/** The keys of a catalog, indexed by the ways in which code may use them. */
class Standing {
  readonly #names = new Set<string>();
  /** Positions of texts, and of the groups around them. */
  readonly #places = new Set<string>();
  readonly #groupPlaces = new Set<string>();
  /** Everything before a separator of a name, with the names below it. */
  readonly #groups = new Map<string, Set<string>>();
  /** Names by the part before their plural form, and by the part before a context. */
  readonly #byStem = new Map<string, Set<string>>();
  readonly #byContext = new Map<string, Set<string>>();
  readonly #withContext: Names;
  readonly #sign: string;
  readonly #form: RegExp | undefined;
  readonly #contextSign: string | false;

  /** @param wanted the keys that `serving` will be called with */
  constructor(
    units: Iterable<readonly [string, Unit]>,
    wanted: readonly CodeKey[],
    { key, plural, context }: KeySeparators,
  ) {
    this.#sign = keySign(key);
    this.#form = pluralForm(plural);
    this.#contextSign = context;
    this.#withContext = new Set(wanted.filter(({ context }) => context).map(({ key }) => key));
    for (const [name, { key: place }] of units) this.add(name, place);
  }

  /** @param key position in the catalog */
  add(name: string, key: Key): void {
    this.#names.add(name);
    this.#places.add(keyId(key));
    for (const group of groupsOf(key)) this.#groupPlaces.add(keyId(group));
    for (const group of wholesOf(name, this.#sign).slice(1)) addTo(this.#groups, group, name);
    const stem = this.#form === undefined ? name : name.replace(this.#form, '');
    if (stem !== name) addTo(this.#byStem, stem, name);
    if (this.#withContext.size === 0 || this.#contextSign === false) return;
    for (const start of wholesOf(name, this.#contextSign).slice(1)) {
      if (this.#withContext.has(start)) addTo(this.#byContext, start, name);
    }
  }

  /** @param key position of a group without texts */
  addGroup(key: Key): void {
    this.#groupPlaces.add(keyId(key));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The names that serve a use in code: the key, its plural forms, its contexts. */
  serving({ key, count, context }: Pick<CodeKey, 'key' | 'count' | 'context'>): Names {
    const own = this.#names.has(key) ? [key] : [];
    const forms = count ? (this.#byStem.get(key) ?? []) : [];
    const contexts = context ? (this.#byContext.get(key) ?? []) : [];
    return new Set([...own, ...forms, ...contexts]);
  }

  /** The names below a group. */
  below(name: string): Names {
    return this.#groups.get(name) ?? new Set();
  }

  /** Whether the catalog has a group at a key, where no text can be added. */
  isGroup(key: Key): boolean {
    return this.#groupPlaces.has(keyId(key));
  }

  /** The text above a key, below which no text can be added. */
  textAbove(key: Key): Key | undefined {
    return groupsOf(key).find((one) => this.#places.has(keyId(one)));
  }
}

function groupsOf(key: Key): readonly Key[] {
  return key.slice(0, -1).map((_, at) => key.slice(0, at + 1));
}

function addTo(sets: Map<string, Set<string>>, key: string, name: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([name]));
  else set.add(name);
}

/**
 * The keys to add for a use in code: the plural forms of the source language, each with its
 * category, if it has a count.
 */
function namesOf(
  key: string,
  code: CodeKey,
  options: ChangeOptions,
): readonly { readonly name: string; readonly form: string | undefined }[] {
  const { count, ordinal } = code;
  const { language, separators } = options;
  if (!count || separators.plural === false) return [{ name: key, form: undefined }];
  const type = ordinal ? 'ordinal' : 'cardinal';
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
  const zero = hasZero(code) && !pluralCategories.includes('zero') ? ['zero'] : [];
  return [...zero, ...pluralCategories].map((form) => ({
    name: formName(key, code, form, options),
    form,
  }));
}

function formName(
  key: string,
  { ordinal }: CodeKey,
  form: string,
  { separators }: ChangeOptions,
): string {
  const sign = separators.plural === false ? '' : separators.plural;
  return `${key}${ordinal ? `${sign}ordinal` : ''}${sign}${form}`;
}

/** How a catalog writes its keys, and the texts of new ones. */
function styleOf(document: Document, { fallback, separators, groups }: ChangeOptions) {
  const { units } = document;
  const bare = (name: string): string => splitGroup(name, groups, separators)?.rest ?? name;
  const hasTexts = hasTextsAsKeys(document, (key) => bare(writtenKey(key, separators)));
  const sign = separators.key;
  const nested = units.filter(({ key }) => key.length > 1).length;
  const flat = units.filter(({ key: [name, ...more] }) => {
    return more.length === 0 && sign !== false && name?.includes(sign) === true;
  }).length;
  const isNested = nested > 0;
  const entry = entryOf(document);
  const isWhole = (name: string, code: CodeKey): boolean =>
    flat > nested ||
    hasTexts ||
    (code.flat === true && !isNested) ||
    // Dots are punctuation: `Loading...`, `Save. Then close.`
    /\s|\.\.|^\.|\.$/.test(name);
  const keyOf = (name: string, code: CodeKey): Key => {
    if (entry !== undefined) return [name, entry];
    const inGroup = splitGroup(name, groups, separators);
    if (inGroup !== undefined) return [inGroup.group, ...keyOf(inGroup.rest, code)];
    return sign === false || isWhole(name, code) ? [name] : name.split(sign);
  };
  return {
    keyOf,
    /** Undefined: there is none, and the key stays empty. */
    textOf: (code: CodeKey, form: string | undefined): string | undefined => {
      if (fallback === 'empty') return undefined;
      const text = (form === undefined ? undefined : code.forms?.[form]) ?? code.text;
      const name = bare(code.key);
      const isText = hasTexts || (units.length === 0 && /\s/.test(name));
      return text ?? (fallback === 'key' || isText ? name : undefined);
    },
  };
}

/** The member with the text, if each key is an entry, as formatjs extracts them. */
export function entryOf({ units }: Document): string | undefined {
  const entry = units[0]?.key.at(-1);
  const isEntry = entry === 'defaultMessage' || entry === 'message';
  return isEntry && units.every(({ key }) => key.length === 2 && key[1] === entry)
    ? entry
    : undefined;
}

/** Whether the keys of a catalog are its texts: most are equal to their text, or are sentences. */
function hasTextsAsKeys({ units }: Document, nameOf: (key: Key) => string): boolean {
  if (units.length === 0) return false;
  const same = units.filter(({ key, text }) => {
    const name = nameOf(key);
    return name === text || (/\s/.test(name) && text !== '');
  });
  return same.length * 2 > units.length;
}

const asRead = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The texts that code gives for a key and that can be compared: those with tags are rendered in too
 * many ways, and a context may have texts of its own.
 */
function textsOf(
  code: CodeKey,
  nameOf: (form: string) => string,
): readonly { readonly name: string; readonly text: string }[] {
  if (code.context || code.group === true || code.asks === true) return [];
  const all = code.count
    ? Object.entries(code.forms ?? {}).map(([form, text]) => ({ name: nameOf(form), text }))
    : [{ name: code.key, text: code.text ?? '' }];
  return all.filter(({ text }) => text !== '' && !text.includes('<'));
}

/**
 * Where two places in code give one key different texts, and where the catalog has another text than
 * code. Pure.
 * @param nameOf the key of a plural form
 * @param standing the text of a key in the catalog; undefined: it has none
 */
function compareDefaults(
  wanted: readonly CodeKey[],
  nameOf: (code: CodeKey, form: string) => string,
  standing: (name: string) => string | undefined,
): { readonly conflicts: readonly Conflict[]; readonly differing: readonly DefaultText[] } {
  const first = new Map<string, { readonly text: string; readonly at: CodeKey }>();
  const conflicts = new Map<string, Conflict>();
  for (const at of wanted) {
    for (const { name, text } of textsOf(at, (form) => nameOf(at, form))) {
      const known = first.get(name);
      if (known === undefined) first.set(name, { text, at });
      else if (asRead(known.text) !== asRead(text) && !conflicts.has(name)) {
        conflicts.set(name, { name, ...known, other: text, otherAt: at });
      }
    }
  }
  const differing = [...first].flatMap(([name, given]) => {
    const other = standing(name) ?? '';
    const isSame = other === '' || asRead(other) === asRead(given.text);
    return isSame || conflicts.has(name) ? [] : [{ name, ...given, other }];
  });
  return { conflicts: [...conflicts.values()], differing };
}

type Compare = (a: string, b: string) => number;

const byCode: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

/** Ways in which tools sort the names of a catalog. */
const COMPARISONS: readonly (() => Compare)[] = [
  () => byCode,
  () => (a, b) => byCode(a.toLowerCase(), b.toLowerCase()),
  () => new Intl.Collator('en').compare,
  () => new Intl.Collator('en', { numeric: true }).compare,
];

/** Fewer names may be in order by chance. */
const FEWEST = 3;

/** A group of a catalog, or a text. */
interface Group {
  /** Names in the order of the file. */
  readonly names: string[];
  readonly members: Map<string, Group>;
  key?: Key;
  isSorted: boolean;
}

/**
 * The unit that each new key follows, by its id: in a group whose names are sorted, the one before
 * its place, and else the last of the group. Pure.
 * @param added in the order to add them
 */
function followedBy(
  units: readonly Unit[],
  added: readonly Key[],
  sort: 'auto' | 'off',
): ReadonlyMap<string, Key | null> {
  if (added.length === 0) return new Map();
  const root = groupOf();
  for (const { key } of units) add(root, key, byCode);
  const compare = sort === 'off' ? undefined : markSorted(root);
  const after = new Map<string, Key | null>();
  const inOrder = compare ? added.toSorted((a, b) => byPath(a, b, compare)) : [];
  const isInOrder = (key: Key): boolean => deepest(root, key).isSorted;
  for (const key of [...added.filter((key) => !isInOrder(key)), ...inOrder.filter(isInOrder)]) {
    after.set(keyId(key), add(root, key, compare ?? byCode));
  }
  return after;
}

/** Marks the groups that are sorted, all in one way, which is returned. */
function markSorted(root: Group): Compare | undefined {
  const groups = groupsIn(root);
  const judged = groups.filter(({ names }) => names.length >= FEWEST);
  const [best] = COMPARISONS.map((make) => {
    const compare = make();
    return { compare, sorted: judged.filter(({ names }) => isSorted(names, compare)).length };
  }).sort((a, b) => b.sorted - a.sorted);
  if (best === undefined || best.sorted === 0) return undefined;
  // A group with hardly any names is like the others.
  const isUsual = best.sorted === judged.length;
  for (const group of groups) {
    const isJudged = group.names.length >= FEWEST;
    group.isSorted = (isJudged || isUsual) && isSorted(group.names, best.compare);
  }
  return best.compare;
}

function groupOf(): Group {
  return { names: [], members: new Map(), isSorted: false };
}

/** Adds a key, and returns the text that it follows; null: it comes first in its group. */
function add(root: Group, key: Key, compare: Compare): Key | null {
  let group = root;
  let follows: Key | null = null;
  for (const name of key) {
    let member = group.members.get(name);
    if (member === undefined) {
      member = { ...groupOf(), isSorted: group.isSorted };
      group.members.set(name, member);
      const at = group.isSorted ? placeOf(group, name, compare) : group.names.length;
      const previous = group.members.get(group.names[at - 1] ?? '');
      follows = at === 0 || previous === undefined ? follows : lastOf(previous);
      group.names.splice(at, 0, name);
    }
    group = member;
  }
  group.key = key;
  return follows;
}

/** How many names of a sorted group come before a name. */
function placeOf({ names }: Group, name: string, compare: Compare): number {
  const at = names.findIndex((one) => compare(one, name) > 0);
  return at === -1 ? names.length : at;
}

function deepest(root: Group, key: Key): Group {
  let group = root;
  for (const name of key.slice(0, -1)) {
    const member = group.members.get(name);
    if (member === undefined) return group;
    group = member;
  }
  return group;
}

function lastOf(group: Group): Key | null {
  const last = group.members.get(group.names.at(-1) ?? '');
  return last === undefined ? (group.key ?? null) : lastOf(last);
}

function groupsIn(group: Group): readonly Group[] {
  return [group, ...[...group.members.values()].flatMap(groupsIn)];
}

function isSorted(names: readonly string[], compare: Compare): boolean {
  return names.every((name, at) => at === 0 || compare(names[at - 1] ?? '', name) <= 0);
}

function byPath(a: Key, b: Key, compare: Compare): number {
  for (const [at, name] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const order = compare(name, other);
    if (order !== 0) return order;
  }
  return -1;
}
