import { EditError, keyId, formatKey } from '../../model/index.js';
import type {
  Codec,
  Document,
  ParseOptions,
  Edit,
  InsertEdit,
  Key,
  RemoveEdit,
  SetEdit,
  UnitState,
} from '../../model/index.js';
import { detectIndent, indentation } from '../json/layout.js';
import { asBefore, fileFacts, Readings } from '../kit/documents.js';
import { about } from './about.js';
import {
  member,
  membersTo,
  objectAt,
  readCatalog,
  sourceUnits,
  spelling,
  stringAt,
  targetUnits,
} from './units.js';
import type { Catalog, Entry, Placed } from './units.js';
import { hasWords } from '../kit/printf.js';
import { type EscapeHabits, fileHabits, quote } from '../json/escape.js';
import { OBJECT, type Tree } from '../json/tree.js';
import { sortEdits } from '../kit/edits.js';
import { detectNewline } from '../kit/layout.js';
import { applySplices, type Splice } from '../kit/splices.js';

/** A catalog as read for one document. */
interface State {
  readonly catalog: Catalog;
  /** By the id of their keys. */
  readonly placed: ReadonlyMap<string, Placed>;
  readonly source: string;
  /** The locale of edits; for a source, that of the source. */
  readonly locale: string;
}

/** Layout of a file. */
interface Look {
  readonly newline: string;
  /** One level of indentation. */
  readonly indent: string;
  /** Text between key and value. */
  readonly colon: string;
  /** Whether members are on separate lines. */
  readonly lines: boolean;
  /** An empty object contains an empty line, as Xcode writes it. */
  readonly airy: boolean;
  /** White space inside the braces of an object on one line. */
  readonly pad: string;
  readonly habits: readonly EscapeHabits[];
}

interface Member {
  readonly name: string;
  /** The member in the file. Absent: it is new. */
  readonly node?: number;
  /** A new value as JSON, or an object that may have changed. Absent: unchanged. */
  value?: string | Draft;
}

/** The target state of an object in the file. */
class Draft {
  readonly #tree: Tree;
  readonly #node: number | undefined;
  #members: Member[];

  constructor(tree: Tree, node?: number) {
    this.#tree = tree;
    this.#node = node;
    this.#members =
      node === undefined
        ? []
        : tree.children(node).map((child) => ({ name: tree.key(child), node: child }));
  }

  get isEmpty(): boolean {
    return this.#members.length === 0;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Whether it has no other members than these. */
  hasOnly(names: readonly string[]): boolean {
    return this.#members.every(({ name }) => names.includes(name));
  }

  /** The object with a name; created if absent. */
  enter(name: string): Draft {
    const found = this.#find(name);
    if (found?.value instanceof Draft) return found.value;
    const { node } = found ?? {};
    const isObject = node !== undefined && this.#tree.kind(node) === OBJECT;
    const inner = new Draft(this.#tree, isObject ? node : undefined);
    if (found === undefined) this.#members.push({ name, value: inner });
    else found.value = inner;
    return inner;
  }

  /** Sets a member to a JSON value. */
  write(name: string, json: string): void {
    const found = this.#find(name);
    if (found === undefined) this.#members.push({ name, value: json });
    else found.value = json;
  }

  remove(name: string): void {
    this.#members = this.#members.filter((one) => one.name !== name);
  }

  clear(): void {
    this.#members = [];
  }

  /** The splices that bring the file to this state. */
  splices(look: Look): readonly Splice[] {
    const tree = this.#tree;
    const node = this.#node;
    if (node === undefined) return [];
    const kept = this.#members.flatMap((one) => (one.node === undefined ? [] : [one.node]));
    const all = tree.children(node);
    if (kept.length === all.length && kept.length === this.#members.length)
      return this.#changes(look);
    if (kept.length === 0) {
      const outer = look.lines ? indentation(tree, node) : undefined;
      return [{ start: tree.start(node), end: tree.end(node), text: this.#print(look, outer) }];
    }
    return [...this.#changes(look), ...removals(tree, all, kept), ...this.#additions(look, kept)];
  }

  #find(name: string): Member | undefined {
    return this.#members.findLast((one) => one.name === name);
  }

  /** Changes of members that stay. */
  #changes(look: Look): readonly Splice[] {
    const tree = this.#tree;
    return this.#members.flatMap(({ node, value }) => {
      if (node === undefined || value === undefined) return [];
      if (value instanceof Draft && value.#node !== undefined) return value.splices(look);
      const outer = indentation(tree, node);
      const text = value instanceof Draft ? value.#print(look, outer) : value;
      return [{ start: tree.start(node), end: tree.end(node), text }];
    });
  }

  /** New members, inserted where the order of the others puts them. */
  #additions(look: Look, kept: readonly number[]): readonly Splice[] {
    const tree = this.#tree;
    const names = kept.map((node) => tree.key(node));
    const order = orderOf(names);
    const first = kept[0] ?? 0;
    const indent = indentation(tree, first);
    const lead = indent === undefined ? gapOf(look) : look.newline + indent;
    const fresh = this.#members.filter(({ node }) => node === undefined);
    return fresh
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((one) => {
        const behind = order === undefined ? kept.length : lastBelow(names, one.name, order) + 1;
        const before = kept[behind - 1];
        const pad = padOf(tree, before ?? first);
        const inner = pad === undefined ? indent : undefined;
        const text = this.#member(one, { ...look, pad: pad ?? '' }, inner);
        if (before === undefined) {
          const start = tree.memberStart(first);
          return { start, end: start, text: `${text},${lead}` };
        }
        const end = tree.end(before);
        return { start: end, end, text: `,${lead}${text}` };
      });
  }

  #member({ name, value = '' }: Member, look: Look, indent: string | undefined): string {
    const json = value instanceof Draft ? value.#print(look, indent) : value;
    return `${quote(name, look.habits)}${look.colon}${json}`;
  }

  /** The whole object. `outer`: indentation of its line; undefined: everything is on one line. */
  #print(look: Look, outer: string | undefined): string {
    const { newline } = look;
    if (this.isEmpty)
      return look.airy && outer !== undefined ? `{${newline}${newline}${outer}}` : '{}';
    const inner = outer === undefined ? undefined : outer + look.indent;
    const members = this.#members
      .toSorted((a, b) => compareNames(a.name, b.name))
      .map((one) => this.#member(one, look, inner));
    if (inner === undefined) return `{${look.pad}${members.join(`,${gapOf(look)}`)}${look.pad}}`;
    const lead = newline + inner;
    return `{${lead}${members.join(`,${lead}`)}${newline}${outer ?? ''}}`;
  }
}

/** White space inside the braces of an object on one line; undefined for any other value. */
function padOf(tree: Tree, node: number): string | undefined {
  const raw = tree.raw(node);
  if (tree.first(node) === -1 || /[\r\n]/.test(raw)) return undefined;
  return /^ ?/.exec(raw.slice(1))?.[0];
}

/** Separator between members on one line. */
function gapOf({ colon }: Look): string {
  return colon.endsWith(':') ? '' : ' ';
}

/** Removes members with the comma after them, or else before them. */
function removals(tree: Tree, all: readonly number[], kept: readonly number[]): readonly Splice[] {
  const staying = new Set(kept);
  const last = kept.at(-1) ?? -1;
  const splices: Splice[] = [];
  for (const [at, node] of all.entries()) {
    const next = all[at + 1];
    if (staying.has(node) || node > last || next === undefined) continue;
    splices.push({ start: tree.memberStart(node), end: tree.memberStart(next), text: '' });
  }
  const end = all.at(-1) ?? last;
  if (end !== last) splices.push({ start: tree.end(last), end: tree.end(end), text: '' });
  return splices;
}

type Compare = (a: string, b: string) => number;

/** Xcode's order of languages and states: `zh-Hant` before `zh-HK`. */
function compareNames(a: string, b: string): number {
  return compareCodes(a.toLowerCase(), b.toLowerCase()) || compareCodes(a, b);
}

function compareCodes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** The order of names. Undefined if there is none. */
function orderOf(names: readonly string[]): Compare | undefined {
  return [compareNames, compareCodes].find((compare) =>
    names.every((name, at) => at === 0 || compare(names[at - 1] ?? '', name) <= 0),
  );
}

function lastBelow(names: readonly string[], name: string, compare: Compare): number {
  return names.findLastIndex((one) => compare(one, name) < 0);
}

/** Common to all edits of a file. */
interface Editing extends State {
  readonly look: Look;
  /** By string: texts that are used for all forms of what varies in the source. */
  readonly standIns: ReadonlyMap<string, readonly Placed[]>;
}

/** The text after edits of one locale. @throws EditError */
function editCatalog(state: State, edits: readonly Edit[]): string {
  const { catalog, placed } = state;
  const { tree } = catalog;
  const has = (key: Key): boolean => placed.has(keyId(key));
  const { sets, removes, inserts } = sortEdits(edits, has);
  const entries = new Map<string, LocaleDraft>();
  const editing = { ...state, look: lookOf(tree), standIns: standInsOf(placed.values()) };
  const draftOf = (key: Key): LocaleDraft => {
    const [name = ''] = key;
    const known = entries.get(name);
    if (known !== undefined) return known;
    const entry = catalog.entries.get(name);
    if (entry === undefined || entry.isKept) throw notInCatalog(key);
    const made = new LocaleDraft(editing, entry);
    entries.set(name, made);
    return made;
  };
  for (const { edit } of inserts) draftOf(edit.key).makeRoom();
  for (const edit of sets) draftOf(edit.key).set(edit, placed.get(keyId(edit.key)));
  for (const edit of removes) draftOf(edit.key).remove(edit, placed.get(keyId(edit.key)));
  for (const { edit } of inserts) draftOf(edit.key).insert(edit);
  return applySplices(
    tree.text,
    [...entries.values()].flatMap(({ draft }) => draft.splices(editing.look)),
  );
}

function standInsOf(placed: Iterable<Placed>): ReadonlyMap<string, readonly Placed[]> {
  const found = new Map<string, Placed[]>();
  for (const one of placed) {
    const { leaf, path, whole, entry } = one;
    if (whole !== undefined || leaf === undefined || leaf.path.length === path.length) continue;
    found.set(entry.key, [...(found.get(entry.key) ?? []), one]);
  }
  return found;
}

function notInCatalog(key: Key): EditError {
  const name = `"${formatKey(key)}"`;
  const message = `${name} is not in the catalog or not to be translated. Xcode adds new strings when it builds the app.`;
  return new EditError('not-writable', key, message);
}

function lookOf(tree: Tree): Look {
  const { text } = tree;
  const first = tree.first(0);
  const colon = text.slice(tree.keyEnd(first), tree.start(first));
  return {
    newline: detectNewline(text),
    indent: detectIndent(tree) || '  ',
    colon,
    lines: /[\r\n]/.test(text),
    airy: /\{(?:\r\n|\n|\r){2}/.test(text) || (colon.startsWith(' ') && !text.includes('{}')),
    pad: '',
    habits: [fileHabits(tree)],
  };
}

/** One string and the changes to its localization. */
class LocaleDraft {
  readonly draft: Draft;
  readonly #state: Editing;
  readonly #entry: Entry;
  readonly #moved = new Set<Placed>();

  constructor(state: Editing, entry: Entry) {
    this.draft = new Draft(state.catalog.tree, entry.node);
    this.#state = state;
    this.#entry = entry;
  }

  /** Turns a text for all forms into one of them before others are added. */
  makeRoom(): void {
    for (const one of this.#state.standIns.get(this.#entry.key) ?? []) {
      const { leaf, path, unit } = one;
      if (leaf === undefined || this.#moved.has(one)) continue;
      this.#objectAt(leaf.path).remove('stringUnit');
      this.#write(this.#objectAt(path), unit.text, unit.state);
      this.#moved.add(one);
    }
  }

  set({ text, state }: SetEdit, placed: Placed | undefined): void {
    if (placed === undefined) return;
    const { leaf, path, unit, whole } = placed;
    if (whole !== undefined) {
      if (unit.text === text) return;
      const locale = this.#objectAt([]);
      locale.clear();
      this.#write(locale, text, state);
      return;
    }
    if (leaf === undefined) {
      if (unit.text !== text) this.#write(this.#objectAt([]), text, state);
      return;
    }
    const object = this.#objectAt(this.#moved.has(placed) ? path : leaf.path).enter('stringUnit');
    const { source, locale, catalog } = this.#state;
    if (unit.text !== text) object.write('value', this.#quoted(text));
    // In the source, it states whether the text comes from the code.
    if (source === locale && state === undefined) return;
    const [before, after] = [stringAt(catalog.tree, leaf.node, 'state'), stateName(state)];
    const isSaid = before !== undefined || after !== 'translated';
    if (isSaid && before !== after) object.write('state', this.#quoted(after));
  }

  /**
   * @throws EditError for a source: a string is removed from the catalog only when it is removed
   * from the code
   */
  remove({ key }: RemoveEdit, placed: Placed | undefined): void {
    const { source, locale } = this.#state;
    if (placed?.leaf === undefined || source === locale) throw notInCatalog(key);
    const path = this.#moved.has(placed) ? placed.path : placed.leaf.path;
    const names = ['localizations', locale, ...(placed.whole === undefined ? membersTo(path) : [])];
    const way = [this.draft];
    for (const name of names) way.push((way.at(-1) ?? this.draft).enter(name));
    const last = way.at(-1);
    if (placed.whole === undefined) last?.remove('stringUnit');
    else last?.clear();
    for (let at = names.length; at > 0; at -= 1) {
      if (way[at]?.hasOnly(['argNum', 'formatSpecifier']) !== true) break;
      way[at - 1]?.remove(names[at - 1] ?? '');
    }
  }

  insert({ key, text, state }: InsertEdit): void {
    const path = key.slice(1);
    let outer = this.#objectAt([]);
    for (const name of membersTo(path)) {
      // A text with variations has no text beside its forms.
      if (name === 'variations') outer.remove('stringUnit');
      outer = outer.enter(name);
    }
    const object = this.#objectAt(path);
    object.remove('variations');
    this.#write(object, text, state);
    if (path[0] === 'substitutions') this.#copyFormat();
  }

  /**
   * Without its format string, `%#@files@`, nothing refers to a substitution. One without words is
   * no unit, so it is copied from the source.
   */
  #copyFormat(): void {
    const { catalog, source } = this.#state;
    const { tree } = catalog;
    const all = this.#entry.localizations;
    const own = all === undefined ? undefined : member(tree, all, source);
    const unit = own === undefined ? undefined : objectAt(tree, own, 'stringUnit');
    const value = unit === undefined ? undefined : stringAt(tree, unit, 'value');
    const object = this.#objectAt([]);
    if (value === undefined || hasWords(value)) return;
    if (!object.has('stringUnit') && !object.has('variations'))
      this.#write(object, value, undefined);
  }

  /** The object of a text; created if absent. */
  #objectAt(path: Key): Draft {
    const { locale } = this.#state;
    let object = this.draft.enter('localizations').enter(locale);
    let outer = '';
    for (const name of membersTo(path)) {
      object = object.enter(name);
      if (outer === 'substitutions') this.#describe(object, name);
      outer = name;
    }
    return object;
  }

  /** Sets the argument of a substitution, as in the source. */
  #describe(object: Draft, name: string): void {
    const { catalog, source } = this.#state;
    const { tree } = catalog;
    const way = [source, 'substitutions', name];
    let node = this.#entry.localizations;
    for (const step of way) node = node === undefined ? undefined : member(tree, node, step);
    if (node === undefined) return;
    for (const field of ['argNum', 'formatSpecifier']) {
      const value = member(tree, node, field);
      if (value !== undefined && !object.has(field)) object.write(field, tree.raw(value));
    }
  }

  #write(object: Draft, text: string, state: UnitState | undefined): void {
    const unit = object.enter('stringUnit');
    unit.write('state', this.#quoted(stateName(state)));
    unit.write('value', this.#quoted(text));
  }

  #quoted(text: string): string {
    return quote(text, this.#state.look.habits);
  }
}

function stateName(state: UnitState = 'translated'): string {
  if (state === 'initial') return 'new';
  return state === 'review' ? 'needs_review' : 'translated';
}

/**
 * Xcode's string catalogs: all locales in one file. A unit's key starts with that of its string.
 */
export const xcstrings: Codec = {
  ...about,
  parse,
  edit: (document, edits) =>
    edits.length === 0 ? document.text : editCatalog(stateOf(document), edits),
  derive: (source) => {
    const message =
      'A string catalog contains all of its locales, so no other file can be made from it.';
    throw new EditError('not-writable', source.units[0]?.key ?? [], message);
  },
};

const readings = new Readings<State>();

/** `locale` selects the localizations that are the units. Default: those of the source language. */
function parse(text: string, options: ParseOptions = {}): Document {
  const { role = 'source', source, file } = options;
  const before = source === undefined ? undefined : readings.known(source);
  const catalog = before?.catalog.tree.text === text ? before.catalog : readCatalog(text, file);
  const { tree, sourceLanguage, problems } = catalog;
  const locale = spelling(catalog, options.locale ?? sourceLanguage);
  const isTarget = role === 'target';
  const locales = { source: before?.source ?? sourceLanguage, target: locale };
  const placed = isTarget ? targetUnits(catalog, locales) : sourceUnits(catalog, locale);
  const document: Document = {
    ...{ ...fileFacts('xcstrings', text, options), indent: detectIndent(tree), sourceLanguage },
    units: placed.map(({ unit }) => unit),
    ...(isTarget && { targetLanguage: locale }),
    problems: isTarget ? [] : problems,
  };
  return readings.keep(document, {
    catalog,
    placed: new Map(placed.map((one) => [keyId(one.unit.key), one])),
    source: isTarget ? locales.source : locale,
    locale,
  });
}

function stateOf(document: Document): State {
  return readings.of(document, ({ text, targetLanguage }) => {
    const role = targetLanguage === undefined ? 'source' : 'target';
    return stateOf(parse(text, { role, ...asBefore(document) }));
  });
}
