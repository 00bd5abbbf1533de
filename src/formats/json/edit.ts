import { EditError, FormatError, formatKey } from '../../model/index.js';
import type { Document, Edit, InsertEdit, SetEdit } from '../../model/index.js';
import { sortEdits } from '../kit/edits.js';
import { applySplices } from '../kit/splices.js';
import type { Splice } from '../kit/splices.js';
import { Additions, FIRST } from './additions.js';
import { habitsOf, quote } from './escape.js';
import type { EscapeHabits } from './escape.js';
import { Removals } from './removals.js';
import type { State } from './state.js';
import { scan } from './scan.js';
import { STRING, ARRAY } from './tree.js';
import type { Tree } from './tree.js';
import { unitAt } from './units.js';
import { beforeLineEnd, isLineEnd, lineStart } from '../kit/layout.js';
import { fileLayout, indentation, layoutsOf } from './layout.js';
import type { FileLayout, Layout } from './layout.js';
import { oneLine, printMember, printNested } from './print.js';
import type { NewMember, Printing } from './print.js';
import { commentsIn, endsInLineComment, headEnd, ownStart, tailEnd, wholeLines } from './trivia.js';

/**
 * @param extra - additional splices
 * @param stateOf - the state of the document that an edit's `from` names
 */
export function editTree(
  state: State,
  edits: readonly Edit[],
  { extra, stateOf }: { extra: readonly Splice[]; stateOf: (document: Document) => State },
): string {
  const { sets, removes, inserts } = sortEdits(edits, (key) => state.find(key) !== undefined);
  const splices: Splice[] = [...extra];
  for (const edit of sets) {
    const splice = setSplice(state, edit);
    if (splice !== undefined) splices.push(splice);
  }
  if (removes.length + inserts.length > 0) {
    const removals = new Removals(state);
    for (const { key } of removes) removals.removeUnit(state.find(key) ?? -1);
    const additions = new Additions(state, removals);
    let origin: State | undefined;
    for (const { edit } of inserts) {
      const from = edit.from && stateOf(edit.from.document);
      origin ??= from;
      additions.add(edit, literal(edit, [state.fileHabits()]), from);
    }
    splices.push(...structureSplices(state, { removals, additions, origin }));
  }
  return applySplices(state.tree.text, splices);
}

/** Splices that remove members from containers and insert new ones. */
function structureSplices(
  state: State,
  {
    removals,
    additions,
    origin,
  }: { removals: Removals; additions: Additions; origin: State | undefined },
): Splice[] {
  const file = fileLayout(state.tree, origin?.tree);
  const containers = removals.containers(additions.replaced);
  for (const container of additions.groups.keys()) containers.add(container);
  for (const node of additions.replaced.keys()) containers.add(state.tree.parent(node));
  const printing = { file, habits: [state.fileHabits()] };
  const splices: Splice[] = [];
  for (const container of containers)
    new Container(state, container, { removals, additions, printing }).write(splices);
  if (additions.rootBecomesObject) {
    const start = state.tree.start(0);
    const end = state.tree.end(0);
    splices.push({ start, end: start + 1, text: '{' }, { start: end - 1, end, text: '}' });
  }
  return splices;
}

/** A container with removed and new members. */
class Container {
  readonly #tree: Tree;
  readonly #file: FileLayout;
  readonly node: number;
  readonly children: readonly number[];
  readonly #groups: ReadonlyMap<number, readonly NewMember[]>;
  readonly #replaced: ReadonlyMap<number, NewMember>;
  readonly #removals: Removals;
  readonly #printing: Printing;
  readonly #keyed: boolean;
  /** The last member of the result, old or new. */
  readonly #last: number | NewMember | undefined;
  readonly #trailing: boolean;
  readonly #layoutAt: (near: number) => Layout;

  constructor(
    state: State,
    node: number,
    {
      removals,
      additions,
      printing,
    }: { removals: Removals; additions: Additions; printing: Printing },
  ) {
    this.#tree = state.tree;
    this.#file = printing.file;
    this.node = node;
    this.children = state.tree.children(node);
    this.#groups = additions.groups.get(node) ?? new Map<number, readonly NewMember[]>();
    this.#replaced = additions.replaced;
    this.#removals = removals;
    this.#printing = printing;
    this.#keyed = state.tree.kind(node) !== ARRAY || (node === 0 && additions.rootBecomesObject);
    const oldest = this.children.at(-1) ?? -1;
    this.#trailing = oldest !== -1 && state.tree.comma(oldest) !== -1;
    this.#last = this.#lastMember();
    this.#layoutAt = layoutsOf(state.tree, this, this.#file);
  }

  #lastMember(): number | NewMember | undefined {
    for (const child of this.children.toReversed()) {
      const added = this.#groups.get(child)?.at(-1);
      if (added !== undefined) return added;
      if (!this.#removals.has(child)) return child;
    }
    return this.#groups.get(FIRST)?.at(-1);
  }

  write(splices: Splice[]): void {
    this.#commas(splices);
    this.#writeReplaced(splices);
    this.#writeGroups(splices);
    this.#takeOut(splices);
  }

  /** Every member except the last gets a comma; the last keeps its previous style. */
  #commas(splices: Splice[]): void {
    for (const child of this.children) {
      if (this.#removals.has(child)) continue;
      const wanted = child !== this.#last || this.#trailing;
      const comma = this.#tree.comma(child);
      const end = this.#tree.end(child);
      if (wanted && comma === -1) splices.push({ start: end, end, text: ',' });
      if (!wanted && comma !== -1) splices.push({ start: comma, end: comma + 1, text: '' });
    }
  }

  #writeReplaced(splices: Splice[]): void {
    if (this.#replaced.size === 0) return;
    const tree = this.#tree;
    const printing = this.#printing;
    for (const child of this.children) {
      const member = this.#replaced.get(child);
      if (member === undefined) continue;
      const text = printNested(member, this.#layoutAt(child), printing);
      splices.push({ start: tree.start(child), end: tree.end(child), text });
    }
  }

  #writeGroups(splices: Splice[]): void {
    let kept = FIRST;
    for (const child of [FIRST, ...this.children]) {
      if (child !== FIRST && !this.#removals.has(child)) kept = child;
      const group = this.#groups.get(child);
      if (group === undefined) continue;
      if (kept !== FIRST) splices.push(this.#behind(kept, group));
      else if (this.children.length === 0) splices.push(this.#intoEmpty(group));
      else splices.push(this.#atTop(group));
    }
  }

  #texts(group: readonly NewMember[], layout: Layout): string[] {
    const keyed = this.#keyed;
    return group.map((member) => {
      const comma = member !== this.#last || this.#trailing ? ',' : '';
      return printMember(member, layout, { keyed, printing: this.#printing }) + comma;
    });
  }

  #behind(kept: number, group: readonly NewMember[]): Splice {
    const layout = this.#layoutAt(kept);
    const at = tailEnd(this.#tree, kept);
    const lead = layout.lines ? layout.lead : this.#leadAt(kept, at, layout);
    return { start: at, end: at, text: lead + this.#texts(group, layout).join(layout.lead) };
  }

  /** After a `//` comment, a separate line even if members share lines. */
  #leadAt(kept: number, at: number, { lead }: Layout): string {
    const { text } = this.#tree;
    if (!endsInLineComment(text, this.#tree.end(kept), at)) return lead;
    const line = text.slice(lineStart(text, this.#tree.memberStart(kept)), at);
    return this.#file.newline + (/^[ \t]*/.exec(line)?.[0] ?? '');
  }

  /** Inserts before the first member and its comments. */
  #atTop(group: readonly NewMember[]): Splice {
    const tree = this.#tree;
    const first = this.children[0] ?? -1;
    const layout = this.#layoutAt(FIRST);
    const text = this.#texts(group, layout).join(layout.lead);
    if (layout.lines) {
      const line = lineStart(tree.text, ownStart(tree, first, -1));
      const at = Math.max(headEnd(tree, this.node), beforeLineEnd(tree.text, line));
      const lead = oneLine(layout.lead);
      const blank = layout.lead.slice(0, layout.lead.length - lead.length);
      return { start: at, end: at, text: lead + text + blank };
    }
    const stays = this.children.some((child) => !this.#removals.has(child));
    const at = ownStart(tree, first, -1);
    return { start: at, end: at, text: stays ? text + layout.lead : text };
  }

  #intoEmpty(group: readonly NewMember[]): Splice {
    const tree = this.#tree;
    const layout = this.#layoutAt(FIRST);
    const end = tree.end(this.node) - 1;
    const inner = commentsIn(tree.text, tree.start(this.node) + 1, end);
    const start = inner.at(-1)?.end ?? tree.start(this.node) + 1;
    const text = this.#texts(group, layout).join(layout.lead);
    if (!layout.lines) {
      const commented = endsInLineComment(tree.text, tree.start(this.node) + 1, start);
      const lead = commented ? this.#file.newline : inner.length > 0 ? layout.lead : '';
      return { start, end, text: lead + text };
    }
    const outer = this.node === 0 ? '' : (indentation(tree, this.node) ?? '');
    return { start, end, text: layout.lead + text + this.#file.newline + outer };
  }

  /** Removes runs of members, as whole lines if they have their own. */
  #takeOut(splices: Splice[]): void {
    const children = this.children;
    for (let from = 0; from < children.length; from += 1) {
      if (!this.#removals.has(children[from] ?? -1)) continue;
      let to = from;
      while (to + 1 < children.length && this.#removals.has(children[to + 1] ?? -1)) to += 1;
      splices.push(...this.#cut(from, to));
      from = to;
    }
  }

  #cut(from: number, to: number): Splice[] {
    const children = this.children;
    const tree = this.#tree;
    const previous = children[from - 1] ?? -1;
    const lines: Splice[] = [];
    let before = previous;
    for (const node of children.slice(from, to + 1)) {
      const range = { start: ownStart(tree, node, before), end: tailEnd(tree, node) };
      const whole = wholeLines(tree.text, range);
      if (whole !== undefined) lines.push({ ...whole, text: '' });
      before = node;
    }
    const [first] = lines;
    if (first === undefined || lines.length <= to - from) return [this.#cutInside(from, to)];
    const end = lines.at(-1)?.end ?? first.end;
    if (previous !== -1)
      return [{ ...first, start: this.#withBlankLines(first.start, end) }, ...lines.slice(1)];
    const last = lines.at(-1) ?? first;
    return [...lines.slice(0, -1), { ...last, end: this.#behindBlankLines(end) }];
  }

  /** Also removes a blank line before the run if another one, or the end, follows. */
  #withBlankLines(start: number, end: number): number {
    const { text } = this.#tree;
    if (!/^[ \t]*(?:[\r\n}\]]|$)/.test(text.slice(end, end + 200))) return start;
    const blank = /(?:(?<=\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r))+$/.exec(
      text.slice(Math.max(0, start - 200), start),
    );
    return start - (blank?.[0].length ?? 0);
  }

  /** Also removes blank lines after the first member if another one follows. */
  #behindBlankLines(end: number): number {
    const blank = /^(?:[ \t]*(?:\r\n|\n|\r))*(?![ \t]*(?:[}\]]|$))/.exec(
      this.#tree.text.slice(end, end + 200),
    );
    return end + (blank?.[0].length ?? 0);
  }

  #cutInside(from: number, to: number): Splice {
    const children = this.children;
    const tree = this.#tree;
    const [previous, first, last, next] = [from - 1, from, to, to + 1].map(
      (i) => children[i] ?? -1,
    );
    const start = ownStart(tree, first ?? -1, previous ?? -1);
    const end = tailEnd(tree, last ?? -1);
    if (next !== undefined && next !== -1) {
      const goesOn = ownStart(tree, next, last ?? -1);
      if (!/[\r\n]/.test(tree.text.slice(end, goesOn))) return { start, end: goesOn, text: '' };
    }
    if (previous === undefined || previous === -1) return { start, end, text: '' };
    const cut = tailEnd(tree, previous);
    const keepsLine =
      !isLineEnd(tree.text.charCodeAt(end)) &&
      endsInLineComment(tree.text, tree.end(previous), cut);
    return { start: keepsLine ? start : cut, end, text: '' };
  }
}

/** Undefined if the node already has the text. */
function setSplice(state: State, edit: SetEdit): Splice | undefined {
  const { tree } = state;
  const node = state.find(edit.key) ?? -1;
  const unit = unitAt(tree, edit.key, node);
  const kind = edit.from?.unit.kind ?? unit.kind;
  if (unit.text === edit.text && unit.kind === kind) return undefined;
  const ofFile = state.fileHabits();
  const habits = unit.kind === 'text' ? [habitsOf(tree.raw(node)), ofFile] : [ofFile];
  const text = kind === 'raw' ? raw(edit) : quote(edit.text, habits);
  return { start: tree.start(node), end: tree.end(node), text };
}

function literal(edit: InsertEdit, habits: readonly EscapeHabits[]): string {
  return edit.from?.unit.kind === 'raw' ? raw(edit) : quote(edit.text, habits);
}

/** A value that is not a text, as in the source. */
function raw({ key, text }: Edit & { readonly text: string }): string {
  if (isRawValue(text)) return text;
  const name = formatKey(key);
  throw new EditError(
    'not-writable',
    key,
    `"${name}" is not a string, so it cannot be set to ${text}.`,
  );
}

function isRawValue(text: string): boolean {
  try {
    const tree = scan(`[${text}\n]`, undefined);
    return tree.count === 2 && tree.kind(1) !== STRING && tree.comma(1) === -1;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}
