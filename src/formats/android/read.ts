import { formatKey } from '../../model/index.js';
import type { Key, ParseOptions, PluralCategory, Problem, Range, Unit } from '../../model/index.js';
import { positions } from '../kit/positions.js';
import { plainUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';
import { blocksIn, emptyEnd, insideOf, isEmptyTag, type XmlBlock } from '../kit/xml/blocks.js';
import { attributeOf, quotedRange, readXml, type XmlElement } from '../kit/xml/elements.js';
import { charactersOf, decodeText } from '../kit/xml/escape.js';

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

/** A run of characters, or a tag as written in the file. */
type Piece = { readonly run: string } | { readonly tag: string; readonly breaks: boolean };

/**
 * Whether a tag ends open quotes and white space before it, as styles (`<b>`) do and `<xliff:g>`
 * does not.
 */
export function breaksText(name: string): boolean {
  return !name.includes(':');
}

/** White space according to `aapt2`. */
const SPACE = String.raw`[ \t\n\v\f\r]`;
const SPECIAL = new RegExp(String.raw`[\\"']|${SPACE}${SPACE}|[\t\n\v\f\r]`);
const TOKEN = new RegExp(String.raw`\\u([0-9a-fA-F]{0,4})|\\([^])|\\$|["']|${SPACE}+`, 'g');
const LEADING = new RegExp(`^${SPACE}+`);

/** Called for input that `aapt2` refuses. */
interface Refused {
  /** For a `\u` without four digits. */
  readonly escape: () => never;
  /** For an unescaped apostrophe outside of quotes. */
  readonly apostrophe: () => void;
}

/**
 * The value of a resource as `aapt2` reads it: white space outside of quotes becomes one space,
 * escapes are resolved. Tags and the file's own entities stay as written.
 */
function readValue(source: string, element: XmlElement, refused: Refused): string {
  const { children } = element;
  const [only] = children;
  if (children.length === 1 && only?.kind === 'text') {
    const run = trim(decodeText(source.slice(only.start, only.end)));
    if (!SPECIAL.test(run)) return run;
  }
  const pieces = piecesOf(source, element);
  const runs = pieces.flatMap((piece, at) => ('run' in piece ? [at] : []));
  const [start, end] = [runs[0], runs.at(-1)];
  const state = { ...NEW_STATE };
  return pieces
    .map((piece, at) => {
      if ('tag' in piece) {
        if (piece.breaks) Object.assign(state, NEW_STATE);
        return piece.tag;
      }
      const lead = at === start ? piece.run.replace(LEADING, '') : piece.run;
      const run = at === end ? trimEnd(lead) : lead;
      return unescape(run, state, refused);
    })
    .join('');
}

function trim(run: string): string {
  return trimEnd(/^\s/.test(run) ? run.replace(LEADING, '') : run);
}

/** Avoids a pattern that would try each run of spaces in the middle. */
function trimEnd(run: string): string {
  let end = run.length;
  while (' \t\n\v\f\r'.includes(run.charAt(end - 1)) && end > 0) end -= 1;
  return end === run.length ? run : run.slice(0, end);
}

/** Joins adjacent characters into one run, whatever ignored markup is between them. */
function piecesOf(source: string, element: XmlElement): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (raw: string): void => {
    const run = withQuotes(raw);
    const last = pieces.at(-1);
    if (last !== undefined && 'run' in last) pieces[pieces.length - 1] = { run: last.run + run };
    else pieces.push({ run });
  };
  const visit = ({ children }: XmlElement): void => {
    for (const node of children) {
      const { kind, start, end } = node;
      if (kind === 'text' || kind === 'cdata') add(charactersOf(source, node));
      else if (kind === 'element') {
        const breaks = breaksText(node.name);
        pieces.push({ tag: source.slice(start, node.open), breaks });
        visit(node);
        if (end > node.open) pieces.push({ tag: source.slice(node.close, end), breaks });
      }
    }
  };
  visit(element);
  return pieces;
}

/**
 * Keeps unescaped quotes of a tag in CDATA (`<![CDATA[<a href="…">]]>`), which authors often forget
 * to escape. Android drops them and shows the link anyway; the author meant them to be there.
 */
function withQuotes(run: string): string {
  if (!run.includes('<') || !run.includes('"')) return run;
  return run.replace(TEXT_TAG, (tag) => tag.replace(BARE_QUOTE, '\\"'));
}

/** A tag in character data. */
export const TEXT_TAG = /<[A-Za-z][^<>]*>/g;
const BARE_QUOTE = /(?<!\\)"/g;

interface State {
  isQuoted: boolean;
  isAfterSpace: boolean;
}

const NEW_STATE: Readonly<State> = { isQuoted: false, isAfterSpace: false };

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

function unescape(run: string, state: State, refused: Refused): string {
  let text = '';
  let last = 0;
  for (const match of run.matchAll(TOKEN)) {
    const [token, hex, letter] = match;
    if (match.index > last) state.isAfterSpace = false;
    text += run.slice(last, match.index);
    last = match.index + token.length;
    if (token === '"') {
      state.isQuoted = !state.isQuoted;
      state.isAfterSpace = false;
    } else if (token === "'") {
      state.isAfterSpace = false;
      text += token;
      if (!state.isQuoted) refused.apostrophe();
    } else if (token.startsWith('\\')) {
      state.isAfterSpace = false;
      if (hex !== undefined && hex.length < 4) refused.escape();
      if (hex !== undefined) text += String.fromCharCode(Number.parseInt(hex, 16));
      else if (letter !== undefined) text += LETTERS[letter] ?? letter;
    } else if (state.isQuoted) text += token;
    else {
      if (!state.isAfterSpace) text += ' ';
      state.isAfterSpace = true;
    }
  }
  if (last < run.length) state.isAfterSpace = false;
  return text + run.slice(last);
}

const REFERENCE =
  /^\s*(?:@(?:null|empty|\+?\*?(?:[\w.]+:)?[a-z]\w*\/[\w.]+)|\?(?:[\w.]+:)?(?:[a-z]+\/)?[A-Za-z_][\w.]*)\s*$/;

/** Whether a value is the name of another resource. */
function isReference(source: string, { children }: XmlElement): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.kind !== 'text') return false;
  const first = source.charCodeAt(only.start);
  // Most texts start with a character that no reference starts with, so they are not extracted.
  if (first > 64 || (first > 32 && first < 63)) return false;
  return REFERENCE.test(source.slice(only.start, only.end));
}
