import { quote, type EscapeHabits } from './escape.js';
import { afterComma, type FileLayout, type Layout } from './layout.js';
import { OBJECT, type Tree } from './tree.js';

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
