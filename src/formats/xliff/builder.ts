import { MOST_VALUES, TOO_LARGE } from '../kit/unusable.js';
import type { Fail } from './fail.js';
import { UnitCheck } from './check-unit.js';
import { decodeText } from './escape.js';
import {
  Code,
  Content,
  FileNode,
  GroupNode,
  OriginalData,
  Part,
  RootNode,
  Tag,
  UnitNode,
  isCodeName,
} from './tree.js';
import type { Container, Opened } from './tree.js';

export interface BuilderOptions {
  readonly text: string;
  readonly fail: Fail;
  readonly known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/**
 * Puts the tree together from the core elements that the scanner meets, in document order. That
 * each stands where it may has been checked.
 */
export class Builder {
  root: RootNode | undefined;
  readonly files = new Map<string, FileNode>();
  readonly #options: BuilderOptions;
  readonly #check: UnitCheck;
  #container: Container | undefined;
  #unit: UnitNode | undefined;
  #part: Part | undefined;
  #content: Content | undefined;
  #noteIds = new Set<string>();

  constructor(options: BuilderOptions) {
    this.#options = options;
    this.#check = new UnitCheck(options.fail);
  }

  /** The unit, group or file that is open. */
  get owner(): UnitNode | Container | undefined {
    return this.#unit ?? this.#container;
  }

  /** The node of an element, to be handed back when the element closes. */
  open(opened: Opened): Tag {
    const { root } = this;
    const container = this.#container;
    const content = this.#content;
    const part = this.#part;
    const unit = this.#unit;
    if (content !== undefined) return openInline(opened, content);
    switch (opened.local) {
      case 'xliff':
        return (this.root = new RootNode(opened));
      case 'file':
        if (root !== undefined) return this.#openFile(new FileNode(opened, root));
        break;
      case 'group':
        if (container !== undefined) return this.#openGroup(new GroupNode(opened, container));
        break;
      case 'unit':
        if (container !== undefined) return this.#openUnit(new UnitNode(opened, container));
        break;
      case 'segment':
      case 'ignorable':
        if (unit !== undefined) return this.#openPart(new Part(opened, unit));
        break;
      case 'source':
      case 'target':
        this.#content = new Content(opened);
        if (part !== undefined) part[opened.local] = this.#content;
        return this.#content;
      case 'originalData':
        return this.#openOriginalData(new OriginalData(opened));
      default:
        return this.#openOther(new Tag(opened), opened.local);
    }
    return new Tag(opened);
  }

  #openFile(file: FileNode): Tag {
    if (this.files.has(file.id)) this.#refuseTwin(file, '');
    this.files.set(file.id, file);
    file.parent.files.push(file);
    return (this.#container = file);
  }

  #openGroup(group: GroupNode): Tag {
    const { groups } = group.file;
    if (groups.has(group.id)) this.#refuseTwin(group, ' in this file');
    groups.set(group.id, group);
    group.parent.children.push(group);
    return (this.#container = group);
  }

  #openUnit(unit: UnitNode): Tag {
    const { id, units } = unit.file;
    if (units.has(unit.id)) this.#refuseTwin(unit, ` in the file "${id}"; ids are unique there`);
    if (units.size >= MOST_VALUES) this.#options.fail(`${TOO_LARGE}.`, unit.start, 'too-large');
    units.set(unit.id, unit);
    unit.parent.children.push(unit);
    return (this.#unit = unit);
  }

  #openPart(part: Part): Tag {
    part.unit.parts.push(part);
    return (this.#part = part);
  }

  #openOriginalData(originalData: OriginalData): Tag {
    if (this.#unit !== undefined) this.#unit.originalData = originalData;
    return originalData;
  }

  #openOther(tag: Tag, local: string): Tag {
    const id = tag.attributes['id'];
    if (local === 'notes') this.#noteIds = new Set();
    if (id === undefined) return tag;
    if (local === 'note') {
      if (this.#noteIds.has(id)) this.#refuseTwin(tag, ' here');
      this.#noteIds.add(id);
    } else if (local === 'data') {
      const data = this.#unit?.originalData?.data;
      if (data?.has(id) === true) this.#refuseTwin(tag, ' in this unit');
      data?.set(id, tag);
    }
    return tag;
  }

  #refuseTwin({ attributes, name, start }: Tag, where: string): never {
    return this.#options.fail(
      `a second <${name}> with the id "${attributes['id'] ?? ''}"${where}.`,
      start,
    );
  }

  /** Takes the node that `open` gave for the element, with its end set. */
  close(tag: Tag, local: string): void {
    if (this.#content !== undefined) {
      if (tag === this.#content) this.#content = undefined;
      return;
    }
    switch (local) {
      case 'file':
      case 'group':
        this.#closeContainer();
        return;
      case 'unit':
        if (this.#unit !== undefined && this.root !== undefined)
          this.#check.run(this.#unit, this.root);
        this.#unit = undefined;
        return;
      case 'segment':
      case 'ignorable':
        this.#part = undefined;
        return;
      case 'note':
        this.owner?.notes.push({ text: this.#textOf(tag), attributes: tag.attributes });
        return;
      case 'skeleton':
        this.#checkSkeleton(tag);
    }
  }

  #textOf({ openEnd, closeStart }: Tag): string {
    return decodeText(this.#options.text.slice(openEnd, closeStart));
  }

  #checkSkeleton({ attributes, closeStart, openEnd, start }: Tag): void {
    const empty = openEnd === closeStart;
    const href = attributes['href'] !== undefined;
    if (empty && !href) this.#options.fail('<skeleton> is empty; expected content or href.', start);
    if (!empty && href)
      this.#options.fail('<skeleton> has content and href; expected one of them.', start);
  }

  #closeContainer(): void {
    const container = this.#container;
    const { known, fail } = this.#options;
    if (container?.kind === 'file') checkFlows(container, known?.get(container.id), fail);
    this.#container = container?.kind === 'group' ? container.parent : undefined;
  }
}

function openInline(opened: Opened, { codes }: Content): Tag {
  if (!isCodeName(opened.local)) return new Tag(opened);
  const code = new Code(opened, opened.local);
  codes.push(code);
  return code;
}

/** Units that codes refer to are in the same file (XLIFF 2.1, subFlows). */
function checkFlows(file: FileNode, known: ReadonlySet<string> | undefined, fail: Fail): void {
  for (const { ids, offset } of file.flows)
    for (const id of ids)
      if (!file.units.has(id) && known?.has(id) !== true)
        fail(`a sub-flow to the unit "${id}", which the file "${file.id}" does not have.`, offset);
}
