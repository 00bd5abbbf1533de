import { languageTag } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { encode, withEscapes } from '../../formats/index.js';
import { defined } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { componentsAmong } from './catalogs.js';
import { changeCatalog, held } from './change.js';
import type { ChangeOptions } from './change.js';
import { CodeFiles } from './code-files.js';
import type { Code, Unsaved } from './code-keys.js';
import { leftOutProblems } from './left-out.js';
import { keysNamedIn } from './literals.js';
import { isForeign } from './foreign.js';
import { missingProblems } from './key-problems.js';
import { Protection } from './protection.js';
import type { CatalogChange, CodeFile, CodeKey, KeyChange, Reason } from './types.js';
import { readParts } from './owners.js';
import type { Part, WholeCode } from './owners.js';
import type { ExtractSettings, TakenSettings } from './settings.js';
import { keySign, splitGroup } from './separators.js';
import type { Wanted } from './wanted.js';
import { writeNotes } from './write-notes.js';
import { ExtractError } from './error.js';
import { catalogsFor, namesOf, openCatalog, shownFile } from './source-catalogs.js';
import type { Asking, ReadCatalog, OpenCatalog } from './source-catalogs.js';
import {
  placeOf,
  problemsOf,
  noCode,
  noParser,
  compiledKeys,
  outsideProblem,
} from './key-problems.js';

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
  /** The files of code to read, with what they import; no key counts as unused. Default: all. */
  readonly only?: readonly string[];
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
  /** What some keys of the same code require, such as those of a text that is being typed. */
  readonly changesFor: (
    keys: readonly CodeKey[],
  ) => Promise<readonly (KeyChange & Pick<CatalogChange, 'file'>)[]>;
}

/**
 * Reads the code that `extract:` names and computes the changes of the source catalogs. Writes no
 * catalog.
 * @throws ExtractError, ConfigError 'code-refused', FormatError for a catalog that cannot be read
 */
export async function extractKeys(
  config: ResolvedConfig,
  { prune = false, updateDefaults = false, files = new CodeFiles(), unsaved, only }: ExtractOptions,
): Promise<KeyChanges> {
  const parts = await readParts(config, files, only);
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
  const withShown = (all: readonly CodeKey[]): readonly CodeKey[] =>
    shown.size === 0 ? all : all.map((key) => (shown.has(key.key) ? { ...key, asks: true } : key));
  const asking = { ...read, keys: withShown(read.keys) };
  const given = { code, asking, unsaved };
  const { catalogs, problems, catalogsWith } = await catalogsFor(config, extract, given);
  const known = namesOf([...catalogs, ...shared], extract.separators);
  const isCompiled = code.libraries.has('compiled');
  const isRead = code.files.length > 0 && code.isPart !== true;
  const isAllRead = isRead && code.outside.length === 0 && !isCompiled;
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
  const options = { ...usualOptions(config, extract), prune, updateDefaults };
  const changes: CatalogChange[] = [];
  for (const catalog of catalogs) {
    // An editor's requests are answered meanwhile.
    await new Promise(setImmediate);
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
    changes.push(changeOf(catalog, { ...options, groups, whyUnused }));
  }
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
      ...problemsOf(changes),
      ...missing,
    ],
    taken: extract.taken,
    read: [
      {
        ...{ extract, code, asking, catalogs },
        changesFor: async (some) => {
          const found = await catalogsWith(withShown(some));
          return found
            .filter(({ wanted }) => wanted.length > 0)
            .map(({ file, document, wanted, groups }) => {
              const whyUnused = (): undefined => undefined;
              // Nothing is written, so the order does not matter.
              const own = { ...options, groups, whyUnused, sort: 'off' } as const;
              return { file, ...changeCatalog(document, wanted, own) };
            });
        },
      },
    ],
  };
}

function usualOptions({ source }: ResolvedConfig, extract: ExtractSettings) {
  const { namespace: usual, default: fallback, sort, separators } = extract;
  return { usual, language: languageTag(source), fallback, sort, separators };
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

/** Adds only these keys to the source catalogs. `refused`: code with keys that no catalog takes. */
export async function addKeys(
  config: ResolvedConfig,
  extract: ExtractSettings,
  found: Asking,
): Promise<{ readonly changes: readonly CatalogChange[]; readonly refused: ReadonlySet<string> }> {
  const { catalogs, unplaced } = await catalogsFor(config, extract, found);
  const changes = catalogs.map((catalog) =>
    changeOf(catalog, {
      ...usualOptions(config, extract),
      ...{ groups: catalog.groups, prune: false, updateDefaults: false, fallback: 'text' },
      whyUnused: () => undefined,
    }),
  );
  const blocked = changes.flatMap((one) => [...one.blocked, ...one.groups]);
  return { changes, refused: new Set([...unplaced, ...blocked].map(({ file }) => file)) };
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
  if (change.added.size > 0 && !codec.capabilities.takesNewKeys) {
    throw new ExtractError('no-format', `Keys cannot be added to ${shownFile(file)}.`, {
      hint: 'Use JSON or YAML files for extract.catalog.',
    });
  }
  if (edits.length === 0) return { file, heads, usual, before, after: undefined, ...change };
  const edited = codec.edit(document, edits);
  const notes = new Map(
    [...change.added].flatMap(([key, { code }]) =>
      code.note === undefined ? [] : [[key, code.note]],
    ),
  );
  const noted = writeNotes(edited, notes, { codec, options: parsing });
  const { escape } = codec;
  const { encoding } = parsing;
  const fitting = escape === undefined ? noted : withEscapes(noted, encoding, escape);
  return { file, heads, usual, before, after: encode(fitting, encoding), ...change };
}
