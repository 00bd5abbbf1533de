import type { ResolvedConfig } from '../../config/index.js';
import { keyId, LocaleSyncError, pushTo } from '../../model/index.js';
import type { Key, Problem } from '../../model/index.js';
import { isTest } from './left-out.js';
import { readBuffer } from './code-keys.js';
import type { Unsaved } from './code-keys.js';
import { CodeFiles } from './code-files.js';
import { addKeys, extractKeys } from './extract.js';
import { placeOf, problemsOf } from './key-problems.js';
import type { KeyChanges, KeysRead } from './extract.js';
import { Protection } from './protection.js';
import { keySign, writtenKey } from './separators.js';
import { stemsOf } from './catalogs.js';
import { changedFiles } from './types.js';
import type { CatalogChange, ChangedFile, CodeKey } from './types.js';
import { wantedOf } from './wanted.js';
import { movableTexts } from './move.js';
import { MOVED_FROM } from './words.js';
import type { TextsIn } from './words.js';

/** A key of a source catalog. */
export interface CatalogKey {
  /** Relative to the root. */
  readonly file: string;
  readonly key: Key;
}

/** A key as code can name it. */
export interface NamedKey extends CatalogKey {
  /** With its namespace, where code has to name one: `cart:title`. */
  readonly name: string;
  readonly text: string;
}

/** The keys in a text of a file of code, which may not be saved. */
export interface KeysOfText {
  readonly keys: readonly CodeKey[];
  /** The catalogs' keys that serve one of them. */
  readonly servedBy: (key: CodeKey) => readonly CatalogKey[];
  /** The catalog that takes one of them and does not have it. */
  readonly lackedBy: (key: CodeKey) => string | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Code and source catalogs of a project, each key with its places in both, as the extraction sees
 * them. For hosts that show single places, such as an editor.
 */
export class ProjectKeys {
  /** What code requires of the catalogs, and which of their keys it does not use. */
  readonly catalogs: readonly CatalogChange[];
  readonly #config: ResolvedConfig;
  readonly #changes: KeyChanges;
  readonly #byName: ReadonlyMap<string, readonly CatalogKey[]>;
  readonly #parts = new Map<string, KeysRead>();
  /** Names of values that every text gets, whatever a call gives; `*`: there may be any. */
  readonly shared = new Set<string>();
  #byUnit: Map<string, CodeKey[]> | undefined;
  /** Every key of the source catalogs, as code can name it. */
  readonly names: readonly NamedKey[];

  constructor(config: ResolvedConfig, changes: KeyChanges) {
    this.#config = config;
    this.#changes = changes;
    this.catalogs = changes.catalogs;
    this.#byName = byName(changes.catalogs);
    this.names = changes.read.flatMap(namesIn);
    for (const part of changes.read) {
      for (const { file, shared = [] } of part.code.files) {
        if (!this.#parts.has(file)) this.#parts.set(file, part);
        for (const name of shared) this.shared.add(name);
      }
    }
  }

  /** Whether only some files of code were read: then only what no other file can change is said. */
  get isPart(): boolean {
    return this.#changes.read.some(({ code }) => code.isPart === true);
  }

  /** The separator between the names of a catalog's keys. */
  signOf(catalog: string): string {
    const { read } = this.#changes;
    const part = read.find(({ catalogs }) => catalogs.some(({ file }) => file === catalog));
    return keySign((part ?? read[0])?.extract.separators.key ?? '.');
  }

  /** Whether a file is among those that are read as code. */
  isCode(file: string): boolean {
    return this.#parts.has(file);
  }

  /** The keys in a text of a file, by the rules of the whole project. */
  async keysIn(file: string, text: string): Promise<readonly CodeKey[]> {
    return (await this.#read(file, text))?.keys ?? [];
  }

  async #read(file: string, text: string) {
    const part = this.#parts.get(file);
    if (part === undefined) return undefined;
    const { code, extract, asking } = part;
    const own = await readBuffer(this.#config, extract, { file, text });
    const { keys } = wantedOf({ ...code, files: [own] }, extract, { whole: asking.origins });
    const isQuiet = isTest(file) || code.leftOut.quiet.includes(file);
    const found = keys.filter((key) => key.file === file);
    return { own, keys: isQuiet ? found.map((key) => ({ ...key, asks: true })) : found };
  }

  /** The keys in a text of a file, and what the catalogs have of them. */
  async look(file: string, text: string): Promise<KeysOfText | undefined> {
    const read = await this.#read(file, text);
    if (read === undefined) return undefined;
    const { own, keys } = read;
    const parts = await Promise.all(this.#changes.read.map((one) => one.changesFor(keys)));
    const changes = parts.flat();
    const served = byName(changes);
    const servedBy = ({ name }: CodeKey): readonly CatalogKey[] => {
      const now = served.get(name) ?? [];
      return now.length > 0 ? now : (this.#byName.get(name) ?? []);
    };
    // Of several parts, only the whole code shows which one takes a key.
    const added = parts.length > 1 ? this.catalogs : changes;
    const lacking = new Map(
      added.flatMap((one) => [...one.added.values()].map(({ code }) => [code.name, one.file])),
    );
    const all = [...(own.problem ? [own.problem] : []), ...problemsOf(changes)];
    const now = all.filter((one) => one.file === file && OF_TEXT.has(one.code));
    const others = this.#changes.problems.filter(
      (one) => one.file === file && !OF_TEXT.has(one.code),
    );
    const lackedBy = (key: CodeKey): string | undefined =>
      servedBy(key).length > 0 ? undefined : lacking.get(key.name);
    if (!this.isPart) return { keys, servedBy, lackedBy, problems: [...now, ...others] };
    return {
      keys,
      servedBy,
      lackedBy: (key) => {
        const file = this.#isNowhere(key) ? lackedBy(key) : undefined;
        // Other code may show that keys belong into another catalog than a new one.
        return this.catalogs.find((one) => one.file === file)?.before && file;
      },
      problems: own.problem ? [own.problem] : [],
    };
  }

  /**
   * Whether no catalog has a key, whatever the code that is not read says: neither with something
   * before its name, nor with less of it.
   */
  #isNowhere({ key, file }: CodeKey): boolean {
    const part = this.#parts.get(file);
    if (part === undefined || part.asking.origins.unread.size > 0) return false;
    const { separators } = part.extract;
    const sign = keySign(separators.key);
    const ends = key.split(sign).map((_, at, names) => names.slice(at).join(sign));
    return part.catalogs.every(({ document }) => {
      const stems = stemsOf(document, separators);
      const isThere = ends.some((end) => stems.has(end));
      return !isThere && ![...stems].some((stem) => stem.endsWith(`${sign}${key}`));
    });
  }

  /** The catalogs with a key that code names; empty if no catalog takes it. */
  async added(key: CodeKey, unsaved: Unsaved): Promise<readonly ChangedFile[]> {
    const part = this.#parts.get(key.file);
    if (part === undefined) return [];
    const { code, asking, extract } = part;
    const own = { code, unsaved, asking: { ...asking, keys: [key] } };
    const { changes } = await addKeys(this.#config, extract, own);
    return changedFiles(changes);
  }

  /** The texts in a part of a file that people see and no function looks up; why one has to stay. */
  async textsIn(only: TextsIn): Promise<Awaited<ReturnType<typeof movableTexts>>> {
    const { file, text } = only;
    const part = MOVED_FROM.test(file) ? this.#parts.get(file) : undefined;
    const read = part && (await this.#read(file, text));
    if (part === undefined || read === undefined) return [];
    const asking = { ...part.asking, keys: read.keys };
    return movableTexts(this.#config, { ...part, asking }, only);
  }

  /** Places whose code puts keys together, a key of a catalog maybe among them: `src/a.ts:12`. */
  assembling({ file, key }: CatalogKey): readonly string[] {
    const places = this.#changes.read.flatMap(({ asking, catalogs, extract: { separators } }) => {
      const own = catalogs.find((one) => one.file === file);
      if (own === undefined) return [];
      const name = writtenKey(key, separators);
      // Other languages write the namespace as a group: `__('messages.title')`.
      const heads = [...own.heads, own.namespace ?? ''].filter((head) => head !== '');
      const names = heads.map((head) => `${head}${keySign(separators.key)}${name}`);
      return asking.patterns.flatMap((pattern) => {
        if (pattern.place === undefined) return [];
        const given = { patterns: [pattern], open: [], catalogs: [] };
        const guard = new Protection([], given, separators);
        const none = new Set<string>();
        const isMeant = [name, ...names].some((one) => guard.holds(one, own.namespace, none));
        return isMeant ? [pattern.place] : [];
      });
    });
    return [...new Set(places)];
  }

  /** Where code uses a key of a catalog. */
  usesOf({ file, key }: CatalogKey): readonly CodeKey[] {
    if (this.#byUnit === undefined) {
      this.#byUnit = new Map();
      const { read } = this.#changes;
      const quiet = new Set(read.flatMap(({ code }) => code.leftOut.quiet));
      for (const use of read.flatMap(({ asking }) => asking.keys)) {
        if (quiet.has(use.file)) continue;
        for (const one of this.#byName.get(use.name) ?? []) {
          pushTo(this.#byUnit, `${one.file}\0${keyId(one.key)}`, use);
        }
      }
    }
    return this.#byUnit.get(`${file}\0${keyId(key)}`) ?? [];
  }
}

/** The most places shown per key. */
const MOST = 8;

/**
 * Where code uses a key of a source file: `src/cart.ts:12`. Reads the code that `extract:` names;
 * undefined if the config has none.
 * @throws ExtractError 'unreadable'
 */
export async function readKeyPlaces(
  config: ResolvedConfig,
  files = new CodeFiles(),
): Promise<((source: string, key: Key) => readonly string[]) | undefined> {
  if (config.extract === undefined) return undefined;
  const changes = await extractKeys(config, { files }).catch((error: unknown) => {
    // What is wrong with the settings or a catalog, `extract` reports.
    if (error instanceof LocaleSyncError && error.code !== 'unreadable') return undefined;
    throw error;
  });
  const keys = changes && new ProjectKeys(config, changes);
  return (
    keys && ((file, key) => [...new Set(keys.usesOf({ file, key }).map(placeOf))].slice(0, MOST))
  );
}

/** Problems that a text shows by itself; the others need the whole code. */
const OF_TEXT: ReadonlySet<string> = new Set([
  'unreadable-code',
  'key-below-text',
  'key-is-group',
  'default-text-differs',
]);

function byName(
  changes: readonly Pick<CatalogChange, 'file' | 'served'>[],
): ReadonlyMap<string, readonly CatalogKey[]> {
  const found = new Map<string, CatalogKey[]>();
  for (const { file, served } of changes) {
    for (const [name, keys] of served) {
      pushTo(found, name, ...keys.map((key) => ({ file, key })));
    }
  }
  return found;
}

const FORM = /(.)(?:zero|one|two|few|many|other)$/;

function namesIn({ catalogs, extract }: KeysRead): readonly NamedKey[] {
  const { separators, namespace: usual } = extract;
  const sign = separators.namespace;
  return catalogs.flatMap(({ file, document, namespace, heads }) => {
    const isOther = namespace !== undefined && namespace !== usual && catalogs.length > 1;
    const head = heads.length === 0 && isOther && sign !== false ? `${namespace}${sign}` : '';
    const [merged = ''] = heads;
    const before = merged === '' ? head : `${merged}${keySign(separators.key)}`;
    const byStem = new Map<string, NamedKey>();
    for (const { kind, key, text } of document.units) {
      if (kind !== 'text') continue;
      const name = `${before}${writtenKey(key, separators)}`;
      // Code writes `items` for `items_one` and `items_other`.
      const stem = name.replace(FORM, (form, sign) => (sign === separators.plural ? '' : form));
      const known = byStem.get(stem);
      byStem.set(stem, known ? { ...known, name: stem } : { file, key, text, name });
    }
    return [...byStem.values()];
  });
}
