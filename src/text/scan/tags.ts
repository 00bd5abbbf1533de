import { mergeSpans, type CodeRole, type Span } from '../token.js';

/*
 * No alternative matches across a `<`, so all attempts together read each character a bounded
 * number of times.
 */
const TAG =
  /<(?:(\/?)([A-Za-z][\w:.-]{0,60})(\s(?:[^<>"']|"[^"<]{0,2000}"|'[^'<]{0,2000}')*)?(\/?)|(\/?)(\d{1,4})\s?(\/?)|!--[^<]{0,1000}?--)>/g;

interface Tag {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Undefined for a comment. */
  readonly name: string | undefined;
  readonly attributes: string;
  readonly role: CodeRole;
}

/**
 * HTML and component tags (`<b>`, `</0>`, `<br/>`, `<Link to="x">`) and comments, in order. An
 * unknown tag that is never closed is prose: `<none>` is text, but `<title>` is preserved. Linear.
 */
export function scanTags(text: string): Span[] {
  if (!text.includes('<')) return [];
  const tags = Array.from(text.matchAll(TAG), readTag);
  const closed = new Set(tags.flatMap(({ name, role }) => (role === 'close' ? [name ?? ''] : [])));
  const spans = tags.flatMap((tag) => spanOf(tag, closed) ?? []);
  const computer = spansOfComputer(text, tags);
  const kept = text.includes(KEPT) ? mergeSpans(keptIn(text, tags), computer) : computer;
  return kept.length === 0 ? spans : mergeSpans(kept, spans);
}

/** User input and computer output: the same in every language, like a code span. */
const COMPUTER = /^(?:code|kbd|samp|var)$/;
/** Possible placeholders, which a translation must contain, are better compared separately. */
const PLACEHOLDER = /[{}\ufffc]|%[\d$]{0,4}[a-z@(]/i;

/** `<kbd>Ctrl</kbd>` without other tags inside. */
function spansOfComputer(text: string, tags: readonly Tag[]): readonly Span[] {
  return tags.flatMap((open, at): readonly Span[] => {
    const close = tags[at + 1];
    if (open.role !== 'open' || close?.role !== 'close' || close.name !== open.name) return [];
    if (!COMPUTER.test(open.name ?? '')) return [];
    const inside = text.slice(open.end, close.start);
    if (!/\S/.test(inside) || PLACEHOLDER.test(inside)) return [];
    const { start, end } = { start: open.start, end: close.end };
    return [{ start, end, kind: 'literal', name: text.slice(start, end), role: 'single' }];
  });
}

/** Android: the content is never translated, whatever tags are around it. */
const KEPT = '<xliff:g';
const CONVERSION = /^\s*(%(?:\d{1,2}\$)?[-+#0 ,(]{0,4}\d{0,4}(?:\.\d{1,3})?[A-Za-z])\s*$/;

function keptIn(text: string, tags: readonly Tag[]): readonly Span[] {
  const spans: Span[] = [];
  let open: Tag | undefined;
  for (const tag of tags) {
    if (tag.name !== 'xliff:g') continue;
    if (tag.role === 'open') open ??= tag;
    if (tag.role !== 'close' || open === undefined) continue;
    const { start, end } = { start: open.start, end: tag.end };
    // A single conversion is the same placeholder with or without the tags.
    const only = CONVERSION.exec(text.slice(open.end, tag.start))?.[1];
    spans.push(
      only === undefined
        ? { start, end, kind: 'literal', name: text.slice(start, end), role: 'single' }
        : { start, end, kind: 'placeholder', name: only, role: 'single' },
    );
    open = undefined;
  }
  return spans;
}

function readTag(match: RegExpExecArray): Tag {
  const [raw, slash = '', word, attributes = '', end = '', slash2 = '', number, end2 = ''] = match;
  const name = word ?? number;
  const known = name !== undefined && isElement(name.toLowerCase()) ? name.toLowerCase() : name;
  const closes = slash !== '' || slash2 !== '';
  const empty = end !== '' || end2 !== '' || attributes.endsWith('/');
  const role = empty ? 'single' : closes ? 'close' : 'open';
  return { start: match.index, end: match.index + raw.length, raw, name: known, attributes, role };
}

function spanOf(tag: Tag, closed: ReadonlySet<string>): Span | undefined {
  const { start, end, raw, name, attributes, role } = tag;
  if (name === undefined) return { start, end, kind: 'escape', name: raw, role: 'single' };
  const hasWords = /\S/.test(attributes) && !/[=/]/.test(attributes);
  // `<your name>` is prose that looks like a tag.
  if (hasWords && !isElement(name)) return undefined;
  const span = { start, end, kind: 'markup', name, role } as const;
  if (role === 'single') return span;
  // `</br>` is read as `<br>`. `<link>text</link>` is a component, not HTML.
  const isVoid = VOID.has(name) && (role === 'close' || !closed.has(name) || name === 'br');
  if (isVoid && (attributes !== '' || ALONE.has(name))) return { ...span, role: 'single' };
  if (role === 'close' || closed.has(name) || attributes.includes('=')) return span;
  if (BLOCK_OR_FORMAT.has(name)) return span;
  return isElement(name) || /^\d/.test(name)
    ? { ...span, kind: 'literal', name: raw, role: 'single' }
    : undefined;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** HTML elements without an end tag. */
export const VOID = words('area base br col embed hr img input link meta param source track wbr');

/**
 * Elements for appearance or layout. They count as tags even without an end tag, and a translation
 * may omit them.
 */
export const BLOCK_OR_FORMAT = words(
  'abbr acronym address b bdi bdo big blockquote br center cite code dd del dfn div dl dt em font h1 h2 ' +
    'h3 h4 h5 h6 hr i ins kbd li mark nowiki ol p pre q s samp small span strike strong sub sup td th tr tt u ' +
    'ul var wbr',
);

/** Elements whose end tag may be omitted in HTML. */
export const OPTIONAL_END = words('dd dt li p td th tr tbody thead tfoot option');

const OTHERS = words(
  'a article aside audio body button canvas caption details dialog fieldset figcaption figure footer form ' +
    'head header html iframe label legend main nav object option picture script section select style summary ' +
    'svg table tbody template textarea tfoot thead time title video',
);

/** Whether a lower-case name is that of an HTML element. */
export function isElement(name: string): boolean {
  return BLOCK_OR_FORMAT.has(name) || OTHERS.has(name) || VOID.has(name);
}

/** Void elements that have a meaning without attributes. */
const ALONE = new Set(['br', 'hr', 'wbr']);

/** Index of the matching tag for each code. Codes without a match get their own index. Linear. */
export function pairUp(
  codes: readonly { readonly name: string; readonly role: CodeRole }[],
): number[] {
  const mates = codes.map((_, index) => index);
  const open: number[] = [];
  const waiting = new Map<string, number>();
  for (const [index, { name, role }] of codes.entries()) {
    if (role === 'open') {
      open.push(index);
      waiting.set(name, (waiting.get(name) ?? 0) + 1);
    } else if (role === 'close' && (waiting.get(name) ?? 0) > 0) {
      for (let top = open.pop(); top !== undefined; top = open.pop()) {
        const topName = codes[top]?.name ?? '';
        waiting.set(topName, (waiting.get(topName) ?? 0) - 1);
        if (topName !== name) continue;
        mates[top] = index;
        mates[index] = top;
        break;
      }
    }
  }
  return mates;
}
