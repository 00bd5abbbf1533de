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
import { detectIndent } from '../json/layout.js';
import { asBefore, fileFacts, Readings } from '../kit/documents.js';
import { about } from './about.js';
import { readCatalog, spelling, member, stringAt } from './catalog.js';
import type { Catalog, Entry } from './catalog.js';
import { sourceUnits, targetUnits } from './units.js';
import type { Placed } from './units.js';
import { fileHabits, quote } from '../json/escape.js';
import type { Tree } from '../json/tree.js';
import { sortEdits } from '../kit/edits.js';
import { detectNewline } from '../kit/layout.js';
import { applySplices } from '../kit/splices.js';
import { Draft } from './draft.js';
import type { Look } from './draft.js';
import { membersTo } from './leaves.js';

/** A catalog as read for one document. */
interface State {
  readonly catalog: Catalog;
  /** By the id of their keys. */
  readonly placed: ReadonlyMap<string, Placed>;
  readonly source: string;
  /** The locale of edits; for a source, that of the source. */
  readonly locale: string;
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
