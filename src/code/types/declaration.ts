import { keyId, namespaceOf, TYPES_MARK } from '../../model/index.js';
import type { Key, MessageLibrary } from '../../model/index.js';
import type { ParameterType } from '../../text/index.js';
import { LIBRARIES, literal, type Library, valuesText } from './libraries.js';
import { messagesOf, unitsOf } from './messages-of.js';
import type { TypedMessage, TypedSource, TypedUnit } from './messages-of.js';

interface DeclarationOptions {
  readonly library: MessageLibrary;
  /** Whether each file is a namespace. Default: the library's. */
  readonly namespaces?: boolean | undefined;
  /** BCP 47 tag of the source language. */
  readonly language: string;
  /** Source and targets, spelled as in file names. */
  readonly locales: readonly string[];
}

export interface Declaration {
  readonly text: string;
  /** Number of keys. */
  readonly keys: number;
}

/**
 * The declarations (`.d.ts`) of an app's messages: their keys and the parameters of each. Pure. The
 * text depends only on keys and parameters, not on wording or order.
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
    const own = isNamed(source) ? namespaceOf(source.path, source.locale) : undefined;
    const all = unitsOf(source, { language, usual: library.usual });
    const isGrouped = namespaces && hasNamespaceGroups(all, library.catalog);
    const parts = isGrouped ? groupsOf(all) : [[own ?? library.catalog, all] as const];
    for (const [name, units] of parts) {
      catalogs.set(name, [...(catalogs.get(name) ?? []), ...units]);
    }
  }
  const sorted = [...catalogs].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([name, units]) => [name, withLinked(units)]));
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
      (unit) => [pathOf(unit, library), leaf(unit)] as const,
    );
    const text = treeText(treeOf(entries), { leaf: (type) => type, list, indent: '    ' });
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

/** Messages by the segments of their keys. */
type Tree<T> = ReadonlyMap<string | number, T | Tree<T>>;

type Group<T> = Map<string | number, T | Tree<T>>;

/**
 * A tree of keys. If a text is where a group would have to be, the rest of the key is one name, as
 * in catalogs that have both `a` and `a.b`.
 */
function treeOf<T>(entries: Iterable<readonly [Path, T]>): Tree<T> {
  const root: Group<T> = new Map();
  const byDepth = [...entries].sort(([a], [b]) => a.length - b.length);
  for (const [key, value] of byDepth) insert(root, key, value);
  return root;
}

function insert<T>(root: Group<T>, key: Path, value: T): void {
  let group = root;
  for (const [depth, segment] of key.slice(0, -1).entries()) {
    const next = group.get(segment);
    if (next !== undefined && !(next instanceof Map)) {
      group.set(key.slice(depth).join('.'), value);
      return;
    }
    const inner: Group<T> =
      (next as Group<T> | undefined) ?? new Map<string | number, T | Tree<T>>();
    group.set(segment, inner);
    group = inner;
  }
  group.set(key.at(-1) ?? '', value);
}

interface TextOptions<T> {
  /** Type of a message. */
  readonly leaf: (value: T) => string;
  /** Type of a list with these elements. Default: an object with numbers as names. */
  readonly list: ((elements: readonly string[]) => string) | undefined;
  /** Default: two spaces. */
  readonly indent?: string;
}

/** The tree as an object type. Sorted, so the order of a catalog's keys makes no difference. */
function treeText<T>(tree: Tree<T>, options: TextOptions<T>): string {
  const { leaf, list, indent = '  ' } = options;
  const textOf = (value: T | Tree<T>): string =>
    value instanceof Map
      ? treeText(value as Tree<T>, { ...options, indent: `${indent}  ` })
      : leaf(value as T);
  const numbers = [...tree.keys()].filter((name) => typeof name === 'number');
  if (list !== undefined && numbers.length > 0 && numbers.length === tree.size) {
    const elements = Array.from({ length: Math.max(...numbers) + 1 }, (_, at) => tree.get(at));
    // Empty texts have no messages.
    return list(elements.map((one) => (one === undefined ? 'string' : textOf(one))));
  }
  const lines = [...tree]
    .map(([name, value]) => [String(name), value] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${indent}${literal(name)}: ${textOf(value)};\n`);
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

interface MessageLines {
  readonly lines: readonly string[];
  /** Number of messages. */
  readonly keys: number;
}

/** The messages by the key that code uses, sorted. */
function messageLines(
  catalogs: ReadonlyMap<string, Units>,
  library: Library,
  { namespaces = library.hasNamespaces }: DeclarationOptions,
): MessageLines {
  const { separator, catalog, spellings = dotted } = library;
  const values = library.values ?? (({ named }: TypedMessage) => valuesText(named));
  const types = new Map<string, string>();
  const keys = new Set<string>();
  const isAlone = catalogs.size === 1;
  for (const [name, units] of catalogs) {
    const prefix = !namespaces || name === catalog || isAlone ? '' : `${name}${separator}`;
    for (const message of messagesOf(units).values()) {
      const spelled = spellings(message.name).map((key) => `${prefix}${key}`);
      for (const key of spelled) types.set(key, values(message));
      keys.add(spelled[0] ?? '');
    }
  }
  const lines = [...types]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, type]) => `  ${literal(key)}: ${type};\n`);
  return { lines, keys: keys.size };
}

function dotted(name: Key): readonly string[] {
  return [name.join('.')];
}
