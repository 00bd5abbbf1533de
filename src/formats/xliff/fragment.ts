import { EditError, type Key } from '../../model/index.js';
import { addText, CANONICAL, checkFragment, codesInArms, type Piece } from '../kit/xliff/inline.js';
import { charactersOf, decodeText, escapeAttribute, escapeText } from '../kit/xml/escape.js';
import type { EscapeOptions } from '../kit/xml/escape.js';
import { localName } from '../kit/xml/scope.js';
import { closingOf, readAttributes, tokenize } from '../kit/xml/tokens.js';

/** Content of a `<source>` or `<target>`, without comments and processing instructions. */
type Item = Piece<Opening | { readonly kind: 'close'; readonly name: string }>;

interface Opening {
  readonly kind: 'open';
  /** Local name. */
  readonly name: string;
  /** As written, in order, without namespace declarations. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Items of well-formed content. Empty elements are an `open` and a `close`. */
export function readItems(raw: string): readonly Item[] {
  const items: Item[] = [];
  for (const token of tokenize(raw)) {
    const { kind, start, end } = token;
    const name = localName(token.name);
    if (kind === 'text' || kind === 'cdata') addText(items, charactersOf(raw, token));
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

/** Text of content without codes: character data, with `cp` elements resolved. */
export function plainText(raw: string): string {
  if (!raw.includes('<')) return decodeText(raw);
  return readItems(raw)
    .map((item) => {
      if (item.kind === 'text') return item.text;
      if (item.kind === 'close') return '';
      return String.fromCodePoint(Number.parseInt(item.attributes.get('hex') ?? 'fffd', 16));
    })
    .join('');
}

/** The XML fragment for content with codes: `Unit.text` if `inline` is 'xliff'. */
export function fragmentOf(raw: string): string {
  if (WRITTEN_SO.test(raw) && !EMPTY_PAIR.test(raw)) return raw;
  return writeItems(readItems(raw), (text) => escapeText(text, CANONICAL), CANONICAL);
}

/** Content as `writeItems` writes it, as most is. */
const WRITTEN_SO =
  /^[^<&\r]*(?:(?:&(?:amp|lt);|<(?:\/[a-z]+|[a-z]+(?: (?!xmlns)[\w:.-]+="[^"<&\t\n\r]*")*\/?)>)[^<&\r]*)*$/;
const EMPTY_PAIR = /[^/]><\//;

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

const ANNOTATIONS: ReadonlySet<string> = new Set(['mrk', 'sm', 'em']);
const EMPTY: ReadonlySet<string> = new Set(['ph', 'sc', 'ec', 'sm', 'em', 'cp']);

/** Codes that XLIFF allows a translation to copy. */
const COPIED: ReadonlySet<string> = new Set(['ph', 'pc']);
/**
 * Parses a translation with inline codes and gives every code the source's attributes, except those
 * that are unchanged in the target. In the arms of an ICU plural or select, codes are added and
 * removed with the arms.
 * @param rules - the contents of the source, whose codes must all be in the translation, and of
 * the current target: codes that only it has may stay
 * @throws EditError `inline-codes` for invalid XML, codes that are missing, repeated, unknown,
 * changed or in an order that `canReorder` forbids, or changed protected content
 */
export function readTranslation(
  text: string,
  rules: {
    readonly key: Key;
    readonly source: readonly Item[];
    readonly target: readonly Item[];
  },
): readonly Item[] {
  const refuse = (message: string): never => {
    throw new EditError('inline-codes', rules.key, message);
  };
  checkFragment(rules.key, text);
  const items = readItems(text);
  const wanted = openings(rules.source);
  const extra = openings(rules.target);
  const inArms = codesInArms(rules.source, (item) =>
    item.kind === 'open' ? idOf(item) : undefined,
  );
  const used = new Set<string>();
  const result = items.map((item, index): Item => {
    if (item.kind !== 'open') return item;
    if (EMPTY.has(item.name) && items[index + 1]?.kind !== 'close')
      refuse(`${show(item)} must be empty.`);
    if (item.name === 'cp') return item;
    // Identity of the code that it copies.
    const copied = item.attributes.get('copyOf');
    const base = copied === undefined ? undefined : `${item.name} ${copied} `;
    const isCopy = base !== undefined && !wanted.has(idOf(item)) && inArms.has(base);
    const id = isCopy ? base : idOf(item);
    const own = extra.get(id);
    const known = isSame(own, item) ? own : (wanted.get(id) ?? own);
    if (known === undefined) return refuse(`${show(item)} is not a code of the source.`);
    for (const [name, value] of item.attributes)
      if (known.attributes.get(name) !== value && !(isCopy && NAMES.has(name)))
        refuse(`${show(item)} has a different ${name} than in the source.`);
    if (used.has(id) && !(inArms.has(id) && isCopyable(known)))
      refuse(`${show(item)} appears twice.`);
    const written = used.has(id) ? copyOf(known, (own) => wanted.has(own) || used.has(own)) : known;
    used.add(idOf(written));
    return written;
  });
  for (const [id, code] of wanted)
    if (!used.has(id) && !inArms.has(id) && (!ANNOTATIONS.has(code.name) || isProtected(code)))
      refuse(`${show(code)} is missing.`);
  checkMarkers(result, refuse);
  checkOrder(rules.source, result, refuse);
  checkProtected(rules.source, result, refuse);
  return result;
}

function isSame(own: Opening | undefined, { attributes }: Opening): own is Opening {
  if (own?.attributes.size !== attributes.size) return false;
  return [...attributes].every(([name, value]) => own.attributes.get(name) === value);
}

function openings(items: readonly Item[]): Map<string, Opening> {
  const found = new Map<string, Opening>();
  for (const item of items)
    if (item.kind === 'open' && item.name !== 'cp') found.set(idOf(item), item);
  return found;
}

function idOf({ name, attributes }: Opening): string {
  return `${name} ${attributes.get('id') ?? ''} ${attributes.get('startRef') ?? ''}`;
}

const NAMES: ReadonlySet<string> = new Set(['id', 'copyOf']);

/** `copyOf` is for codes without original data. */
function isCopyable({ name, attributes }: Opening): boolean {
  const hasData = [...attributes.keys()].some((one) => one.startsWith('dataRef'));
  return COPIED.has(name) && !hasData && attributes.get('canCopy') !== 'no';
}

/** A copy of a code with its own id. */
function copyOf({ kind, name, attributes }: Opening, isTaken: (id: string) => boolean): Opening {
  const base = attributes.get('id') ?? '';
  const others = [...attributes].filter(([one]) => !NAMES.has(one));
  for (let number = 2; ; number += 1) {
    const id = `${base}-${String(number)}`;
    const copy = { kind, name, attributes: new Map([['id', id], ['copyOf', base], ...others]) };
    if (!isTaken(idOf(copy))) return copy;
  }
}

function show({ name, attributes }: Opening): string {
  const [id, start] = [attributes.get('id'), attributes.get('startRef')];
  if (id !== undefined) return `<${name} id="${id}">`;
  return start === undefined ? `<${name}>` : `<${name} startRef="${start}">`;
}

function isProtected({ attributes }: Opening): boolean {
  return attributes.get('translate') === 'no';
}

type Refuse = (message: string) => never;

/** Ends must follow their starts, and every annotation needs its end. */
function checkMarkers(items: readonly Item[], refuse: Refuse): void {
  const starts = new Map<string, number>();
  const ends = new Map<string, number>();
  items.forEach((item, index) => {
    if (item.kind !== 'open') return;
    const { name, attributes } = item;
    if (name === 'sm' || name === 'sc')
      starts.set(`${name === 'sm' ? 'em' : 'ec'} ${attributes.get('id') ?? ''}`, index);
    else if (name === 'em' || name === 'ec')
      ends.set(`${name} ${attributes.get('startRef') ?? ''}`, index);
  });
  for (const [id, end] of ends)
    if ((starts.get(id) ?? -1) > end)
      refuse(`<${id.replace(' ', ' startRef="')}"> comes before its start.`);
}

/** A code with `canReorder="no"` must follow the same code as before. */
function checkOrder(source: readonly Item[], target: readonly Item[], refuse: Refuse): void {
  const before = predecessors(target);
  for (const [id, previous] of predecessors(source)) {
    if (previous.code.attributes.get('canReorder') !== 'no') continue;
    const now = before.get(id);
    if (now !== undefined && now.id !== previous.id)
      refuse(`${show(previous.code)} cannot be moved (canReorder="no").`);
  }
}

interface Predecessor {
  readonly code: Opening;
  /** Id of the previous code; '' for the first one. */
  readonly id: string;
}

function predecessors(items: readonly Item[]): Map<string, Predecessor> {
  const found = new Map<string, Predecessor>();
  let last = '';
  for (const item of items) {
    if (item.kind !== 'open' || item.name === 'cp' || ANNOTATIONS.has(item.name)) continue;
    const id = idOf(item);
    found.set(id, { code: item, id: last });
    last = id;
  }
  return found;
}

/** Content in `translate="no"` must be unchanged. */
function checkProtected(source: readonly Item[], target: readonly Item[], refuse: Refuse): void {
  const now = protectedContent(target);
  for (const [id, content] of protectedContent(source))
    if (now.get(id) !== content)
      refuse(
        `The protected content of ${id.replace(/^(\w+) (\S*).*$/, '<$1 id="$2">')} has changed.`,
      );
}

function protectedContent(items: readonly Item[]): Map<string, string> {
  const found = new Map<string, string>();
  items.forEach((item, index) => {
    if (item.kind !== 'open' || !isProtected(item) || !ANNOTATIONS.has(item.name)) return;
    const end = item.name === 'sm' ? emOf(items, item, index) : closingOf(items, index);
    const inside = items.slice(index + 1, end);
    const open = inside.some(
      (inner) => inner.kind === 'open' && inner.attributes.get('translate') === 'yes',
    );
    if (!open)
      found.set(
        idOf(item),
        writeItems(inside, (text) => text, { prefix: '' }),
      );
  });
  return found;
}

function emOf(items: readonly Item[], { attributes }: Opening, start: number): number {
  const id = attributes.get('id');
  const at = items.findIndex(
    (item, index) =>
      index > start &&
      item.kind === 'open' &&
      item.name === 'em' &&
      item.attributes.get('startRef') === id,
  );
  return at === -1 ? items.length : at;
}
