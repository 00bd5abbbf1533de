import { keyId } from '../../model/index.js';
import type { Key, PluralCategory, Problem, Unit, UnitState } from '../../model/index.js';
import { OBJECT, scan, STRING, type Tree } from '../json/tree.js';
import { isCategory } from '../kit/categories.js';
import { duplicateKey } from '../kit/duplicate-key.js';
import { positions } from '../kit/positions.js';
import { hasWords } from '../kit/printf.js';
import { textUnit } from '../kit/tree-codec.js';
import { formatError } from '../kit/unusable.js';

/** A key of a string catalog with its properties; nodes are those of the JSON tree. */
export interface Entry {
  readonly key: string;
  readonly node: number;
  /** Undefined if there are none, or if they are not an object. */
  readonly localizations: number | undefined;
  readonly comment: string | undefined;
  /** Not translatable, or no longer in the code: never changed. */
  readonly isKept: boolean;
}

/** A string catalog. */
export interface Catalog {
  readonly tree: Tree;
  readonly sourceLanguage: string;
  /** In file order. The last of duplicate keys counts. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly problems: readonly Problem[];
}

/** @throws FormatError for invalid JSON, or if it is not a string catalog */
export function readCatalog(text: string, file: string | undefined): Catalog {
  const tree = scan(text, file);
  const language = member(tree, 0, 'sourceLanguage');
  const strings = member(tree, 0, 'strings');
  if (language === undefined || tree.kind(language) !== STRING)
    throw wrong('expected a string catalog with a "sourceLanguage".', { tree, node: 0, file });
  if (strings === undefined || tree.kind(strings) !== OBJECT)
    throw wrong('expected a string catalog with an object "strings".', {
      ...{ tree, node: strings ?? 0, file },
    });
  const entries = new Map<string, Entry>();
  const problems: Problem[] = [];
  const lineOf = positions(text);
  for (const node of tree.children(strings)) {
    const key = tree.key(node);
    const before = entries.get(key);
    if (before !== undefined) {
      const places = [lineOf(tree.keyStart(before.node)), lineOf(tree.keyStart(node))] as const;
      problems.push(duplicateKey(key, places, { file }));
      entries.delete(key);
    }
    entries.set(key, entryOf(tree, node, key));
  }
  return { tree, sourceLanguage: tree.string(language), entries, problems };
}

function entryOf(tree: Tree, node: number, key: string): Entry {
  const localizations = objectAt(tree, node, 'localizations');
  const translate = member(tree, node, 'shouldTranslate');
  return {
    ...{ key, node, localizations, comment: stringAt(tree, node, 'comment') },
    isKept:
      stringAt(tree, node, 'extractionState') === 'stale' ||
      (translate !== undefined && tree.raw(translate) === 'false'),
  };
}

/**
 * A locale as the catalog spells it: `pt_br` is its `pt-BR`. Unchanged if the catalog has no such
 * locale.
 */
export function spelling({ tree, entries, sourceLanguage }: Catalog, locale: string): string {
  const plain = plainName(locale);
  let found: string | undefined;
  for (const { localizations } of entries.values()) {
    if (localizations === undefined) continue;
    for (const node of tree.children(localizations)) {
      if (tree.hasKey(node, locale)) return locale;
      if (found === undefined && plainName(tree.key(node)) === plain) found = tree.key(node);
    }
  }
  return found ?? (plainName(sourceLanguage) === plain ? sourceLanguage : locale);
}

function plainName(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

/** The member with a name; undefined if there is none or the node is not an object. */
export function member(tree: Tree, node: number, name: string): number | undefined {
  return tree.kind(node) === OBJECT ? tree.child(node, name) : undefined;
}

export function objectAt(tree: Tree, node: number, name: string): number | undefined {
  const found = member(tree, node, name);
  return found !== undefined && tree.kind(found) === OBJECT ? found : undefined;
}

export function stringAt(tree: Tree, node: number, name: string): string | undefined {
  const found = member(tree, node, name);
  return found !== undefined && tree.kind(found) === STRING ? tree.string(found) : undefined;
}

function wrong(
  message: string,
  {
    tree,
    node,
    file,
  }: { readonly tree: Tree; readonly node: number; readonly file: string | undefined },
): Error {
  return formatError('syntax', message, { text: tree.text, offset: tree.start(node), file });
}

/**
 * A text of a localization: the only one, or one of several that vary by number, device or width.
 */
interface Leaf {
  /**
   * Its path: `[]`, `['one']`, `['device', 'mac']`, `['width', '20']`,
   * `['substitutions', 'files', 'one']`.
   */
  readonly path: Key;
  /** Its `stringUnit`. */
  readonly node: number;
  readonly text: string;
  readonly plural?: PluralCategory;
}

/** The texts of a localization, in file order. */
function leavesOf(tree: Tree, node: number, path: Key = []): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const unit = objectAt(tree, node, 'stringUnit');
  const text = unit === undefined ? undefined : stringAt(tree, unit, 'value');
  if (unit !== undefined && text !== undefined) leaves.push({ path, node: unit, text });
  const variations = objectAt(tree, node, 'variations');
  if (variations !== undefined) leaves.push(...variants(tree, variations, path));
  for (const [name, child] of objectsIn(tree, objectAt(tree, node, 'substitutions')))
    leaves.push(...leavesOf(tree, child, [...path, 'substitutions', name]));
  return leaves;
}

function variants(tree: Tree, variations: number, path: Key): Leaf[] {
  const leaves: Leaf[] = [];
  for (const [name, group] of objectsIn(tree, variations))
    for (const [variant, child] of objectsIn(tree, group)) {
      if (name !== 'plural') leaves.push(...leavesOf(tree, child, [...path, name, variant]));
      else if (isCategory(variant)) {
        const own = [...path, variant];
        for (const leaf of leavesOf(tree, child, own))
          leaves.push(leaf.path.length === own.length ? { ...leaf, plural: variant } : leaf);
      }
    }
  return leaves;
}

function objectsIn(tree: Tree, node: number | undefined): [name: string, child: number][] {
  if (node === undefined) return [];
  return tree
    .children(node)
    .filter((child) => tree.kind(child) === 0)
    .map((child) => [tree.key(child), child]);
}

/** The names of members from a localization to the text at a path. */
export function membersTo(path: Key): string[] {
  const names: string[] = [];
  for (let at = 0; at < path.length; at += 1) {
    const name = path[at] ?? '';
    if (isCategory(name)) names.push('variations', 'plural', name);
    else {
      at += 1;
      if (name !== 'substitutions') names.push('variations');
      names.push(name, path[at] ?? '');
    }
  }
  return names;
}

function isPrefix(short: Key, long: Key): boolean {
  return short.length <= long.length && short.every((part, at) => part === long[at]);
}

/** A unit and its place in the catalog. */
export interface Placed {
  readonly unit: Unit;
  readonly entry: Entry;
  /** Its path in the localization, as in the unit's key. */
  readonly path: Key;
  /** The text in the file. Absent: the key itself is the text. */
  readonly leaf?: Leaf;
  /** The object that consists of its text, if one text is written in place of several. */
  readonly whole?: number;
}

/** The texts of the source: those of its localization, or else the keys. */
export function sourceUnits(catalog: Catalog, locale: string): readonly Placed[] {
  const { tree } = catalog;
  const placed: Placed[] = [];
  for (const entry of catalog.entries.values()) {
    for (const { path, text, leaf } of sourceTexts(catalog, entry, locale)) {
      const key = [entry.key, ...path];
      const range = leaf === undefined ? behindKey(tree, entry) : valueRange(tree, leaf);
      const plural = leaf?.plural;
      const unit = textUnit({
        ...{ key, text, range, note: entry.comment },
        ...(plural !== undefined && { plural }),
      });
      placed.push({ unit, entry, path, ...(leaf !== undefined && { leaf }) });
    }
  }
  return placed;
}

interface SourceText {
  readonly path: Key;
  readonly text: string;
  readonly leaf?: Leaf;
}

/** The translatable texts of a string: those with words, and all plural forms. */
function sourceTexts(
  { tree, sourceLanguage }: Catalog,
  { key, localizations, isKept }: Entry,
  locale: string,
): readonly SourceText[] {
  if (isKept) return [];
  const node = localizations === undefined ? undefined : member(tree, localizations, locale);
  if (node === undefined)
    return locale === sourceLanguage && hasWords(key) ? [{ path: [], text: key }] : [];
  return leavesOf(tree, node)
    .filter(({ text, plural }) => (plural === undefined ? hasWords(text) : text !== ''))
    .map((leaf) => ({ path: leaf.path, text: leaf.text, leaf }));
}

interface Locales {
  readonly source: string;
  readonly target: string;
}

/** The texts of a target that correspond to texts of the source. */
export function targetUnits(catalog: Catalog, { source, target }: Locales): readonly Placed[] {
  const { tree } = catalog;
  const placed: Placed[] = [];
  for (const entry of catalog.entries.values()) {
    if (entry.localizations === undefined) continue;
    const node = member(tree, entry.localizations, target);
    if (node === undefined) continue;
    const texts = sourceTexts(catalog, entry, source);
    if (texts.length > 0) placed.push(...paired(tree, { entry, node, texts }));
  }
  return placed;
}

interface Pairing {
  readonly entry: Entry;
  /** The target's localization. */
  readonly node: number;
  readonly texts: readonly SourceText[];
}

/** Matches the texts of a localization to those of the source, which may vary in other ways. */
function paired(tree: Tree, { entry, node, texts }: Pairing): readonly Placed[] {
  const sources = new Map(texts.map((one) => [keyId(one.path), one]));
  const leaves = leavesOf(tree, node);
  const [first] = texts;
  // A text without variations in the source may have some in a target.
  const isOne = texts.length === 1 && first?.path.length === 0;
  if (isOne && leaves.some(({ path }) => path.length > 0))
    return [folded(tree, { entry, node, texts }, leaves)];
  const taken = new Set(leaves.map(({ path }) => keyId(path)));
  return leaves.flatMap((leaf) => {
    const path = pathIn(leaf, texts, taken);
    if (path === undefined) return [];
    const source = sources.get(keyId(path)) ?? sources.get(keyId([...path.slice(0, -1), 'other']));
    return [{ unit: unitOf(tree, { entry, leaf, path, source }), entry, path, leaf }];
  });
}

/** The path in the source that a target's text corresponds to. Undefined: none. */
function pathIn(
  { path, plural }: Leaf,
  texts: readonly SourceText[],
  taken: ReadonlySet<string>,
): Key | undefined {
  const parent = path.slice(0, -1);
  for (const { path: own, leaf } of texts) {
    if (keyId(own) === keyId(path)) return path;
    // Another plural form of the same text.
    if (plural === undefined || leaf?.plural === undefined) continue;
    if (keyId(own.slice(0, -1)) === keyId(parent)) return path;
  }
  // One text for everything that varies in the source.
  const below = texts.filter(
    (one) => isPrefix(path, one.path) && one.path[path.length] !== 'substitutions',
  );
  const other = below.find((one) => one.path.at(-1) === 'other') ?? below.at(-1);
  return other === undefined || taken.has(keyId(other.path)) ? undefined : other.path;
}

interface Texts {
  readonly entry: Entry;
  readonly leaf: Leaf;
  readonly path: Key;
  readonly source: SourceText | undefined;
}

function unitOf(tree: Tree, { entry, leaf, path, source }: Texts): Unit {
  const plural = leaf.plural ?? source?.leaf?.plural;
  const state = stateOf(tree, leaf);
  return textUnit({
    ...{ key: [entry.key, ...path], text: leaf.text, range: valueRange(tree, leaf) },
    note: entry.comment,
    ...(plural !== undefined && { plural }),
    ...(state !== undefined && { state }),
    // Xcode fills in the source if nobody has translated it yet.
    ...(state === 'initial' && leaf.text === source?.text && { untranslated: true }),
  });
}

/** One text in place of several: the most common one, with its substitutions inserted. */
function folded(tree: Tree, { entry, node, texts }: Pairing, leaves: readonly Leaf[]): Placed {
  const source = texts[0]?.text ?? '';
  const plain = leaves.filter(({ path }) => path[0] !== 'substitutions');
  const leaf = pickOther(plain) ?? leaves[0];
  const text = (leaf?.text ?? '').replace(
    /%(?:\d+\$)?#@(\w+)@/g,
    (raw, name: string) => substituted(tree, { node, name, source, leaves }) ?? raw,
  );
  const state = leaf === undefined ? undefined : stateOf(tree, leaf);
  const range = { start: tree.start(node), end: tree.end(node) };
  const unit = textUnit({
    ...{ key: [entry.key], text, range, note: entry.comment },
    ...(state !== undefined && { state }),
  });
  return { unit, entry, path: [], whole: node, ...(leaf !== undefined && { leaf }) };
}

function pickOther(leaves: readonly Leaf[]): Leaf | undefined {
  return leaves.find(({ path }) => path.length === 0 || path.at(-1) === 'other') ?? leaves.at(-1);
}

interface Substitution {
  readonly node: number;
  readonly name: string;
  /** The source text, which shows how arguments are named. */
  readonly source: string;
  readonly leaves: readonly Leaf[];
}

/** The most common text for `%#@name@`. */
function substituted(tree: Tree, { node, name, source, leaves }: Substitution): string | undefined {
  const all = member(tree, node, 'substitutions');
  const own = all === undefined ? undefined : member(tree, all, name);
  const leaf = pickOther(leaves.filter(({ path }) => isPrefix(['substitutions', name], path)));
  if (own === undefined || leaf === undefined) return undefined;
  const number = member(tree, own, 'argNum');
  const isNumbered = number !== undefined && /%\d+\$/.test(source);
  const argument = `%${isNumbered ? `${tree.raw(number)}$` : ''}${stringAt(tree, own, 'formatSpecifier') ?? 'lld'}`;
  return leaf.text.replaceAll('%arg', () => argument);
}

const STATES: Readonly<Record<string, UnitState>> = {
  new: 'initial',
  translated: 'translated',
  needs_review: 'review',
  stale: 'review',
};

function stateOf(tree: Tree, { node }: Leaf): UnitState | undefined {
  const state = stringAt(tree, node, 'state');
  return state !== undefined && Object.hasOwn(STATES, state) ? STATES[state] : undefined;
}

function valueRange(tree: Tree, { node }: Leaf): Unit['range'] {
  const value = member(tree, node, 'value') ?? node;
  return { start: tree.start(value), end: tree.end(value) };
}

/** The range of a missing value: on the line of the key. */
function behindKey(tree: Tree, { node }: Entry): Unit['range'] {
  const end = tree.keyEnd(node);
  return { start: end, end };
}
