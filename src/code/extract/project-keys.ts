import type { ResolvedConfig } from '../../config/index.js';
import { keyId } from '../../model/index.js';
import type { Key, Problem } from '../../model/index.js';
import { readBuffer } from './code-keys.js';
import type { Unsaved } from './code-keys.js';
import type { CodeFiles } from './code-files.js';
import { addKeys, extractKeys } from './extract.js';
import type { KeyChanges, KeysRead } from './extract.js';
import { keySign, writtenKey } from './separators.js';
import type { CatalogChange, ChangedFile, CodeKey } from './types.js';
import { wantedOf } from './wanted.js';
import { findTexts, withoutPlace } from './words.js';
import type { HardCodedText, TextsIn } from './words.js';

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
}

/**
 * Code and source catalogs of a project, each key with its places in both, as the extraction sees
 * them. For hosts that show single places, such as an editor.
 */
export class ProjectKeys {
  readonly #config: ResolvedConfig;
  readonly #changes: KeyChanges;
  readonly #byName = new Map<string, CatalogKey[]>();
  #byUnit: Map<string, CodeKey[]> | undefined;
  #names: readonly NamedKey[] | undefined;

  constructor(config: ResolvedConfig, changes: KeyChanges) {
    this.#config = config;
    this.#changes = changes;
    for (const { file, served } of changes.catalogs) {
      for (const [name, keys] of served) {
        const known = this.#byName.get(name);
        const own = keys.map((key) => ({ file, key }));
        if (known === undefined) this.#byName.set(name, own);
        else known.push(...own);
      }
    }
  }

  /** @throws ExtractError, ConfigError 'code-refused', FormatError */
  static async read(
    config: ResolvedConfig,
    options: { readonly files: CodeFiles; readonly unsaved: Unsaved },
  ): Promise<ProjectKeys> {
    return new ProjectKeys(config, await extractKeys(config, options));
  }

  /** What code requires of the catalogs, and which of their keys it does not use. */
  get catalogs(): readonly CatalogChange[] {
    return this.#changes.catalogs;
  }

  get problems(): readonly Problem[] {
    return this.#changes.problems;
  }

  /** The separator between the names of a catalog's keys. */
  signOf(catalog: string): string {
    const { read } = this.#changes;
    const part = read.find(({ catalogs }) => catalogs.some(({ file }) => file === catalog));
    return keySign((part ?? read[0])?.extract.separators.key ?? '.');
  }

  /** Names of values that every text gets, whatever a call gives; `*`: there may be any. */
  get shared(): ReadonlySet<string> {
    return new Set(
      this.#changes.read.flatMap(({ code }) => code.files.flatMap((one) => one.shared ?? [])),
    );
  }

  /** Whether a file is among those that are read as code. */
  isCode(file: string): boolean {
    return this.#partOf(file) !== undefined;
  }

  /** The part of `extract:` that reads a file. */
  #partOf(file: string): KeysRead | undefined {
    return this.#changes.read.find(({ code }) => code.files.some((one) => one.file === file));
  }

  /** Whether a catalog takes a key that code names and that it does not have. */
  isAdded({ name }: CodeKey): boolean {
    const added = this.catalogs.flatMap(({ places }) => [...places.values()]);
    return added.some((one) => one.name === name);
  }

  /** The keys in a text of a file, by the rules of the whole project. */
  async keysIn(file: string, text: string): Promise<readonly CodeKey[]> {
    const part = this.#partOf(file);
    if (part === undefined) return [];
    const { code, extract } = part;
    const own = await readBuffer(this.#config, extract, { file, text });
    const files = code.files.map((one) => (one.file === file ? own : { ...one, uses: [] }));
    const { keys } = wantedOf({ ...code, files }, extract);
    return keys.filter((key) => key.file === file);
  }

  /** The catalogs with a key that code names; empty if no catalog takes it. */
  async added(key: CodeKey, unsaved: Unsaved): Promise<readonly ChangedFile[]> {
    const part = this.#partOf(key.file);
    if (part === undefined) return [];
    const { code, asking, extract } = part;
    const own = { code, unsaved, asking: { ...asking, keys: [key] } };
    const { changes } = await addKeys(this.#config, extract, own);
    return changes.flatMap(({ file, before, after }) =>
      after === undefined ? [] : [{ file, before, after }],
    );
  }

  /** The texts in a part of a file that people see and that no function looks up. */
  async textsIn(part: TextsIn): Promise<readonly HardCodedText[]> {
    const parts = this.#changes.read.map(({ extract }) => extract);
    const { files } = await findTexts(this.#config, parts, part);
    return files.flatMap(({ texts }) => texts.map(withoutPlace));
  }

  /** The catalogs' keys that serve a key in code. */
  servedBy({ name }: CodeKey): readonly CatalogKey[] {
    return this.#byName.get(name) ?? [];
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
          const id = `${one.file}\0${keyId(one.key)}`;
          const known = this.#byUnit.get(id);
          if (known === undefined) this.#byUnit.set(id, [use]);
          else known.push(use);
        }
      }
    }
    return this.#byUnit.get(`${file}\0${keyId(key)}`) ?? [];
  }

  /** Every key of the source catalogs, as code can name it. */
  get names(): readonly NamedKey[] {
    return (this.#names ??= this.#changes.read.flatMap(namesIn));
  }
}

function namesIn({ catalogs, extract }: KeysRead): readonly NamedKey[] {
  const { separators, namespace: usual } = extract;
  const sign = separators.namespace;
  return catalogs.flatMap(({ file, document, namespace, heads }) => {
    const isOther = namespace !== undefined && namespace !== usual && catalogs.length > 1;
    const head = heads.length === 0 && isOther && sign !== false ? `${namespace}${sign}` : '';
    const [merged = ''] = heads;
    const before = merged === '' ? head : `${merged}${keySign(separators.key)}`;
    return document.units
      .filter(({ kind }) => kind === 'text')
      .map(({ key }) => ({ file, key, name: `${before}${writtenKey(key, separators)}` }));
  });
}
