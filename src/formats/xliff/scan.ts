import type { FormatErrorCode } from '../../model/index.js';
import { detectNewline } from '../kit/layout.js';
import { formatError, MOST_VALUES, TOO_LARGE } from '../kit/unusable.js';
import { stepIn, Tag } from '../kit/xliff/nodes.js';
import { decodeText } from '../kit/xml/escape.js';
import { readXliff } from '../kit/xliff/reader.js';
import type { Frame, ReadOptions, Warn, Warning, XmlHandler } from '../kit/xliff/reader.js';
import { lookup, type Opened } from '../kit/xml/scope.js';
import {
  complainOfAttributes,
  complainOfChild,
  complainOfForeignChild,
  CORE,
  ELEMENTS,
  ForeignCheck,
  VERSIONS,
} from './check-element.js';
import type { ElementRule, Progress } from './check-element.js';
import { type Spoil, UnitCheck } from './check-unit.js';
import {
  Code,
  Content,
  FileNode,
  GroupNode,
  isCodeName,
  OriginalData,
  Part,
  RootNode,
  UnitNode,
} from './tree.js';
import type { Container, Tree } from './tree.js';

/** What is known of an open element. `rule` and `tag` are undefined in other namespaces. */
interface Entered extends Progress {
  rule: ElementRule | undefined;
  tag: Tag | undefined;
}

/**
 * Reads a file. Violations of XLIFF 2.1 constraints are warnings; a unit that they make unusable is
 * marked as broken.
 * @throws FormatError for invalid XML, a file that is not XLIFF, or an unsupported version
 */
export function scan(text: string, options: ReadOptions = {}): Tree {
  return new Scanner(text, options).run();
}

class Scanner implements XmlHandler<Entered> {
  readonly #text: string;
  readonly #options: ReadOptions;
  readonly #builder: Builder;
  readonly #foreign: ForeignCheck;
  readonly #warnings: Warning[] = [];
  #version = '';

  constructor(text: string, options: ReadOptions) {
    this.#text = text;
    this.#options = options;
    const warn = (message: string, offset: number): void => this.#warn(message, offset);
    this.#builder = new Builder({
      ...{ text, warn },
      spoil: (message, offset, unit) => this.#warn(message, offset, unit),
      fail: (message, offset, code) => this.#fail(message, offset, code),
    });
    this.#foreign = new ForeignCheck(warn);
  }

  run(): Tree {
    const text = this.#text;
    const { xml11 } = readXliff(text, { ...this.#options, refusesDoctype: true }, this);
    const builder = this.#builder;
    const root = builder.root ?? this.#fail('no <xliff> element.', 0, 'syntax');
    return {
      ...{ text, root, files: builder.files, version: this.#version, warnings: this.#warnings },
      ...{
        xml11,
        newline: detectNewline(text),
        indent: stepIn(root, text, ({ parts }) => parts[0]),
      },
      encoding: this.#options.encoding ?? 'utf-8',
    };
  }

  open(opened: Opened, parent: Frame<Entered> | undefined): Entered {
    const rule = this.#enter(opened, parent);
    const tag = rule && this.#builder.open(opened);
    return { local: opened.local, rank: -1, complete: false, rule, tag };
  }

  close(element: Frame<Entered>, at: { closeStart: number; end: number }): void {
    const { local, start, openEnd } = element;
    const { rule, tag, complete } = element.node;
    if (rule === undefined) this.#foreign.close(element, this.#text.slice(openEnd, at.closeStart));
    if (rule === undefined || tag === undefined) return;
    if (rule.needs.length > 0 && !complete) {
      const needed = rule.needs.map((one) => `<${one}>`).join(' or ');
      const message = `<${local}> lacks ${needed}.`;
      if (NEEDED.has(local)) this.#spoil(message, start);
      else this.#warn(message, start);
    }
    tag.closeStart = at.closeStart;
    tag.end = at.end;
    this.#builder.close(tag, local);
  }

  /** Only white space is allowed between elements without text. */
  text(element: Frame<Entered>, start: number, end: number): void {
    const { rule } = element.node;
    if (rule?.text === true) return;
    const stray = this.#text.slice(start, end).search(/[^ \n\r\t]/);
    if (stray === -1) return;
    if (rule === undefined) this.#foreign.text(element, start + stray);
    else this.#misplaced(`text in <${element.local}>; only elements are allowed.`, start + stray);
  }

  /**
   * The rule of a core element; undefined for others, and for elements that are not allowed here.
   */
  #enter(opened: Opened, parent: Frame<Entered> | undefined): ElementRule | undefined {
    const { local, name, namespace, start } = opened;
    if (parent === undefined) return this.#enterRoot(opened);
    if (namespace === '?') this.#warn(`the prefix of <${name}> is not declared.`, start);
    const outer = parent.node;
    if (outer.rule === undefined) {
      this.#checkPrefixes(opened);
      this.#foreign.inside(opened, parent);
      return undefined;
    }
    if (namespace !== parent.namespace && !CORE.has(namespace)) {
      const complaint = complainOfForeignChild(name, outer.rule, outer);
      if (complaint !== undefined) this.#misplaced(complaint, start);
      this.#checkPrefixes(opened);
      this.#foreign.enter(opened, this.#builder.owner);
      return undefined;
    }
    const rule = ELEMENTS.get(local);
    if (rule === undefined || local === 'xliff') {
      this.#misplaced(`<${local}> is not an element of XLIFF ${this.#version}.`, start);
      return undefined;
    }
    return this.#enterCore(opened, rule, outer);
  }

  #enterCore(opened: Opened, rule: ElementRule, parent: Entered): ElementRule | undefined {
    const { local, start } = opened;
    const complaint = complainOfChild(local, parent.rule ?? rule, parent);
    const isPlaced = complaint === undefined || complaint.isHarmless || isNotes(local, parent);
    if (!isPlaced) {
      if (parent.tag instanceof Part) this.#spoil(complaint.message, start);
      else this.#misplaced(complaint.message, start);
      return undefined;
    }
    if (complaint !== undefined && !(this.#version === '2.2' && isNotes(local, parent)))
      this.#warn(complaint.message, start);
    this.#checkCore(opened, rule);
    return rule;
  }

  #checkCore(opened: Opened, rule: ElementRule): void {
    const { local, start } = opened;
    if (opened.names.length === 0 && rule.required.length === 0) return;
    for (const { message, isFatal } of complainOfAttributes(opened, rule, this.#version)) {
      if (isFatal && local !== 'unit') this.#spoil(message, start);
      else this.#warn(message, start);
    }
    if (opened.qualified) this.#foreign.attributes(opened, this.#builder.owner);
  }

  #enterRoot(opened: Opened): ElementRule {
    const { attributes, namespace, start } = opened;
    const { version } = attributes;
    if (version !== undefined && !VERSIONS.has(version))
      this.#fail(`this is XLIFF ${version}; expected 1.2, 2.0, 2.1 or 2.2.`, start, 'version');
    if (!CORE.has(namespace)) {
      const message = `<xliff> has the namespace "${namespace}"; expected urn:oasis:names:tc:xliff:document:2.0.`;
      if (version === undefined) this.#fail(message, start, 'version');
      this.#warn(message, start);
    }
    this.#version = version ?? '2.1';
    const rule = ELEMENTS.get('xliff') ?? this.#fail('no rule for <xliff>.', start, 'version');
    this.#checkCore(opened, rule);
    return rule;
  }

  #checkPrefixes({ names, scope, start }: Opened): void {
    for (const name of names) {
      const colon = name.indexOf(':');
      if (colon <= 0 || name.startsWith('xmlns:')) continue;
      if (lookup(name.slice(0, colon), scope) === undefined)
        this.#warn(`the prefix of ${name} is not declared.`, start);
    }
  }

  #fail(message: string, offset: number, code: FormatErrorCode): never {
    throw formatError(code, message, { text: this.#text, offset, file: this.#options.file });
  }

  #warn(message: string, offset: number, unit?: UnitNode): void {
    if (unit !== undefined) unit.broken = true;
    this.#warnings.push({ message, offset, unit });
  }

  /** Marks the open unit as unusable. */
  #spoil(message: string, offset: number): void {
    this.#warn(message, offset, this.#builder.unit);
  }

  /**
   * Reports an element that is not allowed at its place; inside a text, it makes the text
   * unreadable.
   */
  #misplaced(message: string, offset: number): void {
    if (this.#builder.isInText) this.#spoil(message, offset);
    else this.#warn(message, offset);
  }
}

/** Elements without whose content a unit has no text. */
const NEEDED: ReadonlySet<string> = new Set(['unit', 'segment', 'ignorable']);

/** XLIFF 2.2 allows notes at any level. */
function isNotes(local: string, { rule }: Entered): boolean {
  return local === 'notes' && rule?.text === false;
}

interface BuilderOptions {
  readonly text: string;
  readonly fail: (message: string, offset: number, code: FormatErrorCode) => never;
  readonly warn: Warn;
  readonly spoil: Spoil;
}

/**
 * Builds the tree from the core elements that the scanner finds, in document order. The scanner has
 * checked that each is allowed at its place.
 */
class Builder {
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
    if (container?.kind === 'file') checkFlows(container, this.#options.warn);
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
function checkFlows(file: FileNode, warn: Warn): void {
  for (const { ids, offset } of file.flows)
    for (const id of ids)
      if (!file.units.has(id))
        warn(
          `a sub-flow refers to the unit "${id}", which is not in the file "${file.id}".`,
          offset,
        );
}
