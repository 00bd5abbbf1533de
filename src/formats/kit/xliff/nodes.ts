import type { Document, Edit, Encoding, InsertEdit, Key, Range } from '../../../model/index.js';
import { isLineEnd } from '../layout.js';
import { getOrSet } from '../maps.js';
import { sameLocale } from '../root-key.js';
import type { Splice } from '../splices.js';
import { localName, missingDeclarations } from '../xml/scope.js';
import type { Attributes, Opened, Scope } from '../xml/scope.js';
import { tokenize } from '../xml/tokens.js';
import type { Findings } from './reader.js';

/** A file and its layout. */
interface Layout {
  readonly text: string;
  readonly newline: Document['newline'];
  /** One level of indentation. */
  readonly indent: string;
}

/** A parsed file, in any version, with the positions that edits need. */
export interface ParsedFile extends Layout, Findings {
  readonly xml11: boolean;
  readonly encoding: Encoding;
}

/** Where to insert a new element. */
export interface Place {
  readonly into: Root | ContainerNode;
  /** The child that it follows; undefined: it comes first. */
  readonly behind: Placed | undefined;
}

/** The element that contains a node's children. */
function bodyOf(node: Root | ContainerNode): Placed {
  return node.kind === 'xliff' ? node : (node.body ?? node);
}

function childrenOf(node: Root | ContainerNode): readonly (ContainerNode | UnitNode)[] {
  return node.kind === 'xliff' ? node.files : node.children;
}

/** The child of a container that contains a unit, or is it; for a document, its last file. */
function siblingBefore(into: Root | ContainerNode, unit: UnitNode | undefined): Placed | undefined {
  let at: UnitNode | ContainerNode | undefined = unit;
  while (at !== undefined) {
    const { parent }: { parent: Root | ContainerNode } = at;
    if (parent === into) return at;
    at = parent.kind === 'xliff' ? undefined : parent;
  }
  return into.kind === 'xliff' ? into.files.at(-1) : undefined;
}

/**
 * The white space before the children of a container: that of an existing child, or one level
 * deeper than its own.
 */
function childGap(into: Root | ContainerNode, { text, newline, indent }: Layout): string {
  const children = childrenOf(into);
  // Notes or a blank line may precede the first child; the second one has the usual spacing.
  const sibling = children[1] ?? children[0];
  if (sibling !== undefined) return gapBefore(text, sibling.start);
  const own = gapBefore(text, bodyOf(into).start);
  return own === '' ? '' : newline + indentIn(own) + indent;
}

/** A new unit with the inserts of its texts, or a new group or file around such units. */
export interface NewElement<C, U, O> {
  /** Of the source; undefined for a unit without one. */
  readonly node: Exclude<C, Root> | U | undefined;
  readonly origin: O | undefined;
  readonly inserts: InsertEdit[];
  readonly children: NewElement<C, U, O>[];
  /** Key of its first text. */
  readonly key: Key;
}

export interface Placement<C, U, O> {
  readonly into: C;
  /** The child that it follows; undefined: it comes first. */
  readonly behind: Placed | undefined;
  readonly pending: NewElement<C, U, O>;
}

/** Puts a new unit into the deepest container of its source that exists or is being created. */
export function place<C extends Root | ContainerNode, U, O>(
  unit: NewElement<C, U, O>,
  parent: C,
  placing: {
    /** What is new so far, by its node in the source. */
    readonly made: Map<object, NewElement<C, U, O>>;
    readonly placed: Placement<C, U, O>[];
    /** The unit of the written file that precedes the new one. */
    readonly anchor: UnitNode | undefined;
    /** What a container of the source is in the written file. */
    readonly counterpart: (node: C) => C | undefined;
  },
): void {
  const { made, placed, anchor, counterpart } = placing;
  let pending = unit;
  let at = parent;
  for (;;) {
    const open = made.get(at);
    if (open !== undefined) {
      open.children.push(pending);
      return;
    }
    const into = counterpart(at);
    if (into !== undefined) {
      placed.push({ into, behind: siblingBefore(into, anchor), pending });
      return;
    }
    if (at.kind === 'xliff') return;
    const node = at as Exclude<C, Root>;
    pending = { ...unit, node, inserts: [], children: [pending] };
    made.set(node, pending);
    at = at.parent as C;
  }
}

/** Splices that insert new elements; an empty container gets lines for them. */
export function insertAt(
  insertions: readonly (Place & { readonly text: string })[],
  file: Layout,
): Splice[] {
  const opened = new Map<Placed, string[]>();
  const splices: Splice[] = [];
  for (const { into, behind, text } of insertions) {
    const gap = childGap(into, file);
    const body = bodyOf(into);
    if (isEmptyTag(body) || body.openEnd === body.closeStart) {
      getOrSet(opened, body, (): string[] => []).push(gap + text);
      continue;
    }
    const at = behind?.end ?? gapStart(file.text, childrenOf(into)[0]?.start ?? body.closeStart);
    splices.push({ start: at, end: at, text: gap + text });
  }
  for (const [body, texts] of opened) {
    const close = gapBefore(file.text, body.start);
    splices.push(fill(body, texts.join('') + close, file.text));
  }
  return splices;
}

/** Puts content between the tags of an element. */
export function fill(
  { name, start, openEnd, closeStart, end }: Placed,
  inner: string,
  text: string,
): Splice {
  if (openEnd < end) return { start: openEnd, end: closeStart, text: inner };
  const open = text.slice(start, end).replace(/\s*\/>$/, '>');
  return { start, end, text: `${open}${inner}</${name}>` };
}

/** Removes an element with its line. */
export function cutOut({ start, end }: Placed, text: string): Splice {
  return { start: gapStart(text, start), end, text: '' };
}

/** An element and its UTF-16 offsets. For `<x/>`, the last three are equal. */
interface Placed {
  /** As written, with its prefix. */
  readonly name: string;
  readonly start: number;
  readonly openEnd: number;
  readonly closeStart: number;
  readonly end: number;
}

/**
 * An element and its position.
 *
 * Fields are declared here and set by the constructors, because a file has many of these, and Node
 * defines a field more slowly than it sets one.
 */
export class Tag implements Placed {
  declare readonly name: string;
  declare readonly attributes: Attributes;
  declare readonly start: number;
  declare readonly openEnd: number;
  declare closeStart: number;
  declare end: number;

  constructor({ name, attributes, start, openEnd }: Opened) {
    this.name = name;
    this.attributes = attributes;
    this.start = start;
    this.openEnd = openEnd;
    this.closeStart = openEnd;
    this.end = openEnd;
  }
}

/** An element whose content inherits from it. */
export class Parent extends Tag {
  declare readonly scope: Scope;
  /** Values of `xml:lang` and `xml:space` for the content, inherited or stated. */
  declare readonly lang: string | undefined;
  declare readonly space: string;

  constructor(opened: Opened, outer?: Parent) {
    super(opened);
    this.scope = opened.scope;
    this.lang = opened.attributes['xml:lang'] ?? outer?.lang;
    this.space = opened.attributes['xml:space'] ?? outer?.space ?? 'default';
  }
}

/** Type of the unit that po2xliff makes of gettext's header, which is no text. */
export const GETTEXT_HEADER = 'x-gettext-domain-header';

/** A file, group or unit, which have notes. */
export class Noted extends Parent {
  declare readonly translate: boolean;
  declare readonly notes: Note[];

  constructor(opened: Opened, outer?: Parent | Noted) {
    super(opened, outer);
    const { translate, restype } = opened.attributes;
    const inherited = outer instanceof Noted ? outer.translate : true;
    const stated = translate === undefined ? inherited : translate !== 'no';
    this.translate = restype !== GETTEXT_HEADER && stated;
    this.notes = [];
  }
}

/** One level of indentation, as shown by the first unit, or else a file. */
export function stepIn<C extends ContainerNode>(
  root: { readonly files: readonly C[] } & Placed,
  text: string,
  insideOf: (unit: UnitOf<C>) => Placed | undefined,
): string {
  const deeper = (outside: Placed, inside: Placed): string => {
    const [outer, inner] = [outside, inside].map(({ start }) => indentIn(gapBefore(text, start)));
    const isDeeper = outer !== undefined && inner?.startsWith(outer) === true;
    return isDeeper ? inner.slice(outer.length) : '';
  };
  for (const file of root.files)
    for (const unit of unitsIn(file)) {
      const step = deeper(unit, insideOf(unit) ?? unit);
      if (step !== '') return step;
    }
  const [file] = root.files;
  if (file === undefined) return '';
  const inside = file.body ?? file.children[0] ?? file;
  return deeper(root, file) || deeper(file, inside);
}

export function isEmptyTag({ openEnd, end }: Placed): boolean {
  return openEnd === end;
}

export interface Note {
  readonly text: string;
  readonly attributes: Attributes;
}

/** `<xliff>`, in any version. */
interface Root extends Placed {
  readonly kind: 'xliff';
  readonly scope: Scope;
  readonly files: readonly ContainerNode[];
}

/** A `<file>` or `<group>`, in any version. */
interface ContainerNode extends Placed {
  readonly kind: 'file' | 'group';
  readonly parent: Root | ContainerNode;
  readonly scope: Scope;
  readonly notes: readonly Note[];
  readonly children: readonly (ContainerNode | UnitNode)[];
  /** The element that contains its children. Default: itself. */
  readonly body?: Placed | undefined;
}

/** A unit, in any version. */
interface UnitNode extends Placed {
  readonly kind: 'unit';
  readonly parent: ContainerNode;
  readonly notes: readonly Note[];
}

/** Where an element goes. */
interface Destination {
  readonly into: Root | ContainerNode;
  readonly file: Layout;
  /** Elements whose children are separated only by white space, which may be rewritten. */
  readonly holders: ReadonlySet<string>;
}

/** A new element, written with two spaces per level, in the layout of its destination. */
export function laidOut(raw: string, { into, file, holders }: Destination): string {
  const from = { base: '', step: '  ', newline: '\n' };
  return reindent(raw, { from, to: layoutIn(into, file), holders });
}

/** An element of another file, in the layout and with the namespaces of its destination. */
export function transplanted(
  raw: string,
  { node, from }: { readonly node: ContainerNode | UnitNode; readonly from: Layout },
  { into, file, holders }: Destination,
): string {
  const head = /^<[^\s/>]+/.exec(raw)?.[0].length ?? 0;
  const declared = missingDeclarations(raw, node.parent.scope, into.scope);
  const base = indentIn(gapBefore(from.text, node.start));
  return reindent(raw.slice(0, head) + declared + raw.slice(head), {
    from: { base, step: from.indent, newline: from.newline },
    ...{ to: layoutIn(into, file), holders },
  });
}

function layoutIn(into: Root | ContainerNode, file: Layout): Parameters<typeof reindent>[1]['to'] {
  const base = indentIn(childGap(into, file));
  return { base, step: file.indent, newline: file.newline };
}

/**
 * The parts of a non-empty container around its children: the end of its head, the white space
 * before its first child, and everything after the last one.
 */
export function shellOf(
  node: ContainerNode,
  text: string,
): { readonly headEnd: number; readonly gap: string; readonly tail: string } {
  const children = childrenOf(node);
  const first = children[0]?.start ?? node.closeStart;
  const last = children.at(-1)?.end ?? first;
  const tail = text.slice(Math.max(last, gapStart(text, bodyOf(node).closeStart)), node.end);
  return { headEnd: gapStart(text, first), gap: gapBefore(text, first), tail };
}

/** The locale of a file name as a language tag. */
export function languageOf(locale: string | undefined): string | undefined {
  return locale === undefined || locale === '' ? undefined : locale.replaceAll('_', '-');
}

export function sameLanguage(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && sameLocale(a, b);
}

/** How `<source>` and `<target>` of a file are read. */
export interface Reading {
  readonly role: 'source' | 'target';
  /** In a source: its targets are in the source language, so they are what people see. */
  readonly showsTargets: boolean;
}

/** The text to translate: that of `<source>`, or of a target that replaces it. */
export function originalOf<T extends Placed>(
  { source, target }: { readonly source: T; readonly target: T | undefined },
  showsTargets: boolean,
): T {
  const isShown = showsTargets && target !== undefined && target.openEnd < target.closeStart;
  return isShown ? target : source;
}

/** The range between the tags; all of `<target/>`. */
export function rangeOf(tag: Placed): Range {
  const { start, openEnd, closeStart, end } = tag;
  return isEmptyTag(tag) ? { start, end } : { start: openEnd, end: closeStart };
}

/** Units below a file or group, in document order, at any depth. */
export function* unitsIn<C extends ContainerNode>(container: C): Generator<UnitOf<C>> {
  const stack: (ContainerNode | UnitNode)[] = container.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop())
    if (node.kind === 'unit') yield node as UnitOf<C>;
    else stack.push(...node.children.toReversed());
}

type UnitOf<C extends ContainerNode> = Extract<C['children'][number], UnitNode>;

/** In a target, an insert of an existing but untranslated unit sets its target. */
export function inTarget(
  edits: readonly Edit[],
  { reading, fresh }: { readonly reading: Reading; readonly fresh: boolean },
  partAt: (key: Key) => { readonly target: Placed | undefined } | undefined,
): readonly Edit[] {
  if (reading.role === 'source') return edits;
  return edits.map((edit) => {
    const part = edit.op === 'insert' ? partAt(edit.key) : undefined;
    const lacks = part !== undefined && (part.target === undefined || fresh);
    return edit.op === 'insert' && lacks ? { ...edit, op: 'set' } : edit;
  });
}

/**
 * Start of the white space before an offset if it contains a line end, otherwise the offset itself.
 */
export function gapStart(text: string, offset: number): number {
  let at = offset;
  let line = false;
  while (at > 0) {
    const code = text.charCodeAt(at - 1);
    if (isLineEnd(code)) line = true;
    else if (code !== 32 && code !== 9) break;
    at -= 1;
  }
  return line ? at : offset;
}

/** The white space that puts what is at an offset on its own line; '' inside a line. */
export function gapBefore(text: string, offset: number): string {
  return text.slice(gapStart(text, offset), offset);
}

/** The part of a gap after its last line end. */
export function indentIn(gap: string): string {
  return /[^\n\r]*$/.exec(gap)?.[0] ?? '';
}

interface Indentation {
  /** Indentation of the element itself. */
  readonly base: string;
  /** One level of indentation. */
  readonly step: string;
  readonly newline: string;
}

/**
 * An element in the layout of another file: line ends everywhere (readers treat them alike),
 * indentation only between elements without text.
 *
 * @param holders elements whose children are separated only by white space
 */
export function reindent(
  raw: string,
  {
    from,
    to,
    holders,
  }: {
    readonly from: Indentation;
    readonly to: Indentation;
    readonly holders: ReadonlySet<string>;
  },
): string {
  const moved = (indent: string): string => {
    if (!indent.startsWith(from.base)) return indent;
    const inner = indent.slice(from.base.length);
    const levels = from.step === '' ? 0 : inner.length / from.step.length;
    if (Number.isInteger(levels) && levels > 0 && inner === from.step.repeat(levels))
      return to.base + (to.step === '' ? from.step : to.step).repeat(levels);
    return to.base + inner;
  };
  const parts: string[] = [];
  const open: string[] = [];
  for (const { kind, start, end, name } of tokenize(raw)) {
    const piece = raw.slice(start, end).replace(/\r\n|\r|\n/g, to.newline);
    const holder = open.at(-1);
    if (kind === 'text' && holder !== undefined && holders.has(holder) && /[\n\r]/.test(piece)) {
      const indent = indentIn(piece);
      parts.push(piece.slice(0, piece.length - indent.length) + moved(indent));
    } else parts.push(piece);
    if (kind === 'open') open.push(localName(name));
    else if (kind === 'close') open.pop();
  }
  return parts.join('');
}

/** The notes on a unit's source: its own, then those of its groups and its file. */
export function notesWith(isForTranslators: (note: Note) => boolean): (unit: UnitNode) => string {
  const linesOf = (notes: readonly Note[]): readonly string[] =>
    notes.flatMap((note) => (isForTranslators(note) ? note.text.trim() : ''));
  // Cached by container, so that many units under many notes stay linear.
  const inherited = new Map<ContainerNode, string>();
  const around = ({ parent }: UnitNode | ContainerNode): string =>
    parent.kind === 'xliff'
      ? ''
      : getOrSet(inherited, parent, () => joined([...linesOf(parent.notes), around(parent)]));
  return (unit) => joined([...linesOf(unit.notes), around(unit)]);
}

function joined(lines: readonly string[]): string {
  return lines.filter((line) => line !== '').join('\n');
}
