import { dirname, join, relative, resolve, sep } from 'node:path';
import { languageTag } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularText } from '../../disk/index.js';
import { readSources } from '../../engine/index.js';
import {
  defined,
  quoted,
  LocaleSyncError,
  keyId,
  TYPES_MARK,
  namespaceOf,
} from '../../model/index.js';
import type { MessageLibrary, Problem, ErrorDetails, Document, Key } from '../../model/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { writeFileAtomic } from '../../state/index.js';
import type { ParameterType } from '../../text/index.js';
import { mountsOf } from '../extract/merged-catalogs.js';
import { dependenciesOf, foldersFor, manifestIn } from '../extract/packages.js';
import { LIBRARIES, valuesText } from './libraries.js';
import type { Library } from './libraries.js';
import { literal, messagesOf, unitsOf } from './messages-of.js';
import type { TypedMessage, TypedSource, TypedUnit } from './messages-of.js';

type TypesErrorCode =
  /** A source file cannot be read, so its keys would be missing from the declarations. */
  | 'invalid-source'
  /** Neither the config nor the call names a file to write. */
  | 'no-types'
  /** TypeScript reads no declarations from files with this extension. */
  | 'no-declaration'
  /** The existing file was not written by locale-sync. */
  | 'not-ours';

/** The declarations of an app's messages cannot be generated. */
export class TypesError extends LocaleSyncError {
  override readonly name = 'TypesError';
  readonly code: TypesErrorCode;

  constructor(code: TypesErrorCode, message: string, details: ErrorDetails) {
    super(message, details);
    this.code = code;
  }
}

export interface TypesOptions {
  /** Declaration file, relative to the root or absolute. Default: `types.out` of the config. */
  readonly out?: string | undefined;
  /** Default: the config's `types.library`. `auto`: detected from package.json. */
  readonly library?: MessageLibrary | 'auto' | undefined;
  /** Writes nothing. Default: false. */
  readonly check?: boolean | undefined;
}

export interface WrittenTypes {
  /** Relative to the root, with `/`. */
  readonly file: string;
  readonly library: MessageLibrary;
  readonly keys: number;
  /** Whether the file was written, or would be with `check`. */
  readonly changed: boolean;
}

/**
 * Generates the declarations of the source catalogs without writing them.
 * @throws TypesError 'invalid-source', ScanError
 */
export async function makeTypes(
  config: ResolvedConfig,
  { library: asked = config.types?.library ?? 'auto' }: TypesOptions = {},
): Promise<Declaration & { readonly library: MessageLibrary }> {
  const { sources, problems } = await readSources(config);
  const [broken] = problems;
  if (broken !== undefined) throw invalidSource(broken);
  const library = asked === 'auto' ? libraryOf(config.root, sources) : asked;
  const places = await placesOf(config, library, sources);
  const typed = sources.map(({ document, ...source }) => ({
    ...source,
    units: document.units,
    lists: listsIn(document),
    ...defined({ place: places.get(source.path) }),
  }));
  const options = {
    library,
    namespaces: config.types?.namespaces,
    language: languageTag(config.source),
    locales: [config.source, ...config.targets],
  };
  return { library, ...declarationOf(typed, options) };
}

/**
 * Where code puts catalogs that it merges: by the objects around them or, if these do not show it,
 * as the keys in code are written.
 */
async function placesOf(
  config: ResolvedConfig,
  library: MessageLibrary,
  sources: readonly { readonly path: string }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (sources.length < 2) return new Map();
  const files = sources.map(({ path }) => path);
  const { root, source } = config;
  const isSource = (file: string): boolean => files.includes(file);
  const mounts = await mountsOf({ root, source, files, isSource });
  const { hasNamespaces } = LIBRARIES[library];
  const isShown = hasNamespaces ? mounts.every(({ isWhole }) => isWhole) : mounts.length > 0;
  if (isShown) return new Map(mounts.map(({ file, path }) => [file, path]));
  if (config.extract === undefined) return new Map();
  const { extractKeys } = await import('../extract/extract.js');
  const { catalogs } = await extractKeys(config, {});
  return new Map(
    catalogs.flatMap(({ file, usual, heads: [head, ...more] }) =>
      head === undefined || more.length > 0
        ? []
        : [
            [
              file,
              [hasNamespaces ? usual : [], head === '' ? [] : head.split('.')].flat(),
            ] as const,
          ],
    ),
  );
}

/**
 * Packages that identify a library. Packages built on others come first, because a project may
 * depend on both.
 */
const PACKAGES: readonly (readonly [name: string, library: MessageLibrary])[] = [
  ['next-intl', 'next-intl'],
  ['use-intl', 'use-intl'],
  ['react-intl', 'formatjs'],
  ['@formatjs/intl', 'formatjs'],
  ['@nuxtjs/i18n', 'vue-i18n'],
  ['vue-i18n', 'vue-i18n'],
  ['svelte-i18n', 'svelte-i18n'],
  ['i18next', 'i18next'],
  ['react-i18next', 'i18next'],
  ['next-i18next', 'i18next'],
];

/**
 * The library that the `package.json` beside the config depends on, or the package of a catalog;
 * `plain` if they name none.
 */
function libraryOf(root: string, sources: readonly { readonly path: string }[]): MessageLibrary {
  const folders = new Set([root, ...sources.flatMap(({ path }) => foldersFor(root, path))]);
  const found = [...folders].map((folder) => {
    const known = dependenciesOf(manifestIn(folder));
    return PACKAGES.find(([name]) => known.includes(name))?.[1];
  });
  return found.find((library) => library !== undefined) ?? 'plain';
}

/** Ends the name of a member before its value: `"0": …`, `0 = …`, `'0' => …`. */
const NAME_END = /[:=>]\s*$/;
/** The most white space that is looked back over. */
const BACK = 200;

/**
 * The lists of a file, as `keyId`s. Their elements are numbered from 0, and a text in them has no
 * name before it.
 */
export function listsIn({ text, units }: Pick<Document, 'text' | 'units'>): ReadonlySet<string> {
  const numbers = new Map<string, Set<string>>();
  const named = new Set<string>();
  for (const { key, range } of units) {
    for (const [at, name] of key.entries()) {
      if (!/^\d+$/.test(name)) continue;
      const group = keyId(key.slice(0, at));
      numbers.set(group, (numbers.get(group) ?? new Set()).add(name));
      const before = text.slice(Math.max(0, range.start - BACK), range.start);
      if (at === key.length - 1 && NAME_END.test(before)) named.add(group);
    }
  }
  const isList = ([group, found]: readonly [string, ReadonlySet<string>]): boolean =>
    !named.has(group) && [...found.keys()].every((_, index) => found.has(String(index)));
  return new Set([...numbers].filter(isList).map(([group]) => group));
}

/**
 * Writes the declarations atomically, and only if they differ from the existing file.
 * @throws TypesError, ScanError, WriteError
 */
export async function writeTypes(
  config: ResolvedConfig,
  options: TypesOptions = {},
): Promise<WrittenTypes> {
  const { root, types } = config;
  const out = options.out ?? types?.out;
  if (out === undefined) {
    throw new TypesError('no-types', 'The config has no "types.out".', {
      hint: 'Set the file to write:\n  types: { out: src/locale-sync.d.ts }',
    });
  }
  const path = resolve(root, out);
  const file = relative(root, path).split(sep).join('/');
  if (!/\.d\.[cm]?ts$/.test(path)) {
    throw new TypesError('no-declaration', `${quoted(file)} is not a declaration file.`, {
      hint: 'Use a name that ends in .d.ts, such as src/locale-sync.d.ts',
    });
  }
  const { text, library, keys } = await makeTypes(config, options);
  const result = { file, library, keys };
  const before = textIn(path);
  if (before !== undefined && before !== '' && !before.includes(TYPES_MARK))
    throw somebodyElses(file);
  // Git may have changed the file's line endings.
  const changed = before?.replaceAll('\r\n', '\n') !== text;
  if (options.check === true || !changed) return { ...result, changed };
  // Only the caller may name a path outside the root, not the config.
  const isOutside = options.out !== undefined && file.startsWith('../');
  const state = join(root, STATE_FOLDER);
  writeFileAtomic(path, text, { root: isOutside ? dirname(path) : root, state });
  return { ...result, changed };
}

function textIn(path: string): string | undefined {
  try {
    return readRegularText(path);
  } catch {
    // Missing or not a regular file: the write reports it.
    return undefined;
  }
}

function somebodyElses(file: string): TypesError {
  const message = `${quoted(file)} was not generated by locale-sync, so it was not changed.`;
  return new TypesError('not-ours', message, { hint: 'Name another file, or remove this one.' });
}

function invalidSource({ file = '', line, column, message }: Problem): TypesError {
  const place = [file, line, column].filter((part) => part !== undefined && part !== '').join(':');
  return new TypesError('invalid-source', `${place === '' ? '' : `${place}: `}${message}`, {
    hint: 'Fix the source catalog. The declarations do not change until it can be read.',
  });
}

interface DeclarationOptions {
  readonly library: MessageLibrary;
  /** Whether each file is a namespace. Default: the library's. */
  readonly namespaces?: boolean | undefined;
  /** BCP 47 tag of the source language. */
  readonly language: string;
  /** Source and targets, spelled as in file names. */
  readonly locales: readonly string[];
}

interface Declaration {
  readonly text: string;
  /** Number of keys. */
  readonly keys: number;
}

/**
 * The declarations (`.d.ts`) of an app's messages: their keys, the parameters of each, and its text
 * as a comment. Pure. The order of keys makes no difference.
 */
export function declarationOf(
  sources: readonly TypedSource[],
  options: DeclarationOptions,
): Declaration {
  const library = LIBRARIES[options.library];
  const catalogs = catalogsOf(sources, library, options);
  const units = [...catalogs.values()].flat();
  const { lines, keys } = messageLines(catalogs, library, options);
  const isIcu = 2 * units.filter((unit) => unit.isIcu).length > units.length;
  const text = `/* eslint-disable */
// Keys of the source catalogs and the values that each message takes.
// ${TYPES_MARK}: changes made here are lost.

/** A value for a placeholder. */
export type MessageValue = ${VALUE[options.library] ?? 'string | number'};

type NoValues = Record<never, never>;

/** The values that each message takes, by key. */
export interface Messages {
${lines.join('')}}

export type MessageKey = keyof Messages;

/** The source catalogs, nested as in their files. */
export type Catalogs = ${catalogsText(catalogs, library)};
${library.declarations({ catalogs: [...catalogs.keys()], isIcu })}
declare global {
  /** Types for the modules \`virtual:locale-sync/…\`. */
  interface LocaleSyncTypes {
    locale: ${[...options.locales].sort().map(literal).join(' | ')};
    catalogs: Catalogs;
  }
}
`;
  return { text, keys };
}

/** React elements are also values. */
const VALUE: Readonly<Partial<Record<MessageLibrary, string>>> = {
  formatjs: 'string | number | boolean | null | Date',
};

type Units = readonly TypedUnit[];

function catalogsOf(
  sources: readonly TypedSource[],
  library: Library,
  { language, namespaces = library.hasNamespaces }: DeclarationOptions,
): ReadonlyMap<string, Units> {
  const catalogs = new Map<string, Units>();
  // The words around a locale name a namespace only if there are several.
  const isNamed = ({ path, locale }: TypedSource): boolean =>
    namespaces && (sources.length > 1 || path.split('/').includes(locale));
  for (const source of sources) {
    const [named, groups] = placeOf(source, namespaces);
    const own = named ?? (isNamed(source) ? namespaceOf(source.path, source.locale) : undefined);
    const read = unitsOf(source, { language, usual: library.usual });
    const all = groups.length === 0 ? read : read.map((unit) => inGroups(unit, groups));
    const isGrouped = namespaces && named === undefined && hasNamespaceGroups(all, library.catalog);
    const parts = isGrouped ? groupsOf(all) : [[own ?? library.catalog, all] as const];
    for (const [name, units] of parts) {
      catalogs.set(name, [...(catalogs.get(name) ?? []), ...units]);
    }
  }
  const sorted = [...catalogs].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([name, units]) => [name, withLinked(units)]));
}

/** The namespace and groups that code puts a catalog into. */
function placeOf(
  { place = [] }: TypedSource,
  hasNamespaces: boolean,
): readonly [namespace: string | undefined, groups: readonly string[]] {
  const [first, ...rest] = place;
  return hasNamespaces ? [first, rest] : [undefined, place];
}

function inGroups(unit: TypedUnit, groups: readonly string[]): TypedUnit {
  const indexes = new Set([...unit.indexes].map((at) => at + groups.length));
  return { ...unit, key: [...groups, ...unit.key], name: [...groups, ...unit.name], indexes };
}

/** The units of a catalog, each also with the parameters of the texts that it refers to. */
function withLinked(units: readonly TypedUnit[]): readonly TypedUnit[] {
  if (units.every(({ links }) => links.length === 0)) return units;
  const byName = new Map<string, TypedUnit[]>();
  for (const unit of units) {
    const name = unit.name.join('.');
    byName.set(name, [...(byName.get(name) ?? []), unit]);
  }
  return units.map((unit) => {
    if (unit.links.length === 0) return unit;
    return { ...unit, named: namedOf(unit, byName, new Set()) };
  });
}

/** @param seen - texts that refer to this one: a circle ends there */
function namedOf(
  unit: TypedUnit,
  byName: ReadonlyMap<string, readonly TypedUnit[]>,
  seen: ReadonlySet<TypedUnit>,
): ReadonlyMap<string, ParameterType> {
  const named = new Map(unit.named);
  if (seen.has(unit)) return named;
  for (const { key, given, used } of unit.links) {
    for (const name of used) if (!named.has(name)) named.set(name, 'text');
    for (const other of linkedUnits(key, byName)) {
      for (const [name, type] of namedOf(other, byName, new Set([...seen, unit])))
        if (!given.includes(name) && !named.has(name)) named.set(name, type);
    }
  }
  return named;
}

/**
 * None for `shop:title`: the keys of other namespaces are not known here. A period at the end may
 * belong to the sentence.
 */
function linkedUnits(
  key: string,
  byName: ReadonlyMap<string, readonly TypedUnit[]>,
): readonly TypedUnit[] {
  return byName.get(key) ?? byName.get(key.replace(/\.$/, '')) ?? [];
}

/**
 * Whether the files are i18next resources with namespaces:
 * `{ "translation": { … }, "shop": { … } }`.
 */
function hasNamespaceGroups(units: Units, usual: string): boolean {
  return units.every(({ name }) => name.length > 1) && units.some(({ key }) => key[0] === usual);
}

function groupsOf(units: Units): readonly (readonly [string, Units])[] {
  const groups = [...new Set(units.map(({ key: [group = ''] }) => group))];
  return groups.map((group) => {
    const own = units.filter(({ key }) => key[0] === group);
    return [group, own.map((unit) => ({ ...unit, ...within(unit) }))];
  });
}

function within({ key, name, indexes }: TypedUnit): Pick<TypedUnit, 'key' | 'name' | 'indexes'> {
  const shifted = new Set([...indexes].map((at) => at - 1));
  return { key: key.slice(1), name: name.slice(1), indexes: shifted };
}

function catalogsText(catalogs: ReadonlyMap<string, Units>, library: Library): string {
  const { leaf = () => 'string', list } = library;
  const trees = [...catalogs].map(([name, units]) => {
    const counted = library.leaf === undefined ? [] : pluralsOf(units);
    const entries = [...counted, ...units].map(
      (unit) => [pathOf(unit, library), { type: leaf(unit), doc: unit.doc }] as const,
    );
    const text = treeText(treeOf(entries), list, '    ');
    return `  ${literal(name)}: ${text};\n`;
  });
  return `{\n${trees.join('')}}`;
}

function pathOf({ key, indexes }: TypedUnit, { splitsKeys }: Library): Path {
  return key.flatMap<string | number>((part, at) => {
    if (indexes.has(at)) return Number(part);
    return splitsKeys ? part.split('.') : part;
  });
}

/** Segments of a key; those of list elements are numbers. */
type Path = readonly (string | number)[];

/** Type and comment of a message. */
interface Leaf {
  readonly type: string;
  readonly doc: string;
}

/** Messages by the segments of their keys. */
type Tree = Map<string | number, Leaf | Tree>;

/**
 * A tree of keys. If a text is where a group would have to be, the rest of the key is one name, as
 * in catalogs that have both `a` and `a.b`.
 */
function treeOf(entries: Iterable<readonly [Path, Leaf]>): Tree {
  const root: Tree = new Map();
  const byDepth = [...entries].sort(([a], [b]) => a.length - b.length);
  for (const [key, value] of byDepth) insert(root, key, value);
  return root;
}

function insert(root: Tree, key: Path, value: Leaf): void {
  let group = root;
  for (const [depth, segment] of key.slice(0, -1).entries()) {
    const next = group.get(segment);
    if (next !== undefined && !(next instanceof Map)) {
      group.set(key.slice(depth).join('.'), value);
      return;
    }
    const inner: Tree = next ?? new Map<string | number, Leaf | Tree>();
    group.set(segment, inner);
    group = inner;
  }
  group.set(key.at(-1) ?? '', value);
}

/**
 * The tree of types as an object type. Sorted, so the order of a catalog's keys makes no
 * difference.
 */
function treeText(tree: Tree, list: Library['list'], indent: string): string {
  const textOf = (value: Leaf | Tree): string =>
    value instanceof Map ? treeText(value, list, `${indent}  `) : value.type;
  const docOf = (value: Leaf | Tree): string =>
    value instanceof Map ? '' : `${indent}${value.doc}\n`;
  const numbers = [...tree.keys()].filter((name) => typeof name === 'number');
  if (list !== undefined && numbers.length > 0 && numbers.length === tree.size) {
    const elements = Array.from({ length: Math.max(...numbers) + 1 }, (_, at) => tree.get(at));
    // Empty texts have no messages.
    return list(elements.map((one) => (one === undefined ? 'string' : textOf(one))));
  }
  const lines = [...tree]
    .map(([name, value]) => [String(name), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${docOf(value)}${indent}${literal(name)}: ${textOf(value)};\n`);
  return `{\n${lines.join('')}${indent.slice(2)}}`;
}

/**
 * Each text with plural forms as one more unit, because code uses its key without the form and has
 * to pass a count.
 */
function pluralsOf(units: Units): Units {
  const forms = units.filter(({ key, name }) => keyId(key) !== keyId(name));
  return [...messagesOf(forms).values()].map((message) => ({
    ...message,
    key: message.name,
    links: [],
  }));
}

/** The messages by the key that code uses, sorted, and their number. */
function messageLines(
  catalogs: ReadonlyMap<string, Units>,
  library: Library,
  { namespaces = library.hasNamespaces }: DeclarationOptions,
): { readonly lines: readonly string[]; readonly keys: number } {
  const { separator, catalog, spellings = dotted } = library;
  const values = library.values ?? (({ named }: TypedMessage) => valuesText(named));
  const types = new Map<string, Leaf>();
  const keys = new Set<string>();
  const isAlone = catalogs.size === 1;
  for (const [name, units] of catalogs) {
    const prefix = !namespaces || name === catalog || isAlone ? '' : `${name}${separator}`;
    for (const message of messagesOf(units).values()) {
      const spelled = spellings(message.name).map((key) => `${prefix}${key}`);
      const leaf = { type: values(message), doc: message.doc };
      for (const key of spelled) types.set(key, leaf);
      keys.add(spelled[0] ?? '');
    }
  }
  const lines = [...types]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, { type, doc }]) => `  ${doc}\n  ${literal(key)}: ${type};\n`);
  return { lines, keys: keys.size };
}

function dotted(name: Key): readonly string[] {
  return [name.join('.')];
}
