import type { Piece, Segment } from '../backends/backend.js';
import type { Steps } from '../../model/index.js';
import { textPieces } from './protect.js';
import { readTags, tokensPerStep, type Token } from './tags.js';

export interface MarkupOptions {
  readonly format: 'html' | 'xml';
  readonly ignoreTags: readonly string[];
  readonly splittingTags: readonly string[];
  readonly nonSplittingTags: readonly string[];
  /** Whether the XML structure is detected from the text; the default (docs/interface.md 4.1). */
  readonly outlineDetection: boolean;
}

const htmlBlocks = new Set(
  'address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section select summary table tbody td tfoot th thead title tr ul'.split(
    ' ',
  ),
);
const htmlRaw = ['script', 'style'];
const untranslated = /\stranslate\s*=\s*(?:"no"|'no'|no(?=[\s/>]))/i;
const unwantedClass = /\sclass\s*=\s*(?:"[^"]*\bnotranslate\b[^"]*"|'[^']*\bnotranslate\b[^']*')/i;

interface Element {
  readonly name: string;
  readonly tokens: number[];
  readonly children: Element[];
  hasText: boolean;
}

/** Indices of the tags of sibling elements whose parent has no text of its own. */
function* outline(tokens: readonly Token[]): Steps<ReadonlySet<number>> {
  const root: Element = { name: '', tokens: [], children: [], hasText: false };
  const stack = [root];
  const splits = new Set<number>();
  const finish = (element: Element | undefined): void => {
    if (element === undefined || element.hasText || element.children.length < 2) return;
    for (const child of element.children) for (const index of child.tokens) splits.add(index);
  };
  for (const [index, token] of tokens.entries()) {
    if (index % tokensPerStep === 0) yield;
    const parent = stack.at(-1) ?? root;
    if (token.kind === 'open') {
      const element: Element = { name: token.name, tokens: [index], children: [], hasText: false };
      parent.children.push(element);
      stack.push(element);
    } else if (token.kind === 'close' && stack.length > 1) {
      parent.tokens.push(index);
      finish(stack.pop());
    } else if (token.kind === 'entity' || (token.kind === 'text' && token.raw.trim() !== '')) {
      parent.hasText = true;
    }
  }
  while (stack.length > 0) finish(stack.pop());
  return splits;
}

function* splitter(
  tokens: readonly Token[],
  options: MarkupOptions,
): Steps<(index: number) => boolean> {
  const fold = (name: string) => (options.format === 'html' ? name.toLowerCase() : name);
  const always = new Set(options.splittingTags.map(fold));
  const never = new Set(options.nonSplittingTags.map(fold));
  const detected =
    options.format === 'xml' && options.outlineDetection
      ? yield* outline(tokens)
      : new Set<number>();
  return (index) => {
    const token = tokens[index];
    if (token === undefined || token.name === '') return false;
    const name = fold(token.name);
    if (always.has(name)) return true;
    if (never.has(name)) return false;
    return options.format === 'html' ? htmlBlocks.has(name) : detected.has(index);
  };
}

/** Joins the tokens of untranslated elements into one code each, by index of their first token. */
function* ignored(
  tokens: readonly Token[],
  options: MarkupOptions,
): Steps<ReadonlyMap<number, number>> {
  const html = options.format === 'html';
  const fold = (name: string) => (html ? name.toLowerCase() : name);
  const names = new Set([...options.ignoreTags.map(fold), ...(html ? htmlRaw : [])]);
  const ends = new Map<number, number>();
  let first = -1;
  let name = '';
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (index % tokensPerStep === 0) yield;
    if (first === -1) {
      if (token.kind !== 'open') continue;
      const refused = untranslated.test(token.raw) || (html && unwantedClass.test(token.raw));
      if (!refused && !names.has(fold(token.name))) continue;
      first = index;
      name = fold(token.name);
      depth = 1;
    } else if (fold(token.name) === name) {
      if (token.kind === 'open') depth += 1;
      if (token.kind === 'close') depth -= 1;
      if (depth > 0) continue;
      ends.set(first, index);
      first = -1;
    }
  }
  if (first !== -1) ends.set(first, tokens.length - 1);
  return ends;
}

/**
 * Splits marked-up text into segments that are translated separately. Their pieces, and the codes
 * between segments, add up to the text. In steps, because a document may be one text.
 */
export function* segmentMarkup(text: string, options: MarkupOptions): Steps<readonly Segment[]> {
  const tokens = yield* readTags(text, options.format);
  const splits = yield* splitter(tokens, options);
  const ends = yield* ignored(tokens, options);
  const segments: Segment[] = [];
  let current: Piece[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined) break;
    if (index % tokensPerStep === 0) yield;
    const end = ends.get(index);
    if (end !== undefined) {
      const raw = tokens.slice(index, end + 1).map((inner) => inner.raw);
      current.push({ kind: 'code', value: raw.join('') });
      index = end;
    } else if (token.kind === 'text') {
      // Not spread: a document's placeholders would be too many arguments.
      for (const piece of yield* textPieces(token.raw)) current.push(piece);
    } else if (splits(index)) {
      segments.push(current, [{ kind: 'code', value: token.raw }]);
      current = [];
    } else {
      current.push({ kind: 'code', value: token.raw });
    }
  }
  segments.push(current);
  return segments.filter((segment) => segment.length > 0);
}
