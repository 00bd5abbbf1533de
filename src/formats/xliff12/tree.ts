import type { Document, Encoding } from '../../model/index.js';
import type { Note, Placed } from '../kit/xliff/nodes.js';
import type { Attributes, Opened, Scope } from '../kit/xml/element.js';

export interface Tag extends Placed {
  readonly attributes: Attributes;
  readonly scope: Scope;
  closeStart: number;
  end: number;
}

export function tagOf({ name, attributes, scope, start, openEnd }: Opened): Tag {
  return { name, attributes, scope, start, openEnd, closeStart: openEnd, end: openEnd };
}

export interface RootNode extends Tag {
  readonly kind: 'xliff';
  readonly files: FileNode[];
}

export interface FileNode extends Tag {
  readonly kind: 'file';
  readonly parent: RootNode;
  /** The element that contains its units. */
  body: Tag | undefined;
  readonly children: (GroupNode | UnitNode)[];
  readonly notes: Note[];
  readonly translate: boolean;
}

export interface GroupNode extends Tag {
  readonly kind: 'group';
  readonly parent: Container;
  readonly file: FileNode;
  readonly children: (GroupNode | UnitNode)[];
  readonly notes: Note[];
  readonly translate: boolean;
}

export type Container = FileNode | GroupNode;

/** A `<trans-unit>`. */
export interface UnitNode extends Tag {
  readonly kind: 'unit';
  readonly parent: Container;
  readonly file: FileNode;
  readonly notes: Note[];
  readonly translate: boolean;
  source: Content | undefined;
  segSource: Content | undefined;
  target: Content | undefined;
  /** Its texts are unclear: it is not read as a unit and never changes. */
  broken: boolean;
}

/** A `<source>`, `<seg-source>` or `<target>`. */
export interface Content extends Tag {
  /** Its segments, `<mrk mtype="seg">`, in document order. */
  readonly marks: Tag[];
  /** It contains elements that are not segments. */
  hasCodes: boolean;
}

export interface Warning {
  readonly offset: number;
  readonly message: string;
  /** The unit that is left out because of it. */
  readonly unit?: UnitNode | undefined;
}

/** A parsed file, with the positions that edits need. */
export interface Tree {
  readonly text: string;
  readonly root: RootNode;
  readonly xml11: boolean;
  readonly encoding: Encoding;
  readonly newline: Document['newline'];
  readonly indent: string;
  readonly warnings: Warning[];
}

export function fileOf(container: Container): FileNode {
  return container.kind === 'file' ? container : container.file;
}

/** Units below a file or group, in document order, at any depth. */
export function* unitsIn(container: Container): Generator<UnitNode> {
  const stack: (Container | UnitNode)[] = container.children.toReversed();
  for (let node = stack.pop(); node !== undefined; node = stack.pop())
    if (node.kind === 'unit') yield node;
    else stack.push(...node.children.toReversed());
}
