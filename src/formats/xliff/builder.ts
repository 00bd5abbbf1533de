import { MOST_VALUES, TOO_LARGE } from '../kit/unusable.js';
import type { Fail, Warn } from '../kit/xml/fail.js';
import { UnitCheck, type Spoil } from './check-unit.js';
import { decodeText } from '../kit/xml/escape.js';
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
import type { Opened } from '../kit/xml/element.js';
import type { Container } from './tree.js';

export interface BuilderOptions {
  readonly text: string;
  readonly fail: Fail;
  readonly warn: Warn;
  readonly spoil: Spoil;
  readonly known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/**
 * Builds the tree from the core elements that the scanner finds, in document order. The scanner has
 * checked that each is allowed at its place.
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
  #unnamed = 0;

  constructor(options: BuilderOptions) {
    this.#options = options;
    this.#check = new UnitCheck(options);
  }

  get unit(): UnitNode | undefined {
    return this.#unit;
  }

  /** Whether a `<source>` or `<target>` is open. */
  get isInText(): boolean {
    return this.#content !== undefined;
  }

  /** The open unit, group or file. */
  get owner(): UnitNode | Container | undefined {
    return this.#unit ?? this.#container;
  }

  /** Returns the node of an element, to be passed to `close`. */
  open(opened: Opened): Tag {
    const { root } = this;
    const container = this.#container;
    const content = this.#content;
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
        return this.#openContent(new Content(opened), opened.local);
      case 'originalData':
        return this.#openOriginalData(new OriginalData(opened));
      default:
        return this.#openOther(new Tag(opened), opened.local);
    }
    return new Tag(opened);
  }

  #openFile(file: FileNode): Tag {
    if (file.id === '') file.id = file.key = `#${String(this.files.size + 1)}`;
    else if (this.files.has(file.id)) {
      this.#warnOfTwin(file, '');
      file.key = `${file.id}#${String(this.files.size + 1)}`;
    }
    this.files.set(file.key, file);
    file.parent.files.push(file);
    return (this.#container = file);
  }

  #openGroup(group: GroupNode): Tag {
    const { groups } = group.file;
    // Ids never contain "#". In a target, groups without an id correspond to those of the source by
    // order.
    if (group.id === '') group.id = `#${String((this.#unnamed += 1))}`;
    if (groups.has(group.id)) this.#warnOfTwin(group, ' in this file');
    else groups.set(group.id, group);
    group.parent.children.push(group);
    return (this.#container = group);
  }

  #openUnit(unit: UnitNode): Tag {
    const { spoil, fail } = this.#options;
    const { id, units } = unit.file;
    if (units.size >= MOST_VALUES) fail(`${TOO_LARGE}.`, unit.start, 'too-large');
    if (unit.id === '') spoil('a unit without an id.', unit.start, unit);
    else {
      const twin = units.get(unit.id);
      const message = `another <${unit.name}> with the id "${unit.id}" follows in the file "${id}".`;
      if (twin !== undefined) spoil(message, twin.start, twin);
      units.set(unit.id, unit);
    }
    unit.parent.children.push(unit);
    return (this.#unit = unit);
  }

  #openContent(content: Content, side: 'source' | 'target'): Tag {
    const part = this.#part;
    if (part?.[side] !== undefined)
      this.#options.spoil(`a second <${content.name}> here.`, content.start, part.unit);
    else if (part !== undefined) part[side] = content;
    return (this.#content = content);
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
      if (this.#noteIds.has(id)) this.#warnOfTwin(tag, ' here');
      this.#noteIds.add(id);
    } else if (local === 'data') {
      const data = this.#unit?.originalData?.data;
      if (data?.has(id) === true) this.#warnOfTwin(tag, ' in this unit');
      else data?.set(id, tag);
    }
    return tag;
  }

  #warnOfTwin({ attributes, name, start }: Tag, where: string): void {
    this.#options.warn(
      `a second <${name}> with the id "${attributes['id'] ?? ''}"${where}.`,
      start,
    );
  }

  /** Takes the element's node from `open`, with its end set. */
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
    if (empty && !href) this.#options.warn('<skeleton> is empty; expected content or href.', start);
    if (!empty && href)
      this.#options.warn('<skeleton> has both content and href; expected only one of them.', start);
  }

  #closeContainer(): void {
    const container = this.#container;
    const { known, warn } = this.#options;
    if (container?.kind === 'file') checkFlows(container, known?.get(container.id), warn);
    this.#container = container?.kind === 'group' ? container.parent : undefined;
  }
}

function openInline(opened: Opened, { codes }: Content): Tag {
  if (!isCodeName(opened.local)) return new Tag(opened);
  const code = new Code(opened, opened.local);
  codes.push(code);
  return code;
}

/** Units that codes refer to must be in the same file (XLIFF 2.1, subFlows). */
function checkFlows(file: FileNode, known: ReadonlySet<string> | undefined, warn: Warn): void {
  for (const { ids, offset } of file.flows)
    for (const id of ids)
      if (!file.units.has(id) && known?.has(id) !== true)
        warn(
          `a sub-flow refers to the unit "${id}", which is not in the file "${file.id}".`,
          offset,
        );
}
