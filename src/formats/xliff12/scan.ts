import type { FormatErrorCode } from '../../model/index.js';
import { detectNewline } from '../kit/layout.js';
import { MOST_VALUES, TOO_LARGE, formatError } from '../kit/unusable.js';
import type { Opened } from '../kit/xml/element.js';
import { decodeText } from '../kit/xml/escape.js';
import type { Placed } from '../kit/xliff/nodes.js';
import { gapBefore, indentIn } from '../kit/xml/layout.js';
import { XmlReader, type ReadOptions, type XmlHandler } from '../kit/xml/reader.js';
import { fileOf, tagOf, unitsIn } from './tree.js';
import type {
  Container,
  Content,
  FileNode,
  GroupNode,
  RootNode,
  Tag,
  Tree,
  UnitNode,
} from './tree.js';

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
  | { readonly kind: 'other' };

interface Frame extends Opened {
  node: Node;
}

const OTHER = { kind: 'other' } as const;

/**
 * Reads a file of XLIFF 1.0, 1.1 or 1.2. Violations are warnings; a unit whose texts they make
 * unclear is marked as broken.
 * @throws FormatError for invalid XML or a file that is not XLIFF
 */
export function scan(text: string, options: ReadOptions = {}): Tree {
  return new Scanner(text, options).run();
}

class Scanner implements XmlHandler<Frame> {
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
    const options = { ...this.#options, allowsDoctype: true };
    const { xml11 } = new XmlReader(text, options, this).run();
    const root = this.#root ?? this.#fail('no <xliff> element.', 0, 'syntax');
    const warnings = this.#warnings;
    return {
      text,
      root,
      xml11,
      encoding: this.#options.encoding ?? 'utf-8',
      newline: detectNewline(text),
      indent: stepOf(root, text),
      warnings,
    };
  }

  open(opened: Opened, parent: Frame | undefined): Frame {
    const { name, local, namespace, attributes, names, qualified, scope, start, openEnd } = opened;
    const node = parent === undefined ? this.#openRoot(opened) : this.#nodeOf(opened, parent);
    return { name, local, namespace, attributes, names, qualified, scope, start, openEnd, node };
  }

  close(
    { node, name, start }: Frame,
    { closeStart, end }: { closeStart: number; end: number },
  ): void {
    if (node.kind === 'other') return;
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

  #openRoot(opened: Opened): RootNode {
    const { local, start } = opened;
    if (local !== 'xliff')
      this.#fail(`the root element is <${local}>; expected <xliff>.`, start, 'syntax');
    return (this.#root = { ...tagOf(opened), kind: 'xliff', files: [] });
  }

  #nodeOf(opened: Opened, { node, namespace }: Frame): Node {
    if (node.kind === 'text' || node.kind === 'inline') return this.#openInline(opened, node);
    if (opened.namespace !== namespace) return OTHER;
    switch (node.kind) {
      case 'xliff':
        return opened.local === 'file' ? openFile(opened, node) : OTHER;
      case 'file':
        return this.#openInFile(opened, node);
      case 'body':
        return this.#openChild(opened, node.file);
      case 'group':
        return opened.local === 'note' ? noteOf(opened, node) : this.#openChild(opened, node);
      case 'unit':
        return this.#openInUnit(opened, node);
      default:
        return OTHER;
    }
  }

  #openInFile(opened: Opened, file: FileNode): Node {
    if (opened.local === 'body') return { kind: 'body', file, tag: (file.body = tagOf(opened)) };
    if (opened.local === 'header') return OTHER;
    return this.#openChild(opened, file);
  }

  #openChild(opened: Opened, parent: Container): Node {
    if (opened.local === 'group') return openGroup(opened, parent);
    if (opened.local !== 'trans-unit') return OTHER;
    if ((this.#units += 1) > MOST_VALUES) this.#fail(`${TOO_LARGE}.`, opened.start, 'too-large');
    // Field by field: spreading takes longer than reading the element, and a file has many.
    const { name, attributes, scope, start, openEnd } = opened;
    const unit: UnitNode = {
      name,
      attributes,
      scope,
      start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      kind: 'unit',
      parent,
      file: fileOf(parent),
      notes: [],
      translate: isOpen(opened, parent),
      source: undefined,
      segSource: undefined,
      target: undefined,
      broken: false,
    };
    parent.children.push(unit);
    return unit;
  }

  #openInUnit(opened: Opened, unit: UnitNode): Node {
    const { local, name, start } = opened;
    if (local === 'note') return noteOf(opened, unit);
    const side = SIDES.get(local);
    if (side === undefined) return OTHER;
    const { attributes, scope, openEnd } = opened;
    const content: Content = {
      name,
      attributes,
      scope,
      start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      marks: [],
      hasCodes: false,
    };
    if (unit[side] !== undefined) this.#spoil(unit, `a second <${name}> here.`, start);
    else unit[side] = content;
    return { kind: 'text', unit, content };
  }

  #openInline(opened: Opened, { unit, content }: { unit: UnitNode; content: Content }): Node {
    const tag = tagOf(opened);
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

const SIDES = new Map([
  ['source', 'source'],
  ['seg-source', 'segSource'],
  ['target', 'target'],
] as const) as ReadonlyMap<string, 'source' | 'segSource' | 'target'>;

function openFile(opened: Opened, parent: RootNode): FileNode {
  const more = {
    body: undefined,
    children: [],
    notes: [],
    translate: opened.attributes['translate'] !== 'no',
  };
  const file: FileNode = { ...tagOf(opened), kind: 'file', parent, ...more };
  parent.files.push(file);
  return file;
}

function openGroup(opened: Opened, parent: Container): GroupNode {
  const more = { file: fileOf(parent), children: [], notes: [], translate: isOpen(opened, parent) };
  const group: GroupNode = { ...tagOf(opened), kind: 'group', parent, ...more };
  parent.children.push(group);
  return group;
}

function isOpen({ attributes }: Opened, parent: Container): boolean {
  const { translate } = attributes;
  return translate === undefined ? parent.translate : translate !== 'no';
}

function noteOf(opened: Opened, owner: Container | UnitNode): Node {
  return { kind: 'note', owner, tag: tagOf(opened) };
}

/** One level of indentation, as shown by the first unit, or else a file. */
function stepOf(root: RootNode, text: string): string {
  const deeper = (outside: Placed, inside: Placed): string => {
    const [outer, inner] = [outside, inside].map(({ start }) => indentIn(gapBefore(text, start)));
    const isDeeper = outer !== undefined && inner?.startsWith(outer) === true;
    return isDeeper ? inner.slice(outer.length) : '';
  };
  for (const file of root.files)
    for (const unit of unitsIn(file)) {
      const step = deeper(unit, unit.source ?? unit);
      if (step !== '') return step;
    }
  const [file] = root.files;
  return file === undefined ? '' : deeper(root, file) || deeper(file, file.body ?? file);
}
