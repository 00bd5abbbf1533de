import type { CodeRole, Span } from '../token.js';

const CODE =
  /<(\/?)([A-Za-z_][\w:.-]{0,60})((?:\s(?:[^<>"']|"[^"<]*"|'[^'<]*')*)?)>|<!--[^<]*?-->|<\?[^<]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>/g;

interface Tag {
  readonly start: number;
  readonly end: number;
  readonly raw: string;
  /** Undefined for a comment, an instruction or CDATA. */
  readonly element: string | undefined;
  readonly attributes: string;
  readonly role: CodeRole;
}

/**
 * Inline codes of an XLIFF 2 segment: `<ph/>`, `<pc>…</pc>`, and each protected `<mrk>` or
 * `<sm/>…<em/>` as one code.
 */
export function scanXliffCodes(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('<')) return spans;
  const tags = tagsOf(text);
  for (let at = 0; at < tags.length; at += 1) {
    const tag = tags[at];
    if (tag === undefined) break;
    const { start, end, raw, element, attributes, role } = tag;
    if (element === undefined) {
      spans.push({ start, end, kind: 'escape', name: raw, role: 'single' });
      continue;
    }
    const name = nameOf(element, attributes);
    const last = PROTECTED.test(attributes) ? lastProtected(tags, at) : undefined;
    if (last === undefined) {
      spans.push({ start, end, kind: 'markup', name, role });
    } else {
      spans.push({
        start,
        end: tags[last]?.end ?? text.length,
        kind: 'markup',
        name,
        role: 'single',
      });
      at = last;
    }
  }
  return nameClosers(spans);
}

const PROTECTED = /\stranslate\s*=\s*["']no/;

function tagsOf(text: string): Tag[] {
  return Array.from(text.matchAll(CODE), (match): Tag => {
    const [raw, slash = '', element, attributes = ''] = match;
    const start = match.index;
    const role = attributes.endsWith('/') ? 'single' : slash === '' ? 'open' : 'close';
    return { start, end: start + raw.length, raw, element, attributes, role };
  });
}

/**
 * Index of the tag that ends a protected annotation, the number of tags if none does; undefined if
 * it is not a code.
 */
function lastProtected(tags: readonly Tag[], at: number): number | undefined {
  const { element, attributes = '', role } = tags[at] ?? {};
  if (element === 'mrk' && role === 'open') return closeOf(tags, at);
  return element === 'sm' && role === 'single' ? emOf(tags, at, idOf(attributes)) : undefined;
}

function closeOf(tags: readonly Tag[], start: number): number {
  let depth = 0;
  for (let at = start; at < tags.length; at += 1) {
    const { element, role } = tags[at] ?? {};
    if (element !== 'mrk' || role === 'single') continue;
    depth += role === 'open' ? 1 : -1;
    if (depth === 0) return at;
  }
  return tags.length;
}

/** The two may be in different elements; the text between them is not a code then. */
function emOf(tags: readonly Tag[], start: number, id: string | undefined): number | undefined {
  let depth = 0;
  for (let at = start + 1; at < tags.length && depth >= 0; at += 1) {
    const { element, attributes = '', role } = tags[at] ?? {};
    if (element === undefined) continue;
    if (element === 'em' && role === 'single' && idOf(attributes) === id) {
      return depth === 0 ? at : undefined;
    }
    if (role !== 'single') depth += role === 'open' ? 1 : -1;
  }
  return undefined;
}

/** A copy of a code is identified with that code. */
function nameOf(element: string, attributes: string): string {
  const copied = /\scopyOf\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  const id = copied === null ? idOf(attributes) : (copied[1] ?? copied[2] ?? '');
  return id === undefined ? element : `${element}#${id}`;
}

function idOf(attributes: string): string | undefined {
  const id = /\s(?:id|startRef)\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes);
  return id === null ? undefined : (id[1] ?? id[2] ?? '');
}

/** Elements are nested, so a closing tag gets the name and id of the open one. */
function nameClosers(spans: readonly Span[]): Span[] {
  const open: string[] = [];
  return spans.map((span) => {
    if (span.role === 'open') open.push(span.name);
    return span.role === 'close' ? { ...span, name: open.pop() ?? span.name } : span;
  });
}
