import type { CodeKey } from './types.js';

/** The forms of a plural; `plural` and numbers are those of older versions of i18next. */
export const FORM = /(?:_ordinal)?_(?:zero|one|two|few|many|other)$|_plural$|_\d+$/;

type Names = ReadonlySet<string>;

/** The names of a catalog, found by what code asks for. */
export class Standing {
  readonly #names = new Set<string>();
  /** Everything before a dot of a name, with the names below it. */
  readonly #groups = new Map<string, Set<string>>();
  /** Names by what is before their plural form, and by what is before a context. */
  readonly #byStem = new Map<string, Set<string>>();
  readonly #byContext = new Map<string, Set<string>>();
  readonly #withContext: Names;

  /** @param wanted what `serving` is asked about */
  constructor(names: Iterable<string>, wanted: readonly CodeKey[]) {
    this.#withContext = new Set(wanted.filter(({ context }) => context).map(({ key }) => key));
    for (const name of names) this.add(name);
  }

  add(name: string): void {
    this.#names.add(name);
    for (const group of before(name, '.')) addTo(this.#groups, group, name);
    const stem = name.replace(FORM, '');
    if (stem !== name) addTo(this.#byStem, stem, name);
    if (this.#withContext.size === 0) return;
    for (const start of before(name, '_')) {
      if (this.#withContext.has(start)) addTo(this.#byContext, start, name);
    }
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The names that are what code asks for: the key, its plural forms, its contexts. */
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

  /** A text cannot be where the catalog has a group, nor below a text. */
  isBlocked(name: string): boolean {
    return this.#groups.has(name) || before(name, '.').some((start) => this.#names.has(start));
  }
}

/** Everything that is before a sign in a name, the shortest first. */
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
