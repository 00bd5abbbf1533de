import { keyId } from '../model/index.js';
import type { Key } from '../model/index.js';
import type { KeySeparators } from './separators.js';
import { keySign, pluralForm } from './separators.js';
import type { CodeKey } from './types.js';

type Names = ReadonlySet<string>;

/** The keys of a catalog, indexed by the ways in which code may use them. */
export class Standing {
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
    names: Iterable<readonly [string, Key]>,
    wanted: readonly CodeKey[],
    { key, plural, context }: KeySeparators,
  ) {
    this.#sign = keySign(key);
    this.#form = pluralForm(plural);
    this.#contextSign = context;
    this.#withContext = new Set(wanted.filter(({ context }) => context).map(({ key }) => key));
    for (const [name, place] of names) this.add(name, place);
  }

  /** @param key position in the catalog */
  add(name: string, key: Key): void {
    this.#names.add(name);
    this.#places.add(keyId(key));
    for (const group of groupsOf(key)) this.#groupPlaces.add(keyId(group));
    for (const group of before(name, this.#sign)) addTo(this.#groups, group, name);
    const stem = this.#form === undefined ? name : name.replace(this.#form, '');
    if (stem !== name) addTo(this.#byStem, stem, name);
    if (this.#withContext.size === 0 || this.#contextSign === false) return;
    for (const start of before(name, this.#contextSign)) {
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

/** Everything before a separator in a name, shortest first. */
function before(name: string, sign: string): readonly string[] {
  const starts: string[] = [];
  for (let at = name.indexOf(sign); at !== -1; at = name.indexOf(sign, at + 1)) {
    starts.push(name.slice(0, at));
  }
  return starts;
}

function addTo(sets: Map<string, Set<string>>, key: string, name: string): void {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([name]));
  else set.add(name);
}
