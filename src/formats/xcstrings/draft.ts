import type { Splice } from '../kit/splices.js';
import { OBJECT, type Tree } from '../json/tree.js';
import { quote, type EscapeHabits } from '../json/escape.js';
import { indentation } from '../json/layout.js';

/** Layout of a file. */
export interface Look {
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
export class Draft {
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
