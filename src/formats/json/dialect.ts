import type { MessageSyntax } from '../../model/index.js';
import { isTranslation, isUsableId, mayName, namesOf } from '../kit/id-lists.js';
import type { Listed, ListNames } from '../kit/id-lists.js';
import { ARRAY, LITERAL, OBJECT, STRING, type Tree } from './tree.js';

/** Where a tree contains units. */
export interface Place {
  /** The container that keys start from: the outermost, or the object of the Rails root key. */
  readonly base: number;
  /** In a catalog of entries: name of the member with the text. */
  readonly entry: string | undefined;
  /** A text for programs that is never translated. */
  readonly header: number | undefined;
  /** Arrays whose elements are keyed by id. */
  readonly lists: IdLists;
  /** Values for programs that are never translated. */
  readonly code: ReadonlySet<number>;
  /** Every top-level `@key` is metadata, even without a matching key. */
  readonly isArb: boolean;
}

/** Members by key; the last of duplicates. */
export type Members = ReadonlyMap<string, number>;

/** Members that contain the text of an entry such as `{"message": "…", "description": "…"}`. */
const ENTRY_TEXT = ['message', 'defaultMessage'] as const;
const ENTRY_OTHERS = new Set(['description', 'placeholders', 'hash', 'id', 'icu']);

/**
 * Number of first members to check. If none is an entry, the file is not a catalog of entries, as
 * is true of most files.
 */
const LOOKED_AT = 10;

/**
 * The text member of a catalog of entries: most of the file's members have to be such objects. A
 * stray key must not turn descriptions for translators into texts.
 */
export function entryMember(tree: Tree, base: number): string | undefined {
  if (tree.kind(base) !== OBJECT) return undefined;
  return ENTRY_TEXT.find((text) => isCatalogOf(tree, base, text));
}

function isCatalogOf(tree: Tree, base: number, text: string): boolean {
  let entries = 0;
  let others = 0;
  for (let node = tree.first(base); node !== -1; node = tree.next(node)) {
    if (isFileKey(tree.key(node))) continue;
    if (isEntry(tree, node, text)) entries += 1;
    else others += 1;
    if (entries === 0 && others >= LOOKED_AT) return false;
  }
  return others === 0 ? entries > 0 : entries > 1 && entries > others;
}

function isEntry(tree: Tree, node: number, text: string): boolean {
  if (tree.kind(node) !== OBJECT) return false;
  let found = false;
  for (let child = tree.first(node); child !== -1; child = tree.next(child)) {
    const key = tree.key(child);
    if (key === text) found = tree.kind(child) === STRING;
    else if (!ENTRY_OTHERS.has(key)) return false;
  }
  return found;
}

/**
 * The member that states the language's plural forms for programs (Nextcloud):
 * `{"translations": {…}, "pluralForm": "nplurals=2; …"}`.
 */
export function pluralHeader(tree: Tree, base: number): number | undefined {
  if (tree.kind(base) !== OBJECT) return undefined;
  let hasTexts = false;
  let header: number | undefined;
  let looked = 0;
  for (let node = tree.first(base); node !== -1 && looked < LOOKED_AT; node = tree.next(node)) {
    looked += 1;
    const key = tree.key(node);
    if (key === 'translations') hasTexts = tree.kind(node) === OBJECT;
    else if (key === 'pluralForm' && tree.kind(node) === STRING) header = node;
  }
  return hasTexts ? header : undefined;
}

/** The message syntax that the shape of a file implies; undefined: detected from the texts. */
export function statedSyntax(tree: Tree, place: Place): MessageSyntax | undefined {
  const first = tree.first(place.base);
  if (
    place.isArb ||
    (first !== -1 && tree.kind(place.base) === OBJECT && tree.key(first).startsWith('@@'))
  )
    return 'arb';
  if (place.header !== undefined) return 'nextcloud';
  if (place.code.size > 0 || statesInlang(tree)) return 'inlang';
  const isExtension = place.entry === 'message' && hasPlaceholders(tree, place.base);
  return isExtension ? 'chrome' : undefined;
}

/**
 * Whether entries describe placeholders such as `$name$`, as only catalogs of browser extensions
 * do.
 */
function hasPlaceholders(tree: Tree, base: number): boolean {
  for (let node = tree.first(base); node !== -1; node = tree.next(node))
    if (tree.kind(node) === OBJECT && tree.child(node, 'placeholders') !== undefined) return true;
  return false;
}

/** Top-level keys about the file: `@@locale`, `@metadata`, `$schema`. */
function isFileKey(key: string): boolean {
  return key.startsWith('@@') || key === '@metadata' || key === '$schema';
}

/**
 * Whether a member is metadata and not a text: keys about the file, and `@key` beside `key` (ARB).
 */
export function isMetadata(
  tree: Tree,
  member: { readonly key: string; readonly node: number },
  {
    siblings,
    top,
    arb,
  }: { readonly siblings: Members; readonly top: boolean; readonly arb: boolean },
): boolean {
  const { key, node } = member;
  if (top && (key.startsWith('@@') || key === '$schema')) return true;
  if (!key.startsWith('@') || key.length === 1) return false;
  if (siblings.has(key.slice(1))) return true;
  return top && (arb || (key === '@metadata' && tree.kind(node) === OBJECT));
}

/**
 * The description in an entry or an ARB `@key` object. A plain string is itself the description.
 */
export function description(tree: Tree, node: number): string | undefined {
  if (tree.kind(node) === STRING) return tree.string(node);
  if (tree.kind(node) !== OBJECT) return undefined;
  const member = membersOf(tree, node).get('description');
  return member !== undefined && tree.kind(member) === STRING ? tree.string(member) : undefined;
}

/**
 * The notes for translators in an ARB text's metadata: its description, its context, and its
 * placeholders.
 */
export function metadataNote(tree: Tree, node: number): string | undefined {
  if (tree.kind(node) !== OBJECT) return description(tree, node);
  const members = membersOf(tree, node);
  const placeholders = members.get('placeholders');
  const lines = [
    stringAt(tree, members.get('description')),
    stringAt(tree, members.get('context')),
    ...(placeholders === undefined ? [] : placeholderNotes(tree, placeholders)),
  ];
  const said = lines.filter((line) => line !== undefined && line !== '');
  return said.length === 0 ? undefined : said.join('\n');
}

function placeholderNotes(tree: Tree, placeholders: number): readonly string[] {
  if (tree.kind(placeholders) !== OBJECT) return [];
  return [...membersOf(tree, placeholders)].flatMap(([name, node]) => {
    if (tree.kind(node) !== OBJECT || tree.first(node) === -1) return [];
    const members = membersOf(tree, node);
    const [what, example] = ['description', 'example'].map((one) =>
      stringAt(tree, members.get(one)),
    );
    const words = [what, example && `for example ${example}`].filter((one) => one);
    return words.length === 0 ? [] : [`{${name}}: ${words.join(', ')}`];
  });
}

function stringAt(tree: Tree, node: number | undefined): string | undefined {
  return node !== undefined && tree.kind(node) === STRING ? tree.string(node) : undefined;
}

/** `maxLength` in an ARB description: the most characters of a translation. */
export function statedLength(tree: Tree, node: number): number | undefined {
  if (tree.kind(node) !== OBJECT) return undefined;
  const member = membersOf(tree, node).get('maxLength');
  const length = member === undefined ? Number.NaN : Number(tree.raw(member));
  return Number.isInteger(length) && length > 0 ? length : undefined;
}

/** @param names - of the elements of an array, if they are keyed by id */
export function membersOf(
  tree: Tree,
  container: number,
  names?: readonly string[],
): Map<string, number> {
  const members = new Map<string, number>();
  let index = 0;
  const object = tree.kind(container) === OBJECT;
  for (let child = tree.first(container); child !== -1; child = tree.next(child)) {
    members.set(object ? tree.key(child) : (names?.[index] ?? String(index)), child);
    index += 1;
  }
  return members;
}

/** Declarations and selectors of an inlang message: code beside the texts of its `match`. */
const CODE = new Set(['declarations', 'selectors']);
const MATCH = 'match';

/** Matches the `$schema` of catalogs in inlang's message format. */
const SCHEMA = /\binlang\b.*message-format/i;

const NO_CODE: ReadonlySet<number> = new Set();

/** Whether the file declares inlang's message format. */
function statesInlang(tree: Tree): boolean {
  if (tree.plainKeys || tree.kind(0) !== OBJECT) return false;
  const schema = tree.child(0, '$schema');
  return schema !== undefined && tree.kind(schema) === STRING && SCHEMA.test(tree.string(schema));
}

/**
 * The code values in inlang messages with variants: `"hours": [{ "declarations": […], "selectors":
 * […], "match": { "n=one": "…" } }]`. A file that declares the format may omit the array, and all
 * other members of a message are then code too.
 */
export function codeOfVariants(tree: Tree): ReadonlySet<number> {
  const isStated = statesInlang(tree);
  if (!tree.listsObjects && !isStated) return NO_CODE;
  const code = new Set<number>();
  for (let node = 1; node < tree.count; node += 1) {
    if (tree.kind(node) !== OBJECT) continue;
    const isListed = tree.kind(tree.parent(node)) === ARRAY;
    if (isStated ? !hasMatch(tree, node) : !isListed || !isVariant(tree, node)) continue;
    for (const child of tree.children(node))
      if (tree.key(child) !== MATCH) addValues(tree, child, code);
  }
  return code;
}

function addValues(tree: Tree, value: number, code: Set<number>): void {
  const end = tree.end(value);
  for (let node = value; node < tree.count && tree.start(node) < end; node += 1) code.add(node);
}

/** Whether a node is a message with variants, which are texts with conditions. */
function hasMatch(tree: Tree, node: number): boolean {
  const match = tree.child(node, MATCH);
  if (match === undefined || tree.kind(match) !== OBJECT) return false;
  return tree.children(match).every((child) => tree.kind(child) === STRING);
}

function isVariant(tree: Tree, node: number): boolean {
  const children = tree.children(node);
  const matches = children.some((child) => tree.key(child) === MATCH);
  return matches && children.length > 1 && children.every((child) => isPart(tree, child));
}

function isPart(tree: Tree, node: number): boolean {
  const key = tree.key(node);
  return key === MATCH ? tree.kind(node) === OBJECT : CODE.has(key) && tree.kind(node) === ARRAY;
}

/** Names of the elements of each array whose elements are keyed by a member, in file order. */
export type IdLists = ReadonlyMap<number, ListNames>;

const NONE: IdLists = new Map();

export function idListsOf(tree: Tree): IdLists {
  if (!tree.listsObjects) return NONE;
  const lists = new Map<number, ListNames>();
  for (let node = 0; node < tree.count; node += 1) {
    if (tree.kind(node) !== ARRAY) continue;
    const names = namesOf(tree.children(node).map((element) => listed(tree, element)));
    if (names !== undefined) lists.set(node, names);
  }
  return lists;
}

function listed(tree: Tree, element: number): Listed {
  const ids = new Map<string, { id: string; isText: boolean }>();
  const texts: string[] = [];
  const object = tree.kind(element) === OBJECT;
  for (let node = object ? tree.first(element) : -1; node !== -1; node = tree.next(node)) {
    const key = tree.key(node);
    const id = mayName(key) ? idAt(tree, node) : undefined;
    if (id !== undefined) ids.set(key, { id, isText: tree.kind(node) === STRING });
    if (isTranslation(key) || holdsText(tree, node)) texts.push(key);
  }
  return { ids, texts };
}

function holdsText(tree: Tree, node: number): boolean {
  return tree.kind(node) === STRING || tree.first(node) !== -1;
}

function idAt(tree: Tree, node: number): string | undefined {
  if (tree.isContainer(node)) return undefined;
  const id = tree.kind(node) === LITERAL ? tree.raw(node) : tree.string(node);
  return isUsableId(id) && id !== 'null' ? id : undefined;
}
