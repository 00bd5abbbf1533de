import type { Encoding } from '../../model/index.js';
import { encodingNamed } from '../kit/encoding.js';
import { SaxesParser } from 'saxes';
import type { FormatErrorCode } from '../../model/index.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { formatError, rejectUnusable } from '../kit/unusable.js';
import { Builder } from './builder.js';
import {
  complainOfAttributes,
  complainOfChild,
  complainOfForeignChild,
  type Progress,
} from './check-element.js';
import { ForeignCheck } from './check-modules.js';
import type { Fail } from './fail.js';
import { gapBefore, indentIn } from './layout.js';
import { CORE, MAX_DEPTH, VERSIONS, localName } from './names.js';
import { explain } from './explain.js';
import { ELEMENTS, type ElementRule } from './schema.js';
import { NO_SCOPE, innerScope, lookup, namespaceOf } from './scope.js';
import type {
  Attributes,
  Container,
  Opened,
  Part,
  RootNode,
  Tag,
  Tree,
  UnitNode,
  Warning,
} from './tree.js';

export interface ScanOptions {
  readonly file?: string | undefined;
  readonly encoding?: Encoding | undefined;
  /** Unit ids of each file that are known to exist outside this text, for `subFlows`. */
  readonly known?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
}

/** Shared by the many elements without attributes: the parser makes an object for each. */
const NO_ATTRIBUTES: Attributes = Object.freeze(Object.create(null) as Attributes);

/** Part of ES2024; every Node that this runs on has it. */
type WellFormed = string & { isWellFormed(): boolean };

/** An element that is open. `rule` and `node` are undefined in elements of other namespaces. */
interface Frame extends Opened, Progress {
  rule: ElementRule | undefined;
  node: Tag | undefined;
}

/**
 * Reads a file and checks it against the constraints of the XLIFF 2.1 core.
 * @throws FormatError
 */
export function scan(text: string, options: ScanOptions = {}): Tree {
  rejectUnusable(text, options.file);
  return new Scanner(text, options).run();
}

class Scanner {
  readonly #text: string;
  readonly #file: string | undefined;
  readonly #encoding: Encoding | undefined;
  readonly #parser = new SaxesParser({ xmlns: false, position: false } as const);
  readonly #builder: Builder;
  readonly #foreign: ForeignCheck;
  readonly #warnings: Warning[] = [];
  readonly #stack: Frame[] = [];
  #version = '';
  /** End of the last tag, comment, CDATA section or processing instruction. */
  #cursor = 0;
  #atEnd = false;
  /** Names of the attributes of the tag that is being read. */
  #names: string[] = [];

  constructor(text: string, options: ScanOptions) {
    this.#text = text;
    this.#encoding = options.encoding;
    this.#file = options.file;
    const fail: Fail = (message, offset, code) => this.#fail(message, offset, code);
    const warn = (message: string, offset: number): void => {
      this.#warnings.push({ message, offset });
    };
    this.#builder = new Builder({ text, fail, known: options.known });
    this.#foreign = new ForeignCheck({ fail, warn });
  }

  run(): Tree {
    const parser = this.#parser;
    const text = this.#text;
    if (!(text as WellFormed).isWellFormed())
      this.#fail(
        'half of a surrogate pair; the file is damaged.',
        text.search(/[\ud800-\udfff]/u),
        'encoding',
      );
    parser.on('error', (error) => this.#failSyntax(error.message));
    parser.on('xmldecl', (declaration) => {
      const { encoding } = declaration;
      if (encoding !== undefined && !isDeclared(encoding, this.#encoding))
        this.#fail(
          `the file says that its encoding is ${encoding}; save it as UTF-8 and say so.`,
          hasBom(text) ? 1 : 0,
          'encoding',
        );
      this.#cursor = this.#position;
    });
    parser.on('doctype', () =>
      this.#fail(
        'a DOCTYPE; XLIFF has none, and none is read. Expected <xliff> without it.',
        this.#markupStart(),
        'doctype',
      ),
    );
    // The parser speaks of a comment before it has read the ">" that ends it.
    parser.on('comment', () => this.#skip(this.#position + 1));
    parser.on('processinginstruction', () => this.#skip(this.#position));
    parser.on('cdata', () => {
      const top = this.#stack.at(-1);
      if (top?.rule?.text === false)
        this.#fail(`text in <${top.local}>; expected elements alone.`, this.#markupStart());
      this.#cursor = this.#position;
    });
    parser.on('attribute', ({ name }) => this.#names.push(name));
    parser.on('opentag', ({ name, attributes }) => this.#open(name, attributes));
    parser.on('closetag', ({ name, isSelfClosing: empty }) => this.#close(name, empty));
    parser.write(text);
    this.#atEnd = true;
    parser.close();
    return this.#tree();
  }

  #tree(): Tree {
    const text = this.#text;
    const builder = this.#builder;
    const root = builder.root ?? this.#fail('no <xliff> element.', 0, 'syntax');
    return {
      ...{ text, root, files: builder.files, version: this.#version, warnings: this.#warnings },
      xml11: this.#parser.xmlDecl.version === '1.1',
      newline: detectNewline(text),
      indent: stepOf(root, text),
    };
  }

  /** Where the parser is, as an offset of the text. */
  get #position(): number {
    return Math.min(this.#parser.position, this.#text.length);
  }

  /**
   * Start of the markup that has been read: text holds no "<", so it is the first one behind the
   * markup before.
   */
  #markupStart(): number {
    const found = this.#text.indexOf('<', this.#cursor);
    return found === -1 ? this.#text.length : found;
  }

  #failSyntax(said: string): never {
    const text = this.#text;
    const cursor = this.#cursor;
    const position = this.#position;
    const atEnd = this.#atEnd;
    const depth = this.#stack.length;
    const hasRoot = this.#builder.root !== undefined;
    const { message, offset } = explain(said, { text, cursor, position, depth, hasRoot, atEnd });
    return this.#fail(message, offset, 'syntax');
  }

  #fail(message: string, offset: number, code: FormatErrorCode = 'constraint'): never {
    throw formatError(code, message, { text: this.#text, offset, file: this.#file });
  }

  #skip(end: number): void {
    this.#checkGap(this.#markupStart());
    this.#cursor = end;
  }

  /** Between elements that hold no text only white space is allowed. */
  #checkGap(end: number): void {
    const top = this.#stack.at(-1);
    if (top?.rule === undefined || top.rule.text) return;
    for (let at = this.#cursor; at < end; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9)
        this.#fail(`text in <${top.local}>; expected elements alone.`, at);
    }
  }

  #open(name: string, given: Attributes): void {
    const stack = this.#stack;
    const names = this.#names;
    const end = this.#position;
    const attributes = names.length === 0 ? NO_ATTRIBUTES : given;
    if (names.length > 0) this.#names = [];
    const start = this.#markupStart();
    this.#checkGap(start);
    if (stack.length >= MAX_DEPTH)
      this.#fail(`elements nested deeper than ${MAX_DEPTH}.`, start, 'too-deep');
    const parent = stack.at(-1);
    const outer = parent?.scope ?? NO_SCOPE;
    const qualified = names.some((name) => name.includes(':') || name === 'xmlns');
    const scope = qualified ? innerScope(attributes, outer) : outer;
    const namespace = namespaceOf(name, scope);
    if (namespace === undefined)
      this.#fail(`the prefix of <${name}> is not declared.`, start, 'syntax');
    const frame: Frame = {
      name,
      local: localName(name),
      namespace,
      attributes,
      names,
      qualified,
      scope,
      start,
      openEnd: end,
      rule: undefined,
      node: undefined,
      rank: -1,
      complete: false,
    };
    frame.rule = this.#enter(frame, parent);
    stack.push(frame);
    this.#cursor = end;
    if (frame.rule !== undefined) frame.node = this.#builder.open(frame);
  }

  /** The rule of an element of the core; undefined for others. */
  #enter(opened: Opened, parent: Frame | undefined): ElementRule | undefined {
    const { local, namespace, start } = opened;
    if (parent === undefined) return this.#enterRoot(opened);
    if (parent.rule === undefined) {
      this.#checkPrefixes(opened);
      this.#foreign.inside(opened);
      return undefined;
    }
    if (namespace !== parent.namespace && !CORE.has(namespace)) {
      this.#complain(complainOfForeignChild(opened.name, parent.rule, parent), start);
      this.#checkPrefixes(opened);
      this.#foreign.enter(opened, this.#builder.owner);
      return undefined;
    }
    const rule = ELEMENTS.get(local);
    if (rule === undefined || local === 'xliff')
      return this.#fail(`<${local}> is no element of XLIFF ${this.#version}.`, start);
    this.#complain(complainOfChild(local, parent.rule, parent), start);
    this.#checkCore(opened, rule);
    return rule;
  }

  #checkCore(opened: Opened, rule: ElementRule): void {
    if (opened.names.length === 0 && rule.required.length === 0) return;
    this.#complain(complainOfAttributes(opened, rule, this.#version), opened.start);
    if (opened.qualified) this.#foreign.attributes(opened);
  }

  #enterRoot(opened: Opened): ElementRule {
    const { attributes, local, namespace, start } = opened;
    const version = attributes['version'];
    const older = /^urn:oasis:names:tc:xliff:document:(1\.\d)$/.exec(namespace)?.[1];
    if (local !== 'xliff')
      this.#fail(`the root element is <${local}>; expected <xliff>.`, start, 'syntax');
    if (older !== undefined || version?.startsWith('1') === true)
      this.#fail(
        `this is XLIFF ${version ?? older ?? '1'}; expected 2.0, 2.1 or 2.2. Have the file exported as XLIFF 2 (Angular: --format=xlf2) or converted.`,
        start,
        'version',
      );
    if (!CORE.has(namespace))
      this.#fail(
        `<xliff> of the namespace "${namespace}"; expected urn:oasis:names:tc:xliff:document:2.0.`,
        start,
        'version',
      );
    if (version !== undefined && !VERSIONS.has(version))
      this.#fail(`this is XLIFF ${version}; expected 2.0, 2.1 or 2.2.`, start, 'version');
    this.#version = version ?? '2.1';
    const rule = ELEMENTS.get('xliff') ?? this.#fail('no rule for <xliff>.', start);
    this.#checkCore(opened, rule);
    return rule;
  }

  #checkPrefixes({ names, scope, start }: Opened): void {
    for (const name of names) {
      const colon = name.indexOf(':');
      if (colon <= 0 || name.startsWith('xmlns:')) continue;
      if (lookup(name.slice(0, colon), scope) === undefined)
        this.#fail(`the prefix of ${name} is not declared.`, start, 'syntax');
    }
  }

  #close(name: string, empty: boolean): void {
    const end = this.#position;
    const closeStart = empty ? end : this.#markupStart();
    this.#checkGap(closeStart);
    const frame = this.#stack.pop();
    this.#cursor = end;
    if (frame === undefined) return;
    // The parser closes what is still open before it says that a closing tag does not fit.
    if (!empty && !this.#text.startsWith(name, closeStart + 2))
      this.#fail(
        `this closes another element; expected </${frame.name}> for the one that line ${String(this.#lineOf(frame.start))} opens.`,
        closeStart,
        'syntax',
      );
    if (frame.rule === undefined || frame.node === undefined) return;
    if (frame.rule.needs.length > 0 && !frame.complete) {
      const needed = frame.rule.needs.map((name) => `<${name}>`).join(' or ');
      this.#fail(`<${frame.local}> lacks ${needed}.`, frame.start);
    }
    frame.node.closeStart = closeStart;
    frame.node.end = end;
    this.#builder.close(frame.node, frame.local);
  }

  #lineOf(offset: number): number {
    return formatError('syntax', '', { text: this.#text, offset }).line;
  }

  #complain(complaint: string | undefined, offset: number): void {
    if (complaint !== undefined) this.#fail(complaint, offset);
  }
}

/**
 * One level of indentation: that of the first element that stands further in than the one around
 * it.
 */
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

/** A text in Unicode was decoded by what its bytes show; any other by what the file declares. */
function isDeclared(label: string, encoding: Encoding = 'utf-8'): boolean {
  const named = encodingNamed(label);
  return named === encoding || (named?.slice(0, 6) === 'utf-16' && encoding.startsWith('utf-16'));
}
