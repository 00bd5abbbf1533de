import type { Document, Key } from '../../model/index.js';
import { fileHabits, type EscapeHabits } from './escape.js';
import { membersOf, type Members } from './dialect.js';
import type { Tree } from './tree.js';
import type { Reading } from './units.js';

/** What edits need to know of a document beside its units; built as far as it is asked for. */
export class State {
  readonly tree: Tree;
  readonly reading: Reading;
  /** The locale that the file was parsed with. */
  readonly locale: string | undefined;
  private habits: EscapeHabits | undefined;
  private readonly members = new Map<number, Members>();

  constructor(tree: Tree, reading: Reading, locale: string | undefined) {
    this.tree = tree;
    this.reading = reading;
    this.locale = locale;
  }

  /** Position in `units`, or undefined. */
  find(key: Key): number | undefined {
    const node = this.nodeAt(key);
    return node === undefined ? undefined : positionIn(this.reading.nodes, node);
  }
  nodeOf(unit: number): number {
    return this.reading.nodes[unit] ?? -1;
  }
  membersOf(container: number): Members {
    let members = this.members.get(container);
    if (members === undefined) {
      members = membersOf(this.tree, container);
      this.members.set(container, members);
    }
    return members;
  }
  /** The node at a key, unit or container. */
  nodeAt(key: Key): number | undefined {
    let node: number | undefined = this.reading.base;
    for (const segment of key) {
      if (!this.tree.isContainer(node)) return undefined;
      node = this.membersOf(node).get(segment);
      if (node === undefined) return undefined;
    }
    return node;
  }
  fileHabits(): EscapeHabits {
    this.habits ??= fileHabits(this.tree);
    return this.habits;
  }
  /** Whether units here have `@key` members beside them. */
  hasUnitMetadata(): boolean {
    for (const key of this.membersOf(this.reading.base).keys())
      if (/^@[^@]/.test(key) && key !== '@metadata') return true;
    return false;
  }
}

/** Position of a number in a list that rises, or undefined. */
function positionIn(rising: Int32Array, wanted: number): number | undefined {
  let low = 0;
  let high = rising.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = rising[middle] ?? 0;
    if (found === wanted) return middle;
    if (found < wanted) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}

const states = new WeakMap<Document, State>();

export function remember(document: Document, state: State): Document {
  states.set(document, state);
  return document;
}

/** The state of a document that the codec made; for a copy of one it is read anew. */
export function stateOf(document: Document, read: (document: Document) => State): State {
  const known = states.get(document);
  if (known !== undefined) return known;
  const state = read(document);
  states.set(document, state);
  return state;
}
