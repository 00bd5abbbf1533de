import type { FormatErrorCode } from '../../model/index.js';
import { detectNewline } from '../kit/layout.js';
import { formatError, MOST_VALUES, TOO_LARGE } from '../kit/unusable.js';
import { Noted, Parent, type ParsedFile, stepIn, Tag } from '../kit/xliff/nodes.js';
import { decodeText } from '../kit/xml/escape.js';
import { readXliff } from '../kit/xliff/reader.js';
import type { Frame, ReadOptions, Warning, XmlHandler } from '../kit/xliff/reader.js';
import type { Opened } from '../kit/xml/scope.js';
import { readAttributes, tagEnd } from '../kit/xml/tokens.js';

/** The node of an element; `other`: it is preserved and not read. */
type Node =
  | RootNode
  | FileNode
  | GroupNode
  | UnitNode
  | { readonly kind: 'body'; readonly file: FileNode; readonly tag: Tag }
  | { readonly kind: 'text'; readonly unit: UnitNode; readonly content: Content }
  | {
      readonly kind: 'inline';
      readonly unit: UnitNode;
      readonly content: Content;
      readonly tag: Tag;
    }
  | { readonly kind: 'note'; readonly owner: Container | UnitNode; readonly tag: Tag }
  | { readonly kind: 'contexts'; readonly owner: UnitNode }
  | { readonly kind: 'other' };

const OTHER = { kind: 'other' } as const;

/**
 * Reads a file of XLIFF 1.0, 1.1 or 1.2. Violations are warnings; a unit whose texts they make
 * unclear is marked as broken.
 * @throws FormatError for invalid XML or a file that is not XLIFF
 */
export function scan(text: string, options: ReadOptions = {}): Tree {
  return new Scanner(text, options).run();
}

class Scanner implements XmlHandler<Node> {
  readonly #text: string;
  readonly #options: ReadOptions;
  readonly #warnings: Tree['warnings'] = [];
  #root: RootNode | undefined;
  #units = 0;

  constructor(text: string, options: ReadOptions) {
    this.#text = text;
    this.#options = options;
  }

  run(): Tree {
    const text = this.#text;
    const { xml11 } = readXliff(text, this.#options, this);
    const root = this.#root ?? this.#fail('no <xliff> element.', 0, 'syntax');
    const warnings = this.#warnings;
    return {
      ...{
        text,
        root,
        xml11,
        warnings,
        newline: detectNewline(text),
        indent: stepIn(root, text, ({ source }) => source),
      },
      encoding: this.#options.encoding ?? 'utf-8',
    };
  }

  open(opened: Opened, parent: Frame<Node> | undefined): Node {
    return parent === undefined
      ? (this.#root = new RootNode(opened))
      : this.#nodeOf(opened, parent);
  }

  close(
    { node, name, start }: Frame<Node>,
    { closeStart, end }: { closeStart: number; end: number },
  ): void {
    if (node.kind === 'other' || node.kind === 'contexts') return;
    const tag =
      'content' in node && node.kind === 'text' ? node.content : 'tag' in node ? node.tag : node;
    tag.closeStart = closeStart;
    tag.end = end;
    if (node.kind === 'note') {
      const text = decodeText(this.#text.slice(tag.openEnd, closeStart));
      node.owner.notes.push({ text, attributes: tag.attributes });
    } else if (node.kind === 'unit' && node.source === undefined)
      this.#spoil(node, `<${name}> lacks <source>.`, start);
  }

  #nodeOf(opened: Opened, { node, namespace }: Frame<Node>): Node {
    if (node.kind === 'text' || node.kind === 'inline') return this.#openInline(opened, node);
    if (opened.namespace !== namespace) return OTHER;
    switch (node.kind) {
      case 'xliff':
        return opened.local === 'file' ? added(new FileNode(opened, node), node.files) : OTHER;
      case 'file':
        return this.#openInFile(opened, node);
      case 'body':
        return this.#openChild(opened, node.file);
      case 'group':
        return opened.local === 'note'
          ? { kind: 'note', owner: node, tag: new Tag(opened) }
          : this.#openChild(opened, node);
      case 'unit':
        return this.#openInUnit(opened, node);
      case 'contexts':
        return isMsgctxt(opened)
          ? { kind: 'note', owner: node.owner, tag: new Tag(opened) }
          : OTHER;
      default:
        return OTHER;
    }
  }

  #openInFile(opened: Opened, file: FileNode): Node {
    if (opened.local === 'body') return { kind: 'body', file, tag: (file.body = new Tag(opened)) };
    if (opened.local === 'header') return OTHER;
    return this.#openChild(opened, file);
  }

  #openChild(opened: Opened, parent: Container): Node {
    if (opened.local === 'group') return added(new GroupNode(opened, parent), parent.children);
    if (opened.local !== 'trans-unit') return OTHER;
    if ((this.#units += 1) > MOST_VALUES) this.#fail(`${TOO_LARGE}.`, opened.start, 'too-large');
    return added(new UnitNode(opened, parent), parent.children);
  }

  #openInUnit(opened: Opened, unit: UnitNode): Node {
    const { local, name, start } = opened;
    if (local === 'note') return { kind: 'note', owner: unit, tag: new Tag(opened) };
    if (local === 'context-group') return { kind: 'contexts', owner: unit };
    const side = SIDES.get(local);
    if (side === undefined) return OTHER;
    const content = new Content(opened);
    if (unit[side] !== undefined) this.#spoil(unit, `a second <${name}> here.`, start);
    else unit[side] = content;
    return { kind: 'text', unit, content };
  }

  #openInline(opened: Opened, { unit, content }: { unit: UnitNode; content: Content }): Node {
    const tag = new Tag(opened);
    const isSegment = opened.local === 'mrk' && opened.attributes['mtype'] === 'seg';
    if (isSegment) content.marks.push(tag);
    else content.hasCodes = true;
    if (opened.local === 'sub' && content === unit.source)
      this.#warnings.push({
        message: 'text in <sub> belongs to a code and is not translated.',
        offset: opened.start,
      });
    return { kind: 'inline', unit, content, tag };
  }

  #spoil(unit: UnitNode, message: string, offset: number): void {
    unit.broken = true;
    this.#warnings.push({ message, offset, unit });
  }

  #fail(message: string, offset: number, code: FormatErrorCode): never {
    throw formatError(code, message, { text: this.#text, offset, file: this.#options.file });
  }
}

/** What Qt's and gettext's tools write: `<context context-type="x-gettext-msgctxt">`. */
export function isMsgctxt({ attributes }: Pick<Tag, 'attributes'>): boolean {
  return /^x-(?:gettext|po)-msgctxt$/.test(attributes['context-type'] ?? '');
}

const SIDES = new Map([
  ['source', 'source'],
  ['seg-source', 'segSource'],
  ['target', 'target'],
] as const) as ReadonlyMap<string, 'source' | 'segSource' | 'target'>;

function added<N>(node: N, siblings: { push: (node: N) => unknown }): N {
  siblings.push(node);
  return node;
}

const NAMESPACE = /^urn:oasis:names:tc:xliff:document:1\.\d$/;

/** Whether a text is XLIFF 1.x: by its `version`, then its namespace, then its elements. */
export function isVersion1(text: string): boolean {
  const tag = rootTag(text);
  if (!/^<(?:[\w.-]+:)?xliff[\s/>]/.test(tag)) return false;
  const attributes = readAttributes(tag);
  const version = attributes.find(({ name }) => name === 'version')?.value;
  if (version !== undefined) return /^1(?:\.|$)/.test(version);
  const declared = attributes.filter(({ name }) => name.startsWith('xmlns'));
  if (declared.length > 0) return declared.some(({ value }) => NAMESPACE.test(value));
  return text.includes('<trans-unit');
}

/** What may precede the root element, by its start and end. */
const PROLOGUE = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const;

/** The start tag of the root element; '' if there is none. */
function rootTag(text: string): string {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const piece = PROLOGUE.find(([start]) => text.startsWith(start, at));
    if (piece === undefined) return text.slice(at, tagEnd(text, at));
    const end = text.indexOf(piece[1], at);
    if (end === -1) return '';
    at = end + piece[1].length;
  }
  return '';
}

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
