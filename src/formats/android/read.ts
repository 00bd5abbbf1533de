import { formatKey } from '../../model/index.js';
import type { Key, ParseOptions, PluralCategory, Problem, Range, Unit } from '../../model/index.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { positions } from '../kit/positions.js';
import { formatError } from '../kit/unusable.js';
import { blocksIn, emptyEnd, insideOf, isEmptyTag, type XmlBlock } from '../kit/xml/blocks.js';
import { attributeOf, quotedRange, readXml, type XmlElement } from '../kit/xml/elements.js';
import { BARE_QUOTE, isReference, readValue } from './value.js';

/** A string, a plural, an array, or an item of these. */
export interface Resource extends Node {
  readonly element: XmlElement;
  readonly indent: string;
  readonly children?: readonly Resource[];
  /** Of an item: the resource that contains it. */
  readonly parent?: Resource;
}

export interface AndroidFile extends TreeFile<Resource> {
  readonly entities: ReadonlyMap<string, string>;
  /** Lines without texts for translators, which a new target does not get. */
  readonly foreign: readonly Range[];
}

interface Reading {
  readonly text: string;
  readonly file: string | undefined;
  /** Units with an unescaped apostrophe, question mark at the start, or quotes around some words. */
  readonly bare: { readonly key: Key; readonly range: Range; readonly sign: "'" | '?' | '"' }[];
}

/** @throws FormatError `syntax` for files that `aapt2` refuses */
export function read(text: string, { file }: ParseOptions = {}): AndroidFile {
  const what = 'an Android resource file';
  const { root, entities } = readXml(text, { root: 'resources', what, hasEntities: true, file });
  const children: Resource[] = [];
  const foreign: Range[] = [];
  const bare: Reading['bare'] = [];
  for (const block of blocksIn(text, root)) {
    const resource = resourceOf(block, { text, file, bare });
    if (resource !== undefined) children.push(resource);
    else if (!SEPARATORS.has(block.element.name)) foreign.push(block.block);
  }
  const whole = { start: 0, end: text.length };
  const inside = isEmptyTag(root) ? emptyEnd(text, root) : insideOf(text, root);
  const top: Resource = {
    ...{ key: [], block: whole, children, inside },
    ...{ element: root, indent: '' },
  };
  return { text, root: top, entities, foreign, problems: apostrophes({ text, file, bare }) };
}

/** Elements that only separate comments from what follows. */
const SEPARATORS = new Set(['eat-comment', 'skip']);

/** Undefined: not a text for translators. */
function resourceOf(block: XmlBlock, reading: Reading): Resource | undefined {
  const { element, indent } = block;
  const name = attributeOf(element, 'name');
  if (name === undefined || attributeOf(element, 'translatable') === 'false') return undefined;
  const product = attributeOf(element, 'product');
  const key = product === undefined ? [name] : [name, product];
  // With a product, the name is not the last segment of the key.
  const range = product === undefined ? quotedRange(reading.text, element, 'name') : undefined;
  const named = range && { named: range };
  const note = noteOf(block);
  if (element.name === 'string') {
    if (isReference(reading.text, element)) return undefined;
    const unit = unitOf(key, { element, note }, reading);
    return { key, block: block.block, element, indent, unit, ...named };
  }
  if (element.name !== 'plurals' && element.name !== 'string-array') return undefined;
  const inside = insideOf(reading.text, element);
  const resource = { key, block: block.block, element, indent, inside, ...named };
  const items = blocksIn(reading.text, element).filter((item) => item.element.name === 'item');
  const children =
    element.name === 'plurals'
      ? formsIn(items, { resource, note, reading })
      : itemsIn(items, { resource, note, reading });
  return children.length === 0 ? undefined : { ...resource, children };
}

/** Comments, and attributes that aapt2 drops, in which AOSP keeps its notes. */
function noteOf({ element, note }: XmlBlock): string {
  const said = ['description', 'comment'].map((name) => attributeOf(element, name)?.trim());
  return [note, ...said].filter((one) => one !== undefined && one !== '').join('\n');
}

interface Within {
  readonly resource: Resource;
  readonly note: string;
  readonly reading: Reading;
}

const QUANTITIES = new Set<string>(['zero', 'one', 'two', 'few', 'many', 'other']);

function formsIn(items: readonly XmlBlock[], within: Within): readonly Resource[] {
  return items.flatMap((item) => {
    const quantity = attributeOf(item.element, 'quantity') ?? '';
    if (!QUANTITIES.has(quantity) || isReference(within.reading.text, item.element)) return [];
    return [itemOf(item, quantity, { ...within, plural: quantity as PluralCategory })];
  });
}

/**
 * References in an array are copied with the texts around them. An array of only references has no
 * texts.
 */
function itemsIn(items: readonly XmlBlock[], within: Within): readonly Resource[] {
  const { text } = within.reading;
  const isRef = items.map(({ element }) => isReference(text, element));
  if (isRef.every(Boolean)) return [];
  return items.map((item, at) =>
    itemOf(item, String(at), { ...within, ...(isRef[at] === true && { isReference: true }) }),
  );
}

function itemOf(
  item: XmlBlock,
  name: string,
  within: Within & { readonly plural?: PluralCategory; readonly isReference?: boolean },
): Resource {
  const { resource, note, reading, plural, isReference: isCode = false } = within;
  const key = [...resource.key, name];
  const notes = note && item.note ? `${note}\n${item.note}` : note || item.note;
  const unit = unitOf(key, { ...item, note: notes }, reading);
  const { block, element, indent } = item;
  const own = plural === undefined ? unit : { ...unit, plural };
  const said = isCode ? { ...own, translate: false as const } : own;
  return { key, block, element, indent, parent: resource, unit: said };
}

const LIMIT = /\bCHAR[ _-]?LIMIT\s*[=:]?\s*(\d{1,6})\b/i;

function unitOf(
  key: Key,
  { element, note }: { readonly element: XmlElement; readonly note: string },
  { text, file, bare }: Reading,
): Unit {
  const range = rangeOf(text, element);
  const value = readValue(text, element, {
    escape: () => {
      const raw = text.slice(element.open, element.close);
      const at = raw.search(/(?<!\\)(?:\\\\)*\\u(?![0-9a-fA-F]{4})/);
      const message = 'a \\u without four hexadecimal digits; write \\\\ for a literal backslash.';
      throw formatError('syntax', message, { text, offset: element.open + Math.max(0, at), file });
    },
    apostrophe: () => {
      if (bare.at(-1)?.key !== key) bare.push({ key, range, sign: "'" });
    },
  });
  const [only, ...more] = element.children;
  const isSimple = only?.kind === 'text' && more.length === 0 && !isReference(text, element);
  // A text of one piece may be the name of an attribute: `?colorPrimary`.
  if (isSimple && /^\?\s*[^\s?]/.test(text.slice(range.start, range.end)))
    bare.push({ key, range, sign: '?' });
  const isFine = bare.at(-1)?.key !== key;
  if (isSimple && isFine && leavesQuotesOut(text.slice(range.start, range.end)))
    bare.push({ key, range, sign: '"' });
  const limit = note === '' ? undefined : LIMIT.exec(note)?.[1];
  const unit = plainUnit({ key, text: value, range, note });
  return limit === undefined ? unit : { ...unit, maxLength: Number(limit) };
}

/* Quotes around a whole value, or around spaces, are meant for aapt2. */
const QUOTED_WORDS = /(?<!\\)"[^\s"][^"]*(?<![\s\\])"(?!$)|(?<!^|\\)"[^\s"][^"]*(?<![\s\\])"/;

/** Also one quote alone: it may be meant as any sign, but is none for aapt2. */
function leavesQuotesOut(raw: string): boolean {
  if (!raw.includes('"')) return false;
  return QUOTED_WORDS.test(raw) || (raw.match(BARE_QUOTE)?.length ?? 0) % 2 === 1;
}

/** The value without surrounding white space; for an empty-element tag, its end. */
function rangeOf(text: string, element: XmlElement): Range {
  const { open, close, end } = element;
  if (end === open) return { start: emptyEnd(text, element), end };
  let start = open;
  while (start < close && isSpace(text.charCodeAt(start))) start += 1;
  if (start === close) return { start: open, end: close };
  let stop = close;
  while (isSpace(text.charCodeAt(stop - 1))) stop -= 1;
  return { start, end: stop };
}

function isSpace(code: number): boolean {
  return code === 32 || (code < 14 && (code === 9 || code === 10 || code === 13));
}

function apostrophes({ text, file, bare }: Reading): readonly Problem[] {
  if (bare.length === 0) return [];
  const lineOf = positions(text);
  const messages = {
    "'": "aapt2 rejects this unescaped apostrophe; expected \\', or quotes around the text.",
    '"': 'aapt2 leaves these unescaped quotes out; expected \\" for each.',
    '?': 'aapt2 reads this as the name of an attribute; expected \\? at the start.',
  };
  return bare.map(({ key, range, sign }): Problem => {
    const message = messages[sign];
    const { line, column } = lineOf(range.start);
    const where = { ...(file !== undefined && { file }), line, column, key: formatKey(key) };
    return { code: 'invalid-unit', severity: 'error', message, ...where };
  });
}
