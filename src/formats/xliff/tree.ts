import type { UnitState } from '../../model/index.js';
import { Noted, Parent, Tag, type ParsedFile } from '../kit/xliff/nodes.js';
import type { Opened } from '../kit/xml/scope.js';

export class RootNode extends Parent {
  readonly kind = 'xliff';
  readonly files: FileNode[] = [];
}

/** A file, group or unit, which have an id. */
class Named extends Noted {
  declare id: string;

  constructor(opened: Opened, outer: RootNode | Container) {
    super(opened, outer);
    this.id = opened.attributes['id'] ?? '';
  }
}

export class FileNode extends Named {
  readonly kind = 'file';
  /** First segment of its units' keys: its id, or that of the corresponding source file. */
  declare key: string;
  declare readonly parent: RootNode;
  readonly children: (GroupNode | UnitNode)[] = [];
  readonly groups = new Map<string, GroupNode>();
  readonly units = new Map<string, UnitNode>();
  /** Lists of unit ids that inline codes refer to. */
  readonly flows: Flow[] = [];
  /** Unit of sizes according to `slr:profiles`. */
  declare sizeProfile: string | undefined;

  constructor(opened: Opened, root: RootNode) {
    super(opened, root);
    this.key = this.id;
    this.parent = root;
  }
}

export class GroupNode extends Named {
  readonly kind = 'group';
  declare readonly parent: Container;
  declare readonly file: FileNode;
  readonly children: (GroupNode | UnitNode)[] = [];

  constructor(opened: Opened, parent: Container) {
    super(opened, parent);
    this.parent = parent;
    this.file = fileOf(parent);
  }
}

export type Container = FileNode | GroupNode;

export class UnitNode extends Named {
  declare readonly kind: 'unit';
  declare readonly parent: Container;
  declare readonly file: FileNode;
  declare readonly parts: Part[];
  declare originalData: OriginalData | undefined;
  /** What modules refer to by an id. */
  declare references: { readonly ref: string; readonly offset: number }[] | undefined;
  /**
   * It violates the format so that its texts are unclear: it is not read as a unit and never
   * changes.
   */
  declare broken: boolean;

  constructor(opened: Opened, parent: Container) {
    super(opened, parent);
    this.kind = 'unit';
    this.parent = parent;
    this.file = fileOf(parent);
    this.parts = [];
    this.originalData = undefined;
    this.references = undefined;
    this.broken = false;
  }
}

export class OriginalData extends Tag {
  readonly data = new Map<string, Tag>();
}

/** A segment or ignorable. In a checked file, every part has a `source`. */
export class Part extends Tag {
  declare readonly kind: 'segment' | 'ignorable';
  declare readonly unit: UnitNode;
  declare source: Content | undefined;
  declare target: Content | undefined;

  constructor(opened: Opened, unit: UnitNode) {
    super(opened);
    this.kind = opened.local === 'segment' ? 'segment' : 'ignorable';
    this.unit = unit;
    this.source = undefined;
    this.target = undefined;
  }
}

export interface SourcedPart extends Part {
  source: Content;
}

export function hasSource(part: Part | undefined): part is SourcedPart {
  return part?.source !== undefined;
}

/** A `<source>` or `<target>`. */
export class Content extends Tag {
  /** Inline elements in document order, without `cp`. */
  declare readonly codes: Code[];

  constructor(opened: Opened) {
    super(opened);
    this.codes = [];
  }
}

export class Code extends Tag {
  /** Local name. */
  declare readonly local: CodeName;

  constructor(opened: Opened, local: CodeName) {
    super(opened);
    this.local = local;
  }
}

export function fileOf(container: Container): FileNode {
  return container.kind === 'file' ? container : container.file;
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

export interface Tree extends ParsedFile {
  readonly root: RootNode;
  /** By `key`. */
  readonly files: ReadonlyMap<string, FileNode>;
  readonly version: string;
}

/** `subState` of a text that waits for review. */
export const FOR_REVIEW = 'locale-sync:review';

export const STATES: readonly UnitState[] = ['initial', 'translated', 'reviewed', 'final'];
