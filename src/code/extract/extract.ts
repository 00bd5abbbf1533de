import { posix, join } from 'node:path';
import { languageTag } from '../../facts/index.js';
import { localePathsOf, createMatcher, fillPattern, pairPatterns } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { encode, withEscapes, decodeAs, loadCodec, lookInto } from '../../formats/index.js';
import { defined, formatKey, isPlain, oneLine, REDACTED, nameFlaw } from '../../model/index.js';
import type { Problem, Codec, Document, ParseOptions } from '../../model/index.js';
import {
  componentsAmong,
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
import { changeCatalog, held, isEmptyGroup } from './change.js';
import type { ChangeOptions } from './change.js';
import { CodeFiles } from './code-files.js';
import type { Code, Unsaved } from './code-keys.js';
import { mountsOf } from './merged-catalogs.js';
import { leftOutProblems } from './left-out.js';
import { INSTALL_PARSER, PARSER } from './lexers.js';
import { MergedCatalogs } from './merged.js';
import { keysNamedIn } from './named-keys.js';
import { isForeign } from './foreign.js';
import { missingProblems } from './missing.js';
import { Protection } from './protection.js';
import type {
  BlockedKey,
  CatalogChange,
  CodeFile,
  CodeKey,
  Conflict,
  DefaultText,
  Reason,
} from './types.js';
import { scopeCatalogs } from './scopes.js';
import type { ScopeCatalog } from './scopes.js';
import { readParts } from './owners.js';
import type { Part, WholeCode } from './owners.js';
import type { ExtractSettings, TakenSettings } from './settings.js';
import { keySign, splitGroup, writtenKey } from './separators.js';
import type { Wanted } from './wanted.js';
import { writeNotes } from './write-notes.js';
import { existsSync } from 'node:fs';
import { readRegularFile } from '../../disk/index.js';
import { ExtractError, readable } from './error.js';

export interface ExtractOptions {
  /**
   * Whether to remove keys that no code uses; 'all': also those that code may ask for by a name
   * that is only known at run time. Default: false.
   */
  readonly prune?: boolean | 'all';
  /** Whether texts of catalogs become those that code gives for their keys. Default: false. */
  readonly updateDefaults?: boolean;
  /** Code that was read before: unchanged files are not parsed again. */
  readonly files?: CodeFiles;
  /** Texts of catalogs that are not in their files yet, by the path. Default: none. */
  readonly unsaved?: Unsaved;
}

/** The changes that code requires in the catalogs. */
export interface KeyChanges {
  readonly catalogs: readonly CatalogChange[];
  /** Files that cannot be parsed, and namespaces without a catalog. */
  readonly problems: readonly Problem[];
  readonly taken: TakenSettings | undefined;
  /** What the changes were made from, by parts. */
  readonly read: readonly KeysRead[];
}

export interface KeysRead {
  readonly extract: ExtractSettings;
  readonly code: Code;
  readonly asking: Wanted;
  readonly catalogs: readonly Pick<ReadCatalog, 'file' | 'document' | 'namespace' | 'heads'>[];
}

/**
 * Reads the code that `extract:` names and computes the changes of the source catalogs. Writes no
 * catalog.
 * @throws ExtractError, ConfigError 'code-refused', FormatError for a catalog that cannot be read
 */
export async function extractKeys(
  config: ResolvedConfig,
  { prune = false, updateDefaults = false, files = new CodeFiles(), unsaved }: ExtractOptions,
): Promise<KeyChanges> {
  const parts = await readParts(config, files);
  const { parts: placed, problems } = await placedKeys(config, parts, unsaved);
  const all: KeyChanges[] = [];
  for (const [at, part] of placed.entries()) {
    const isHome = (file: string): boolean =>
      part.owners === undefined || part.owners.of(file).home === at;
    all.push(await changesOf(config, part, { prune, updateDefaults, isHome, unsaved }));
  }
  const catalogs = all.flatMap((one) => one.catalogs);
  refuseShared(catalogs);
  const found = [...all.flatMap((one) => one.problems), ...problems];
  return {
    catalogs,
    // Parts may share code.
    problems: [...new Map(found.map((one) => [JSON.stringify(one), one])).values()],
    taken: parts[0]?.extract.taken,
    read: all.flatMap((one) => one.read),
  };
}

/**
 * Of several parts: each key in the part that owns it or whose catalog has it.
 * @throws ExtractError, FormatError for a catalog that cannot be read
 */
async function placedKeys(
  config: ResolvedConfig,
  parts: readonly Part[],
  unsaved?: Unsaved,
): Promise<{ readonly parts: readonly Part[]; readonly problems: readonly Problem[] }> {
  const owners = parts[0]?.owners;
  if (owners === undefined) return { parts, problems: [] };
  const named = parts.map((part) => {
    const keys = part.asking.keys.map((key) => {
      const id = [key.file, key.line, key.namespace ?? '', key.key].join('\n');
      return { ...key, id };
    });
    return { ...part, asking: { ...part.asking, keys } };
  });
  const having: ReadonlySet<string | undefined>[] = [];
  for (const { extract, code, asking } of named) {
    const { catalogs } = await catalogsFor(config, extract, { code, asking, unsaved });
    const keys = catalogs.flatMap((one) => held(one.document, one.wanted, extract.separators));
    having.push(new Set(keys.map(({ id }) => id)));
  }
  const unclear: CodeKey[] = [];
  const placed = named.map((part, at) => {
    const keys = part.asking.keys.flatMap((key): readonly CodeKey[] => {
      const { home, others } = owners.of(key.file);
      if (key.homeless === true) return [home === at ? key : { ...key, asks: true }];
      const owning = others.filter((other) => having[other]?.has(key.id) === true);
      if (owning.includes(at)) {
        const isOther = home !== undefined && home !== at && owning.includes(home);
        return [isOther ? { ...key, asks: true } : key];
      }
      if (owning.length > 0) return [];
      if (home === undefined && at === others[0] && key.asks !== true) unclear.push(key);
      return home === at ? [key] : [];
    });
    return { ...part, asking: { ...part.asking, keys } };
  });
  return { parts: placed, problems: unclearProblems(unclear, parts) };
}

function unclearProblems(
  [first, ...more]: readonly CodeKey[],
  parts: readonly Part[],
): readonly Problem[] {
  if (first === undefined) return [];
  const { file, line, key } = first;
  const candidates = parts[0]?.owners?.of(file).others ?? [];
  const catalogs = candidates.map((at) => parts[at]?.extract.catalog ?? '').slice(0, 3);
  const count = new Set([first, ...more].map((one) => one.key)).size;
  const keys = count === 1 ? `"${key}" was` : `${count} keys, such as "${key}", were`;
  return [
    {
      code: 'unknown-package',
      severity: 'warning',
      file,
      ...defined({ line }),
      message: `${keys} not added: several packages use this code, and none has the key. Add it to one of their catalogs (${catalogs.join(', ')}), or name the code in one part of "extract" only.`,
    },
  ];
}

/** @throws ExtractError if two parts have the same catalog */
export function refuseShared(catalogs: readonly { readonly file: string }[]): void {
  const files = catalogs.map(({ file }) => file);
  const twice = files.find((file, at) => files.indexOf(file) !== at);
  if (twice === undefined) return;
  throw new ExtractError(
    'shared-catalog',
    `Two parts of "extract" have the catalog ${shownFile(twice)}.`,
    {
      hint: 'Put their patterns of code into one part.',
    },
  );
}

async function changesOf(
  config: ResolvedConfig,
  { extract, code, asking: read, whole }: Part,
  {
    prune,
    updateDefaults,
    isHome,
    unsaved,
  }: Required<Pick<ExtractOptions, 'prune' | 'updateDefaults'>> & {
    readonly isHome: (file: string) => boolean;
    readonly unsaved: Unsaved | undefined;
  },
): Promise<KeyChanges> {
  const components = await openComponents(config, code, isHome);
  const shared = components.filter(({ blocks }) => blocks === 'global');
  const shown = namesOf(shared, extract.separators);
  // What a block has for the whole project is not new in a catalog.
  const keys = read.keys.map((key) => (shown.has(key.key) ? { ...key, asks: true } : key));
  const asking = { ...read, keys };
  const { catalogs, problems } = await catalogsFor(config, extract, { code, asking, unsaved });
  const known = namesOf([...catalogs, ...shared], extract.separators);
  const isCompiled = code.libraries.has('compiled');
  const isAllRead = code.files.length > 0 && code.outside.length === 0 && !isCompiled;
  const named = keysNamedIn([...catalogs, ...components].map(({ document }) => document));
  const asked = {
    patterns: [...asking.patterns, ...named.patterns],
    open: asking.open,
    catalogs: catalogs.map(({ file }) => file),
  };
  const protection = new Protection(code.files, asked, extract.separators);
  const namedKeys = new Set(named.keys);
  let elsewhere: ReturnType<typeof elsewhereOf> | undefined;
  const hasOthers = code.files.some(({ file }) => isForeign(file));
  const sign = keySign(extract.separators.key);
  const options = {
    usual: extract.namespace,
    language: languageTag(config.source),
    prune,
    updateDefaults,
    fallback: extract.default,
    sort: extract.sort,
    separators: extract.separators,
  };
  const changes = catalogs.map((catalog) => {
    const { namespace, heads, isMerged: isPart, isWhole, groups } = catalog;
    const whyUnused: ChangeOptions['whyUnused'] = (key, text) => {
      // Code that was not read may use any key.
      if (!isAllRead || isWhole || asking.unnamed.has(text.trim().replace(/\s+/g, ' ')))
        return undefined;
      if (asking.unnamed.has(null) && protection.quotes(text)) return undefined;
      // Other languages write the namespace as a group: `__('messages.title')`.
      const before = hasOthers ? [...heads, namespace ?? ''] : heads;
      const names = before.map((head) => (head === '' ? key : `${head}${sign}${key}`));
      const inGroup = splitGroup(key, groups, extract.separators);
      const isHeld = (guard: Protection, keys: ReadonlySet<string>): boolean =>
        guard.holds(key, namespace, keys) ||
        names.some((name) => guard.holds(name, undefined, keys)) ||
        (inGroup !== undefined && guard.holds(inGroup.rest, inGroup.group, keys));
      if (isHeld(protection, namedKeys)) return undefined;
      const isOpen = isPart || namespace === undefined || namespace === extract.namespace;
      const mayAsk = [
        ...(isOpen ? asking.open : []),
        ...asking.everywhere,
        ...(whole?.mayAsk ?? []),
      ];
      const reason = reasonOf(protection.whyUnused(key), mayAsk);
      if (reason.isDoubtful || whole === undefined) return reason;
      const other = (elsewhere ??= elsewhereOf(whole, extract.separators));
      if (!isHeld(other.protection, other.named)) return reason;
      const place = other.places.get(key);
      const doubt = `the code of this catalog does not name it, but other code may use it${place === undefined ? '' : ` (${place})`}`;
      return { reason: doubt, isDoubtful: true };
    };
    return changeOf(catalog, { ...options, groups, whyUnused });
  });
  // A component can use the texts of the one around it.
  const isOfOthers = protection.quotes('parent');
  for (const component of components) {
    const { file, blocks, code: own } = component;
    const names = namesOf([component], extract.separators);
    const wanted = asking.own.filter(
      (key) => key.file === file && (names.has(key.key) || !known.has(key.key)),
    );
    const open = asking.open.filter((place) => place.startsWith(`${file}:`));
    const isAlone = blocks === 'own' && !isOfOthers;
    const guard = isAlone
      ? new Protection([own], { ...asked, open, catalogs: [] }, extract.separators)
      : protection;
    const mayAsk = isAlone ? open : asking.open;
    const whyUnused: ChangeOptions['whyUnused'] = (key) =>
      !isAllRead || guard.holds(key, undefined, namedKeys)
        ? undefined
        : reasonOf(guard.whyUnused(key), mayAsk);
    const change = { ...component, wanted, heads: [] };
    changes.push(changeOf(change, { ...options, groups: new Set(), whyUnused }));
  }
  const unread = code.files.flatMap(({ problem }) => problem ?? []);
  const blocked = changes.flatMap((one) => one.blocked.map((key) => blockedProblem(one.file, key)));
  const texts = changes.flatMap((one) => [
    ...one.groups.map((key) => groupProblem(one.file, key)),
    ...one.conflicts.map(conflictProblem),
    ...one.differing.map((text) => differingProblem(one.file, text)),
  ]);
  const none = code.files.length === 0 ? [noCode()] : [];
  const compiled = isCompiled ? [compiledKeys()] : [];
  const outside = code.outside.map(outsideProblem);
  const leftOut = leftOutProblems(code.leftOut);
  const missing = await missingProblems(config, asking.keys, {
    ...{ catalogs, separators: extract.separators },
    code: new Set(code.files.map(({ file }) => file)),
  });
  return {
    catalogs: changes,
    problems: [
      ...none,
      ...compiled,
      ...outside,
      ...leftOut,
      ...noParser(code.files, config),
      ...unread,
      ...problems,
      ...blocked,
      ...texts,
      ...missing,
    ],
    taken: extract.taken,
    read: [{ extract, code, asking, catalogs }],
  };
}

/** @param mayAsk places that may ask for any key: `src/cart.tsx:12` */
function reasonOf(reason: string, [first, ...more]: readonly string[]): Reason {
  if (first === undefined) return { reason };
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  const doubt = `${reason}, but code may ask for any key (${first}${others})`;
  return { reason: doubt, isDoubtful: true };
}

/** What the code of all parts names, as `Protection` sees it. */
function elsewhereOf({ files, asking }: WholeCode, separators: ExtractSettings['separators']) {
  const patterns = asking.flatMap((one) => one.patterns);
  const protection = new Protection(files, { patterns, open: [], catalogs: [] }, separators);
  const keys = asking.flatMap((one) => one.keys);
  const places = new Map(keys.map((one) => [one.key, placeOf(one)]));
  return { protection, named: new Set(places.keys()), places };
}

type Component = OpenCatalog & Required<Pick<CodeFile, 'blocks'>> & { readonly code: CodeFile };

/** Components whose blocks are catalogs of the config. */
async function openComponents(
  config: ResolvedConfig,
  { files }: Code,
  isHome: (file: string) => boolean,
): Promise<readonly Component[]> {
  const names = componentsAmong(config, files);
  const own = files.filter(({ file }) => names.has(file) && isHome(file));
  return Promise.all(
    own.map(async (code) => ({
      ...(await openCatalog(config, code.file)),
      ...{ blocks: code.blocks, code },
    })),
  );
}

/** The source catalogs, each with the keys that code uses from it. */
async function catalogsFor(
  config: ResolvedConfig,
  extract: ExtractSettings,
  {
    code,
    asking,
    unsaved,
  }: { readonly code: Code; readonly asking: Wanted; readonly unsaved?: Unsaved | undefined },
): Promise<ReadCatalogs> {
  const scopes = await scopesOf(config, extract, code);
  const { catalogs: own, ...found } = await catalogsOf(config, extract, {
    ...asking,
    ...{ scopes, libraries: code.libraries, unsaved },
  });
  const fallbacks = code.files.flatMap((one) => one.fallbacks ?? []);
  const isMerged = !code.libraries.has('i18next') && fallbacks.length === 0 && scopes.length === 0;
  const catalogs = isMerged
    ? withMerged(await withoutHeld(config, own, extract), extract.separators)
    : withFallbacks(own, fallbacks, extract.separators);
  return { catalogs, ...found };
}

/** What the source catalogs hold, as code names it: with and without the namespace. */
export async function textsOfCatalogs(
  config: ResolvedConfig,
  extract: ExtractSettings,
  { code, asking }: { readonly code: Code; readonly asking: Wanted },
): Promise<ReadonlyMap<string, string>> {
  const { catalogs } = await catalogsFor(config, extract, { code, asking });
  return new Map(
    catalogs.flatMap(({ document, namespace = '' }) =>
      document.units.flatMap(({ key, text }) => {
        const name = writtenKey(key, extract.separators);
        return [name, `${namespace}:${name}`].map((one) => [one, text] as const);
      }),
    ),
  );
}

/** Adds only these keys to the source catalogs. `refused`: code with keys that no catalog takes. */
export async function addKeys(
  config: ResolvedConfig,
  extract: ExtractSettings,
  {
    code,
    asking,
    unsaved,
  }: { readonly code: Code; readonly asking: Wanted; readonly unsaved?: Unsaved | undefined },
): Promise<{ readonly changes: readonly CatalogChange[]; readonly refused: ReadonlySet<string> }> {
  const { catalogs, unplaced } = await catalogsFor(config, extract, { code, asking, unsaved });
  const changes = catalogs.map((catalog) =>
    changeOf(catalog, {
      groups: catalog.groups,
      usual: extract.namespace,
      language: languageTag(config.source),
      prune: false,
      updateDefaults: false,
      fallback: 'text',
      sort: extract.sort,
      separators: extract.separators,
      whyUnused: () => undefined,
    }),
  );
  const blocked = changes.flatMap((one) => [...one.blocked, ...one.groups]);
  return { changes, refused: new Set([...unplaced, ...blocked].map(({ file }) => file)) };
}

function blockedProblem(catalog: string, { key, text, file, line }: BlockedKey): Problem {
  const [wanted, above] = [formatKey(key), formatKey(text)];
  return {
    code: 'key-below-text',
    severity: 'warning',
    file,
    ...defined({ line }),
    message: `"${wanted}" was not added to ${catalog}: "${above}" is a text there, so it cannot be a group. Rename one of them.`,
  };
}

function groupProblem(catalog: string, { key, file, line }: BlockedKey): Problem {
  return {
    code: 'key-is-group',
    severity: 'warning',
    file,
    ...defined({ line }),
    message: `"${formatKey(key)}" is a group in ${catalog}, so nothing is shown for it. Name one of its keys.`,
  };
}

/** The start of a text, on one line. */
const shown = (text: string): string => {
  const line = oneLine(text);
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
};

const placeOf = ({ file, line }: CodeKey): string =>
  line === undefined ? file : `${file}:${line}`;

function conflictProblem({ name, text, at, other, otherAt }: Conflict): Problem {
  return {
    code: 'default-texts-conflict',
    severity: 'warning',
    file: otherAt.file,
    ...defined({ line: otherAt.line }),
    message: `"${name}" has another default text here, "${shown(other)}", than in ${placeOf(at)}, "${shown(text)}". Only one of them can stand in the catalog.`,
  };
}

function differingProblem(catalog: string, { name, text, at, other }: DefaultText): Problem {
  return {
    code: 'default-text-differs',
    severity: 'warning',
    file: at.file,
    ...defined({ line: at.line }),
    message: `"${name}" has the default text "${shown(text)}" here, but ${catalog} has "${shown(other)}".`,
  };
}

function noCode(): Problem {
  const message =
    'No file matches "extract.code", so the keys in use are unknown, and none was removed. Change its patterns.';
  return { code: 'no-code', severity: 'warning', message };
}

function noParser(
  files: readonly CodeFile[],
  { refuseCode }: Pick<ResolvedConfig, 'refuseCode'>,
): readonly Problem[] {
  const [first, ...more] = files.filter((one) => one.unread === true);
  if (first === undefined) return [];
  const count = more.length === 1 ? '1 more file' : `${more.length} more files`;
  const others = more.length === 0 ? '' : `, and of ${count},`;
  const why =
    refuseCode === undefined ? 'is not installed' : `is code of the project, not run ${refuseCode}`;
  const next = refuseCode === undefined ? ` ${INSTALL_PARSER}` : '';
  const message = `The keys of this file${others} are read by the package ${PARSER}, which ${why}: none was added, and no key whose text occurs there counts as unused.${next}`;
  return [{ code: 'no-parser', severity: 'warning', file: first.file, message }];
}

function compiledKeys(): Problem {
  const message =
    'The code uses macros of Lingui or compiled-i18n, which generate keys from the texts in the code. Only these tools know the keys, so none is added for them, and no key counts as unused. Use them to update the catalogs: "lingui extract --clean".';
  return { code: 'compiled-keys', severity: 'warning', message };
}

function outsideProblem(link: string): Problem {
  return {
    code: 'code-outside',
    severity: 'warning',
    file: link,
    message: `This link leads outside the project. The code behind it is not read, so no key counts as unused. Move the config to a folder that contains both, or exclude the link: add "!${link}" and "!${link}/**" to "extract.code".`,
  };
}

/** A catalog after reading, and the keys that code uses from it. */
interface ReadCatalog extends OpenCatalog {
  readonly wanted: readonly CodeKey[];
  readonly namespace: string | undefined;
  readonly groups: ReadonlySet<string>;
  readonly heads: readonly string[];
  readonly isMerged: boolean;
  readonly isWhole: boolean;
}

interface ReadCatalogs {
  readonly catalogs: readonly ReadCatalog[];
  readonly problems: readonly Problem[];
  /** Keys without a catalog. */
  readonly unplaced: readonly CodeKey[];
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
  const { catalogs, homeless, lost, problems } = distribute(keys, {
    pattern,
    namespace,
    known,
    groups,
    names: namesOf(isSplit ? [] : [...open.values()].slice(0, 1), separators),
    sign,
    namespaces,
    scopes,
    merged,
  });
  const read: ReadCatalog[] = [];
  for (const { file, ...rest } of catalogs) {
    const own = open.get(file) ?? (await openCatalog(config, file, unsaved?.get(file)));
    read.push({ ...own, ...rest });
  }
  const names = namesOf(read, separators);
  const nowhere = homeless.filter(({ key, asks }) => asks !== true && !names.has(key));
  return {
    catalogs: read,
    problems: [...problems, ...homelessProblems(nowhere)],
    unplaced: [...homeless, ...lost],
  };
}

/**
 * Without i18next, the files of a folder form one catalog: a key in a sibling file of the only
 * catalog is not new.
 */
async function withoutHeld(
  config: ResolvedConfig,
  catalogs: readonly ReadCatalog[],
  { separators }: ExtractSettings,
): Promise<readonly ReadCatalog[]> {
  const [only, ...more] = catalogs;
  if (only === undefined || more.length > 0) return catalogs;
  const names = namesOf([only], separators);
  const isNew = ({ key, namespace }: CodeKey): boolean =>
    namespace === undefined && !names.has(key);
  if (!only.wanted.some(isNew)) return catalogs;
  const { default: glob } = await import('fast-glob');
  const folder = glob.escapePath(posix.dirname(only.file));
  const files = sourcesBeside(config, only.file, glob.sync(`${folder}/*`, { cwd: config.root }));
  const beside = await Promise.all(files.map((file) => openCatalog(config, file)));
  const held = namesOf(beside, separators);
  const wanted = only.wanted.filter((key) => !isNew(key) || !held.has(key.key));
  return [{ ...only, wanted }];
}

/** The keys of all catalogs, with and without their plural suffixes. */
function namesOf(
  catalogs: readonly OpenCatalog[],
  separators: ExtractSettings['separators'],
): ReadonlySet<string> {
  return new Set(catalogs.flatMap(({ document }) => [...stemsOf(document, separators)]));
}

function changeOf(
  {
    file,
    before,
    codec,
    parsing,
    document,
    wanted,
    heads,
  }: OpenCatalog & Pick<ReadCatalog, 'wanted' | 'heads'>,
  { usual, ...options }: ChangeOptions & Pick<CatalogChange, 'usual'>,
): CatalogChange {
  const { edits, ...change } = changeCatalog(document, wanted, options);
  if (change.added.length > 0 && !codec.capabilities.takesNewKeys) {
    throw new ExtractError('no-format', `Keys cannot be added to ${shownFile(file)}.`, {
      hint: 'Use JSON or YAML files for extract.catalog.',
    });
  }
  if (edits.length === 0) return { file, heads, usual, before, after: undefined, ...change };
  const edited = codec.edit(document, edits);
  const noted = writeNotes(edited, change.notes, { codec, options: parsing });
  const { escape } = codec;
  const { encoding } = parsing;
  const fitting = escape === undefined ? noted.text : withEscapes(noted.text, encoding, escape);
  return { file, heads, usual, before, after: encode(fitting, encoding), ...change };
}

/** A source catalog after reading. */
interface OpenCatalog {
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
async function openCatalog(
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

function shownFile(file: string): string {
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
