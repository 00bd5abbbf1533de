import { Noted, Parent, Tag, type ParsedFile } from '../kit/xliff/nodes.js';
import type { Warning } from '../kit/xml/problems.js';
import type { Opened } from '../kit/xml/scope.js';

export class RootNode extends Parent {
  readonly kind = 'xliff';
  readonly files: FileNode[] = [];
}

export class FileNode extends Noted {
  readonly kind = 'file';
  declare readonly parent: RootNode;
  /** The element that contains its units. */
  declare body: Tag | undefined;
  readonly children: (GroupNode | UnitNode)[] = [];

  constructor(opened: Opened, parent: RootNode) {
    super(opened, parent);
    this.parent = parent;
    this.body = undefined;
  }
}

export class GroupNode extends Noted {
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

/** A `<trans-unit>`. */
export class UnitNode extends Noted {
  declare readonly kind: 'unit';
  declare readonly parent: Container;
  declare readonly file: FileNode;
  declare source: Content | undefined;
  declare segSource: Content | undefined;
  declare target: Content | undefined;
  /** Its texts are unclear: it is not read as a unit and never changes. */
  declare broken: boolean;

  constructor(opened: Opened, parent: Container) {
    super(opened, parent);
    this.kind = 'unit';
    this.parent = parent;
    this.file = fileOf(parent);
    this.source = undefined;
    this.segSource = undefined;
    this.target = undefined;
    this.broken = false;
  }
}

/** A `<source>`, `<seg-source>` or `<target>`. */
export class Content extends Tag {
  /** Its segments, `<mrk mtype="seg">`, in document order. */
  declare readonly marks: Tag[];
  /** It contains elements that are not segments. */
  declare hasCodes: boolean;

  constructor(opened: Opened) {
    super(opened);
    this.marks = [];
    this.hasCodes = false;
  }
}

export interface Tree extends ParsedFile {
  readonly root: RootNode;
  readonly warnings: Warning[];
}

function fileOf(container: Container): FileNode {
  return container.kind === 'file' ? container : container.file;
}
