import { formatKey } from '../model/index.js';
import type { Document, Edit, Key } from '../model/index.js';
import type { CodeKey } from './types.js';
import type { KeyNote } from './write-notes.js';

const FORM = /(?:_ordinal)?_(?:zero|one|two|few|many|other)$/;

export interface KeyChange {
  readonly edits: readonly Edit[];
  readonly added: readonly Key[];
  readonly empty: readonly Key[];
  readonly notes: readonly KeyNote[];
  readonly unused: readonly Key[];
  readonly removed: readonly Key[];
}

export interface ChangeOptions {
  /** BCP 47 tag of the source, for its plural forms. */
  readonly language: string;
  /** Whether unused keys are taken out. */
  readonly prune: boolean;
}

/**
 * What the keys of code mean for one source catalog. Pure; nothing that is there is changed.
 */
export function changeCatalog(
  document: Document,
  wanted: readonly CodeKey[],
  { language, prune }: ChangeOptions,
): KeyChange {
  const standing = new Map(document.units.map((unit) => [formatKey(unit.key), unit.key]));
  const flat = isFlat(document);
  const used = new Set<string>();
  const edits: Edit[] = [];
  const added: Key[] = [];
  const empty: Key[] = [];
  const notes: KeyNote[] = [];
  let after = document.units.at(-1)?.key ?? null;
  for (const code of wanted) {
    const names = [...standing.keys()].filter((name) => serves(name, code));
    for (const name of names) used.add(name);
    if (names.length > 0) continue;
    for (const name of namesOf(code, language)) {
      const key = flat ? [name] : name.split('.');
      if (isBlocked(key, standing)) continue;
      standing.set(name, key);
      used.add(name);
      edits.push({ op: 'insert', key, text: code.text ?? '', after });
      added.push(key);
      if (code.text === undefined) empty.push(key);
      if (code.note !== undefined) notes.push({ key, note: code.note });
      after = key;
    }
  }
  const unused = [...standing].flatMap(([name, key]) => (used.has(name) ? [] : [key]));
  const removed = prune ? unused : [];
  for (const key of removed) edits.push({ op: 'remove', key });
  return { edits, added, empty, notes, unused, removed };
}

/**
 * Whether a key of the catalog is what code asks for: itself, one of its plural forms, one of its
 * contexts.
 */
function serves(name: string, { key, count, context }: CodeKey): boolean {
  if (name === key) return true;
  if (!name.startsWith(`${key}_`)) return false;
  return context || (count && name.replace(FORM, '') === key);
}

/**
 * The keys that are added for one of code: plural forms of the source's language where it counts.
 */
function namesOf({ key, count, ordinal }: CodeKey, language: string): readonly string[] {
  if (!count) return [key];
  const type = ordinal ? 'ordinal' : 'cardinal';
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
  return pluralCategories.map((category) => `${key}${ordinal ? '_ordinal' : ''}_${category}`);
}

/** A text cannot stand where the catalog has a group, nor below a text. */
function isBlocked(key: Key, standing: ReadonlyMap<string, Key>): boolean {
  const name = formatKey(key);
  return [...standing.keys()].some(
    (other) => other.startsWith(`${name}.`) || name.startsWith(`${other}.`),
  );
}

/** Whether the catalog writes `cart.title` as one key rather than as groups. */
function isFlat({ units }: Document): boolean {
  return units.some(({ key }) => key.length === 1 && key[0]?.includes('.') === true);
}
