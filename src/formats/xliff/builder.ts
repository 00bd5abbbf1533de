import type { Fail } from './fail.js';
import { UnitCheck } from './check-unit.js';
import { decodeText } from './escape.js';
import { isCodeName } from './tree.js';
import type {
  Code,
  Container,
  Content,
  FileNode,
  GroupNode,
  Inherited,
  Note,
  Opened,
  OriginalData,
  Part,
  RootNode,
  Tag,
  UnitNode,
} from './tree.js';

export interface BuilderOptions {
  readonly text: string;
  readonly fail: Fail;
  readonly known: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** Most units have no notes and most texts no codes; they share these, which stay empty. */
const NO_NOTES: Note[] = [];
const NO_CODES: Code[] = [];

/** Puts the tree together from the core elements that the scanner meets, in document order. */
export class Builder {
  root: RootNode | undefined;
  readonly files = new Map<string, FileNode>();
  private readonly options: BuilderOptions;
  private readonly check: UnitCheck;
  private container: Container | undefined;
  private unit: UnitNode | undefined;
  private part: Part | undefined;
  private content: Content | undefined;
  private readonly codes: (Code | undefined)[] = [];
  private originalData: OriginalData | undefined;
  private data: Tag | undefined;
  private note: Tag | undefined;
  private skeleton: Tag | undefined;
  private noteIds = new Set<string>();

  constructor(options: BuilderOptions) {
    this.options = options;
    this.check = new UnitCheck(options.fail);
  }

  /** The unit, group or file that is open. */
  get owner(): UnitNode | Container | undefined {
    return this.unit ?? this.container;
  }

  open(opened: Opened, openEnd: number): void {
    const { local } = opened;
    if (this.content !== undefined) {
      this.openInline(opened, openEnd);
      return;
    }
    switch (local) {
      case 'xliff':
        this.root = {
          ...tagOf(opened, openEnd),
          kind: 'xliff',
          scope: opened.scope,
          files: [],
          ...{ lang: langOf(opened), space: spaceOf(opened) },
        };
        return;
      case 'file':
        this.openFile(opened, openEnd);
        return;
      case 'group':
        this.openGroup(opened, openEnd);
        return;
      case 'unit':
        this.openUnit(opened, openEnd);
        return;
      case 'segment':
      case 'ignorable':
        this.openPart(opened, openEnd, local);
        return;
      case 'source':
      case 'target':
        this.openContent(opened, openEnd, local);
        return;
      default:
        this.openOther(tagOf(opened, openEnd), local);
    }
  }

  private openOther(tag: Tag, local: string): void {
    if (local === 'notes') this.noteIds = new Set();
    else if (local === 'skeleton') this.skeleton = tag;
    else if (local === 'note') this.openNote(tag);
    else if (local === 'originalData') {
      this.originalData = { ...tag, data: new Map() };
      if (this.unit !== undefined) this.unit.originalData = this.originalData;
    } else if (local === 'data') {
      const id = tag.attributes['id'] ?? '';
      if (this.originalData?.data.has(id) === true)
        this.options.fail(`a second <data> with the id "${id}" in this unit.`, tag.start);
      this.originalData?.data.set(id, tag);
      this.data = tag;
    }
  }

  private openNote(tag: Tag): void {
    const id = tag.attributes['id'];
    if (id !== undefined) {
      if (this.noteIds.has(id))
        this.options.fail(`a second <note> with the id "${id}" here.`, tag.start);
      this.noteIds.add(id);
    }
    this.note = tag;
  }

  private openFile(tag: Opened, openEnd: number): void {
    const { root } = this;
    if (root === undefined) return;
    const id = tag.attributes['id'] ?? '';
    if (this.files.has(id)) this.options.fail(`a second <file> with the id "${id}".`, tag.start);
    const file: FileNode = {
      kind: 'file',
      name: tag.name,
      attributes: tag.attributes,
      start: tag.start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      id,
      parent: root,
      scope: tag.scope,
      lang: langOf(tag, root),
      space: spaceOf(tag, root),
      translate: tag.attributes['translate'] !== 'no',
      notes: [],
      children: [],
      flows: [],
      groups: new Map(),
      units: new Map(),
      sizeProfile: undefined,
    };
    this.files.set(id, file);
    root.files.push(file);
    this.container = file;
  }

  private openGroup(tag: Opened, openEnd: number): void {
    const { container } = this;
    if (container === undefined) return;
    const id = tag.attributes['id'] ?? '';
    const file = fileOf(container);
    if (file.groups.has(id))
      this.options.fail(`a second <group> with the id "${id}" in this file.`, tag.start);
    const group: GroupNode = {
      ...tagOf(tag, openEnd),
      ...{ kind: 'group', id, parent: container, file, scope: tag.scope, notes: [], children: [] },
      ...{ lang: langOf(tag, container), space: spaceOf(tag, container) },
      translate: translates(tag, container),
    };
    file.groups.set(id, group);
    container.children.push(group);
    this.container = group;
  }

  private openUnit(tag: Opened, openEnd: number): void {
    const { container } = this;
    if (container === undefined) return;
    const id = tag.attributes['id'] ?? '';
    const file = fileOf(container);
    const first = file.units.get(id);
    if (first !== undefined)
      this.options.fail(
        `a second <unit> with the id "${id}" in the file "${file.id}"; ids are unique there.`,
        tag.start,
      );
    // Written out: a large file has many of these, and objects put together by spreading are slow.
    const unit: UnitNode = {
      kind: 'unit',
      name: tag.name,
      attributes: tag.attributes,
      start: tag.start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      id,
      parent: container,
      file,
      scope: tag.scope,
      lang: langOf(tag, container),
      space: spaceOf(tag, container),
      translate: translates(tag, container),
      notes: NO_NOTES,
      parts: [],
      originalData: undefined,
    };
    file.units.set(id, unit);
    container.children.push(unit);
    this.unit = unit;
  }

  private openPart(tag: Opened, openEnd: number, kind: Part['kind']): void {
    const { unit } = this;
    if (unit === undefined) return;
    const part: Part = {
      kind,
      name: tag.name,
      attributes: tag.attributes,
      start: tag.start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      unit,
      source: undefined,
      target: undefined,
    };
    unit.parts.push(part);
    this.part = part;
  }

  private openContent(tag: Opened, openEnd: number, local: 'source' | 'target'): void {
    const { part } = this;
    if (part === undefined) return;
    const content: Content = {
      name: tag.name,
      attributes: tag.attributes,
      start: tag.start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      codes: NO_CODES,
    };
    part[local] = content;
    this.content = content;
  }

  private openInline(tag: Opened, openEnd: number): void {
    const { local } = tag;
    if (!isCodeName(local)) {
      this.codes.push(undefined);
      return;
    }
    const code: Code = {
      name: tag.name,
      attributes: tag.attributes,
      start: tag.start,
      openEnd,
      closeStart: openEnd,
      end: openEnd,
      local,
    };
    const { content } = this;
    if (content === undefined) return;
    if (content.codes === NO_CODES) content.codes = [code];
    else content.codes.push(code);
    this.codes.push(code);
  }

  close(local: string, closeStart: number, end: number): void {
    if (this.content !== undefined) {
      this.closeInside(this.content, closeStart, end);
      return;
    }
    switch (local) {
      case 'xliff':
        settle(this.root, closeStart, end);
        return;
      case 'file':
      case 'group':
        this.closeContainer(closeStart, end);
        return;
      case 'unit':
        this.closeUnit(closeStart, end);
        return;
      case 'segment':
      case 'ignorable':
        if (this.part !== undefined) {
          this.part.closeStart = closeStart;
          this.part.end = end;
        }
        this.part = undefined;
        return;
      default:
        this.closeOther(local, closeStart, end);
    }
  }

  private closeInside(content: Content, closeStart: number, end: number): void {
    if (this.codes.length > 0) settle(this.codes.pop(), closeStart, end);
    else {
      content.closeStart = closeStart;
      content.end = end;
      this.content = undefined;
    }
  }

  private closeOther(local: string, closeStart: number, end: number): void {
    if (local === 'note' && this.note !== undefined) {
      const note: Note = {
        text: decodeText(this.options.text.slice(this.note.openEnd, closeStart)),
        attributes: this.note.attributes,
      };
      const { owner } = this;
      if (owner?.notes === NO_NOTES) owner.notes = [note];
      else owner?.notes.push(note);
      this.note = undefined;
    } else if (local === 'data') {
      settle(this.data, closeStart, end);
      this.data = undefined;
    } else if (local === 'originalData') {
      settle(this.originalData, closeStart, end);
      this.originalData = undefined;
    }
    if (local === 'skeleton') this.closeSkeleton(closeStart);
  }

  private closeSkeleton(closeStart: number): void {
    const { skeleton } = this;
    if (skeleton === undefined) return;
    const empty = skeleton.openEnd === closeStart;
    const href = skeleton.attributes['href'] !== undefined;
    if (empty && !href)
      this.options.fail('<skeleton> is empty; expected content or href.', skeleton.start);
    if (!empty && href)
      this.options.fail('<skeleton> has content and href; expected one of them.', skeleton.start);
    this.skeleton = undefined;
  }

  private closeContainer(closeStart: number, end: number): void {
    const { container } = this;
    settle(container, closeStart, end);
    if (container?.kind === 'file')
      checkFlows(container, this.options.known?.get(container.id), this.options.fail);
    this.container = container?.kind === 'group' ? container.parent : undefined;
  }

  private closeUnit(closeStart: number, end: number): void {
    const { unit } = this;
    if (unit !== undefined && this.root !== undefined) {
      unit.closeStart = closeStart;
      unit.end = end;
      this.check.run(unit, this.root);
    }
    this.unit = undefined;
  }
}

function tagOf({ name, attributes, start }: Opened, openEnd: number): Tag {
  return { name, attributes, start, openEnd, closeStart: openEnd, end: openEnd };
}

/** For the rarer elements: units, their parts and contents are settled in place, which is quicker. */
function settle(
  tag: { closeStart: number; end: number } | undefined,
  closeStart: number,
  end: number,
): void {
  if (tag === undefined) return;
  tag.closeStart = closeStart;
  tag.end = end;
}

function fileOf(container: Container): FileNode {
  return container.kind === 'file' ? container : container.file;
}

function translates({ attributes }: Pick<Tag, 'attributes'>, parent: Container): boolean {
  const said = attributes['translate'];
  return said === undefined ? parent.translate : said !== 'no';
}

function langOf({ attributes }: Pick<Tag, 'attributes'>, parent?: Inherited): string | undefined {
  return attributes['xml:lang'] ?? parent?.lang;
}

function spaceOf({ attributes }: Pick<Tag, 'attributes'>, parent?: Inherited): string {
  return attributes['xml:space'] ?? parent?.space ?? 'default';
}

/** Units that codes refer to are in the same file (XLIFF 2.1, subFlows). */
function checkFlows(file: FileNode, known: ReadonlySet<string> | undefined, fail: Fail): void {
  for (const { ids, offset } of file.flows)
    for (const id of ids)
      if (!file.units.has(id) && known?.has(id) !== true)
        fail(`a sub-flow to the unit "${id}", which the file "${file.id}" does not have.`, offset);
}
