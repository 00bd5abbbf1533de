import { formatKey } from '../../model/index.js';
import type { Key, MessageSyntax, ParseOptions, Problem, Unit } from '../../model/index.js';
import { duplicateKey } from '../kit/duplicate-key.js';
import { positions } from '../kit/positions.js';
import { sameLocale } from '../kit/root-key.js';
import { formatError } from '../kit/unusable.js';
import {
  codeOfVariants,
  description,
  entryMember,
  idListsOf,
  isMetadata,
  membersOf,
  metadataNote,
  pluralHeader,
  statedLength,
  statedSyntax,
} from './dialect.js';
import type { IdLists, Members, Place } from './dialect.js';
import { type EscapeHabits, fileHabits } from './escape.js';
import { commentsOf } from './layout.js';
import { ARRAY, OBJECT, STRING, type Tree } from './tree.js';

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

/** The units of a tree, and their nodes. */
interface Reading {
  readonly units: readonly Unit[];
  /** Node of each unit. */
  readonly nodes: Int32Array;
  readonly problems: readonly Problem[];
  /** Earlier members with the same key, by the last of them. */
  readonly duplicates: ReadonlyMap<number, readonly number[]>;
  /** Members that are no values: metadata, and ids of elements. */
  readonly beside: ReadonlySet<number>;
}

/** The author's note on a text. */
interface AuthorNote {
  readonly note: string | undefined;
  readonly maxLength?: number | undefined;
}

/** What a note on a text is read from. */
interface Beside {
  /** Its `@key` (ARB). */
  readonly metadata: number | undefined;
  /** The member before it, or -1. */
  readonly previous: number;
}

interface Frame {
  readonly node: number;
  readonly key: Key;
  /** Undefined for arrays whose elements are keyed by index. */
  readonly members: Names | undefined;
  /** The member that names it, if it is an element of such a list. */
  readonly namer: string | undefined;
  child: number;
  /** The child before it, or -1. */
  previous: number;
  /** Index of the child among its siblings. */
  index: number;
}

/** The keys of an object, or the ids of a list. */
interface Names {
  /** In file order, including duplicates. */
  readonly inOrder: readonly string[];
  readonly nodes: Members;
}

function placeOf(
  tree: Tree,
  { locale, isArb }: { readonly locale: string | undefined; readonly isArb: boolean },
): Place {
  const base = rootObject(tree, locale);
  return {
    ...{ base, entry: entryMember(tree, base), header: pluralHeader(tree, base), isArb },
    ...{ lists: idListsOf(tree), code: codeOfVariants(tree) },
  };
}

function readUnits(tree: Tree, place: Place, file: string | undefined): Reading {
  return new Reader(tree, place, file).run();
}

export function unitAt(tree: Tree, key: Key, node: number): Unit {
  const range = { start: tree.start(node), end: tree.end(node) };
  const isText = tree.kind(node) === STRING;
  const text = isText ? tree.string(node) : tree.raw(node);
  return { key, text, kind: isText ? 'text' : 'raw', range };
}

class Reader {
  readonly #tree: Tree;
  readonly #file: string | undefined;
  readonly #units: Unit[] = [];
  readonly #nodes: number[] = [];
  readonly #problems: Problem[] = [];
  readonly #positionOf: ReturnType<typeof positions>;
  readonly #base: number;
  readonly #entry: string | undefined;
  readonly #header: number | undefined;
  readonly #lists: IdLists;
  readonly #code: ReadonlySet<number>;
  readonly #duplicates = new Map<number, number[]>();
  readonly #beside = new Set<number>();
  /** As in `Place`, or true after a key that starts with `@@`. */
  #arb: boolean;

  constructor(tree: Tree, place: Place, file: string | undefined) {
    const { base, entry, header, lists, code, isArb } = place;
    this.#tree = tree;
    this.#file = file;
    this.#arb = isArb;
    this.#positionOf = positions(tree.text);
    this.#base = base;
    this.#entry = entry;
    this.#header = header;
    this.#lists = lists;
    this.#code = code;
  }

  run(): Reading {
    const stack: Frame[] = [this.#frame(this.#base, [])];
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const child = top.child;
      if (child === -1) {
        stack.pop();
        continue;
      }
      top.child = this.#tree.next(child);
      const inner = this.#visit(top, child);
      top.previous = child;
      if (inner !== undefined) stack.push(inner);
    }
    const units = this.#units;
    const problems = this.#problems;
    const duplicates = this.#duplicates;
    const beside = this.#beside;
    return { units, nodes: new Int32Array(this.#nodes), problems, duplicates, beside };
  }

  /** Reads one member; returns the frame of a container to enter. */
  #visit(frame: Frame, node: number): Frame | undefined {
    const tree = this.#tree;
    const { members } = frame;
    const name = members?.inOrder[frame.index] ?? String(frame.index);
    frame.index += 1;
    if (members !== undefined) {
      const top = frame.node === this.#base;
      if (members.nodes.get(name) !== node) return undefined;
      if (frame.namer === name) {
        this.#beside.add(node);
        return undefined;
      }
      if (name.charCodeAt(0) === 64 || (top && name === '$schema')) {
        const where = { siblings: members.nodes, top, arb: this.#arb };
        const keyed = tree.keyStart(node) !== -1;
        if (keyed && isMetadata(tree, { key: name, node }, where)) {
          this.#beside.add(node);
          return undefined;
        }
      }
    }
    const key = frame.key.concat(name);
    if (this.#entry !== undefined && frame.node === this.#base) {
      this.#readEntry(key, node, frame.previous);
      return undefined;
    }
    if (tree.isContainer(node) && tree.first(node) !== -1) return this.#frame(node, key);
    const metadata = members?.nodes.get(`@${name}`);
    this.#push(key, node, this.#authorNote(node, { metadata, previous: frame.previous }));
    return undefined;
  }

  /** The author's note on a text, from metadata or comments. */
  #authorNote(node: number, beside: Beside): AuthorNote | undefined {
    const { metadata } = beside;
    if (metadata === undefined && !this.#tree.commented) return undefined;
    const maxLength = metadata === undefined ? undefined : statedLength(this.#tree, metadata);
    return { note: this.#note(node, beside), maxLength };
  }

  #readEntry(key: Key, node: number, previous: number): void {
    const member = membersOf(this.#tree, node).get(this.#entry ?? '');
    if (member === undefined) return;
    const note = description(this.#tree, node);
    this.#push([...key, this.#entry ?? ''], member, {
      note: note ?? this.#note(node, { metadata: undefined, previous }),
    });
  }

  #push(key: Key, node: number, authorNote?: AuthorNote): void {
    const found = unitAt(this.#tree, key, node);
    const isCode = this.#code.size > 0 && this.#code.has(node);
    const unit = isCode || node === this.#header ? { ...found, translate: false as const } : found;
    this.#units.push(authorNote === undefined ? unit : withAuthorNote(unit, authorNote));
    this.#nodes.push(node);
  }

  /** ARB description, or else the comments above and after it. */
  #note(node: number, { metadata, previous }: Beside): string | undefined {
    const tree = this.#tree;
    const authorNote = metadata === undefined ? undefined : metadataNote(tree, metadata);
    if (authorNote !== undefined && authorNote !== '') return authorNote;
    if (!tree.commented) return undefined;
    return commentsOf(tree, node, previous) || undefined;
  }

  #frame(node: number, key: Key): Frame {
    const tree = this.#tree;
    const first = tree.first(node);
    const names = this.#lists.get(node)?.names;
    const byIndex = tree.kind(node) === ARRAY && names === undefined;
    const members = byIndex ? undefined : this.#members(node, key, names);
    const namer = this.#lists.size > 0 ? this.#lists.get(tree.parent(node))?.by : undefined;
    return { node, key, members, namer, child: first, previous: -1, index: 0 };
  }

  /** Members of an object, or of a list by name. Reports duplicates. */
  #members(container: number, path: Key, names: readonly string[] | undefined): Names {
    const tree = this.#tree;
    const members = new Map<string, number>();
    const inOrder: string[] = [];
    const top = container === this.#base;
    for (let child = tree.first(container); child !== -1; child = tree.next(child)) {
      const key = names?.[inOrder.length] ?? tree.key(child);
      if (key.includes('\0'))
        throw formatError('encoding', 'a key cannot contain a NUL character.', {
          ...{ text: tree.text, offset: tree.keyStart(child), file: this.#file },
        });
      if (names === undefined && top && key.startsWith('@@')) this.#arb = true;
      const earlierNode = members.get(key);
      if (earlierNode !== undefined) {
        this.#problems.push(this.#duplicate([...path, key], earlierNode, child));
        const earlier = this.#duplicates.get(earlierNode) ?? [];
        this.#duplicates.delete(earlierNode);
        earlier.push(earlierNode);
        this.#duplicates.set(child, earlier);
      }
      members.set(key, child);
      inOrder.push(key);
    }
    return { inOrder, nodes: members };
  }

  #duplicate(key: Key, first: number, second: number): Problem {
    const at = (node: number) => this.#positionOf(this.#tree.memberStart(node));
    return duplicateKey(formatKey(key), [at(first), at(second)], { file: this.#file });
  }
}

function withAuthorNote(unit: Unit, { note, maxLength }: AuthorNote): Unit {
  return {
    ...unit,
    ...(note !== undefined && { note }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/**
 * The object under a single top-level key that is the file's locale (Rails), or else the outermost.
 */
function rootObject(tree: Tree, locale: string | undefined): number {
  const first = tree.first(0);
  if (locale === undefined || first === -1 || tree.kind(0) !== OBJECT) return 0;
  const single = tree.next(first) === -1 && tree.kind(first) === OBJECT;
  return single && sameLocale(tree.key(first), locale) ? first : 0;
}
