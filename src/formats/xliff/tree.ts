import type { Document, UnitState } from '../../model/index.js';

export type Attributes = Readonly<Record<string, string>>;

/** Where an element stands (UTF-16 offsets). `<x/>`: `openEnd`, `closeStart` and `end` are equal. */
export interface Tag {
  /** As written, with its prefix. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly start: number;
  readonly openEnd: number;
  closeStart: number;
  end: number;
}

export interface Note {
  readonly text: string;
  readonly attributes: Attributes;
}

/** Namespace declarations in force: prefix ('' for the default one) → namespace. */
export interface Scope {
  readonly names: ReadonlyMap<string, string>;
  readonly parent: Scope | undefined;
}

/** What `xml:lang` and `xml:space` are for an element's content, inherited or said. */
export interface Inherited {
  readonly lang: string | undefined;
  readonly space: string;
}

export interface RootNode extends Tag, Inherited {
  readonly kind: 'xliff';
  readonly scope: Scope;
  readonly files: FileNode[];
}

export interface FileNode extends Tag, Inherited {
  readonly kind: 'file';
  readonly id: string;
  readonly parent: RootNode;
  readonly scope: Scope;
  notes: Note[];
  readonly translate: boolean;
  readonly children: (GroupNode | UnitNode)[];
  readonly groups: Map<string, GroupNode>;
  readonly units: Map<string, UnitNode>;
  /** Lists of unit ids that inline codes refer to. */
  readonly flows: Flow[];
  /** What `slr:profiles` says sizes are counted in. */
  sizeProfile: string | undefined;
}

export interface GroupNode extends Tag, Inherited {
  readonly kind: 'group';
  readonly id: string;
  readonly parent: FileNode | GroupNode;
  readonly file: FileNode;
  readonly scope: Scope;
  notes: Note[];
  readonly translate: boolean;
  readonly children: (GroupNode | UnitNode)[];
}

export type Container = FileNode | GroupNode;

export interface UnitNode extends Tag, Inherited {
  readonly kind: 'unit';
  readonly id: string;
  readonly parent: Container;
  readonly file: FileNode;
  readonly scope: Scope;
  notes: Note[];
  readonly translate: boolean;
  readonly parts: Part[];
  originalData: OriginalData | undefined;
}

export interface OriginalData extends Tag {
  readonly data: Map<string, Tag>;
}

/** `source` is there in every part of a checked file. */
export interface Part extends Tag {
  readonly kind: 'segment' | 'ignorable';
  readonly unit: UnitNode;
  source: Content | undefined;
  target: Content | undefined;
}

/** A `<source>` or `<target>`. */
export interface Content extends Tag {
  /** Inline elements in document order; `cp` is not among them. */
  codes: Code[];
}

export interface Code extends Tag {
  /** Local name. */
  readonly local: CodeName;
}

const CODE_NAMES = ['ph', 'pc', 'sc', 'ec', 'mrk', 'sm', 'em'] as const;

export type CodeName = (typeof CODE_NAMES)[number];

export function isCodeName(name: string): name is CodeName {
  return (CODE_NAMES as readonly string[]).includes(name);
}

export interface Flow {
  readonly unit: UnitNode;
  readonly ids: readonly string[];
  readonly offset: number;
}

/** An element's start tag, with what its names stand for. */
export interface Opened {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly attributes: Attributes;
  /** Names of the attributes, as written. */
  readonly names: readonly string[];
  /** Some attribute has a prefix or declares one. */
  readonly qualified: boolean;
  readonly scope: Scope;
  readonly start: number;
}

/** A parsed file, with the positions that edits need. */
export interface Tree {
  readonly text: string;
  readonly root: RootNode;
  readonly files: ReadonlyMap<string, FileNode>;
  readonly version: string;
  readonly xml11: boolean;
  readonly newline: Document['newline'];
  readonly indent: string;
  readonly warnings: readonly Warning[];
}

export interface Warning {
  readonly offset: number;
  readonly message: string;
}

export const STATES: readonly UnitState[] = ['initial', 'translated', 'reviewed', 'final'];

export function isEmptyTag(tag: Tag): boolean {
  return tag.openEnd === tag.end;
}
