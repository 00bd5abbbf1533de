import { isAlias, isMap, isScalar } from 'yaml';
import type { CST, ParsedNode, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { formatKey, type Key, type Problem, type Unit } from '../../model/index.js';
import { isTranslation, isUsableId, type Listed, mayName, namesOf } from '../kit/id-lists.js';
import { positions } from '../kit/positions.js';
import { sameLocale } from '../kit/root-key.js';
import { formatError } from '../kit/unusable.js';
import { noteOf, startOfLine } from './lines.js';
import type { Collection, Entry, Style } from './outline.js';
import { isRaw } from './scalar.js';

export interface Composed {
  readonly contents: ParsedNode | null;
  /** Whether there is a `%YAML 1.1` directive. */
  readonly yaml11: boolean;
}

interface Walked {
  readonly units: readonly Unit[];
  readonly leaves: readonly Entry[];
  readonly documents: readonly Collection[];
  readonly root: Entry | undefined;
  readonly aliases: ReadonlyMap<Entry, readonly Entry[]>;
  readonly anchors: ReadonlyMap<Entry, Entry | undefined>;
  readonly problems: readonly Problem[];
  /** Columns of one level of indentation; 0 if the file shows none. */
  readonly step: number;
}

interface Walk {
  readonly text: string;
  readonly source: string;
  readonly file: string | undefined;
  readonly hasComments: boolean;
  readonly units: Unit[];
  readonly leaves: Entry[];
  readonly problems: Problem[];
  /** The entry with each anchor so far, by name. */
  readonly named: Map<string, Entry | undefined>;
  readonly aliases: Map<Entry, Entry[]>;
  readonly anchors: Map<Entry, Entry | undefined>;
  readonly locate: ReturnType<typeof positions>;
  root: Entry | undefined;
  step: number;
  yaml11: boolean;
}

/** The place of a collection, as needed to build its entries. */
interface Place {
  readonly owner: Entry | undefined;
  readonly path: Key;
  /** Offset above which there are no comments of the first entry. */
  readonly bound: number;
  /** False inside an entry that a later one with the same name replaces. */
  readonly counts: boolean;
}

interface WalkInput {
  readonly text: string;
  readonly source: string;
  readonly documents: readonly Composed[];
  readonly file: string | undefined;
  readonly locale: string | undefined;
}

/**
 * Units and outline of composed documents, in file order. @throws FormatError for an alias without
 * an anchor
 */
export function walkDocuments(input: WalkInput): Walked {
  const { text, source, documents, file, locale } = input;
  const walk: Walk = {
    ...{ text, source, file, hasComments: source.includes('#') },
    ...{ units: [], leaves: [], problems: [], named: new Map(), aliases: new Map() },
    ...{ anchors: new Map(), locate: positions(text), root: undefined, step: 0, yaml11: false },
  };
  const tops: Collection[] = [];
  for (const [index, { contents, yaml11 }] of documents.entries()) {
    walk.yaml11 = yaml11;
    walk.named.clear();
    const place = {
      ...{ owner: undefined, bound: 0, counts: true },
      path: documents.length > 1 ? [String(index)] : [],
    };
    const rootName = documents.length > 1 ? undefined : chooseRoot(contents, source, locale);
    if (contents !== null) tops.push(walkCollection(walk, contents, place, rootName));
  }
  const { units, leaves, problems, aliases, anchors, root, step } = walk;
  return { units, leaves, documents: tops, root, aliases, anchors, problems, step };
}

/**
 * Name of the top-level key for the file's locale (Rails): the only key equal to it whose value is
 * a mapping or nothing. There is none if the keys below it would mix with its neighbours.
 */
function chooseRoot(
  contents: ParsedNode | null,
  source: string,
  locale: string | undefined,
): string | undefined {
  if (locale === undefined || contents === null || !isMap(contents)) return undefined;
  const pairs = contents.items.map(({ key, value }) => ({ name: keyName(key, source), value }));
  const [match, ...others] = pairs.filter(({ name }) => sameLocale(name, locale));
  if (match === undefined || others.length > 0) return undefined;
  const { value } = match;
  if (value === null || (isScalar(value) && /^(?:~|null|)$/i.test(value.source))) return match.name;
  if (!isMap(value))
    return value.range[0] < value.range[1] && isEmptySeq(value) ? match.name : undefined;
  const names = new Set(pairs.map(({ name }) => name));
  const mixes = value.items.some(({ key }) => names.has(keyName(key, source)));
  return mixes && pairs.length > 1 ? undefined : match.name;
}

function isEmptySeq(value: ParsedNode): boolean {
  return 'items' in value && value.items.length === 0;
}

function walkCollection(walk: Walk, node: ParsedNode, place: Place, rootName?: string): Collection {
  if (isScalar(node) || isAlias(node)) throw notACollection(walk, node.range[0]);
  if (node.anchor !== undefined) walk.named.set(node.anchor, place.owner);
  const all = itemsOf(node, walk.source);
  const named = isMap(node) ? undefined : itemsById(node, all, walk.source);
  const items = named?.items ?? all;
  if (isMap(node)) refuseBlockKeys(walk, node, items);
  const flow = node.flow === true;
  const collection: Collection = {
    kind: isMap(node) ? 'map' : 'seq',
    namedBy: named?.by,
    flow,
    column: flow ? 0 : columnOf(node, items, walk.source),
    owner: place.owner,
    entries: [],
  };
  learnStep(walk, collection);
  const last = isMap(node) || named !== undefined ? lastOfEach(items) : undefined;
  const namer = namerOf(collection);
  let bound = place.bound;
  for (const [index, item] of items.entries()) {
    const isText = item.name !== namer;
    const counts = place.counts && isText && (last?.get(item.name) ?? index) === index;
    const isRoot = rootName !== undefined && item.name === rootName;
    const path = isRoot ? place.path : [...place.path, item.name];
    const entry = walkEntry(walk, item, { collection, path, bound, counts, isRoot });
    collection.entries.push(entry);
    bound = entry.end;
  }
  if (last !== undefined && last.size < items.length) shadow(walk, collection, place);
  if (walk.root !== undefined && isMap(node)) warnOfBooleans(walk, collection, place);
  return collection;
}

const NONE: readonly Entry[] = [];

interface EntryPlace {
  readonly collection: Collection;
  readonly path: Key;
  readonly bound: number;
  readonly counts: boolean;
  readonly isRoot: boolean;
}

function walkEntry(walk: Walk, item: Item, place: EntryPlace): Entry {
  const { node } = item;
  const block = node !== null && isScalar(node) && node.type?.startsWith('BLOCK') === true;
  const empty = node === null || (isScalar(node) && node.range[0] === node.range[1]);
  const valueStart = empty ? item.slot : node.range[0];
  const valueEnd = empty ? item.slot : block ? beforeLineEnd(walk, node) : node.range[1];
  const entry: Entry = {
    name: item.name,
    parent: place.collection,
    index: place.collection.entries.length,
    start: item.start,
    end: Math.max(valueEnd, item.slot),
    keyStart: item.keyStart,
    keyEnd: item.keyEnd,
    slot: item.slot,
    hasColon: item.hasColon,
    style: styleOf(node, empty),
    valueStart,
    valueEnd,
    child: undefined,
    shadowed: NONE,
  };
  if (place.isRoot) walk.root = entry;
  if (item.keyAnchor !== undefined) walk.named.set(item.keyAnchor, undefined);
  if (node !== null && isAlias(node)) resolveAlias(walk, node.source, entry);
  else if (node !== null && !isScalar(node) && node.items.length > 0) {
    const { path, counts } = place;
    entry.child = walkCollection(walk, node, { owner: entry, path, bound: item.slot, counts });
    const lastEnd = entry.child.entries.at(-1)?.end ?? valueEnd;
    entry.end = entry.child.flow ? valueEnd : lastEnd;
  } else {
    if (node?.anchor !== undefined) walk.named.set(node.anchor, entry);
    if (place.counts && !place.isRoot) addUnit(walk, entry, node, place);
  }
  return entry;
}

function addUnit(
  walk: Walk,
  entry: Entry,
  node: ParsedNode | null,
  { path, bound }: EntryPlace,
): void {
  // No spreads here: they cost more than the rest of the walk.
  const { valueStart: start, valueEnd: end } = entry;
  const scalar = node !== null && isScalar(node) ? node : undefined;
  const raw = scalar === undefined || isRaw(factsOf(scalar, walk.yaml11));
  const note = walk.hasComments ? noteOf(walk.source, entry, bound) : undefined;
  walk.leaves.push(entry);
  const text = raw ? walk.text.slice(start, end) : compactText(walk, scalar);
  const kind = raw ? 'raw' : 'text';
  const range = { start, end };
  walk.units.push(
    note === undefined ? { key: path, text, kind, range } : { key: path, text, kind, range, note },
  );
}

function factsOf(
  scalar: Scalar.Parsed,
  yaml11: boolean,
): { value: string; plain: boolean; tag: string | undefined; yaml11: boolean } {
  return { value: textOf(scalar), plain: scalar.type === 'PLAIN', tag: scalar.tag, yaml11 };
}

/**
 * The decoded value, as a slice if possible: the parser joins quoted text character by character,
 * at 1 KB per unit.
 */
function compactText(walk: Walk, scalar: Scalar.Parsed): string {
  const text = textOf(scalar);
  if (scalar.type !== 'QUOTE_DOUBLE') return text;
  const slice = walk.source.slice(scalar.range[0] + 1, scalar.range[1] - 1);
  return slice === text ? slice : text;
}

/** The decoded value. With the failsafe schema, every scalar is a string. */
function textOf(scalar: Scalar.Parsed): string {
  return typeof scalar.value === 'string' ? scalar.value : scalar.source;
}

/**
 * A block scalar's last line end is not part of its range, so that a line end always follows
 * written text.
 */
function beforeLineEnd(walk: Walk, scalar: Scalar.Parsed): number {
  const end = scalar.range[1];
  if (walk.source.charCodeAt(end - 1) !== 10) return end;
  return walk.source.charCodeAt(end - 2) === 13 ? end - 2 : end - 1;
}

function styleOf(node: ParsedNode | null, empty: boolean): Style {
  if (empty || node === null) return 'empty';
  if (isAlias(node)) return 'alias';
  if (!isScalar(node)) return 'collection';
  if (node.type === 'QUOTE_DOUBLE') return 'double';
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'PLAIN' ? 'plain' : 'block';
}

function resolveAlias(walk: Walk, name: string, entry: Entry): void {
  if (!walk.named.has(name))
    throw formatError('syntax', `the alias *${name} has no anchor; expected &${name} before it.`, {
      ...{ text: walk.text, offset: entry.valueStart, file: walk.file },
    });
  const anchor = walk.named.get(name);
  walk.anchors.set(entry, anchor);
  if (anchor === undefined) return;
  const list = walk.aliases.get(anchor);
  if (list === undefined) walk.aliases.set(anchor, [entry]);
  else list.push(entry);
}

function learnStep(walk: Walk, { owner, column, flow, kind }: Collection): void {
  if (walk.step !== 0 || owner === undefined || flow || owner.parent.flow) return;
  if (owner.parent.kind !== 'map' || (kind === 'seq' && column === owner.parent.column)) return;
  walk.step = Math.max(0, column - owner.parent.column);
}

function lastOfEach(items: readonly Item[]): Map<string, number> {
  const last = new Map<string, number>();
  for (const [index, { name }] of items.entries()) last.set(name, index);
  return last;
}

/** Links replaced entries to the later one, and warns of each. Several merge keys are allowed. */
function shadow(walk: Walk, { entries }: Collection, place: Place): void {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.name);
    if (group === undefined) groups.set(entry.name, [entry]);
    else group.push(entry);
  }
  for (const [name, group] of groups) {
    const last = group.pop();
    if (last === undefined || group.length === 0 || name === '<<') continue;
    last.shadowed = group;
    const at = walk.locate(last.start);
    const lines = group.map(({ start }) => walk.locate(start).line).join(', ');
    const key = formatKey([...place.path, name]);
    walk.problems.push({
      ...{ code: 'duplicate-key', severity: 'warning', key, line: at.line, column: at.column },
      ...(walk.file !== undefined && { file: walk.file }),
      message: `The key "${key}" on line ${lines} appears again on line ${at.line}; the last one is used.`,
    });
  }
}

const BOOLEANS = [/^(?:true|yes|on)$/i, /^(?:false|no|off)$/i];

/** Warns of different keys that Ruby reads as the same boolean, in a catalog of Rails. */
function warnOfBooleans(walk: Walk, { entries }: Collection, place: Place): void {
  for (const pattern of BOOLEANS) {
    const same = entries.filter(
      ({ name, keyStart, keyEnd }) => keyEnd - keyStart === name.length && pattern.test(name),
    );
    const [first, last] = [same[0], same.at(-1)];
    if (first === undefined || last === undefined || first.name === last.name) continue;
    const at = walk.locate(last.start);
    const [one, other] = [first.name, last.name];
    const read = `"${one}" on line ${walk.locate(first.start).line} and "${other}" on line ${at.line}`;
    walk.problems.push({
      ...{ code: 'duplicate-key', severity: 'warning', line: at.line, column: at.column },
      ...{ key: formatKey([...place.path, other]), ...(walk.file && { file: walk.file }) },
      message: `Ruby reads ${read} as one key, and uses the last one; write the keys in quotes.`,
    });
  }
}

/**
 * Refuses block collections as keys: the parser silently drops entries after them, and no catalog
 * needs them.
 */
function refuseBlockKeys(walk: Walk, map: YAMLMap.Parsed, items: readonly Item[]): void {
  for (const [index, { key }] of map.items.entries())
    if (!isScalar(key) && !isAlias(key) && key.flow !== true)
      throw formatError('syntax', 'a mapping or sequence as a key; expected a scalar.', {
        ...{ text: walk.text, offset: items[index]?.start ?? key.range[0], file: walk.file },
      });
}

function notACollection(walk: Walk, offset: number): Error {
  return formatError('syntax', 'expected a mapping of keys to texts.', {
    ...{ text: walk.text, offset, file: walk.file },
  });
}

/** A pair or item of a collection with its offsets, the same for all four kinds of collections. */
interface Item {
  readonly name: string;
  readonly node: ParsedNode | null;
  readonly start: number;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly keyAnchor: string | undefined;
  readonly slot: number;
  readonly hasColon: boolean;
}

function itemsOf(node: YAMLMap.Parsed | YAMLSeq.Parsed, source: string): readonly Item[] {
  return isMap(node) ? pairsOf(node, source) : elementsOf(node);
}

function pairsOf(map: YAMLMap.Parsed, source: string): readonly Item[] {
  return map.items.map(({ key, value, srcToken }) => {
    const { start = [], sep = [] } = srcToken ?? {};
    const [keyStart, keyEnd] = placeOf(key, start, sep);
    return {
      name: keyName(key, source),
      node: value,
      start: firstOffset(start) ?? keyStart,
      keyStart,
      keyEnd,
      keyAnchor: anchorOf(key),
      slot: lastEnd(sep) ?? keyEnd,
      hasColon: sep.some(({ type }) => type === 'map-value-ind'),
    };
  });
}

/**
 * Corrects the place of an empty key (`: text`), which the parser puts at the end of the previous
 * entry.
 */
function placeOf(
  { range }: ParsedNode,
  start: readonly CST.SourceToken[],
  sep: readonly CST.SourceToken[],
): readonly [start: number, end: number] {
  const colon = range[0] === range[1] && !start.some(isSignificant) ? firstOffset(sep) : undefined;
  return colon === undefined ? [range[0], range[1]] : [colon, colon];
}

/** 0-based column of the items of a block collection. */
function columnOf(
  { range, srcToken }: YAMLMap.Parsed | YAMLSeq.Parsed,
  [first]: readonly Item[],
  source: string,
): number {
  const hasNoKey = first !== undefined && first.keyStart === first.keyEnd && first.keyStart >= 0;
  // The parser assigns a tag or an anchor before an empty key to the whole mapping.
  if (hasNoKey && srcToken?.type === 'block-map') return srcToken.indent;
  const start = first?.start ?? range[0];
  return start - startOfLine(source, start);
}

/** A key's segment: the text of a scalar, the source of anything else. */
function keyName(key: ParsedNode, source: string): string {
  if (isScalar(key)) return typeof key.value === 'string' ? key.value : key.source;
  return source.slice(key.range[0], key.range[1]);
}

function anchorOf(node: ParsedNode): string | undefined {
  return 'anchor' in node ? node.anchor : undefined;
}

function elementsOf(seq: YAMLSeq.Parsed): readonly Item[] {
  const token = seq.srcToken;
  const sources = token !== undefined && 'items' in token ? token.items.filter(isElement) : [];
  return seq.items.map((node, index) => {
    const start = sources[index]?.start ?? [];
    const begin = firstOffset(start) ?? node.range[0];
    return {
      name: String(index),
      node,
      start: begin,
      keyStart: -1,
      keyEnd: -1,
      keyAnchor: undefined,
      slot: lastEnd(start) ?? begin,
      hasColon: true,
    };
  });
}

/** False for what the composer skips: comments and commas after the last item. */
function isElement({ start, key, sep, value }: CST.CollectionItem): boolean {
  return Boolean(value ?? key ?? sep) || start.some(isSignificant);
}

function isSignificant({ type }: CST.SourceToken): boolean {
  return type !== 'space' && type !== 'newline' && type !== 'comment' && type !== 'comma';
}

function firstOffset(tokens: readonly CST.SourceToken[]): number | undefined {
  return tokens.find(isSignificant)?.offset;
}

function lastEnd(tokens: readonly CST.SourceToken[]): number | undefined {
  const token = tokens.findLast(isSignificant);
  return token && token.offset + token.source.length;
}

/**
 * The items of a sequence by a member of its elements, and its name; undefined if they are keyed by
 * index.
 */
function itemsById(
  seq: YAMLSeq.Parsed,
  items: readonly Item[],
  source: string,
): { readonly by: string; readonly items: readonly Item[] } | undefined {
  if (!items.some(({ node }) => isMap(node))) return undefined;
  const found = namesOf(seq.items.map((element) => listed(element, source)));
  if (found === undefined) return undefined;
  const { by, names } = found;
  return { by, items: items.map((item, index) => ({ ...item, name: names[index] ?? item.name })) };
}

/** Whether an entry is the id by which its element is keyed. */
export function isId({ name, parent }: Entry): boolean {
  return namerOf(parent) === name;
}

/** The member that names a mapping, if it is an element of such a list. */
export function namerOf({ kind, owner }: Collection): string | undefined {
  return kind === 'map' ? owner?.parent.namedBy : undefined;
}

function listed(element: ParsedNode, source: string): Listed {
  const ids = new Map<string, { id: string; isText: boolean }>();
  const texts: string[] = [];
  for (const { key, value } of isMap(element) ? element.items : []) {
    const name = keyName(key, source);
    const id = mayName(name) && isScalar(value) ? idOf(value) : undefined;
    if (id !== undefined) ids.set(name, { id, isText: isTextScalar(value) });
    if (isTranslation(name) || holdsText(value)) texts.push(name);
  }
  return { ids, texts };
}

function idOf({ value, range }: ParsedNode & { value: unknown }): string | undefined {
  if (typeof value !== 'string' || range[0] === range[1] || value === 'null') return undefined;
  return isUsableId(value) ? value : undefined;
}

function isTextScalar(node: ParsedNode | null): boolean {
  if (!isScalar(node) || typeof node.value !== 'string') return false;
  const plain = node.type === 'PLAIN';
  return !isRaw({ value: node.value, plain, tag: node.tag, yaml11: false });
}

function holdsText(value: ParsedNode | null): boolean {
  if (value === null) return false;
  if ('items' in value) return value.items.length > 0;
  return isTextScalar(value);
}
