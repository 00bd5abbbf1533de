import { join, posix } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularText } from '../../disk/index.js';
import { componentsAmong, NAMESPACE } from './catalogs.js';
import type { CodeFiles } from './code-files.js';
import type { Code } from './code-keys.js';
import { isTest } from './left-out.js';
import { hasBeginning, hasLiteral } from './literals.js';
import { librariesFor } from './libraries.js';
import { dependenciesOf, MANIFESTS, packagesIn } from './packages.js';
import type { OwnPackage } from './packages.js';
import { extractSettings } from './settings.js';
import type { ExtractSettings } from './settings.js';
import type { CodeFile } from './types.js';
import { wantedOf } from './wanted.js';
import type { Wanted } from './wanted.js';

/** A part of `extract:`, and what the code uses of its catalogs. */
export interface Part {
  readonly extract: ExtractSettings;
  /** The code that may use its catalogs. */
  readonly code: Code;
  readonly asking: Wanted;
  /** Who owns the code; undefined: all of it is this part's. */
  readonly owners: Owners | undefined;
  /** What the code of all parts uses, with the catalogs of the part among others. */
  readonly whole: WholeCode | undefined;
}

/** Code of all parts: who owns it is only probable, so keys that it names are not surely unused. */
export interface WholeCode {
  readonly files: readonly CodeFile[];
  readonly asking: readonly Wanted[];
  /** Code of other packages that may ask for any key of this part: `src/cart.tsx:12`. */
  readonly mayAsk: readonly string[];
}

/**
 * Reads the code of a config's parts.
 * @param only the files to read, and with them those that they import translators or texts from
 * @throws ExtractError, ConfigError 'code-refused'
 */
export async function readParts(
  config: ResolvedConfig,
  files: CodeFiles,
  only?: readonly string[],
): Promise<readonly Part[]> {
  const settings = await extractSettings(config);
  // Of several parts, only the whole code shows who owns a key.
  const read =
    only === undefined || settings.length > 1
      ? await files.read(config, settings)
      : await readOnly(config, files, { settings, only });
  const packages = read.length > 1 ? await allPackages(config.root) : [];
  const owners =
    read.length > 1
      ? new Owners(packages, {
          parts: settings,
          code: read,
          files: await filesOf(config, settings),
        })
      : undefined;
  const all = new Map(read.flatMap((code) => code.files.map((one) => [one.file, one])));
  const parts = read.map((code, at) => {
    const extract = settings[at] as ExtractSettings;
    const asking = (one: Code): Wanted =>
      wantedOf(one, extract, { components: componentsAmong(config, one.files) });
    if (owners === undefined) return { extract, code, asking: asking(code) };
    const own = [...all.values()].filter(({ file }) => owners.of(file).others.includes(at));
    const libraries = librariesFor(config.root, extract.catalog, own);
    const reach = { ...code, files: own, packages, libraries };
    return { extract, code: reach, asking: asking(reach) };
  });
  if (owners === undefined) return parts.map((one) => ({ ...one, owners, whole: undefined }));
  const whole = { files: [...all.values()], asking: parts.map(({ asking }) => asking) };
  const places = [
    ...new Set(whole.asking.flatMap(({ open, everywhere }) => [...open, ...everywhere])),
  ];
  return parts.map((part, at) => {
    const mayAsk = places.filter((place) =>
      owners.of(place.slice(0, place.lastIndexOf(':'))).unsure.includes(at),
    );
    return { ...part, owners, whole: { ...whole, mayAsk } };
  });
}

/** Code of which only some files count, with what they import from others. */
async function readOnly(
  config: ResolvedConfig,
  files: CodeFiles,
  {
    settings,
    only,
  }: { readonly settings: readonly ExtractSettings[]; readonly only: readonly string[] },
): Promise<readonly Code[]> {
  const reached = [...only];
  for (;;) {
    const read = await files.read(config, settings, reached);
    const own = read.map((code) => {
      const isMeant = ({ file }: CodeFile): boolean => code.isPart !== true || only.includes(file);
      return {
        ...code,
        files: code.files.map((one) => (isMeant(one) ? one : { ...one, uses: [] })),
      };
    });
    const unread = own.flatMap((one, at) => {
      return [...wantedOf(one, settings[at] as ExtractSettings).origins.unread];
    });
    if (unread.length === 0) return own;
    reached.push(...unread);
  }
}

/** The parts of `extract:` whose catalogs the keys of a file may belong to. */
export interface Owned {
  /** The part that new keys go to; undefined: one of `others`, and the code does not show which. */
  readonly home: number | undefined;
  /** Parts whose catalogs may have its keys. */
  readonly others: readonly number[];
  /** Parts whose catalogs it probably does not use. */
  readonly unsure: readonly number[];
}

/** The files of each part's catalogs, one for each namespace. */
async function filesOf(
  { root }: ResolvedConfig,
  parts: readonly ExtractSettings[],
): Promise<readonly (readonly string[])[]> {
  const { default: glob } = await import('fast-glob');
  return Promise.all(
    parts.map(async ({ catalog }) => {
      const names = catalog.split(NAMESPACE).map((part) => glob.escapePath(part));
      return names.length === 1 ? [catalog] : glob(names.join('*'), { cwd: root });
    }),
  );
}

/** All packages of a repository, and what TypeScript's `paths` call their code. */
async function allPackages(root: string): Promise<readonly NamedPackage[]> {
  const { default: glob } = await import('fast-glob');
  const ignore = ['**/{node_modules,dist,build}/**'];
  const pattern = `**/{${MANIFESTS.join()}}`;
  const manifests = await glob(pattern, { cwd: root, ignore, suppressErrors: true });
  // `"@acme/ui": ["libs/ui/src/index.ts"]`
  const aliases = ['tsconfig.base.json', 'tsconfig.json'].flatMap((file) => {
    try {
      const found = [...readRegularText(join(root, file)).matchAll(PATHS)];
      return found.map(([, name = '', path = '']) => ({ name, path: posix.normalize(path) }));
    } catch {
      return [];
    }
  });
  return packagesIn(root, manifests).map((one) => {
    const names = [one.name, ...aliases.flatMap((alias) => aliasFor(one.folder, alias) ?? [])];
    // A name such as "web" may be quoted for any reason.
    return { ...one, names: names.filter((name) => /[@/]/.test(name)) };
  });
}

// "@acme/*": ["packages/*/src"]
function aliasFor(folder: string, { name, path }: Alias): string | undefined {
  const [before = '', after] = path.split('*');
  if (after === undefined) return path.startsWith(`${folder}/`) ? name : undefined;
  if (!folder.startsWith(before) || !after.startsWith('/')) return undefined;
  const own = folder.slice(before.length);
  return own === '' || own.includes('/') ? undefined : name.replace('*', own);
}

interface NamedPackage extends OwnPackage {
  /** What imports of its code may say. */
  readonly names: readonly string[];
}

/** A package, and what its code quotes. */
interface Package extends NamedPackage {
  readonly literals: Set<number>;
  hasKeys: boolean;
  /** Whether its code gives a library its catalogs. */
  setsUp: boolean;
  /** Parts with a catalog in it. */
  readonly parts: number[];
}

/**
 * Who owns the code of a monorepo. A key goes to the catalog in the package of its file. The code of
 * a package without a catalog belongs to the packages that load it, or that it loads.
 */
export class Owners {
  readonly #packages: readonly Package[];
  readonly #parts: readonly ExtractSettings[];
  readonly #catalogs: readonly (readonly string[])[];
  /** For each part, the files that `code` names. */
  readonly #listed: readonly ReadonlySet<string>[];
  readonly #users: ReadonlyMap<Package, ReadonlySet<Package>>;
  readonly #known = new Map<string, Owned>();

  constructor(
    packages: readonly NamedPackage[],
    {
      parts,
      code,
      files: catalogs,
    }: {
      readonly parts: readonly ExtractSettings[];
      readonly code: readonly Code[];
      /** For each part, the files of its catalogs. */
      readonly files: readonly (readonly string[])[];
    },
  ) {
    this.#parts = parts;
    this.#catalogs = catalogs;
    this.#listed = code.map(({ files }) => new Set(files.map(({ file }) => file)));
    const files = new Map(code.flatMap((one) => one.files.map((file) => [file.file, file])));
    const whole = { name: '', folder: '.', manifest: {}, names: [] };
    const isWhole = packages.some(({ folder }) => folder === '.');
    this.#packages = [...packages, ...(isWhole ? [] : [whole])]
      .map((one) => ({
        ...one,
        literals: new Set<number>(),
        hasKeys: false,
        setsUp: false,
        parts: [],
      }))
      .sort((a, b) => b.folder.length - a.folder.length);
    for (const [at, { catalog }] of parts.entries()) this.#packageOf(catalog).parts.push(at);
    for (const one of files.values()) this.#take(one);
    this.#users = usersOf(this.#packages);
  }

  /** The parts for the keys of a file. */
  of(file: string): Owned {
    const own = this.#packageOf(file);
    const isListed = (part: number): boolean => this.#listed[part]?.has(file) === true;
    const listed = this.#parts.flatMap((_, at) => (isListed(at) ? [at] : []));
    const id = `${own.folder}\n${listed.join()}`;
    const known = this.#known.get(id);
    if (known !== undefined) return known;

    const inside = own.parts.filter(isListed);
    const linked = this.#packages.filter((one) => one !== own && this.#areRelated(one, own));
    const apart = linked.filter((one) => inside.length > 0 && this.#areApart(one, own));
    const related = linked.filter((one) => !apart.includes(one)).flatMap(({ parts }) => parts);
    const loading = related.filter(isListed);
    const [homes = []] = [inside, listed.length === 1 ? listed : [], loading, listed].filter(
      (one) => one.length > 0,
    );
    const [only, ...more] = homes;
    const home = more.length === 0 ? only : undefined;
    const others = [...new Set([...homes, ...related])];
    // Code without a catalog may be loaded in ways that are not seen.
    const unsure = inside.length > 0 ? apart.flatMap(({ parts }) => parts) : listed;
    const owned = { home, others, unsure: unsure.filter((part) => !others.includes(part)) };
    this.#known.set(id, owned);
    return owned;
  }

  #packageOf(file: string): Package {
    const isAround = ({ folder }: Package): boolean =>
      folder === '.' || file.startsWith(`${folder}/`);
    return this.#packages.find(isAround) as Package;
  }

  #take({ file, literals, uses, setsUp }: CodeFile): void {
    const own = this.#packageOf(file);
    for (const one of literals) own.literals.add(one);
    if (uses.some(({ asks }) => asks !== true)) own.hasKeys = true;
    if (setsUp === true && !isTest(file)) own.setsUp = true;
  }

  /**
   * Whether one of two packages loads the other. Catalogs at the root, and those of packages without
   * code of their own that nothing names, may be loaded by all.
   */
  #areRelated(one: Package, other: Package): boolean {
    const isLinked = (a: Package, b: Package): boolean => this.#users.get(a)?.has(b) === true;
    const isForAll = (a: Package): boolean =>
      a.folder === '.' || (a.parts.length > 0 && !a.hasKeys && this.#users.get(a)?.size === 0);
    return isLinked(one, other) || isLinked(other, one) || isForAll(one) || isForAll(other);
  }

  /** Whether two packages set up libraries of their own, and neither loads a catalog of the other. */
  #areApart(one: Package, other: Package): boolean {
    const loads = (a: Package, b: Package): boolean => {
      const catalogs = b.parts.flatMap((at) => this.#catalogs[at] ?? []);
      const names = catalogs.flatMap((catalog) => namesOf(b, catalog));
      return names.some((name) => hasLiteral(a.literals, name) || hasBeginning(a.literals, name));
    };
    return one.setsUp && other.setsUp && !loads(one, other) && !loads(other, one);
  }
}

/** What code may say to load a file of a package. */
function namesOf({ name, folder }: OwnPackage, file: string): readonly string[] {
  const ends = file.split('/').map((_, at, names) => names.slice(at).join('/'));
  const ups = ['../', '../../', '../../../', '../../../../', '../../../../../'];
  const inside = folder === '.' ? file : file.slice(folder.length + 1);
  return [`${name}/${inside}`, ...ends.flatMap((end) => ups.map((up) => up + end))];
}

/** For each package, those that load it, directly or through others. */
function usersOf(packages: readonly Package[]): ReadonlyMap<Package, ReadonlySet<Package>> {
  const direct = new Map(
    packages.map((one) => {
      const uses = (other: Package): boolean =>
        dependenciesOf(other.manifest).includes(one.name) ||
        one.names.some((name) => hasLiteral(other.literals, name));
      return [one, packages.filter((other) => other !== one && uses(other))];
    }),
  );
  const allUsers = (one: Package, found = new Set<Package>()): ReadonlySet<Package> => {
    for (const user of direct.get(one) ?? []) {
      if (found.has(user)) continue;
      found.add(user);
      allUsers(user, found);
    }
    return found;
  };
  return new Map(packages.map((one) => [one, allUsers(one)]));
}

/** A name of code in TypeScript's `paths`. */
interface Alias {
  readonly name: string;
  /** Relative to the root. */
  readonly path: string;
}

const PATHS = /["'](@?[\w./*-]+)["']\s*:\s*\[\s*["']([^"'\n]+)["']/g;
