/** Kinds of nodes. */
export const OBJECT = 0;
export const ARRAY = 1;
export const STRING = 2;
export const LITERAL = 3;

/** Fields of a node in `Tree.nodes`, as offsets from `node * WIDTH`. */
const KIND = 0;
const KEY_START = 1;
const KEY_END = 2;
const START = 3;
const END = 4;
const PARENT = 5;
const NEXT = 6;
const COMMA = 7;
const WIDTH = 8;

/**
 * The values of a JSON text in file order; node 0 is the outermost. Stores only offsets in one flat
 * array, so that files of many megabytes create no objects.
 */
export class Tree {
  readonly text: string;
  count = 0;
  /** Whether the file has comments. */
  commented = false;
  /** Whether no key contains an escape or starts like metadata (`@`, `$`). */
  plainKeys = true;
  /** Whether some array contains objects. */
  listsObjects = false;
  readonly #nodes: number[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Adds a node. Its ranges are set as they are read. */
  add(kind: number, parent: number): number {
    this.#nodes.push(kind, -1, -1, -1, -1, parent, -1, -1);
    return this.count++;
  }

  /** Both are -1 for elements of arrays. */
  setKey(node: number, start: number, end: number): void {
    this.#nodes[node * WIDTH + KEY_START] = start;
    this.#nodes[node * WIDTH + KEY_END] = end;
  }
  setRange(node: number, start: number, end: number): void {
    this.#nodes[node * WIDTH + START] = start;
    this.#nodes[node * WIDTH + END] = end;
  }
  setNext(node: number, next: number): void {
    this.#nodes[node * WIDTH + NEXT] = next;
  }
  setComma(node: number, offset: number): void {
    this.#nodes[node * WIDTH + COMMA] = offset;
  }

  kind(node: number): number {
    return this.#nodes[node * WIDTH + KIND] ?? LITERAL;
  }
  isContainer(node: number): boolean {
    return this.kind(node) <= ARRAY;
  }
  keyStart(node: number): number {
    return this.#nodes[node * WIDTH + KEY_START] ?? -1;
  }
  keyEnd(node: number): number {
    return this.#nodes[node * WIDTH + KEY_END] ?? -1;
  }
  /** Start of the value. */
  start(node: number): number {
    return this.#nodes[node * WIDTH + START] ?? 0;
  }
  end(node: number): number {
    return this.#nodes[node * WIDTH + END] ?? 0;
  }
  parent(node: number): number {
    return this.#nodes[node * WIDTH + PARENT] ?? -1;
  }
  /** The next sibling, or -1. */
  next(node: number): number {
    return this.#nodes[node * WIDTH + NEXT] ?? -1;
  }
  /** Offset of the comma after the value, or -1. */
  comma(node: number): number {
    return this.#nodes[node * WIDTH + COMMA] ?? -1;
  }
  /** The first child of a container, or -1. */
  first(node: number): number {
    const child = node + 1;
    return child < this.count && this.isContainer(node) && this.parent(child) === node ? child : -1;
  }
  /** Start of the member: its key, or the value in an array. */
  memberStart(node: number): number {
    const key = this.keyStart(node);
    return key === -1 ? this.start(node) : key;
  }

  children(node: number): number[] {
    const children: number[] = [];
    for (let child = this.first(node); child !== -1; child = this.next(child)) children.push(child);
    return children;
  }
  /** Decoded key of a member of an object. */
  key(node: number): string {
    return decodeString(this.text, this.keyStart(node), this.keyEnd(node));
  }
  /** Whether a member has this key. */
  hasKey(node: number, key: string): boolean {
    return this.key(node) === key;
  }
  /** The member with a key (the last of duplicates), or the element at an index. */
  child(container: number, name: string): number | undefined {
    const keyed = this.kind(container) === OBJECT;
    let found: number | undefined;
    let index = 0;
    for (let child = this.first(container); child !== -1; child = this.next(child))
      if (keyed ? this.hasKey(child, name) : String(index++) === name) found = child;
    return found;
  }
  /** Decoded text of a string. */
  string(node: number): string {
    return decodeString(this.text, this.start(node), this.end(node));
  }
  raw(node: number): string {
    return this.text.slice(this.start(node), this.end(node));
  }
}

/** The string between two quotes. The scanner has already checked its content. */
export function decodeString(text: string, start: number, end: number): string {
  const inner = text.slice(start + 1, end - 1);
  return inner.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : inner;
}
