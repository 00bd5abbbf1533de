import type { Document, Edit, Key, Unit } from '../model/index.js';
import { withoutEarlierElements } from './list-elements.js';
import { keySign, splitGroup, writtenKey } from './separators.js';
import type { KeySeparators } from './separators.js';
import { Standing } from './standing.js';
import type { BlockedKey, CodeKey, Reason } from './types.js';
import type { KeyNote } from './write-notes.js';

export interface KeyChange {
  readonly edits: readonly Edit[];
  readonly added: readonly Key[];
  readonly empty: readonly Key[];
  readonly notes: readonly KeyNote[];
  readonly blocked: readonly BlockedKey[];
  readonly unused: readonly Key[];
  readonly removed: readonly Key[];
  /** Why each unused key counts as unused. */
  readonly reasons: ReadonlyMap<Key, Reason>;
}

export interface ChangeOptions {
  /** BCP 47 tag of the source language, for its plural forms. */
  readonly language: string;
  /** Whether unused keys are removed; 'all': also those that a place may ask for. */
  readonly prune: boolean | 'all';
  /** The text of a new key for which code gives none. */
  readonly fallback: 'key' | 'empty' | 'text';
  readonly separators: KeySeparators;
  /** Groups that are namespaces. */
  readonly groups: ReadonlySet<string>;
  /** Why a key that no call names counts as unused; undefined: something else may use it. */
  readonly whyUnused: (key: string, text: string) => Reason | undefined;
}

/** The changes of one source catalog for the keys of code. Pure; existing keys do not change. */
export function changeCatalog(
  document: Document,
  wanted: readonly CodeKey[],
  options: ChangeOptions,
): KeyChange {
  const entry = entryOf(document);
  const units = document.units.filter((unit) => !isEmptyGroup(unit));
  const named = units.map((unit) => {
    const key = entry === undefined ? unit.key : unit.key.slice(0, -1);
    const name = writtenKey(key, options.separators);
    return { name, unit };
  });
  const keys = new Map(named.map(({ name, unit }) => [name, unit.key]));
  const texts = new Map(named.map(({ name, unit }) => [name, unit.text]));
  const standing = new Standing(keys, wanted, options.separators);
  for (const { key } of document.units.filter(isEmptyGroup)) standing.addGroup(key);
  const style = styleOf(document, options);
  const used = new Set<string>();
  const edits: Edit[] = [];
  const added: Key[] = [];
  const empty: Key[] = [];
  const notes: KeyNote[] = [];
  const blocked: BlockedKey[] = [];
  let after = document.units.at(-1)?.key ?? null;
  for (const code of distinct(wanted)) {
    for (const variant of missing(code, standing, { used, separators: options.separators })) {
      for (const { name, form } of namesOf(variant.key, code, options)) {
        const key = style.keyOf(name, code);
        if (standing.has(name) || standing.isGroup(key)) continue;
        const above = standing.textAbove(key);
        if (above !== undefined) {
          const { file, line } = code;
          blocked.push({ key, text: above, file, ...(line === undefined ? {} : { line }) });
          continue;
        }
        const text = style.textOf(code, form) ?? texts.get(variant.base);
        standing.add(name, key);
        used.add(name);
        edits.push({ op: 'insert', key, text: text ?? '', after });
        added.push(key);
        if (text === undefined) empty.push(key);
        if (code.note !== undefined)
          notes.push({ key, note: code.note, isEntry: entry !== undefined });
        after = key;
      }
    }
  }
  const reasons = new Map<Key, Reason>();
  for (const [name, key] of keys) {
    const reason = used.has(name) ? undefined : options.whyUnused(name, texts.get(name) ?? '');
    if (reason !== undefined) reasons.set(key, reason);
  }
  const unused = withoutEarlierElements([...reasons.keys()], keys.values());
  const isSure = (key: Key): boolean => reasons.get(key)?.mayAsk.length === 0;
  const sure = options.prune === 'all' ? unused : unused.filter(isSure);
  const removed = options.prune === false ? [] : withoutEarlierElements(sure, keys.values());
  for (const key of removed) edits.push({ op: 'remove', key });
  return { edits, added, empty, notes, blocked, unused, removed, reasons };
}

/** Whether a unit is `{}`, to which keys can be added. */
export function isEmptyGroup({ kind, text }: Unit): boolean {
  return kind === 'raw' && text === '{}';
}

/**
 * Each used key once; the first use with a text, if any. Counted uses come first: otherwise a key
 * added for another use without a count would serve for them too.
 */
function distinct(wanted: readonly CodeKey[]): readonly CodeKey[] {
  const found = new Map<string, CodeKey>();
  for (const code of wanted) {
    const { count, ordinal, context, contexts, asks, group, key } = code;
    const id = JSON.stringify([count, ordinal, context, contexts, asks, group, key]);
    const known = found.get(id);
    if (known === undefined || (known.text === undefined && code.text !== undefined)) {
      found.set(id, known?.note === undefined ? code : { ...code, note: code.note ?? known.note });
    }
  }
  const byKey = new Map<string, CodeKey[]>();
  for (const code of found.values()) byKey.set(code.key, [...(byKey.get(code.key) ?? []), code]);
  return [...byKey.values()].flatMap((list) => [
    ...list.filter(({ count }) => count),
    ...list.filter(({ count }) => !count),
  ]);
}

interface Looking {
  readonly used: Set<string>;
  readonly separators: KeySeparators;
}

/** The variants of a key that the catalog lacks; existing ones are marked as used. */
function missing(
  code: CodeKey,
  standing: Standing,
  { used, separators }: Looking,
): readonly { readonly key: string; readonly base: string }[] {
  const { key, count, context, group, asks } = code;
  const served = standing.serving({ key, count, context });
  for (const name of [...served, ...(group ? standing.below(key) : [])]) used.add(name);
  // If the key is a group here, all of it is used.
  if (served.size === 0) for (const name of standing.below(key)) used.add(name);
  if (asks) return [];
  const { context: separator } = separators;
  const names = separator === false ? [] : (code.contexts ?? []);
  const variants = names
    .map((name) => `${key}${separator === false ? '' : separator}${name}`)
    .filter((name) => standing.serving({ key: name, count, context: false }).size === 0);
  // `{ "one": …, "other": … }` in i18n-js and others, `key#one` in next-international.
  const forms = [`${keySign(separators.key)}other`, '#other', '#one'];
  const hasForms = forms.some((form) => standing.has(`${key}${form}`));
  const isServed = served.size > 0 || hasForms || code.onlyContexts;
  return [...(isServed ? [] : [key]), ...variants].map((name) => ({ key: name, base: key }));
}

interface Name {
  readonly name: string;
  /** The plural category, if it is a plural form. */
  readonly form: string | undefined;
}

/** The keys to add for a use in code: the plural forms of the source language if it has a count. */
function namesOf(
  key: string,
  { count, ordinal }: CodeKey,
  { language, separators }: ChangeOptions,
): readonly Name[] {
  const sign = separators.plural;
  if (!count || sign === false) return [{ name: key, form: undefined }];
  const type = ordinal ? 'ordinal' : 'cardinal';
  const { pluralCategories } = new Intl.PluralRules(language, { type }).resolvedOptions();
  return pluralCategories.map((form) => {
    return { name: `${key}${ordinal ? `${sign}ordinal` : ''}${sign}${form}`, form };
  });
}

interface Style {
  readonly keyOf: (name: string, code: CodeKey) => Key;
  /** Undefined: there is none, and the key stays empty. */
  readonly textOf: (code: CodeKey, form: string | undefined) => string | undefined;
}

/** How a catalog writes its keys, and the texts of new ones. */
function styleOf(document: Document, { fallback, separators, groups }: ChangeOptions): Style {
  const { units } = document;
  const bare = (name: string): string => splitGroup(name, groups, separators)?.rest ?? name;
  const hasTexts = hasTextsAsKeys(document, (key) => bare(writtenKey(key, separators)));
  const sign = separators.key;
  const nested = units.filter(({ key }) => key.length > 1).length;
  const flat = units.filter(({ key: [name, ...more] }) => {
    return more.length === 0 && sign !== false && name?.includes(sign) === true;
  }).length;
  const isNested = nested > 0;
  const entry = entryOf(document);
  const isWhole = (name: string, code: CodeKey): boolean =>
    flat > nested || hasTexts || (code.flat === true && !isNested) || isSentence(name);
  const keyOf = (name: string, code: CodeKey): Key => {
    if (entry !== undefined) return [name, entry];
    const inGroup = splitGroup(name, groups, separators);
    if (inGroup !== undefined) return [inGroup.group, ...keyOf(inGroup.rest, code)];
    return sign === false || isWhole(name, code) ? [name] : name.split(sign);
  };
  return {
    keyOf,
    textOf: (code, form) => {
      if (fallback === 'empty') return undefined;
      const text = (form === undefined ? undefined : code.forms?.[form]) ?? code.text;
      const name = bare(code.key);
      const isText = hasTexts || (units.length === 0 && /\s/.test(name));
      return text ?? (fallback === 'key' || isText ? name : undefined);
    },
  };
}

/** The member with the text, if each key is an entry, as formatjs extracts them. */
function entryOf({ units }: Document): string | undefined {
  const entry = units[0]?.key.at(-1);
  const isEntry = entry === 'defaultMessage' || entry === 'message';
  return isEntry && units.every(({ key }) => key.length === 2 && key[1] === entry)
    ? entry
    : undefined;
}

/** Whether dots in a name are punctuation: `Loading...`, `Save. Then close.` */
function isSentence(name: string): boolean {
  return /\s|\.\.|^\.|\.$/.test(name);
}

/** Whether the keys of a catalog are its texts: most are equal to their text, or are sentences. */
function hasTextsAsKeys({ units }: Document, nameOf: (key: Key) => string): boolean {
  if (units.length === 0) return false;
  const same = units.filter(({ key, text }) => {
    const name = nameOf(key);
    return name === text || (/\s/.test(name) && text !== '');
  });
  return same.length * 2 > units.length;
}
