import type { Range } from '../../model/index.js';
import { detectNewline, isLineEnd, skipLineEnd } from '../kit/layout.js';
import { type EscapeHabits, quote } from './escape.js';
import { OBJECT, type Tree } from './tree.js';

/** Comments between two offsets that are otherwise separated only by white space and separators. */
export function commentsIn(text: string, from: number, to: number): Range[] {
  const comments: Range[] = [];
  for (let at = from; at < to; at += 1) {
    if (text.charCodeAt(at) !== 47) continue;
    const end = commentEnd(text, at);
    comments.push({ start: at, end });
    at = end - 1;
  }
  return comments;
}

/**
 * Whether a `//` comment ends at `end`, so that only a line end may follow. `from` is after a value
 * or bracket.
 */
export function endsInLineComment(text: string, from: number, end: number): boolean {
  const last = commentsIn(text, from, end).at(-1);
  return last?.end === end && text.charCodeAt(last.start + 1) === 47;
}

function commentEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) === 42) return text.indexOf('*/', start + 2) + 2;
  let end = start;
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1;
  return end;
}

/** End of a member with its comma and the comments after it on its last line. */
export function tailEnd(tree: Tree, node: number): number {
  const from = tree.comma(node) === -1 ? tree.end(node) : tree.comma(node) + 1;
  const next = tree.next(node);
  return restOfLine(tree.text, from, {
    limit: next === -1 ? tree.end(tree.parent(node)) - 1 : tree.memberStart(next),
    open: next !== -1,
  });
}

/** End of a container's opening bracket with the comments after it on its line. */
export function headEnd(tree: Tree, container: number): number {
  const first = tree.first(container);
  return restOfLine(tree.text, tree.start(container) + 1, {
    limit: first === -1 ? tree.end(container) - 1 : tree.memberStart(first),
    open: true,
  });
}

/**
 * Includes the comments that follow on this line, except those before another member on it (`open`:
 * there is a member at `limit`), which belong to that one.
 */
function restOfLine(
  text: string,
  from: number,
  { limit, open }: { readonly limit: number; readonly open: boolean },
): number {
  let end = from;
  let at = from;
  while (at < limit) {
    const code = text.charCodeAt(at);
    if (isLineEnd(code)) return end;
    if (code === 47) end = at = commentEnd(text, at);
    else at += 1;
  }
  return open ? from : end;
}

/** Start of a member with the block of comments directly above or before it. */
export function ownStart(tree: Tree, node: number, previous: number): number {
  let start = tree.memberStart(node);
  if (!tree.commented) return start;
  const from = previous === -1 ? headEnd(tree, tree.parent(node)) : tailEnd(tree, previous);
  for (const comment of commentsIn(tree.text, from, start).reverse()) {
    if (hasBlankLine(tree.text.slice(comment.end, start))) break;
    start = comment.start;
  }
  return start;
}

function hasBlankLine(space: string): boolean {
  return /(?:\n|\r(?!\n))[ \t]*[\r\n]/.test(space);
}

/** The whole lines from `start` to `end`; undefined if they contain anything else. */
export function wholeLines(text: string, { start, end }: Range): Range | undefined {
  let first = start;
  while (isSpace(text.charCodeAt(first - 1))) first -= 1;
  if (first === 0 || !isLineEnd(text.charCodeAt(first - 1))) return undefined;
  let last = end;
  while (isSpace(text.charCodeAt(last))) last += 1;
  const behind = skipLineEnd(text, last);
  return behind === last ? undefined : { start: first, end: behind };
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9;
}

/** Words of a comment without its delimiters. */
export function commentText(raw: string): string {
  const inner = raw.startsWith('/*') ? raw.slice(2, -2) : raw.slice(2);
  return inner
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^[ \t]*[*/]*[ \t]?/, '').trimEnd())
    .join('\n')
    .trim();
}

/** Layout of a container's members. */
export interface Layout {
  /**
   * Text before each member: a line end with indentation, or the space between members on one line.
   */
  readonly lead: string;
  /** Whether each member has its own line. */
  readonly lines: boolean;
  /** White space inside the brackets of a one-line container. */
  readonly pad: string;
  /** Text between key and value. */
  readonly colon: string;
  /** Whether the last member has a comma. */
  readonly trailing: boolean;
}

/** Layout of a whole file. */
export interface FileLayout {
  readonly newline: string;
  readonly indent: string;
  readonly colon: string;
  /** Whether the file has several lines. */
  readonly lines: boolean;
}

/** One level of indentation: that of the first member on its own line. */
export function detectIndent(tree: Tree): string {
  for (let node = 1; node < tree.count; node += 1) {
    const parent = tree.parent(node);
    const inner = indentation(tree, node);
    if (inner === undefined) continue;
    const outer = parent === 0 ? '' : indentation(tree, parent);
    if (outer !== undefined && inner.startsWith(outer)) return inner.slice(outer.length);
  }
  return '';
}

/** Layout of a file. What it does not show (`{}`) is taken from its source. */
export function fileLayout(tree: Tree, origin: Tree | undefined): FileLayout {
  const model = tree.count > 1 || origin === undefined ? tree : origin;
  const first = firstMember(model);
  const inLines = /[\r\n]/.test(model.text.slice(model.start(0), model.end(0)));
  return {
    newline: /[\r\n]/.test(tree.text) ? detectNewline(tree.text) : detectNewline(model.text),
    indent: detectIndent(model) || (inLines && model.count > 1 ? '' : '  '),
    colon: first === -1 ? ': ' : colonOf(model, first),
    lines: inLines || model.count <= 1,
  };
}

function firstMember(tree: Tree): number {
  for (let node = 1; node < tree.count; node += 1) if (tree.keyStart(node) !== -1) return node;
  return -1;
}

function colonOf(tree: Tree, node: number): string {
  const colon = tree.text.slice(tree.keyEnd(node), tree.start(node));
  return /^[ \t]*:[ \t]*$/.test(colon) ? colon : ': ';
}

/** The layouts of a container's members: that of the member `near`, or else of the first. */
export function layoutsOf(
  tree: Tree,
  { node, children }: { readonly node: number; readonly children: readonly number[] },
  file: FileLayout,
): (near: number) => Layout {
  const [first, second] = children;
  const last = children.at(-1);
  if (first === undefined || last === undefined) {
    const empty = emptyLayout(tree, node, file);
    return () => empty;
  }
  const keyed = tree.keyStart(first) !== -1;
  const common = { trailing: tree.comma(last) !== -1, pad: padOf(tree, node) };
  const sample = children.slice(0, 50);
  const blank = sample.slice(1).every((child, i) => gap(tree, sample[i] ?? first, child));
  const between =
    second === undefined
      ? afterComma(file)
      : tree.text.slice(tree.comma(first) + 1, tree.memberStart(second));
  const inline = /^[ \t]*$/.test(between) ? between : ' ';
  return (near) => {
    const model = near === -1 ? first : near;
    const indent = indentation(tree, model) ?? indentation(tree, first);
    const colon = keyed ? colonOf(tree, model) : file.colon;
    if (indent === undefined) return { ...common, colon, lead: inline, lines: false };
    const lead = (blank && second !== undefined ? file.newline : '') + file.newline + indent;
    return { ...common, colon, lead, lines: true };
  };
}

/** Whether a blank line separates two members. */
function gap(tree: Tree, previous: number, node: number): boolean {
  const between = tree.text.slice(tree.end(previous), ownStart(tree, node, previous));
  // Lines before the comma belong to the previous member.
  return hasBlankLine(between.replace(/^\s*,/, ''));
}

/** Space after commas on one line: a writer without a space after colons has none after commas. */
function afterComma({ colon }: FileLayout): string {
  return colon.endsWith(':') ? '' : ' ';
}

function emptyLayout(tree: Tree, container: number, file: FileLayout): Layout {
  const outer = container === 0 ? '' : indentation(tree, container);
  const lines = file.lines && outer !== undefined;
  const lead = lines ? file.newline + outer + file.indent : afterComma(file);
  return { lead, lines, pad: '', colon: file.colon, trailing: false };
}

/** White space inside the brackets of a one-line container. */
export function padOf(tree: Tree, container: number): string {
  return (
    /^[ \t]*/.exec(tree.text.slice(tree.start(container) + 1, tree.start(container) + 9))?.[0] ?? ''
  );
}

/** White space before a member at the start of its line, otherwise undefined. */
export function indentation(tree: Tree, node: number): string | undefined {
  const { text } = tree;
  const start = tree.memberStart(node);
  let at = start;
  while (at > 0 && (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at - 1) === 9)) at -= 1;
  const before = text.charCodeAt(at - 1);
  return before === 10 || before === 13 ? text.slice(at, start) : undefined;
}

/** A member to write. */
export interface NewMember {
  readonly name: string;
  /** Its value as JSON; undefined for containers and copies. */
  value: string | undefined;
  array: boolean;
  /** Whether a container is on one line in a file with several. */
  inline?: boolean;
  /** White space inside its brackets if it is on one line. */
  pad?: string;
  readonly children: Map<string, NewMember>;
  /** A value of the source file to copy unchanged. */
  copy?: { readonly tree: Tree; readonly node: number };
  /** Placeholder for a member that may be added later; not written itself. */
  readonly isPlace?: true;
}

export interface Printing {
  readonly file: FileLayout;
  readonly habits: readonly EscapeHabits[];
}

/** Key and value of a new member. */
export function printMember(
  member: NewMember,
  layout: Layout,
  { keyed, printing }: { readonly keyed: boolean; readonly printing: Printing },
): string {
  const value = printNested(member, layout, printing);
  return keyed ? quote(member.name, printing.habits) + layout.colon + value : value;
}

/** The value of a member in a container with this layout. */
export function printNested(member: NewMember, layout: Layout, printing: Printing): string {
  return printValue(member, { ...layout, lead: oneLine(layout.lead) }, printing);
}

/** A lead without blank lines. */
export function oneLine(lead: string): string {
  return lead.replace(/^(?:\r\n|\n|\r(?!\n))*(?=\r\n|\n|\r(?!\n))/, '');
}

function printValue(member: NewMember, layout: Layout, printing: Printing): string {
  if (member.value !== undefined) return member.value;
  const lines = layout.lines && member.inline !== true;
  const inner = innerLayout(layout, lines, printing.file);
  if (member.copy !== undefined) return printCopy(member.copy, layout, printing.file);
  const items = [...member.children.values()]
    .filter((child) => child.isPlace !== true)
    .map((child) => printMember(child, inner, { keyed: !member.array, printing }));
  // A container with members on separate lines does not show the space inside brackets.
  const pad = lines || !layout.lines ? inner.pad : (member.pad ?? inner.pad);
  return brackets(items, { object: !member.array, outer: layout, inner: { ...inner, pad } });
}

function innerLayout(layout: Layout, lines: boolean, file: FileLayout): Layout {
  if (lines) return { ...layout, lead: layout.lead + file.indent };
  return { ...layout, lead: layout.lines ? afterComma(file) : layout.lead, lines };
}

function brackets(
  items: readonly string[],
  { object, outer, inner }: { object: boolean; outer: Layout; inner: Layout },
): string {
  const [open, close] = object ? ['{', '}'] : ['[', ']'];
  if (items.length === 0) return open + close;
  const joined = items.join(`,${inner.lead}`);
  if (!inner.lines) return `${open}${inner.pad}${joined}${inner.pad}${close}`;
  return `${open}${inner.lead}${joined}${outer.trailing ? ',' : ''}${outer.lead}${close}`;
}

function printCopy(
  { tree, node }: { readonly tree: Tree; readonly node: number },
  layout: Layout,
  file: FileLayout,
): string {
  const raw = tree.raw(node);
  if (!tree.isContainer(node) || tree.first(node) === -1 || !/[\r\n]/.test(raw)) return raw;
  const inner = innerLayout(layout, layout.lines, file);
  const object = tree.kind(node) === OBJECT;
  const items = tree.children(node).map((child) => {
    const value = printCopy({ tree, node: child }, inner, file);
    if (!object) return value;
    return tree.text.slice(tree.keyStart(child), tree.keyEnd(child)) + layout.colon + value;
  });
  return brackets(items, { object, outer: layout, inner });
}
