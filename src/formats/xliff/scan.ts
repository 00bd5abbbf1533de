import type { FormatErrorCode } from '../../model/index.js';
import { detectNewline } from '../kit/layout.js';
import { formatError } from '../kit/unusable.js';
import type { Opened } from '../kit/xml/element.js';
import { gapBefore, indentIn } from '../kit/xml/layout.js';
import { XmlReader, type ReadOptions, type XmlHandler } from '../kit/xml/reader.js';
import { lookup } from '../kit/xml/scope.js';
import { Builder } from './builder.js';
import {
  complainOfAttributes,
  complainOfChild,
  complainOfForeignChild,
  type Progress,
} from './check-element.js';
import { ForeignCheck } from './check-modules.js';
import { CORE, VERSIONS } from './names.js';
import { ELEMENTS, type ElementRule } from './schema.js';
import { Part } from './tree.js';
import type { Container, RootNode, Tag, Tree, UnitNode, Warning } from './tree.js';

export interface ScanOptions extends ReadOptions {
  /** Unit ids of each file that exist outside this text, for `subFlows`. */
  readonly known?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** An open element. `rule` and `node` are undefined in elements of other namespaces. */
interface Frame extends Opened, Progress {
  rule: ElementRule | undefined;
  node: Tag | undefined;
}

/**
 * Reads a file. Violations of XLIFF 2.1 constraints are warnings; a unit that they make unusable is
 * marked as broken.
 * @throws FormatError for invalid XML, a file that is not XLIFF, or an unsupported version
 */
export function scan(text: string, options: ScanOptions = {}): Tree {
  return new Scanner(text, options).run();
}

class Scanner implements XmlHandler<Frame> {
  readonly #text: string;
  readonly #options: ScanOptions;
  readonly #builder: Builder;
  readonly #foreign: ForeignCheck;
  readonly #warnings: Warning[] = [];
  #version = '';

  constructor(text: string, options: ScanOptions) {
    this.#text = text;
    this.#options = options;
    const warn = (message: string, offset: number): void => this.#warn(message, offset);
    this.#builder = new Builder({
      ...{ text, known: options.known, warn },
      spoil: (message, offset, unit) => this.#warn(message, offset, unit),
      fail: (message, offset, code) => this.#fail(message, offset, code),
    });
    this.#foreign = new ForeignCheck(warn);
  }

  run(): Tree {
    const text = this.#text;
    const { xml11 } = new XmlReader(text, this.#options, this).run();
    const builder = this.#builder;
    const root = builder.root ?? this.#fail('no <xliff> element.', 0, 'syntax');
    return {
      ...{ text, root, files: builder.files, version: this.#version, warnings: this.#warnings },
      ...{ xml11, newline: detectNewline(text), indent: stepOf(root, text) },
      encoding: this.#options.encoding ?? 'utf-8',
    };
  }

  open(opened: Opened, parent: Frame | undefined): Frame {
    const { name, local, namespace, attributes, names, qualified, scope, start, openEnd } = opened;
    // One object literal: spreading an object into another takes ten times as long.
    const frame: Frame = {
      name,
      local,
      namespace,
      attributes,
      names,
      qualified,
      scope,
      start,
      openEnd,
      rule: undefined,
      node: undefined,
      rank: -1,
      complete: false,
    };
    frame.rule = this.#enter(frame, parent);
    if (frame.rule !== undefined) frame.node = this.#builder.open(frame);
    return frame;
  }

  close(
    { rule, node, complete, local, start }: Frame,
    at: { closeStart: number; end: number },
  ): void {
    if (rule === undefined || node === undefined) return;
    if (rule.needs.length > 0 && !complete) {
      const needed = rule.needs.map((one) => `<${one}>`).join(' or ');
      const message = `<${local}> lacks ${needed}.`;
      if (NEEDED.has(local)) this.#spoil(message, start);
      else this.#warn(message, start);
    }
    node.closeStart = at.closeStart;
    node.end = at.end;
    this.#builder.close(node, local);
  }

  /** Only white space is allowed between elements without text. */
  text({ rule, local }: Frame, start: number, end: number): void {
    if (rule === undefined || rule.text) return;
    const stray = this.#text.slice(start, end).search(/[^ \n\r\t]/);
    if (stray !== -1)
      this.#misplaced(`text in <${local}>; only elements are allowed.`, start + stray);
  }

  /**
   * The rule of a core element; undefined for others, and for elements that are not allowed here.
   */
  #enter(opened: Opened, parent: Frame | undefined): ElementRule | undefined {
    const { local, name, namespace, start } = opened;
    if (parent === undefined) return this.#enterRoot(opened);
    if (namespace === '?') this.#warn(`the prefix of <${name}> is not declared.`, start);
    if (parent.rule === undefined) {
      this.#checkPrefixes(opened);
      this.#foreign.inside(opened);
      return undefined;
    }
    if (namespace !== parent.namespace && !CORE.has(namespace)) {
      const complaint = complainOfForeignChild(name, parent.rule, parent);
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
    return this.#enterCore(opened, rule, parent);
  }

  #enterCore(opened: Opened, rule: ElementRule, parent: Frame): ElementRule | undefined {
    const { local, start } = opened;
    const complaint = complainOfChild(local, parent.rule ?? rule, parent);
    const isPlaced = complaint === undefined || complaint.isHarmless || isNotes(local, parent);
    if (!isPlaced) {
      if (parent.node instanceof Part) this.#spoil(complaint.message, start);
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
    if (opened.qualified) this.#foreign.attributes(opened);
  }

  #enterRoot(opened: Opened): ElementRule {
    const { attributes, local, namespace, start } = opened;
    const { version } = attributes;
    if (local !== 'xliff')
      this.#fail(`the root element is <${local}>; expected <xliff>.`, start, 'syntax');
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
function isNotes(local: string, { rule }: Frame): boolean {
  return local === 'notes' && rule?.text === false;
}

/** One level of indentation: that of the first element that is indented more than its parent. */
function stepOf(root: RootNode, text: string): string {
  let outer = '';
  let at: RootNode | Container | UnitNode | Part | undefined = root.files[0];
  while (at !== undefined) {
    const indent = indentIn(gapBefore(text, at.start));
    if (indent.length > outer.length && indent.startsWith(outer)) return indent.slice(outer.length);
    outer = indent;
    if (at.kind === 'unit') at = at.parts[0];
    else at = 'children' in at ? at.children[0] : undefined;
  }
  return '';
}
