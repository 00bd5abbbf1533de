import { formatKey } from '../model/index.js';
import type { Document, Edit, Key } from '../model/index.js';
import { Standing } from './standing.js';
import type { CodeKey } from './types.js';
import type { KeyNote } from './write-notes.js';

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
  const keys = new Map(document.units.map((unit) => [formatKey(unit.key), unit.key]));
  const standing = new Standing(keys.keys(), wanted);
  const flat = isFlat(document);
  const used = new Set<string>();
  const edits: Edit[] = [];
  const added: Key[] = [];
  const empty: Key[] = [];
  const notes: KeyNote[] = [];
  let after = document.units.at(-1)?.key ?? null;
  for (const code of distinct(wanted)) {
    const names = standing.serving(code);
    for (const name of names) used.add(name);
    if (names.size > 0) continue;
    for (const name of namesOf(code, language)) {
      const key = flat ? [name] : name.split('.');
      if (standing.isBlocked(name)) continue;
      standing.add(name);
      used.add(name);
      edits.push({ op: 'insert', key, text: code.text ?? '', after });
      added.push(key);
      if (code.text === undefined) empty.push(key);
      if (code.note !== undefined) notes.push({ key, note: code.note });
      after = key;
    }
  }
  const unused = [...keys].flatMap(([name, key]) => (used.has(name) ? [] : [key]));
  const removed = prune ? unused : [];
  for (const key of removed) edits.push({ op: 'remove', key });
  return { edits, added, empty, notes, unused, removed };
}

/** Each key as it is asked for, once: what it is asked for again is there by then. */
function distinct(wanted: readonly CodeKey[]): Iterable<CodeKey> {
  const found = new Map<string, CodeKey>();
  for (const code of wanted) {
    const id = [code.count, code.ordinal, code.context, code.key].join(' ');
    if (!found.has(id)) found.set(id, code);
  }
  return found.values();
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

/** Whether the catalog writes `cart.title` as one key rather than as groups. */
function isFlat({ units }: Document): boolean {
  return units.some(({ key }) => key.length === 1 && key[0]?.includes('.') === true);
}
