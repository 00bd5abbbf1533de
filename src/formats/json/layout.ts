import { detectNewline } from '../kit/layout.js';
import type { Tree } from './tree.js';
import { hasBlankLine, ownStart } from './trivia.js';

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
export function afterComma({ colon }: FileLayout): string {
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
