import type { Piece, Segment } from '../backends/backend.js';
import { textPieces } from './protect.js';
import { tokenizeTags, type Token } from './tags.js';

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
function outline(tokens: readonly Token[]): ReadonlySet<number> {
  const root: Element = { name: '', tokens: [], children: [], hasText: false };
  const stack = [root];
  const splits = new Set<number>();
  const finish = (element: Element | undefined): void => {
    if (element === undefined || element.hasText || element.children.length < 2) return;
    for (const child of element.children) for (const index of child.tokens) splits.add(index);
  };
  for (const [index, token] of tokens.entries()) {
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

/**
 * Splits marked-up text into segments that are translated separately. Their pieces, and the codes
 * between segments, add up to the text.
 */
export function segmentMarkup(text: string, options: MarkupOptions): readonly Segment[] {
  const html = options.format === 'html';
  const fold = (name: string) => (html ? name.toLowerCase() : name);
  const ignored = new Set([...options.ignoreTags.map(fold), ...(html ? htmlRaw : [])]);
  const always = new Set(options.splittingTags.map(fold));
  const never = new Set(options.nonSplittingTags.map(fold));
  const tokens = tokenizeTags(text, options.format);
  const detected = !html && options.outlineDetection ? outline(tokens) : new Set<number>();
  const splits = (name: string, index: number) =>
    name !== '' &&
    (always.has(name) || (!never.has(name) && (html ? htmlBlocks.has(name) : detected.has(index))));

  const segments: Segment[] = [];
  let current: Piece[] = [];
  /** The untranslated element that a token is in, which becomes one code. */
  let element: { readonly name: string; raw: string; depth: number } | undefined;
  for (const [index, { kind, raw, name: written }] of tokens.entries()) {
    const name = fold(written);
    if (element !== undefined) {
      element.raw += raw;
      if (name === element.name && kind === 'open') element.depth += 1;
      if (name === element.name && kind === 'close') element.depth -= 1;
      if (element.depth > 0) continue;
      current.push({ kind: 'code', value: element.raw });
      element = undefined;
    } else if (
      kind === 'open' &&
      (ignored.has(name) || untranslated.test(raw) || (html && unwantedClass.test(raw)))
    ) {
      element = { name, raw, depth: 1 };
    } else if (kind === 'text') {
      // Not spread: a document's placeholders would be too many arguments.
      for (const piece of textPieces(raw)) current.push(piece);
    } else if (splits(name, index)) {
      segments.push(current, [{ kind: 'code', value: raw }]);
      current = [];
    } else {
      current.push({ kind: 'code', value: raw });
    }
  }
  if (element !== undefined) current.push({ kind: 'code', value: element.raw });
  segments.push(current);
  return segments.filter((segment) => segment.length > 0);
}
