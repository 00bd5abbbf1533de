import { EditError } from '../../model/index.js';
import type { DeriveOptions, Edit, Origin, SetEdit, Key } from '../../model/index.js';
import { unicodeEscape } from '../kit/character-escapes.js';
import { isLineEnd } from '../kit/layout.js';
import { originsOf } from '../kit/origins.js';
import type { Splice } from '../kit/splices.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { endOfEmpty, linesInEmpty } from '../kit/xml/blocks.js';
import { elementsIn, quotedLike, type XmlElement } from '../kit/xml/elements.js';
import { escapeAttribute } from '../kit/xml/escape.js';
import { about } from './about.js';
import { type AndroidFile, breaksText, read, type Resource, TEXT_TAG } from './read.js';

/** Android's `strings.xml`: strings, plurals and string arrays. */
const format: TreeFormat<AndroidFile> = {
  ...about,
  refusedBy: 'aapt2',
  read,
  set,
  rename: quotedLike,
  insert: insertLines,
  isList: isArray,
  // `device`, and `device` for a product.
  keysGoOn: true,
  beside,
  derived,
  escape: (character) => unicodeEscape(character),
};

function set(edit: SetEdit, node: Resource, file: AndroidFile): readonly Splice[] {
  const { unit, element } = node;
  if (unit === undefined) return [];
  const source = sourceOf(edit.from);
  const own = { source: file.text, element };
  const look = lookOf(source ? [own, source.value] : [own], file.entities.keys());
  const copied = source?.node.unit;
  // A reference may come to a place that had a text, because array items have positions as keys.
  const isCode =
    copied?.translate === false && (unit.translate === false || edit.text === copied.text);
  const value = isCode ? edit.text : writeValue(edit.key, edit.text, look);
  const isEmptyTag = element.end === element.open;
  const text = isEmptyTag ? `>${value}</${element.name}>` : value;
  return [{ ...unit.range, text }];
}

function beside(edits: readonly Edit[], file: AndroidFile): readonly Splice[] {
  const { attributes, start, name } = file.root.element;
  const text = declarations(edits, file);
  const at = attributes.at(-1)?.end ?? start + 1 + name.length;
  const splices = text === '' ? [] : [{ start: at, end: at, text }];
  const { open, end } = file.root.element;
  if (open < end || !edits.some(({ op }) => op === 'insert')) return splices;
  return [...splices, endOfEmpty(file.text, file.root.element)];
}

/** Removes everything except texts: other resources would hide those that fit a device better. */
function derived({ root, foreign }: AndroidFile, { language }: DeriveOptions): readonly Splice[] {
  const removed = foreign.map((range) => ({ ...range, text: '' }));
  const locale = root.element.attributes.find(({ name }) => name === 'tools:locale');
  if (locale === undefined) return removed;
  const text = `tools:locale="${escapeAttribute(language)}"`;
  return [...removed, { start: locale.start, end: locale.end, text }];
}

export const android = treeCodec(format);

const originOf = originsOf('android', (text) => read(text));

/** The source's resource that a text is made from, in its own file. */
export function sourceOf(from: Origin | undefined):
  | {
      readonly node: Resource;
      readonly file: AndroidFile;
      readonly value: WrittenValue;
    }
  | undefined {
  const found = originOf(from);
  if (found === undefined) return undefined;
  const value = { source: found.file.text, element: found.node.element };
  return { ...found, value };
}

const STEP = '    ';

/** Lines of a new string, a new item, or a resource with all its items. */
export function insertLines(item: NewNode, place: Place<AndroidFile>): string {
  const { parent, before, after, isInLine, at, run } = place;
  const lines = linesOf(item, { place, indent: (before ?? after)?.indent ?? indentIn(parent) });
  const { element } = parent;
  const { file, newline } = place;
  if (element.open === element.end) return linesInEmpty(lines, element, place);
  // The others are on their parent's line, so it stays one line.
  const isBehind = ({ block }: Resource): boolean =>
    block.start > 0 && !isLineEnd(file.text.charCodeAt(block.start - 1));
  if (isInLine && [before, after].some((one) => one !== undefined && isBehind(one)))
    return lines.trim();
  // The element's end tag is on the line of its start tag.
  const { inside = 0 } = parent;
  const isAlone = before === undefined && after === undefined;
  if (!isAlone || /[\n\r]/.test(file.text.charAt(inside - 1))) return lines;
  const isLast = at === run.length - 1;
  if (parent.indent === '') return isLast ? lines + newline : lines;
  return `${at === 0 ? newline : ''}${lines}${isLast ? parent.indent : ''}`;
}

export function isArray({ element }: Resource): boolean {
  return element.name === 'string-array';
}

function indentIn(parent: Resource): string {
  return parent.key.length === 0 ? STEP : parent.indent + STEP;
}

interface Writing {
  readonly place: Place<AndroidFile>;
  readonly indent: string;
}

function linesOf(item: NewNode, writing: Writing): string {
  const { key, edit, children } = item;
  const own = edit === undefined ? '' : valueLine(item, writing);
  // A string's products and the items of a plural may share the start of their keys.
  const isItem = (child: NewNode): boolean => containerOf(child)?.key.length === key.length;
  const others = children.filter((child) => !isItem(child));
  const lines = own + others.map((child) => linesOf(child, writing)).join('');
  const items = children.filter(isItem);
  const [first] = items;
  const container = first && containerOf(first);
  if (container === undefined) return lines;
  const { place, indent } = writing;
  const { newline } = place;
  const step = indent === '' ? STEP : indent;
  const { name } = container.element;
  const start = `${indent}<${name}${attributesOf(item, container)}>${newline}`;
  const inner = items.map((child) => linesOf(child, { place, indent: indent + step })).join('');
  return `${lines}${start}${inner}${indent}</${name}>${newline}`;
}

/** The source's resource that contains the items below a new node. */
function containerOf(item: NewNode): Resource | undefined {
  const { edit, children } = item;
  if (edit !== undefined) return sourceOf(edit.from)?.node.parent;
  const [first] = children;
  return first && containerOf(first);
}

function valueLine({ key, edit }: NewNode, { place, indent }: Writing): string {
  const { file, parent, before, after, newline } = place;
  const source = sourceOf(edit?.from);
  const neighbour = before ?? after;
  const look = lookOf(
    source === undefined ? [] : [source.value],
    file.entities.keys(),
    neighbour?.unit && { source: file.text, element: neighbour.element },
  );
  const text = edit?.text ?? '';
  // The name of another resource.
  const isCode = source?.node.unit?.translate === false;
  const value = isCode ? text : writeValue(key, text, look);
  const isItem = source?.node.parent !== undefined || parent.key.length > 0;
  if (!isItem) {
    const attributes = attributesOf({ key, children: [] }, source?.node);
    return `${indent}<string${attributes}>${value}</string>${newline}`;
  }
  const kind = source?.node.parent?.element.name ?? parent.element.name;
  const quantity = kind === 'plurals' ? ` quantity="${escapeAttribute(key.at(-1) ?? '')}"` : '';
  return `${indent}<item${quantity}>${value}</item>${newline}`;
}

/** The attributes of the source's resource that have a meaning in a target, with the new name. */
function attributesOf({ key }: NewNode, source: Resource | undefined): string {
  const [name = '', product] = key;
  const own: Readonly<Record<string, string | undefined>> = { name, product };
  const attributes = source?.element.attributes ?? [
    { name: 'name', value: name },
    ...(product === undefined ? [] : [{ name: 'product', value: product }]),
  ];
  return attributes
    .filter((one) => !one.name.includes(':') && one.name !== 'translatable')
    .map((one) => ` ${one.name}="${escapeAttribute(own[one.name] ?? one.value)}"`)
    .join('');
}

/** Declarations of prefixes that new values use and the file lacks, as in the source. */
export function declarations(edits: readonly Edit[], { root }: AndroidFile): string {
  const added = new Map<string, string>();
  for (const edit of edits) {
    if (edit.op === 'remove' || !edit.text.includes('<') || !edit.text.includes(':')) continue;
    const source = sourceOf(edit.from);
    for (const { name, value } of source?.file.root.element.attributes ?? [])
      if (name.startsWith('xmlns:') && edit.text.includes(`<${name.slice(6)}:`))
        added.set(name, value);
  }
  const has = new Set(root.element.attributes.map(({ name }) => name));
  return [...added]
    .filter(([name]) => !has.has(name))
    .map(([name, value]) => ` ${name}="${escapeAttribute(value)}"`)
    .join('');
}

/** The style of a value: like the previous value and its source. */
interface Look {
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
interface WrittenValue {
  readonly source: string;
  readonly element: XmlElement;
}

const NUMBER = /&#(?:x([0-9a-fA-F]+)|([0-9]+));|\\u([0-9a-fA-F]{4})/g;

/**
 * @param values the previous value, then the source's, if any
 * @param neighbour the value beside a new one
 */
function lookOf(
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
function writeValue(key: Key, text: string, look: Look): string {
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
