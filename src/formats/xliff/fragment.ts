import { decodeText, escapeAttribute, escapeText, type EscapeOptions } from '../kit/xml/escape.js';
import { localName } from '../kit/xml/names.js';
import { readAttributes, tokenize } from '../kit/xml/tokens.js';

/** Content of a `<source>` or `<target>`, without comments and processing instructions. */
export type Item =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      /** Local name. */
      readonly name: string;
      /** As written, in order, without namespace declarations. */
      readonly attributes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'close'; readonly name: string };

const CANONICAL = { newline: '\n', prefix: '', xml11: false } as const;

/** Items of well-formed content. Empty elements are an `open` and a `close`. */
export function readItems(raw: string): readonly Item[] {
  const items: Item[] = [];
  for (const token of tokenize(raw)) {
    const { kind, start, end } = token;
    const name = localName(token.name);
    if (kind === 'text') addText(items, decodeText(raw.slice(start, end)));
    else if (kind === 'cdata')
      addText(items, raw.slice(start + 9, end - 3).replace(/\r\n?/g, '\n'));
    else if (kind === 'open' || kind === 'empty') {
      const pairs = readAttributes(raw.slice(start, end))
        .filter((attribute) => !/^xmlns(?::|$)/.test(attribute.name))
        .map((attribute) => [attribute.name, attribute.value] as const);
      items.push({ kind: 'open', name, attributes: new Map(pairs) });
      if (kind === 'empty') items.push({ kind: 'close', name });
    } else if (kind === 'close') items.push({ kind: 'close', name });
  }
  return items;
}

function addText(items: Item[], text: string): void {
  const last = items.at(-1);
  if (last?.kind === 'text') items[items.length - 1] = { kind: 'text', text: last.text + text };
  else items.push({ kind: 'text', text });
}

/** Text of content without codes: character data, with `cp` elements resolved. */
export function plainText(raw: string): string {
  if (!raw.includes('<')) return decodeText(raw);
  return readItems(raw)
    .map((item) => {
      if (item.kind === 'text') return item.text;
      return item.kind === 'open' ? pointOf(item.attributes) : '';
    })
    .join('');
}

function pointOf(attributes: ReadonlyMap<string, string>): string {
  return String.fromCodePoint(Number.parseInt(attributes.get('hex') ?? 'fffd', 16));
}

/** The XML fragment for content with codes: `Unit.text` if `inline` is 'xliff'. */
export function fragmentOf(raw: string): string {
  if (isCanonical(raw)) return raw;
  return writeItems(readItems(raw), (text) => escapeText(text, CANONICAL), CANONICAL);
}

const PLAIN_RUN = /[^<&\r]*(?:&(?:amp|lt);[^<&\r]*)*/y;
const PLAIN_TAG = /<(?:\/[a-z]+|[a-z]+(?: (?!xmlns)[\w:.-]+="[^"<&\t\n\r]*")*\/?)>/y;

/** Whether the content is already written as `writeItems` would write it, as most is. */
function isCanonical(raw: string): boolean {
  let at = 0;
  let opened = -1;
  while (at < raw.length) {
    PLAIN_RUN.lastIndex = at;
    PLAIN_RUN.test(raw);
    at = PLAIN_RUN.lastIndex;
    if (at >= raw.length) return true;
    PLAIN_TAG.lastIndex = at;
    if (!PLAIN_TAG.test(raw)) return false;
    const closing = raw.charCodeAt(at + 1) === 47;
    if (closing && opened === at) return false;
    at = PLAIN_TAG.lastIndex;
    opened = closing || raw.charCodeAt(at - 2) === 47 ? -1 : at;
  }
  return true;
}

/** Items as XML: double quotes, one space between attributes, empty elements closed at once. */
export function writeItems(
  items: readonly Item[],
  write: (text: string) => string,
  { prefix, style }: Pick<EscapeOptions, 'prefix' | 'style'>,
): string {
  const parts: string[] = [];
  items.forEach((item, index) => {
    if (item.kind === 'text') parts.push(write(item.text));
    else if (item.kind === 'open') {
      const attributes = [...item.attributes].map(
        ([name, value]) => ` ${name}="${escapeAttribute(value, style)}"`,
      );
      const empty = items[index + 1]?.kind === 'close';
      parts.push(`<${prefix}${item.name}${attributes.join('')}${empty ? '/' : ''}>`);
    } else if (items[index - 1]?.kind !== 'open') parts.push(`</${prefix}${item.name}>`);
  });
  return parts.join('');
}
