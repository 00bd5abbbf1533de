import { BLOCK_OR_FORMAT, isElement, OPTIONAL_END, VOID } from '../scan/tags.js';
import { isCode, type CodeToken, type Leaf, type Token } from '../token.js';
import type { TextProblem } from '../types.js';
import { bagOf, difference, once, type Bag } from './compare.js';

interface MarkupOptions {
  /** Inline codes of a format: each one counts. */
  readonly strict: boolean;
  /** Arms of a plural may repeat tags. */
  readonly repeats: boolean;
}

/**
 * Compares the tags of a translation with those of its source. Lost links and components, unclosed
 * tags, and components whose text is outside are errors. Other formatting is a matter of choice.
 */
export function compareMarkup(
  source: readonly Leaf[],
  target: readonly Leaf[],
  { strict, repeats }: MarkupOptions,
): TextProblem | undefined {
  const was = tagsOf(source);
  const is = tagsOf(target);
  if (was.length === 0 && is.length === 0) return undefined;
  const fold = repeats ? once : (bag: Bag): Bag => bag;
  const had = fold(labelsOf(was));
  const has = fold(labelsOf(is));
  const mismatch = difference(had, has, 'markup-mismatch');
  if (strict && mismatch !== undefined) {
    const isTaste =
      is.length < was.length && [...had.keys()].every((tag) => has.has(tag) || isOmitted(tag, has));
    return isTaste ? { ...mismatch, mild: true } : mismatch;
  }
  if (unclosed(is, was) > unclosed(was, was)) return mismatch ?? CROSSED;
  if (unopened(is) > unopened(was)) return CROSSED;
  if (strict) return undefined;
  const broken = brokenPair(source, target, repeats) ?? turned(source, target);
  if (mismatch === undefined) return broken;
  return isSerious({ source: was, target: is }, had, has)
    ? mismatch
    : (broken ?? { ...mismatch, mild: true });
}

/** Angular's names of emphasis. */
const EMPHASIS =
  /^<x#(?:START|CLOSE)_((?:BOLD|EMPHASISED|ITALIC|UNDERLINED)_TEXT|TAG_(?:STRONG|B|I|EM))(?:_\d+)?>$/;

/** Whether the tag is an emphasis of which the target has neither end. */
function isOmitted(tag: string, has: Bag): boolean {
  if (!EMPHASIS.test(tag)) return false;
  const ends = tag.startsWith('<x#START') ? ['START', 'CLOSE'] : ['CLOSE', 'START'];
  return !has.has(tag.replace(ends[0] ?? '', ends[1] ?? ''));
}

const CROSSED: TextProblem = {
  code: 'markup-mismatch',
  message: 'the tags are not nested correctly',
};

function tagsOf(leaves: readonly Leaf[]): CodeToken[] {
  return leaves.flatMap(({ tokens }) =>
    tokens.filter(
      (token, at): token is CodeToken =>
        isCode(token) &&
        token.kind === 'markup' &&
        !token.name.startsWith('mrk') &&
        // `<pages></pages>` is `<pages/>`, unlike elements of HTML.
        !(
          !isElement(token.name) &&
          token.role === 'close' &&
          token.mate === at - 1 &&
          token.raw.startsWith('</')
        ),
    ),
  );
}

function labelsOf(tags: readonly CodeToken[]): Bag {
  return bagOf(tags.map(labelOf));
}

function labelOf({ name, raw }: CodeToken): string {
  return `<${raw.startsWith('</') && !VOID.has(name) ? '/' : ''}${name}>`;
}

/**
 * Number of tags without a counterpart, except for those that need none: `<br>`, and `<li>` unless the
 * source closes all of its own.
 */
function unclosed(tags: readonly CodeToken[], source: readonly CodeToken[]): number {
  const open = new Set(source.filter(isAlone).map(({ name }) => name));
  const known = new Set(source.map(({ name }) => name));
  const closed = new Set(tags.flatMap(({ name, raw }) => (raw.startsWith('</') ? [name] : [])));
  return tags.filter((tag) => {
    const { name, raw } = tag;
    if (!isAlone(tag) || raw.endsWith('/>') || !/^<\/?\s?\w/.test(raw)) return false;
    // `<Link>` is a component, although `<link>` needs no end.
    if (VOID.has(name)) return name !== 'br' && closed.has(name);
    return !OPTIONAL_END.has(name) || (known.has(name) && !open.has(name));
  }).length;
}

function isAlone({ role }: CodeToken): boolean {
  return role === 'single';
}

/** Number of end tags before their start tag, or without one. */
function unopened(tags: readonly CodeToken[]): number {
  return tags.filter((tag) => isAlone(tag) && tag.raw.startsWith('</') && !VOID.has(tag.name))
    .length;
}

/** Elements around a whole text, which a program that shows it may also lack. */
const WRAPPERS = new Set(['html', 'head', 'body']);

/** Whether code or readers rely on a tag: a link, a component, an element that code looks up. */
function isFunctional({ name, raw }: CodeToken): boolean {
  if (WRAPPERS.has(name)) return false;
  return !BLOCK_OR_FORMAT.has(name) || /\s(?:id|on\w{1,20}|data-[\w-]{1,40})\s?=/.test(raw);
}

/** Whether a link or component is missing, or one was added that code does not know. */
function isSerious(
  tags: { readonly source: readonly CodeToken[]; readonly target: readonly CodeToken[] },
  was: Bag,
  is: Bag,
): boolean {
  const times = (bag: Bag, tag: CodeToken): number => bag.get(labelOf(tag)) ?? 0;
  const isLost = tags.source.some((tag) => isFunctional(tag) && times(is, tag) < times(was, tag));
  const isNew = (tag: CodeToken): boolean =>
    !isElement(tag.name) && times(is, tag) > times(was, tag);
  return isLost || tags.target.some(isNew);
}

interface Pair {
  readonly name: string;
  /** The enclosing component, '' if there is none. */
  readonly parent: string;
  readonly isFilled: boolean;
}

/** A component that lost its text, or is nested differently than in the source. */
function brokenPair(
  source: readonly Leaf[],
  target: readonly Leaf[],
  repeats: boolean,
): TextProblem | undefined {
  const was = source.flatMap(({ tokens }) => pairsOf(tokens));
  const is = target.flatMap(({ tokens }) => pairsOf(tokens));
  for (const name of new Set(was.map((pair) => pair.name))) {
    const filled = (pairs: readonly Pair[]): number =>
      pairs.filter((pair) => pair.name === name && pair.isFilled).length;
    const all = (pairs: readonly Pair[]): number => pairs.filter((one) => one.name === name).length;
    const isEmptied = repeats
      ? filled(was) > 0 && filled(is) === 0 && all(is) > 0
      : filled(is) < filled(was) && all(is) >= all(was);
    if (isEmptied) {
      const message = `<${name}> is empty; its text is outside of it`;
      return { code: 'markup-mismatch', message };
    }
  }
  if (repeats) return undefined;
  const places = (pairs: readonly Pair[]): Bag =>
    bagOf(pairs.map(({ name, parent }) => `<${name}>${parent === '' ? '' : ` in <${parent}>`}`));
  const had = places(was);
  const moved = is.find(({ name, parent }) => {
    const place = `<${name}>${parent === '' ? '' : ` in <${parent}>`}`;
    return !isElement(name) && was.some((one) => one.name === name) && !had.has(place);
  });
  if (moved === undefined) return undefined;
  const message = `<${moved.name}> is inside a different tag than in the source`;
  return { code: 'markup-mismatch', message };
}

/** Elements that may be inside each other in any order: `<b><i>` is `<i><b>`. */
const INLINE = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var'.split(
    ' ',
  ),
);

/** Two elements that are nested the other way round. */
function turned(source: readonly Leaf[], target: readonly Leaf[]): TextProblem | undefined {
  const nests = (leaves: readonly Leaf[]): readonly Pair[] =>
    leaves.flatMap(({ tokens }) => pairsOf(tokens, () => true));
  const was = nests(source);
  const isIn = (name: string, parent: string): boolean =>
    was.some((pair) => pair.name === name && pair.parent === parent);
  const found = nests(target).find(({ name, parent }) => {
    if (INLINE.has(name) && INLINE.has(parent)) return false;
    return name !== parent && isIn(parent, name) && !isIn(name, parent);
  });
  if (found === undefined) return undefined;
  const message = `<${found.parent}> is inside <${found.name}> in the source, here it is around it`;
  return { code: 'markup-mismatch', message };
}

/** Pairs of tags: those that are links or components, or others. */
function pairsOf(tokens: readonly Token[], isMeant = isFunctional): Pair[] {
  const pairs: Pair[] = [];
  const open: { readonly name: string; readonly end: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    while ((open.at(-1)?.end ?? Infinity) <= index) open.pop();
    if (!isCode(token) || token.kind !== 'markup' || token.role !== 'open') continue;
    if (!isMeant(token)) continue;
    const inside = tokens.slice(index + 1, token.mate);
    const parent = open.at(-1)?.name ?? '';
    pairs.push({ name: token.name, parent, isFilled: inside.some(isContent) });
    open.push({ name: token.name, end: token.mate });
  }
  return pairs;
}

function isContent(token: Token): boolean {
  return isCode(token) ? token.kind !== 'markup' : token.text.trim() !== '';
}

/** A tag in quotation marks of ICU, `'<b>'`: text to it, and markup to what shows it. */
export const QUOTED_TAG = /'<[A-Za-z/']/;

export function unquotedTags(text: string): string {
  return text.replaceAll(/(?<=[<>])'|'(?=[<>])/g, '');
}

const NAME = /<\/?([A-Za-z][\w-]{0,60}|\d{1,3})(?=[\s/>])/g;
/** Full-width or escaped signs, one without `<`, and one without `>`. */
const OTHER_SIGN =
  /(?:＜|&(?:lt|#60);)[/／]?([\w-]{1,60})|(?<![<\/\w&;.-])([A-Za-z][\w-]{1,60})\s?\/>|<\/?([A-Za-z])[^<>]{0,200}(?=<|$)/g;
/** A tag named in another script, or whose value has the quotation marks of a text. */
const ODD_TAG =
  /<\/[^\0-\x7f][^<>\n]{0,40}>|<[A-Za-z][^<>]{0,200}=\s?[„“”«»‘’＂＇]|<(?:\s\/?|\/\s|\\)[A-Za-z][\w-]{0,20}(?:\s?\/?>|\s[^<>]{0,200}=)/;

/** An entity that is taken apart, so that it is shown as written: `& nbsp;`. */
const TORN = /(?:[&＆] |＆)([a-z]{2,8}|#\d{1,5}) ?[;；]|&([a-z]{2,8}|#\d{1,5})(?: ;|；)/g;
const ENTITY =
  /^(?:amp|apos|bull|copy|gt|hellip|laquo|ldquo|lsquo|lt|mdash|nbsp|ndash|quot|raquo|rdquo|reg|rsquo|shy|times|trade|#\d+)$/;

function tornEntity(source: string, target: string): TextProblem | undefined {
  if (!/[&＆]/.test(target)) return undefined;
  for (const [raw, first, second] of target.matchAll(TORN)) {
    const name = first ?? second ?? '';
    if (source.includes(raw) || !(ENTITY.test(name) || source.includes(`&${name};`))) continue;
    return { code: 'markup-mismatch', message: `${raw} is no entity` };
  }
  return undefined;
}

/** What is left of a tag or an entity: full-width or escaped signs, a translated name, other quotes. */
export function tagTrace(source: string, target: string): TextProblem | undefined {
  const torn = tornEntity(source, target);
  if (torn !== undefined || !source.includes('<')) return torn;
  const names = new Set(Array.from(source.matchAll(NAME), ([, name = '']) => name));
  const leftIn = (text: string): readonly string[] =>
    Array.from(text.matchAll(OTHER_SIGN)).flatMap(([raw, name = '', end = '', open = '']) => {
      // Beside `N < 5`, `N<5` is no tag.
      const isTag =
        (open !== '' && !/<\s/.test(source)) ||
        names.has(name) ||
        isElement(name) ||
        [...names].some((one) => one !== '' && end.endsWith(one));
      // What follows a tag without its end is translated.
      return isTag ? [open === '' ? raw : '<… without >'] : [];
    });
  const left = leftIn(target);
  const known = left.length === 0 ? [] : leftIn(source);
  // `<Hidden>`, as `< Hidden >`, is a text in brackets.
  const [found = ''] = ODD_TAG.test(source) ? [] : (ODD_TAG.exec(target) ?? []);
  const isTag =
    /<\/|\/>/.test(source) || [...names].some((one) => isElement(one) || found.includes(one));
  const odd = found !== '' && isTag ? found : undefined;
  const trace = odd ?? left.find((one) => !known.includes(one));
  return trace === undefined
    ? undefined
    : { code: 'markup-mismatch', message: `${trace} is no tag of the source` };
}
