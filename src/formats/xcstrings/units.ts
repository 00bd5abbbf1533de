import { keyId } from '../../model/index.js';
import type { Key, Unit, UnitState } from '../../model/index.js';
import type { Tree } from '../json/tree.js';
import { hasWords } from '../kit/printf.js';
import { textUnit } from '../kit/tree-codec.js';
import { member, stringAt, type Catalog, type Entry } from './catalog.js';
import { isPrefix, leavesOf, type Leaf } from './leaves.js';

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

export interface Locales {
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
