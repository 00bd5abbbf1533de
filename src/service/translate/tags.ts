/** A token of marked-up text; the raw texts of all tokens add up to the text. */
export interface Token {
  readonly kind: 'open' | 'close' | 'empty' | 'other' | 'entity' | 'text';
  readonly raw: string;
  /** Element name as written; '' if there is none. */
  readonly name: string;
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

// A quoted attribute value may hold `>`; an unclosed quote ends the tag at the first `>`.
const tag = /<(\/?)([A-Za-z0-9_:][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/y;
const entity = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]\w{0,31});/y;
const closings: readonly (readonly [start: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function readToken(text: string, at: number, html: boolean): Token | undefined {
  if (text.charCodeAt(at) === 38) {
    const match = matchAt(entity, text, at);
    return match === null ? undefined : { kind: 'entity', raw: match[0], name: '' };
  }
  for (const [start, end] of closings) {
    if (!text.startsWith(start, at)) continue;
    const found = text.indexOf(end, at + start.length);
    const raw = text.slice(at, found === -1 ? text.length : found + end.length);
    return { kind: 'other', raw, name: '' };
  }
  const match = matchAt(tag, text, at);
  if (match === null) return undefined;
  const [raw, slash, name = '', rest = ''] = match;
  if (slash === '/') return { kind: 'close', raw, name };
  const empty = rest.endsWith('/') || (html && voidElements.has(name.toLowerCase()));
  return { kind: empty ? 'empty' : 'open', raw, name };
}

/** Splits text at markup. What only looks like markup (`a < b`, `R&D`) is text. */
export function tokenizeTags(text: string, format: 'html' | 'xml'): readonly Token[] {
  const tokens: Token[] = [];
  const html = format === 'html';
  let start = 0;
  const special = /[<&]/g;
  for (let match = special.exec(text); match !== null; match = special.exec(text)) {
    const token = readToken(text, match.index, html);
    if (token === undefined) continue;
    if (match.index > start) {
      tokens.push({ kind: 'text', raw: text.slice(start, match.index), name: '' });
    }
    tokens.push(token);
    start = match.index + token.raw.length;
    special.lastIndex = start;
  }
  if (start < text.length) tokens.push({ kind: 'text', raw: text.slice(start), name: '' });
  return tokens;
}
