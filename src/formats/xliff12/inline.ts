import { decodeText, escapeAttribute, escapeText } from '../kit/xml/escape.js';
import { localName } from '../kit/xml/names.js';
import { closingOf, readAttributes, tokenize, type Token } from '../kit/xml/tokens.js';

export interface Code {
  readonly kind: 'open' | 'close' | 'single';
  /**
   * Identifies the code, as shown in `Unit.text`: `x id="INTERPOLATION"`. A closing tag has the
   * name of its opening tag.
   */
  readonly name: string;
  /** As written in the file. */
  readonly raw: string;
}

/** A piece of a text: character data, or an inline code. */
export type Item = { readonly kind: 'text'; readonly text: string } | Code;

/** Elements whose content is also code and never shown. */
const OPAQUE: ReadonlySet<string> = new Set(['x', 'bx', 'ex', 'ph', 'it', 'bpt', 'ept', 'sub']);
const KNOWN: ReadonlySet<string> = new Set([...OPAQUE, 'g', 'mrk']);
/** Attributes that identify a code. Others may differ between files. */
const NAMES: ReadonlySet<string> = new Set(['id', 'mid', 'mtype']);
/** Kinds of `<mrk>` that protect their content. */
const PROTECTED = /mtype="(?:protected|x-its-translate-no|x-DNT)"/;
const SEGMENT = /mtype="seg"/;

/** Items of well-formed content, without comments. Segments are not codes. */
export function readItems(raw: string): readonly Item[] {
  const items: Item[] = [];
  const tokens = tokenize(raw);
  const open: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, start } = token;
    let { end } = token;
    if (kind === 'text') addText(items, decodeText(raw.slice(start, end)));
    else if (kind === 'cdata') addText(items, lines(raw.slice(start + 9, end - 3)));
    else if (kind === 'close') {
      const name = open.pop() ?? '';
      if (name !== '') items.push({ kind, name, raw: raw.slice(start, end) });
    } else if (kind === 'open' || kind === 'empty') {
      const name = nameOf(token, raw);
      const isOpaque =
        kind === 'open' && (OPAQUE.has(localName(token.name)) || PROTECTED.test(name));
      if (isOpaque) {
        at = closingOf(tokens, at);
        end = tokens[at]?.end ?? raw.length;
      }
      if (kind === 'open' && !isOpaque) open.push(name);
      if (name === '') continue;
      items.push({
        kind: kind === 'open' && !isOpaque ? 'open' : 'single',
        name,
        raw: raw.slice(start, end),
      });
    }
  }
  return items;
}

function lines(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function addText(items: Item[], text: string): void {
  const last = items.at(-1);
  if (last?.kind === 'text') items[items.length - 1] = { kind: 'text', text: last.text + text };
  else items.push({ kind: 'text', text });
}

/** '' for a segment. */
function nameOf({ name: written, start, end }: Token, raw: string): string {
  const local = localName(written);
  const shown = readAttributes(raw.slice(start, end))
    .filter(({ name }) => (KNOWN.has(local) ? NAMES.has(name) : !/^xmlns(?::|$)/.test(name)))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`);
  const name = local + shown.join('');
  return local === 'mrk' && SEGMENT.test(name) ? '' : name;
}

const CANONICAL = { newline: '\n', prefix: '', xml11: false } as const;

export interface Shown {
  readonly text: string;
  /** The text is an XML fragment with codes. */
  readonly hasCodes: boolean;
}

/** Content in the form of `Unit.text`. */
export function show(raw: string): Shown {
  if (!raw.includes('<')) return { text: decodeText(raw), hasCodes: false };
  const items = readItems(raw);
  if (items.every(({ kind }) => kind === 'text'))
    return {
      text: items.map((item) => (item.kind === 'text' ? item.text : '')).join(''),
      hasCodes: false,
    };
  const text = items.map((item) => {
    if (item.kind === 'text') return escapeText(item.text, CANONICAL);
    return tagOf(item);
  });
  return { text: text.join(''), hasCodes: true };
}

/** A code in the form of `Unit.text`. */
export function tagOf({ kind, name }: Code): string {
  if (kind === 'close') return `</${/^\S*/.exec(name)?.[0] ?? ''}>`;
  return kind === 'open' ? `<${name}>` : `<${name}/>`;
}
