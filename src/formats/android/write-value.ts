import { EditError } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import { elementsIn, type XmlElement } from '../kit/xml/elements.js';
import { breaksText, TEXT_TAG } from './value.js';

/** The style of a value: like the previous value and its source. */
export interface Look {
  readonly isCdata: boolean;
  /** The whole value is in double quotes. */
  readonly isQuoted: boolean;
  /** Quotes in tags in character data are not escaped. */
  readonly hasBareQuotes: boolean;
  /** `>` is written as `&gt;`. */
  readonly escapesGreater: boolean;
  /** Names of tags that are elements; other tags are character data. */
  readonly elements: ReadonlySet<string>;
  /** Names of the entities that the file declares. */
  readonly entities: ReadonlySet<string>;
  /** Characters written as escapes: `&#8230;`, `\u00a0`. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** A value as written in a file. */
export interface WrittenValue {
  readonly source: string;
  readonly element: XmlElement;
}

const NUMBER = /&#(?:x([0-9a-fA-F]+)|([0-9]+));|\\u([0-9a-fA-F]{4})/g;

/**
 * @param values the previous value, then the source's, if any
 * @param neighbour the value beside a new one
 */
export function lookOf(
  values: readonly WrittenValue[],
  entities: Iterable<string>,
  neighbour?: WrittenValue,
): Look {
  const raws = values.map(rawOf);
  const isCdata = values[0]?.element.children.some(({ kind }) => kind === 'cdata') ?? false;
  const elements = new Set(values.flatMap(({ element }) => namesIn(element)));
  const quoted = neighbour === undefined ? raws[0] : rawOf(neighbour);
  const spellings = new Map<string, string>();
  for (const [spelling, hex, decimal, four] of raws.join('').matchAll(NUMBER)) {
    const code = decimal === undefined ? Number.parseInt(hex ?? four ?? '', 16) : Number(decimal);
    if (code < 127 || (isCdata && four === undefined)) continue;
    spellings.set(String.fromCodePoint(code), spelling);
  }
  return {
    isCdata: isCdata && elements.size === 0,
    isQuoted: quoted !== undefined && /^\s*"[^]*(?<!\\)"\s*$/.test(quoted) && quoted !== '"',
    hasBareQuotes: raws.some(hasBareQuotes),
    escapesGreater: raws.some((raw) => raw.includes('&gt;')),
    ...{ elements, entities: new Set(entities), spellings },
  };
}

function hasBareQuotes(raw: string): boolean {
  if (!raw.includes('"')) return false;
  const tags = raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').matchAll(TEXT_TAG);
  return [...tags].some(([tag]) => /[^\\]"/.test(tag));
}

function rawOf({ source, element }: WrittenValue): string {
  return source.slice(element.open, element.close);
}

function namesIn(element: XmlElement): readonly string[] {
  return elementsIn(element).flatMap((child) => [child.name, ...namesIn(child)]);
}

/** @throws EditError `inline-codes` for elements that are not properly nested */
export function writeValue(key: Key, text: string, look: Look): string {
  const parts = look.elements.size === 0 ? [text] : cutAtTags(key, text, look.elements);
  const runs = runsOf(parts);
  const first = runs.findIndex(({ plain }) => plain !== '');
  const last = runs.findLastIndex(({ plain }) => plain !== '');
  const written = runs.map(({ plain, parts: own, tag }, at): string => {
    const escaped = own.map((part, i) =>
      i % 2 === 1 ? part : xmlEscape(androidEscape(part, look), look),
    );
    const isLost =
      / {2}/.test(plain) ||
      (at === first && plain.startsWith(' ')) ||
      (at === last && plain.endsWith(' '));
    const run = (at === 0 && /^[@?]/.test(plain) ? '\\' : '') + escaped.join('');
    return (isLost ? `"${run}"` : run) + tag;
  });
  const whole = written.join('');
  const isLike = look.isQuoted && written.every((run) => !run.startsWith('"'));
  const value = isLike ? `"${whole}"` : whole;
  return look.isCdata ? `<![CDATA[${value.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : value;
}

interface Run {
  /** Its characters and the tags between them, alternating. */
  readonly parts: readonly string[];
  readonly plain: string;
  /** The tag that ends it; '' at the end. */
  readonly tag: string;
}

/** The parts that quotes can enclose: `aapt2` ends them at style tags. */
function runsOf(parts: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  let own: string[] = [];
  const end = (tag: string): void => {
    runs.push({ parts: own, plain: own.filter((_, at) => at % 2 === 0).join(''), tag });
    own = [];
  };
  for (const [at, part] of parts.entries()) {
    if (at % 2 === 1 && breaksText(/^<\/?([\w:.-]+)/.exec(part)?.[1] ?? '')) end(part);
    else own.push(part);
  }
  end('');
  return runs;
}

const TAG =
  /<(\/?)([A-Za-z_][\w:.-]*)(?:\s+[\w:.-]+\s*=\s*(?:"[^"<&]*(?:&[#\w]+;[^"<&]*)*"|'[^'<&]*(?:&[#\w]+;[^'<&]*)*'))*\s*(\/?)>/g;

/** Characters and tags alternating, starting with characters. */
function cutAtTags(key: Key, text: string, elements: ReadonlySet<string>): readonly string[] {
  const parts: string[] = [];
  const open: string[] = [];
  let last = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, slash, name = '', empty] = match;
    if (!elements.has(name)) continue;
    parts.push(text.slice(last, match.index), tag);
    last = match.index + tag.length;
    if (slash === '/' && open.pop() !== name) throw unclosed(key, name);
    if (slash === '' && empty === '') open.push(name);
  }
  const [left] = open;
  if (left !== undefined) throw unclosed(key, left);
  return [...parts, text.slice(last)];
}

function unclosed(key: Key, name: string): EditError {
  return new EditError('inline-codes', key, `<${name}> does not close where it should.`);
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t' };
/* Including lone surrogates and characters that XML cannot contain. */
const ESCAPED = /[\\'"\n\t]|[^ -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function androidEscape(text: string, look: Look): string {
  const escaped = text.replace(ESCAPED, (one) => {
    if (/[\\'"]/.test(one)) return `\\${one}`;
    return ESCAPES[one] ?? unicodeEscape(one);
  });
  if (!look.hasBareQuotes) return escaped;
  return escaped.replace(TEXT_TAG, (tag) => tag.replaceAll('\\"', '"'));
}

function xmlEscape(text: string, { isCdata, entities, spellings, escapesGreater }: Look): string {
  const spelled =
    spellings.size === 0
      ? text
      : (one: string): string => one.replace(/[^\0-\x7f]/gu, (c) => spellings.get(c) ?? c);
  const spell = typeof spelled === 'string' ? (one: string): string => one : spelled;
  if (isCdata) return spell(text);
  const escaped = text
    .replace(/&(?:([\w:.-]+);)?/g, (whole, name: string | undefined) =>
      name !== undefined && entities.has(name) ? whole : `&amp;${whole.slice(1)}`,
    )
    .replaceAll('<', '&lt;');
  const closed = escapesGreater
    ? escaped.replaceAll('>', '&gt;')
    : escaped.replaceAll(']]>', ']]&gt;');
  return spell(closed);
}
