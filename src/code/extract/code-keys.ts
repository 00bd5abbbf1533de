import { join } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { parseLocale } from '../../facts/index.js';
import { localePathsOf, createMatcher, pairPatterns } from '../../config/index.js';
import { readRegularText } from '../../disk/index.js';
import { aboutOf, applySplices, attributeOf, formatOf, i18nBlocks } from '../../formats/index.js';
import type { I18nBlock } from '../../formats/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { Problem } from '../../model/index.js';
import { TYPES_MARK } from '../../model/index.js';
import {
  isUnchanged,
  stampFile,
  ensureStateDirectory,
  readStateFile,
  replaceStateFile,
} from '../../state/index.js';
import { quickHash, STATE_FILES, STATE_FOLDER, LINE_SETS, LOCKS_FOLDER } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import { isOfCatalog, fallbacksIn } from './catalogs.js';
import { readable } from './error.js';
import { assembledIn, foreignCode, isForeign, isTemplate, listForeign } from './foreign.js';
import { dataIn, messagesIn, readsData } from './handed-catalogs.js';
import { builtAmong, ignoredByGit, isCompiled, isMinified, isTest } from './left-out.js';
import type { LeftOut } from './left-out.js';
import { ANY, Lexers } from './lexers.js';
import { librariesFor, librariesIn, scopeNamesIn, setsUp, sharedValues } from './libraries.js';
import type { LibraryName } from './libraries.js';
import { listCode } from './list-code.js';
import { literalsIn, usesNamedIn } from './literals.js';
import { packagesIn } from './packages.js';
import type { OwnPackage } from './packages.js';
import { readCodeFile } from './reading/file-reader.js';
import { loadParser } from './reading/syntax.js';
import type { CodeError } from './reading/syntax.js';
import type { ReadSettings, Use } from './reading/use.js';
import type { ExtractSettings } from './settings.js';
import type { CodeFile } from './types.js';

/** The content of a project's code. */
export interface Code {
  readonly files: readonly CodeFile[];
  /** Libraries in the project's package.json or code. */
  readonly libraries: ReadonlySet<LibraryName>;
  /** Packages of the files. */
  readonly packages: readonly OwnPackage[];
  /** Links to code outside the project, which is not read. */
  readonly outside: readonly string[];
  readonly leftOut: LeftOut;
  /** Present if only some files were read: the others show their libraries and settings alone. */
  readonly isPart?: boolean;
}

/** The results of reading code, by the settings used. */
export type KnownCode = ReadonlyMap<string, ReadonlyMap<string, KnownFile>>;

/**
 * Everything that the code files of each part use, in the order of files and lines; reads only files
 * that have changed, and a file of several parts once.
 * @throws ExtractError 'unreadable'
 */
export async function readCode(
  config: ResolvedConfig,
  parts: readonly ExtractSettings[],
  {
    last,
    unsaved = NONE,
    only,
  }: {
    readonly last: KnownCode | undefined;
    readonly unsaved?: Unsaved;
    /** The files to read, if not all. */
    readonly only?: readonly string[] | undefined;
  },
): Promise<{ readonly code: readonly Code[]; readonly known: KnownCode }> {
  const before = last ?? readCache(config.root);
  const known = new Map<string, Map<string, KnownFile>>();
  const isOwn = ownFiles(config, parts);
  const byPatterns = new Map<string, Omit<Code, 'libraries'>>();
  const code: Code[] = [];
  for (const part of parts) {
    const { functions, components, separators } = part;
    const settings: ReadSettings = { functions, components, keySeparator: separators.key };
    const lexers = new Lexers(config, part);
    const hash = quickHash(JSON.stringify([settings, lexers.version]));
    const patterns = JSON.stringify([hash, part.code]);
    const read = known.get(hash) ?? new Map<string, KnownFile>();
    const own = { isOwn, known: read, before: before.get(hash), unsaved, only };
    const reading = { settings, lexers, ...own };
    const files = byPatterns.get(patterns) ?? (await readPart(config.root, part, reading));
    known.set(hash, read);
    byPatterns.set(patterns, files);
    code.push({ ...files, libraries: librariesFor(config.root, part.catalog, files.files) });
  }
  // An editor writes nothing by itself.
  if (unsaved === NONE && !isSame(before, known)) writeCache(config.root, known);
  for (const files of known.values()) for (const file of unsaved.keys()) files.delete(file);
  return { code, known };
}

function isSame(before: KnownCode, now: KnownCode): boolean {
  const isKept = (hash: string, files: ReadonlyMap<string, KnownFile>): boolean => {
    const old = before.get(hash);
    return old?.size === files.size && [...files].every(([name, one]) => old.get(name) === one);
  };
  return before.size === now.size && [...now].every(([hash, files]) => isKept(hash, files));
}

interface Reading {
  readonly settings: ReadSettings;
  readonly lexers: Lexers;
  readonly isOwn: (file: string) => boolean;
  /** Files that this run has read. */
  readonly known: Map<string, KnownFile>;
  /** Files that an earlier run has read. */
  readonly before: ReadonlyMap<string, KnownFile> | undefined;
  readonly unsaved: Unsaved;
  readonly only: readonly string[] | undefined;
}

async function readPart(
  root: string,
  extract: ExtractSettings,
  { settings, lexers, isOwn, known, before, unsaved, only }: Reading,
): Promise<Omit<Code, 'libraries'>> {
  const { files: listed, outside } = await listCode(root, extract.code);
  const found = listed.filter((file) => !isOwn(file));
  const excluded = extract.code.filter((glob) => glob.startsWith('!'));
  const others = found.length === 0 ? [] : await listForeign(root, { excluded, code: found });
  const isListed = new Set(listed);
  const unlisted = others.filter((file) => !isListed.has(file) && !isOwn(file));
  const left = unlisted.length === 0 ? undefined : await ignoredByGit(root, unlisted, []);
  const beside = unlisted.filter((file) => left?.has(file) !== true);
  const built = new Set(builtAmong(found, extract.code));
  const unbuilt = found.filter((file) => !built.has(file));
  const ignored = await ignoredByGit(root, unbuilt, extract.code);
  const names = [...unbuilt.filter((file) => !(ignored.has(file) && isCompiled(file))), ...beside];
  const isBeside = new Set(beside);
  // Tests add no key. What they quote protects keys; an editor also shows the keys in them.
  const unparsed = (file: string): KnownFile['unparsed'] => {
    if (only?.includes(file) === false) return 'aside';
    return unsaved === NONE && isTest(file) ? 'quoted' : undefined;
  };
  const reused = names.map((file) => {
    const own = known.get(file);
    const one = own ?? (unsaved.has(file) ? undefined : before?.get(file));
    if (one === undefined || (one.beside === true) !== isBeside.has(file)) return undefined;
    const part = unparsed(file);
    if (one.unparsed && part !== 'aside' && part !== one.unparsed) return undefined;
    return own === one || (!lexers.isCustom(file) && isUnchanged(one.stamp)) ? one : undefined;
  });
  if (reused.includes(undefined)) await loadParser();
  const files: KnownFile[] = [];
  for (const [at, file] of names.entries()) {
    // An editor's requests are answered meanwhile.
    if (at % 16 === 15) await new Promise(setImmediate);
    const isNamed = !isBeside.has(file);
    const how = { settings, lexers, isNamed, unparsed: unparsed(file) };
    const read = reused[at] ?? (await readOne(root, file, { ...how, text: unsaved.get(file) }));
    files.push(isNamed || read.beside === true ? read : { ...read, beside: true });
  }
  for (const one of files) known.set(one.file, one);
  const isQuiet = ({ file, minified }: KnownFile): boolean =>
    minified === true || ignored.has(file);
  const addsNone = (one: KnownFile): boolean => isQuiet(one) || isTest(one.file);
  return {
    // Uses there protect keys but add none.
    files: files.map((one) =>
      addsNone(one) ? { ...one, uses: one.uses.map((use) => ({ ...use, asks: true })) } : one,
    ),
    packages: packagesIn(root, names),
    outside,
    leftOut: {
      built: [...built],
      quiet: files.filter(isQuiet).map(({ file }) => file),
    },
    isPart: only !== undefined && files.some((one) => one.unparsed),
  };
}

/**
 * Whether a file is a catalog in any locale, or the lock or archive: these contain all keys, so
 * they do not show which are in use.
 */
function ownFiles(
  { source, targets, catalogs }: Pick<ResolvedConfig, 'source' | 'targets' | 'catalogs'>,
  parts: readonly Pick<ExtractSettings, 'catalog'>[],
): (file: string) => boolean {
  const matchers = catalogs.flatMap((catalog) =>
    pairPatterns(catalog.source, catalog.target, catalog.format).flatMap((pair) => {
      const { spellings, withoutLocale } = localePathsOf(catalog, pair.target);
      const names = [source, ...targets].flatMap((locale) => spellings(locale));
      const paths = [pair.source, pair.target, ...withoutLocale];
      return paths.flatMap((path) => [
        createMatcher(path, names),
        ofOthers(createMatcher(path, 'any')),
      ]);
    }),
  );
  return (file) =>
    LINE_SETS.some((name) => file === name || file.endsWith(`/${name}`)) ||
    file.startsWith(`${LOCKS_FOLDER}/`) ||
    parts.some(({ catalog }) => isOfCatalog(file, catalog)) ||
    (!usesOthers(file) && matchers.some((matches) => matches(file) !== undefined));
}

/**
 * Whether a file with a catalog uses keys of others: code, and resources of Android, such as
 * `<item>@string/title</item>`.
 */
function usesOthers(file: string): boolean {
  return aboutOf(formatOf(file))?.holdsCatalog !== undefined || /\/values\/.*\.xml$/.test(file);
}

type Matcher = ReturnType<typeof createMatcher>;

/** For locales that are not targets: `nav` in `nav.json` looks like a locale but is not. */
function ofOthers(matches: Matcher): Matcher {
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  return (file) => {
    const match = matches(file);
    const language = match?.locale === undefined ? '' : (parseLocale(match.locale)?.language ?? '');
    return language.length === 2 && names.of(language) !== undefined ? match : undefined;
  };
}

const NONE: Unsaved = new Map();

interface ReadingOne {
  readonly settings: ReadSettings;
  readonly lexers: Lexers;
  /** Whether `extract.code` names the file. */
  readonly isNamed: boolean;
  readonly unparsed?: KnownFile['unparsed'];
  /** What an editor shows of it. Default: what is on disk. */
  readonly text?: string | undefined;
}

async function readOne(
  root: string,
  file: string,
  { settings, lexers, isNamed, unparsed, text }: ReadingOne,
): Promise<KnownFile> {
  const path = join(root, file);
  const { stamp, code } = readable(file, () => {
    return { stamp: stampFile(path), code: text ?? readRegularText(path) };
  });
  if (file.endsWith('.d.ts') && MADE.test(code.slice(0, HEAD))) {
    return { file, stamp, literals: new Int32Array(0), uses: [], libraries: [] };
  }
  if (unparsed === 'aside') {
    const facts = isForeign(file) || !isNamed ? { libraries: [] } : factsIn(file, code);
    return { file, stamp, literals: new Int32Array(0), uses: [], ...facts, unparsed };
  }
  if (unparsed === 'quoted' && !isForeign(file)) {
    const uses = assembledIn(code);
    return { file, stamp, literals: literalsIn(file, code), uses, libraries: [], unparsed };
  }
  const isLexed = isNamed && lexers.wants(file, code);
  const lexed = isLexed ? await lexers.read(file, code) : { uses: [], errors: [] };
  const isUnread = lexed === undefined;
  const isFailed = lexed === undefined || lexed.errors.length > 0;
  // What lexers cannot read protects keys as other languages do.
  const blocks = file.endsWith('.vue') ? i18nBlocks(code) : [];
  const isOther = isForeign(file) || isFailed || !isNamed || isTemplate(file, code);
  const foreign = isOther ? foreignCode(file, code, isNamed) : undefined;
  const literals =
    foreign === undefined
      ? literalsIn(file, withoutBlocks(blocks, code))
      : Int32Array.from(
          new Set([
            ...(isNamed || !isForeign(file) ? literalsIn(file, code) : []),
            ...foreign.hashes,
          ]),
        );
  const ofLexers = [...(lexed?.uses ?? []), ...(isFailed ? [ANY] : []), ...(foreign?.uses ?? [])];
  const unread = isUnread ? ({ unread: true } as const) : {};
  if (isForeign(file) || !isNamed) {
    const problem = problemOf(file, lexed?.errors ?? []);
    return { file, stamp, literals, uses: ofLexers, libraries: [], ...unread, problem };
  }
  const { uses, exported, errors } = readCodeFile(file, code, settings);
  const problem = problemOf(file, [...errors, ...(lexed?.errors ?? [])]);
  const facts = factsIn(file, code);
  const data = [
    ...(facts.libraries.length === 0 || readsData(code) ? dataIn(code) : []),
    ...messagesIn(code),
  ];
  return {
    file,
    stamp,
    literals,
    uses: [...withNotes([...uses, ...ofLexers], code), ...usesNamedIn(code)],
    ...facts,
    ...unread,
    ...(data.length === 0 ? {} : { data }),
    ...(exported.length === 0 ? {} : { exported }),
    problem,
  };
}

/** What a file says of libraries and their settings, which all code depends on. */
function factsIn(file: string, code: string) {
  const shared = sharedValues(code);
  const fallbacks = fallbacksIn(code);
  const scopeNames = scopeNamesIn(code);
  return {
    libraries: librariesIn(code),
    ...(setsUp(code) ? { setsUp: true as const } : {}),
    ...(shared.length === 0 ? {} : { shared }),
    ...(fallbacks.length === 0 ? {} : { fallbacks }),
    ...(scopeNames.length === 0 ? {} : { scopeNames }),
    ...(file.endsWith('.vue') ? kindOfBlocks(i18nBlocks(code)) : {}),
    ...(isMinified(code) ? { minified: true as const } : {}),
  };
}

/** Names of keys in blocks are no uses of them. */
function withoutBlocks(blocks: readonly I18nBlock[], code: string): string {
  return applySplices(
    code,
    blocks.map(({ content }) => ({ ...content, text: '' })),
  );
}

function kindOfBlocks(blocks: readonly I18nBlock[]): Pick<CodeFile, 'blocks'> {
  const own = blocks.filter((block) => attributeOf(block, 'src') === undefined);
  const isGlobal = own.some((block) => attributeOf(block, 'global') !== undefined);
  return own.length === 0 ? {} : { blocks: isGlobal ? 'global' : 'own' };
}

/** Defined by the build: a hash of the code in this folder. */
declare const BUILT_READERS: string | undefined;

/** Another version or build of the tool may find other keys, so it reads every file again. */
const READERS = typeof BUILT_READERS === 'string' ? BUILT_READERS : 'source';
const VERSION = `${manifest.version}-${READERS}`;

interface Cache {
  readonly version: string;
  /** Files by the settings that reading depends on. */
  readonly parts: Readonly<Record<string, Readonly<Record<string, Row>>>>;
}

interface Row extends Omit<CodeFile, 'file' | 'literals'> {
  readonly stamp: Stamp;
  /** In base64. */
  readonly literals: string;
}

/** Texts of an editor that are not in their files yet, by the path relative to the root. */
export type Unsaved = ReadonlyMap<string, string>;

/** What a text of a file that is being edited uses; a custom lexer is not asked. */
export async function readBuffer(
  config: ResolvedConfig,
  extract: ExtractSettings,
  { file, text }: { readonly file: string; readonly text: string },
): Promise<CodeFile> {
  const { functions, components, separators } = extract;
  await loadParser();
  const settings: ReadSettings = { functions, components, keySeparator: separators.key };
  const lexers = new Lexers(config, { ...extract, lexers: {} });
  return readOne(config.root, file, { settings, lexers, isNamed: true, text });
}

/** The result of reading a file, and its stamp. */
interface KnownFile extends CodeFile {
  readonly stamp: Stamp;
  /** Set if no pattern names it. */
  readonly beside?: true;
}

/** Results per file of code, as stored by the last extraction here. */
function readCache(root: string): KnownCode {
  try {
    const text = readStateFile(join(root, STATE_FOLDER, STATE_FILES.code)).toString('utf8');
    const cache = JSON.parse(text) as Cache;
    if (cache.version !== VERSION) return new Map();
    return new Map(
      Object.entries(cache.parts).map(([hash, files]) => [
        hash,
        new Map(Object.entries(files).map(([file, row]) => [file, knownOf(root, file, row)])),
      ]),
    );
  } catch {
    // The cache is missing or unreadable: everything is read again.
    return new Map();
  }
}

function knownOf(root: string, file: string, { stamp, literals, ...row }: Row): KnownFile {
  const bytes = Uint8Array.from(Buffer.from(literals, 'base64'));
  const hashes = new Int32Array(bytes.buffer);
  return { ...row, file, literals: hashes, stamp: { ...stamp, path: join(root, file) } };
}

/** Never throws: without the cache, the next run reads everything. */
function writeCache(root: string, known: KnownCode): void {
  const parts = Object.fromEntries(
    [...known].map(([hash, files]) => {
      const rows = [...files.values()].map(({ stamp, literals, file, ...row }) => {
        const bytes = Buffer.from(literals.buffer, literals.byteOffset, literals.byteLength);
        return [file, { stamp, literals: bytes.toString('base64'), ...row }] as const;
      });
      return [hash, Object.fromEntries(rows)];
    }),
  );
  const cache: Cache = { version: VERSION, parts };
  try {
    const folder = ensureStateDirectory(join(root, STATE_FOLDER), '.');
    replaceStateFile(join(folder, STATE_FILES.code), JSON.stringify(cache));
  } catch {
    // The state folder may be read-only.
  }
}

/** Types generated from the catalogs, which contain every key. */
const MADE = new RegExp(`${TYPES_MARK}|automatically generated by i18next`, 'i');
const HEAD = 1000;

function problemOf(file: string, [error, ...more]: readonly CodeError[]): Problem | undefined {
  if (error === undefined) return undefined;
  const places = more.length === 1 ? 'place' : 'places';
  const others = more.length === 0 ? '' : `, nor ${more.length} more ${places}`;
  const said = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  return {
    code: 'unreadable-code',
    severity: 'warning',
    file,
    line: error.line,
    column: error.column,
    message: `The code cannot be parsed${others}: ${said} Its known keys were kept. Fix it, and extract again.`,
  };
}

/** Uses with the comments above them, unless the library has its own notes. */
function withNotes(uses: readonly Use[], code: string): readonly Use[] {
  const noteOf = notesIn(code);
  return uses.map((use) => {
    const [key, ...more] = use.key;
    if (use.note !== undefined || key === undefined || more.length > 0) return use;
    const note = noteOf(key, use.line);
    return note === undefined ? use : { ...use, note };
  });
}

/** Comments for tools or developers. */
const NOT_FOR_TRANSLATORS =
  /^(?:eslint|prettier|biome|stylelint|istanbul|[cv]8 |@ts-|ts-|@vite|webpack|@__|#__|TODO|FIXME|HACK|XXX)/i;
const ADDRESS = /^(?:translators?|i18n|l10n):\s*/i;

/** The most lines of a comment; longer ones are not notes. */
const MOST_LINES = 200;

/**
 * The comment directly above the call or element that uses a key in a line (1-based), without
 * directives for tools. Pure.
 */
export function notesIn(code: string): (key: string, line: number) => string | undefined {
  let lines: readonly string[] | undefined;
  return (key, line) => {
    lines ??= code.split(/\r\n|\n|\r/);
    const own = lines[line - 1];
    const isComment = /^\s*(?:\/\/|\/\*|\*|\{\/\*|<!--)/.test(own ?? '');
    if (own === undefined || isComment) return undefined;
    // The key may be on its own line below the call.
    const call = /^\s*(?:['"`]|i18nKey)/.test(own) ? line - 2 : line - 1;
    const note = commentAbove(lines, call)
      .map((text) => text.replace(ADDRESS, ''))
      .filter((text) => text !== '' && !NOT_FOR_TRANSLATORS.test(text) && !text.includes(key));
    return note.length > 0 ? note.join('\n') : undefined;
  };
}

/** Lines of the comment above a line, without comment marks. */
function commentAbove(lines: readonly string[], at: number): readonly string[] {
  const last = (lines[at - 1] ?? '').trim();
  const least = Math.max(0, at - MOST_LINES);
  if (last.startsWith('//')) {
    let first = at - 1;
    while (first > least && (lines[first - 1] ?? '').trim().startsWith('//')) first -= 1;
    return lines.slice(first, at).map((line) => line.replace(/^\s*\/+\s?/, '').trim());
  }
  const [start, end] = last.endsWith('-->') ? ['<!--', '-->'] : ['/*', '*/'];
  if (!/(?:\*\/\}?|-->)$/.test(last)) return [];
  let first = at - 1;
  while (first > least && !(lines[first] ?? '').includes(start)) first -= 1;
  // The comment follows code on its line, so it belongs to that.
  if (!/^\s*\{?(?:\/\*|<!--)/.test(lines[first] ?? '')) return [];
  const text = lines.slice(first, at).join('\n').trim().replace(/^\{/, '').replace(/\}$/, '');
  return text
    .slice(start.length, text.lastIndexOf(end))
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter((line) => line !== '');
}
