import type { FormatErrorCode, Range } from '../../../model/index.js';
import { hasBom } from '../layout.js';
import { formatError } from '../unusable.js';
import { charactersOf, decodeAttribute, escapeAttribute, NOT_XML, PREDEFINED } from './escape.js';
import { localName } from './scope.js';

/** An attribute, with offsets in the file. */
interface XmlAttribute {
  readonly name: string;
  /** As read by XML. */
  readonly value: string;
  /** Start of the name, and end after the closing quote. */
  readonly start: number;
  readonly end: number;
}

export interface XmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly start: number;
  /** End of its start tag. */
  readonly open: number;
  /** Start of its end tag; `open` if it has none. */
  readonly close: number;
  readonly end: number;
  readonly children: readonly XmlNode[];
}

/** A run of characters, or markup that no reader shows. */
export interface XmlPiece {
  readonly kind: 'text' | 'cdata' | 'comment' | 'instruction';
  readonly start: number;
  readonly end: number;
}

type XmlNode = XmlElement | XmlPiece;

interface XmlOptions {
  /** Local name of the root element. Default: any. */
  readonly root?: string;
  /** Name of this kind of file, for messages. */
  readonly what: string;
  /** Whether such a file may declare entities. */
  readonly hasEntities: boolean;
  /** Default: a DOCTYPE without entities is skipped. */
  readonly refusesDoctype?: boolean | undefined;
  readonly file?: string | undefined;
  /** Gets everything in document order instead of the tree, whose elements then have no children. */
  readonly listener?: XmlListener;
}

export interface XmlListener {
  open(element: XmlElement): void;
  close(element: XmlElement): void;
  piece(piece: XmlPiece): void;
}

const MOST_LEVELS = 1000;
const MOST_ATTRIBUTES = 1000;
const NO_ATTRIBUTES: readonly XmlAttribute[] = [];
const NO_CHILDREN: XmlNode[] = [];
const NAME = String.raw`[:A-Za-z_\u00c0-\uffff][-.\w:\u00b7-\uffff]*`;
const TAG_NAME = new RegExp(NAME, 'y');
const ATTRIBUTE = new RegExp(
  String.raw`[ \t\r\n]+(${NAME})[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')`,
  'y',
);
const TAG_END = /[ \t\r\n]*\/?>/y;
const SIGN = /&|]]>/;
const REFERENCE = new RegExp(String.raw`&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(${NAME}));`, 'y');
interface OpenElement extends XmlElement {
  readonly children: XmlNode[];
  close: number;
  end: number;
}

/**
 * The elements of an XML file with their positions, and the values of the entities that it
 * declares. Expands and loads nothing. Linear.
 * @throws FormatError `syntax` for a file that is not well-formed, another root element, entities
 * that expand too much or are not declared; `doctype`, `too-deep`
 */
export function readXml(
  text: string,
  options: XmlOptions,
): {
  readonly root: XmlElement;
  readonly entities: ReadonlyMap<string, string>;
  /** It states XML 1.1, which has references to control characters. */
  readonly xml11: boolean;
} {
  return new Reader(text, options).run();
}

class Reader {
  readonly #text: string;
  readonly #options: XmlOptions;
  readonly #xml11: boolean;
  #entities: ReadonlyMap<string, string> = new Map();
  readonly #open: OpenElement[] = [];
  #root: OpenElement | undefined;
  #at: number;

  constructor(text: string, options: XmlOptions) {
    this.#text = text;
    this.#options = options;
    this.#xml11 = /^\ufeff?<\?xml\s+version\s*=\s*["']1\.1["']/.test(text);
    this.#at = hasBom(text) ? 1 : 0;
  }

  run(): ReturnType<typeof readXml> {
    const text = this.#text;
    const bad = text.search(NOT_XML);
    if (bad !== -1) {
      const isHalf = /[\ud800-\udfff]/.test(text.charAt(bad));
      throw isHalf
        ? this.#error('half of a surrogate pair; the file is damaged', bad, 'encoding')
        : this.#error('a character that XML does not allow', bad);
    }
    const start = this.#at;
    while (this.#at < text.length) {
      const found = text.indexOf('<', this.#at);
      const lt = found === -1 ? text.length : found;
      if (lt > this.#at) this.#characters(this.#at, lt);
      if (lt < text.length) this.#markup(lt, lt === start);
    }
    const open = this.#open.at(-1);
    if (open !== undefined)
      throw this.#error(`<${open.name}> is never closed; expected </${open.name}>`, open.start);
    const { root, what } = this.#options;
    if (this.#root === undefined) {
      const start = root === undefined ? 'an element' : `<${root}>`;
      throw this.#error(`no element; ${what} must begin with ${start}`, text.length);
    }
    return { root: this.#root, entities: this.#entities, xml11: this.#xml11 };
  }

  #error(message: string, offset: number, code: FormatErrorCode = 'syntax'): Error {
    return formatError(code, `${message}.`, {
      ...{ text: this.#text, offset, file: this.#options.file },
    });
  }

  #characters(start: number, end: number): void {
    const raw = this.#text.slice(start, end);
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      const at = raw.search(/[^ \t\n\r]/);
      if (at !== -1) throw this.#error('text outside the root element; expected "<"', start + at);
    } else {
      if (SIGN.test(raw)) {
        const at = raw.indexOf(']]>');
        if (at !== -1) throw this.#error('"]]>" outside of CDATA; expected "]]&gt;"', start + at);
        this.#references(raw, start);
      }
      this.#add(parent, { kind: 'text', start, end });
    }
    this.#at = end;
  }

  #references(raw: string, start: number): void {
    for (let at = raw.indexOf('&'); at !== -1; at = raw.indexOf('&', at + 1)) {
      REFERENCE.lastIndex = at;
      const match = REFERENCE.exec(raw);
      if (match === null) throw this.#error('"&" alone; expected "&amp;"', start + at);
      const [whole, hex, decimal, name] = match;
      if (name === undefined) {
        const code = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
        const isControl = code > 0 && code < 32;
        if (this.#xml11 && isControl) continue;
        if (code <= 0x10ffff && !NOT_XML.test(String.fromCodePoint(code))) continue;
        throw this.#error(`${whole} is not allowed in XML`, start + at);
      }
      if (PREDEFINED.has(name) || this.#entities.has(name)) continue;
      const advice = `use a numeric reference such as &#160;, or &amp;${name};`;
      throw this.#error(`&${name}; is not declared; ${advice}`, start + at);
    }
  }

  #markup(lt: number, isFirst: boolean): void {
    const text = this.#text;
    const next = text.charCodeAt(lt + 1);
    if (next === 33) this.#declaration(lt);
    else if (next === 63) {
      const isDeclaration = /^<\?xml[\s?]/i.test(text.slice(lt, lt + 6));
      if (isDeclaration && !isFirst)
        throw this.#error('an XML declaration that is not at the start of the file', lt);
      this.#piece('instruction', lt, '?>');
    } else if (next === 47) this.#endTag(lt);
    else this.#startTag(lt);
  }

  #declaration(lt: number): void {
    const text = this.#text;
    if (text.startsWith('<!--', lt)) {
      const { end } = this.#piece('comment', lt, '-->', 4);
      const dashes = text.indexOf('--', lt + 4);
      if (dashes < end - 3) throw this.#error('"--" inside a comment', dashes);
    } else if (text.startsWith('<![CDATA[', lt) && this.#open.length > 0)
      this.#piece('cdata', lt, ']]>', 9);
    else if (text.startsWith('<!DOCTYPE', lt) && this.#root === undefined) {
      const { entities, end } = readDoctype(text, lt, (message, offset) =>
        this.#error(message, offset),
      );
      const { hasEntities, refusesDoctype } = this.#options;
      if (refusesDoctype === true)
        throw this.#error('a DOCTYPE is not allowed here; remove it', lt, 'doctype');
      if (entities.size > 0 && !hasEntities)
        throw this.#error('a DOCTYPE cannot contain declarations', lt, 'doctype');
      const bomb = growing(entities);
      if (bomb !== undefined)
        throw this.#error(`the entity ${bomb} refers to itself or expands to too much text`, lt);
      this.#entities = entities;
      this.#at = end;
    } else throw this.#error('"<!" must begin a comment or CDATA; expected "<!--"', lt);
  }

  #piece(kind: XmlPiece['kind'], start: number, end: string, skip = 2): XmlPiece {
    const at = this.#text.indexOf(end, start + skip);
    if (at === -1) throw this.#error(`what starts here is never closed; expected ${end}`, start);
    const piece = { kind, start, end: at + end.length };
    const parent = this.#open.at(-1);
    if (parent !== undefined) this.#add(parent, piece);
    this.#at = piece.end;
    return piece;
  }

  #add({ children }: OpenElement, piece: XmlPiece): void {
    const { listener } = this.#options;
    if (listener === undefined) children.push(piece);
    else listener.piece(piece);
  }

  #startTag(lt: number): void {
    const text = this.#text;
    TAG_NAME.lastIndex = lt + 1;
    if (!TAG_NAME.test(text)) throw this.#error('"<" alone; expected "&lt;"', lt);
    const nameEnd = TAG_NAME.lastIndex;
    const name = text.slice(lt + 1, nameEnd);
    const isBare = text.charCodeAt(nameEnd) === 62;
    const attributes = isBare ? NO_ATTRIBUTES : this.#attributes(nameEnd, lt);
    TAG_END.lastIndex = attributes.at(-1)?.end ?? nameEnd;
    if (!TAG_END.test(text)) throw this.#error(`the tag <${name}> is malformed; expected ">"`, lt);
    const open = TAG_END.lastIndex;
    const element: OpenElement = {
      kind: 'element',
      name,
      attributes,
      start: lt,
      open,
      close: open,
      end: open,
      children: this.#options.listener === undefined ? [] : NO_CHILDREN,
    };
    const parent = this.#open.at(-1);
    const { root, what, listener } = this.#options;
    if (parent !== undefined) {
      if (listener === undefined) parent.children.push(element);
    } else if (this.#root !== undefined)
      throw this.#error('a second root element; expected the end of the file', lt);
    else if (root !== undefined && localName(name) !== root)
      throw this.#error(`<${name}>; ${what} must begin with <${root}>`, lt);
    else this.#root = element;
    const isEmpty = text.charCodeAt(open - 2) === 47;
    if (!isEmpty) this.#open.push(element);
    if (this.#open.length > MOST_LEVELS)
      throw this.#error('more than 1,000 levels of nested elements', lt, 'too-deep');
    this.#at = open;
    listener?.open(element);
    if (isEmpty) listener?.close(element);
  }

  #attributes(from: number, tag: number): readonly XmlAttribute[] {
    const attributes: XmlAttribute[] = [];
    ATTRIBUTE.lastIndex = from;
    for (let match = ATTRIBUTE.exec(this.#text); match !== null;) {
      const [whole, name = '', quoted = ''] = match;
      const end = match.index + whole.length;
      if (quoted.includes('&')) this.#references(quoted, end - quoted.length);
      if (attributes.some((one) => one.name === name))
        throw this.#error(`the attribute ${name} appears twice`, tag);
      if (attributes.length >= MOST_ATTRIBUTES)
        throw this.#error('more than 1,000 attributes in one tag', tag);
      const start = match.index + whole.search(/[^ \t\r\n]/);
      const value = decodeAttribute(quoted.slice(1, -1));
      attributes.push({ name, value, start, end });
      ATTRIBUTE.lastIndex = end;
      match = ATTRIBUTE.exec(this.#text);
    }
    return attributes;
  }

  #endTag(lt: number): void {
    const text = this.#text;
    const element = this.#open.pop();
    const end = lt + 2 + (element?.name.length ?? 0);
    TAG_END.lastIndex = end;
    const isOwn =
      element !== undefined &&
      text.startsWith(element.name, lt + 2) &&
      (text.charCodeAt(end) === 62 || (TAG_END.test(text) && text[TAG_END.lastIndex - 2] !== '/'));
    if (!isOwn) {
      const expected = element === undefined ? 'the end of the file' : `</${element.name}>`;
      throw this.#error(`an end tag without a start tag; expected ${expected}`, lt);
    }
    element.close = lt;
    element.end = text.indexOf('>', end) + 1;
    this.#at = element.end;
    this.#options.listener?.close(element);
  }
}

/** Value of an attribute; undefined if the element does not have it. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((one) => one.name === name)?.value;
}

/** The first child element with a name. */
export function elementIn(parent: XmlElement, name: string): XmlElement | undefined {
  return parent.children.find(
    (node): node is XmlElement => node.kind === 'element' && node.name === name,
  );
}

/** Child elements, optionally only those with a name. */
export function elementsIn(parent: XmlElement, name?: string): readonly XmlElement[] {
  return parent.children.filter(
    (node): node is XmlElement =>
      node.kind === 'element' && (name === undefined || node.name === name),
  );
}

/** All characters of an element, as read by XML. */
export function charactersIn(text: string, { children }: XmlElement): string {
  return children.map((node) => charactersOf(text, node)).join('');
}

/** Range of an attribute's value, including its quotes. */
export function quotedRange(
  text: string,
  { attributes }: XmlElement,
  name: string,
): Range | undefined {
  const found = attributes.find((one) => one.name === name);
  if (found === undefined) return undefined;
  const { start, end } = found;
  return { start: text.indexOf(text.charAt(end - 1), start), end };
}

/** An attribute's new value, in the quotes of the old one. */
export function quotedLike(value: string, written: string): string {
  const quote = written.startsWith("'") && !value.includes("'") ? "'" : '"';
  return quote + escapeAttribute(value) + quote;
}

const ENTITY = new RegExp(
  String.raw`<!ENTITY\s+(?:%\s+)?(${NAME})\s+(?:"([^"]*)"|'([^']*)'|(?:SYSTEM|PUBLIC)\s[^>]*)\s*>`,
  'y',
);
/* The start of constructs with their own end, and the brackets around the declarations. */
const NEXT = /["'[\]>]|<!--|<\?|<!/g;
const ENDS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<!--': '-->', '<?': '?>' };
const USE = new RegExp(`&(${NAME});`, 'g');

/**
 * The most characters of an expanded entity. A longer one is an attack on readers that expand it.
 */
const LONGEST = 100_000;
const MOST_NESTED = 20;

/**
 * Reads a document type declaration: its entities and the offset after its `>`. Linear.
 * @throws FormatError `syntax`
 */
function readDoctype(
  text: string,
  start: number,
  fail: (message: string, offset: number) => Error,
): { readonly entities: ReadonlyMap<string, string>; readonly end: number } {
  const entities = new Map<string, string>();
  let isInside = false;
  NEXT.lastIndex = start + '<!DOCTYPE'.length;
  for (let match = NEXT.exec(text); match !== null; match = NEXT.exec(text)) {
    const [sign] = match;
    const closing = ENDS[sign];
    if (closing !== undefined) {
      const end = text.indexOf(closing, NEXT.lastIndex);
      if (end === -1)
        throw fail(`what starts here is never closed; expected ${closing}`, match.index);
      NEXT.lastIndex = end + closing.length;
    } else if (sign === '[') isInside = true;
    else if (sign === ']') isInside = false;
    else if (sign === '>' && !isInside) return { entities, end: NEXT.lastIndex };
    else if (sign === '<!' && text.startsWith('<!ENTITY', match.index)) {
      ENTITY.lastIndex = match.index;
      const [whole, name = '', double, single = ''] = ENTITY.exec(text) ?? [];
      if (whole === undefined) throw fail('an invalid entity declaration', match.index);
      if (!/^<!ENTITY\s+%/.test(whole) && !entities.has(name)) entities.set(name, double ?? single);
      NEXT.lastIndex = match.index + whole.length;
    }
  }
  throw fail('the DOCTYPE is never closed; expected ">"', start);
}

/** An entity that expands to more than allowed; undefined if none does. */
function growing(entities: ReadonlyMap<string, string>): string | undefined {
  const lengths = new Map<string, number>();
  const lengthOf = (name: string, level: number): number => {
    const value = entities.get(name);
    if (value === undefined) return 0;
    if (level > MOST_NESTED) return Infinity;
    const known = lengths.get(name);
    if (known !== undefined) return known;
    let length = value.length;
    for (const [, used = ''] of value.matchAll(USE)) length += lengthOf(used, level + 1);
    lengths.set(name, length);
    return length;
  };
  for (const name of entities.keys()) if (lengthOf(name, 0) > LONGEST) return name;
  return undefined;
}
