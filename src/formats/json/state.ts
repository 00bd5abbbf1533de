import type { Key, MessageSyntax, ParseOptions } from '../../model/index.js';
import { fileHabits, type EscapeHabits } from './escape.js';
import { membersOf, statedSyntax, type Members, type Place } from './dialect.js';
import type { IdLists } from './id-lists.js';
import { OBJECT, type Tree } from './tree.js';
import { placeOf, readUnits, type Reading } from './units.js';

/** The parts of a document that edits need, computed on demand. */
export class State {
  readonly tree: Tree;
  readonly base: number;
  readonly entry: string | undefined;
  /** Arrays whose elements are keyed by id. */
  readonly lists: IdLists;
  /** The locale with which the file was parsed. */
  readonly locale: string | undefined;
  readonly #place: Place;
  readonly #file: string | undefined;
  #known: Reading | undefined;
  #texts: ReadonlySet<number> | undefined;
  #habits: EscapeHabits | undefined;
  #hasMetadata: boolean | undefined;
  readonly #members = new Map<number, Members>();

  constructor(tree: Tree, { locale, file, isArb }: ParseOptions & { readonly isArb: boolean }) {
    this.tree = tree;
    this.locale = locale;
    this.#file = file;
    this.#place = placeOf(tree, { locale, isArb });
    this.base = this.#place.base;
    this.entry = this.#place.entry;
    this.lists = this.#place.lists;
  }

  /** Message syntax, if the shape of the file implies it. */
  get syntax(): MessageSyntax | undefined {
    return statedSyntax(this.tree, this.#place);
  }

  /** @throws FormatError `encoding` for a key with a NUL character */
  read(): Reading {
    this.#known ??= readUnits(this.tree, this.#place, this.#file);
    return this.#known;
  }

  /** The node of a unit, or undefined. */
  find(key: Key): number | undefined {
    const node = this.nodeAt(key);
    this.#texts ??= new Set(this.read().nodes);
    return node !== undefined && this.#texts.has(node) ? node : undefined;
  }
  membersOf(container: number): Members {
    let members = this.#members.get(container);
    if (members === undefined) {
      members = membersOf(this.tree, container, this.lists.get(container)?.names);
      this.#members.set(container, members);
    }
    return members;
  }
  /** The node at a key, whether unit or container. */
  nodeAt(key: Key): number | undefined {
    let node: number | undefined = this.base;
    for (const segment of key) {
      if (!this.tree.isContainer(node)) return undefined;
      node = this.membersOf(node).get(segment);
      if (node === undefined) return undefined;
    }
    return node;
  }
  fileHabits(): EscapeHabits {
    this.#habits ??= fileHabits(this.tree);
    return this.#habits;
  }
  /** Whether units have `@key` members beside them. */
  hasUnitMetadata(): boolean {
    this.#hasMetadata ??=
      this.tree.kind(this.base) === OBJECT && hasMetadata(this.membersOf(this.base));
    return this.#hasMetadata;
  }
}

function hasMetadata(members: Members): boolean {
  for (const key of members.keys()) if (/^@[^@]/.test(key) && key !== '@metadata') return true;
  return false;
}
