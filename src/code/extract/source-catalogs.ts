import { existsSync } from 'node:fs';
import { posix, join } from 'node:path';
import { localePathsOf, createMatcher, fillPattern, pairPatterns } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularFile } from '../../disk/index.js';
import { decodeAs, loadCodec, lookInto } from '../../formats/index.js';
import { isPlain, REDACTED, nameFlaw } from '../../model/index.js';
import type { Problem, Codec, Document, ParseOptions } from '../../model/index.js';
import {
  distribute,
  homelessProblems,
  NAMESPACE,
  namespaceOf,
  stemsOf,
  withMerged,
  sourcesAmong,
  sourcesBeside,
  withFallbacks,
} from './catalogs.js';
import type { WantedCatalog } from './catalogs.js';
import { isEmptyGroup } from './change.js';
import type { Code, Unsaved } from './code-keys.js';
import { ExtractError, readable } from './error.js';
import { mountsOf } from './merged-catalogs.js';
import { MergedCatalogs } from './merged.js';
import type { CodeKey } from './types.js';
import { scopeCatalogs } from './libraries.js';
import type { ScopeCatalog } from './libraries.js';
import type { ExtractSettings } from './settings.js';
import { keySign } from './separators.js';
import type { Wanted } from './wanted.js';

/** Code, and the keys that are looked for in its catalogs. */
export interface Asking {
  readonly code: Code;
  readonly asking: Wanted;
  /** Texts of catalogs that are not in their files yet. */
  readonly unsaved?: Unsaved | undefined;
}

/** The source catalogs, each with the keys that code uses from it. */
export async function catalogsFor(
  config: ResolvedConfig,
  extract: ExtractSettings,
  { code, asking, unsaved }: Asking,
): Promise<ReadCatalogs> {
  const scopes = await scopesOf(config, extract, code);
  const { catalogs: own, ...found } = await catalogsOf(config, extract, {
    ...asking,
    ...{ scopes, libraries: code.libraries, unsaved },
  });
  const fallbacks = code.files.flatMap((one) => one.fallbacks ?? []);
  const isMerged = !code.libraries.has('i18next') && fallbacks.length === 0 && scopes.length === 0;
  const beside = new Map<string, Promise<ReadonlySet<string>>>();
  const placed = async (all: readonly ReadCatalog[]): Promise<readonly ReadCatalog[]> =>
    isMerged
      ? withMerged(await withoutHeld(config, all, { extract, beside }), extract.separators)
      : withFallbacks(all, fallbacks, extract.separators);
  const catalogsWith: ReadCatalogs['catalogsWith'] = async (keys) =>
    placed(await found.catalogsWith(keys));
  return { ...found, catalogs: await placed(own), catalogsWith };
}

/** A catalog after reading, and the keys that code uses from it. */
export type ReadCatalog = OpenCatalog & WantedCatalog;

interface ReadCatalogs {
  readonly catalogs: readonly ReadCatalog[];
  readonly problems: readonly Problem[];
  /** Keys without a catalog. */
  readonly unplaced: readonly CodeKey[];
  /** The same catalogs with other keys of the same code. */
  readonly catalogsWith: (keys: readonly CodeKey[]) => Promise<readonly ReadCatalog[]>;
}

/** The project's catalogs of scopes, if the library has them. */
async function scopesOf(
  config: ResolvedConfig,
  { catalog }: ExtractSettings,
  { files, libraries }: Code,
): Promise<readonly ScopeCatalog[]> {
  if (!libraries.has('folder')) return [];
  const { default: glob } = await import('fast-glob');
  const [folder = '', name = ''] = catalog.includes(NAMESPACE)
    ? catalog.split(`/${NAMESPACE}/`)
    : [posix.dirname(catalog), posix.basename(catalog)];
  const pattern = `${glob.escapePath(folder)}/*/**/${glob.escapePath(name)}`;
  const found = sourcesAmong(config, catalog, glob.sync(pattern, { cwd: config.root }).sort());
  return scopeCatalogs(
    folder,
    found,
    files.flatMap(({ scopeNames = [] }) => scopeNames),
  );
}

async function catalogsOf(
  config: ResolvedConfig,
  { catalog: pattern, namespace, separators }: ExtractSettings,
  {
    keys,
    namespaces,
    scopes,
    libraries,
    unsaved,
  }: Wanted &
    Pick<Code, 'libraries'> & {
      readonly scopes: readonly ScopeCatalog[];
      readonly unsaved: Unsaved | undefined;
    },
): Promise<ReadCatalogs> {
  const { root, source } = config;
  const { default: glob } = await import('fast-glob');
  const parts = pattern.split(NAMESPACE).map((part) => glob.escapePath(part));
  const existing = glob.sync(parts.join('*'), { cwd: root });
  const isSplit = parts.length > 1;
  const isSource = (file: string): boolean =>
    existing.includes(file) || sourcesAmong(config, pattern, [file]).length > 0;
  const mounts = await mountsOf({ root, source, files: [...existing, pattern], isSource });
  const known = [...new Set([...existing, ...mounts.map(({ file }) => file)])];
  const open = new Map<string, OpenCatalog>();
  for (const file of new Set(isSplit ? known : [pattern, ...known])) {
    open.set(file, await openCatalog(config, file, unsaved?.get(file)));
  }
  const groups = new Set(
    open.get(pattern)?.document.units.flatMap((unit) => {
      const [group, ...more] = unit.key;
      const isGroup = more.length > 0 || isEmptyGroup(unit);
      return group !== undefined && isGroup ? [group] : [];
    }),
  );
  const sign = keySign(separators.key);
  const merged = new MergedCatalogs(keys, {
    ...{ usual: namespace, sign, mounts },
    hasNamespaces: libraries.has('i18next'),
    fileOf: (name) => pattern.replaceAll(NAMESPACE, () => name),
    catalogs: new Map(
      [...open].map(([file, { document }]) => [
        file,
        {
          namespace: isSplit ? namespaceOf(file, pattern) : undefined,
          names: stemsOf(document, separators),
        },
      ]),
    ),
  });
  const options = {
    all: keys,
    pattern,
    namespace,
    known,
    groups,
    names: namesOf(isSplit ? [] : [...open.values()].slice(0, 1), separators),
    sign,
    namespaces,
    scopes,
    merged,
  };
  const opened = async (
    catalogs: ReturnType<typeof distribute>['catalogs'],
  ): Promise<readonly ReadCatalog[]> => {
    const found: ReadCatalog[] = [];
    for (const { file, ...rest } of catalogs) {
      const own = open.get(file) ?? (await openCatalog(config, file, unsaved?.get(file)));
      open.set(file, own);
      found.push({ ...own, ...rest });
    }
    return found;
  };
  const { catalogs, homeless, lost, problems } = distribute(keys, options);
  const read = await opened(catalogs);
  const names = namesOf(read, separators);
  const nowhere = homeless.filter(({ key, asks }) => asks !== true && !names.has(key));
  return {
    catalogs: read,
    problems: [...problems, ...homelessProblems(nowhere)],
    unplaced: [...homeless, ...lost],
    catalogsWith: (some) => opened(distribute(some, options).catalogs),
  };
}

/**
 * Without i18next, the files of a folder form one catalog: a key in a sibling file of the only
 * catalog is not new.
 */
async function withoutHeld(
  config: ResolvedConfig,
  catalogs: readonly ReadCatalog[],
  {
    extract: { separators },
    beside,
  }: {
    readonly extract: ExtractSettings;
    /** What was found beside a catalog. */
    readonly beside: Map<string, Promise<ReadonlySet<string>>>;
  },
): Promise<readonly ReadCatalog[]> {
  const [only, ...more] = catalogs;
  if (only === undefined || more.length > 0) return catalogs;
  const names = namesOf([only], separators);
  const isNew = ({ key, namespace }: CodeKey): boolean =>
    namespace === undefined && !names.has(key);
  if (!only.wanted.some(isNew)) return catalogs;
  const look = async (): Promise<ReadonlySet<string>> => {
    const { default: glob } = await import('fast-glob');
    const folder = glob.escapePath(posix.dirname(only.file));
    const files = sourcesBeside(config, only.file, glob.sync(`${folder}/*`, { cwd: config.root }));
    return namesOf(await Promise.all(files.map((file) => openCatalog(config, file))), separators);
  };
  const looking = beside.get(only.file) ?? look();
  beside.set(only.file, looking);
  const held = await looking;
  const wanted = only.wanted.filter((key) => !isNew(key) || !held.has(key.key));
  return [{ ...only, wanted }];
}

/** The keys of all catalogs, with and without their plural suffixes. */
export function namesOf(
  catalogs: readonly OpenCatalog[],
  separators: ExtractSettings['separators'],
): ReadonlySet<string> {
  return new Set(catalogs.flatMap(({ document }) => [...stemsOf(document, separators)]));
}

/** A source catalog after reading. */
export interface OpenCatalog {
  readonly file: string;
  /** Undefined: it does not exist yet. */
  readonly before: Uint8Array | undefined;
  readonly codec: Codec;
  readonly parsing: ParseOptions & { readonly encoding: ReturnType<typeof decodeAs>['encoding'] };
  readonly document: Document;
}

/** Formats in which `{}` is a catalog without keys. */
const STARTED: ReadonlySet<string | undefined> = new Set(['json', 'json5', 'yaml']);

/**
 * A missing catalog is empty.
 * @param text not in its file yet @throws ExtractError, FormatError
 */
export async function openCatalog(
  config: ResolvedConfig,
  file: string,
  text?: string,
): Promise<OpenCatalog> {
  const { root, source: locale } = config;
  const path = join(root, file);
  const unsaved = text === undefined ? undefined : Buffer.from(text);
  const onDisk = (): Buffer | undefined =>
    existsSync(path) ? readable(file, () => readRegularFile(path)) : undefined;
  const before = unsaved ?? onDisk();
  if (before !== undefined) lookInto(file, before.toString('utf8', 0, 4096));
  const codec = await loadCodec(file);
  if (before === undefined) {
    refuseLost(config, file);
    refuseUnportable(file);
    if (!STARTED.has(codec?.name)) {
      throw new ExtractError('no-format', `${shownFile(file)} does not exist.`, {
        hint: 'Create it without keys, as its format asks: only JSON and YAML files are created for you.',
      });
    }
  }
  if (codec === undefined) {
    throw new ExtractError('no-format', `Keys cannot be added to ${shownFile(file)}.`, {
      hint: 'Use JSON or YAML files for extract.catalog.',
    });
  }
  const { capabilities } = codec;
  const bytes = before ?? new TextEncoder().encode('{}\n');
  const decoded = decodeAs(bytes, { file, capabilities });
  const parsing = { role: 'source', locale, file, encoding: decoded.encoding } as const;
  return { file, before, codec, parsing, document: codec.parse(text ?? decoded.text, parsing) };
}

export function shownFile(file: string): string {
  return isPlain(file) ? file : REDACTED;
}

/** @throws ExtractError for a missing catalog that existed before */
function refuseLost(config: ResolvedConfig, file: string): void {
  const translation = translationOf(config, file);
  if (translation === undefined) return;
  const [source, target] = [file, translation].map(shownFile);
  throw new ExtractError(
    'lost-catalog',
    `${source} does not exist, but its translation ${target} does. No keys were written, to avoid starting from an empty file.`,
    {
      hint: 'Restore the file, for example with git. If it never existed, create it with the content {}.',
    },
  );
}

/**
 * A translation of a source catalog; undefined if there is none. A missing catalog with existing
 * translations was deleted, or git is just switching branches: it is not new.
 */
function translationOf(
  {
    root,
    source,
    targets,
    catalogs,
  }: Pick<ResolvedConfig, 'root' | 'source' | 'targets' | 'catalogs'>,
  file: string,
): string | undefined {
  const paths = catalogs.flatMap((catalog) =>
    pairPatterns(catalog.source, catalog.target, catalog.format).flatMap((pair) => {
      const { spellings } = localePathsOf(catalog, pair.target);
      const match = createMatcher(pair.source, spellings(source))(file);
      if (match === undefined) return [];
      const names = targets.flatMap((locale) => spellings(locale));
      return names.map((name) => fillPattern(pair.target, match, name));
    }),
  );
  return paths.find((path) => path !== file && existsSync(join(root, path)));
}

/**
 * @throws ExtractError for a new catalog with an unportable name, from a namespace such as `con`
 */
function refuseUnportable(file: string): void {
  const flaw = nameFlaw(file);
  if (flaw === undefined) return;
  throw new ExtractError('unusable-name', `${flaw.path} ${flaw.reason}; it was not created.`, {
    hint: 'Rename the namespace in your code.',
  });
}
