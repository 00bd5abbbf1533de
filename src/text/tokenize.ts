import type { MessageSyntax } from '../model/index.js';
import { ENTITY, entityCharacter } from './entities.js';
import { scanCustom, scanKept, type Protected } from './scan/custom.js';
import { scanLiterals } from './scan/literals.js';
import { scanPlaceholders, scanTemplates } from './scan/placeholders.js';
import { pairUp, scanTags } from './scan/tags.js';
import { mask, mergeSpans, type CodeToken, type Span, type Token } from './token.js';

export { mask };

export interface TokenizeOptions {
  readonly syntax: MessageSyntax | 'srt';
  /** Codes that are already known, in order: those of the format or of ICU. */
  readonly known?: readonly Span[];
  /** The text is XML: its entities are resolved before placeholders are looked for. */
  readonly xml?: boolean;
  /** Additional protection from the config. */
  readonly custom?: Protected | undefined;
}

export interface Tokenized {
  readonly tokens: readonly Token[];
  /** Escapes characters that the source writes as entities. */
  readonly encode: (text: string) => string;
}

/* Invalid escapes in a text are kept as they are. */
const STRAY_TAG = /<(?=[A-Za-z/])/g;
const STRAY_XML = /&(?!#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,30};)|<|\]\]>/g;
/* Without any of these characters, a text contains no code. */
const SIGN = /[{%$~:@<&'\\_`]|\]\(|\[\[|www\./i;
const plainly = (text: string): string => text;

/**
 * Splits a run of text into translatable and other tokens. The joined raw parts equal the text.
 * Linear.
 */
export function tokenize(raw: string, options: TokenizeOptions): Tokenized {
  const { known = [], xml = false } = options;
  if (known.length === 0 && options.custom === undefined && !SIGN.test(raw)) {
    return { tokens: raw === '' ? [] : [{ type: 'text', raw, text: raw }], encode: plainly };
  }
  return xml ? tokenizeXml(raw, known, options) : tokenizePlain(raw, known, options);
}

function tokenizePlain(
  raw: string,
  known: readonly Span[],
  { syntax, custom }: TokenizeOptions,
): Tokenized {
  const scanned = scanCodes(mask(raw, known), syntax, custom);
  const codes = mergeSpans(known, scanned);
  const entities = readEntities(mask(raw, codes), plainly);
  const strays = isIcu(syntax) ? spansOf(mask(raw, codes), STRAY_TAG) : [];
  const spans = mergeSpans(codes, mergeSpans(entities.codes, strays));
  return { tokens: toTokens(raw, spans, reader(entities, syntax)), encode: entities.encode };
}

function tokenizeXml(
  raw: string,
  known: readonly Span[],
  { syntax, custom }: TokenizeOptions,
): Tokenized {
  const strays = spansOf(mask(raw, known), STRAY_XML);
  const shielded = mergeSpans(known, strays);
  const masked = mask(raw, shielded);
  const entities = readEntities(masked, escapeMarkup);
  const outer = mergeSpans(shielded, entities.codes);
  const { text, offsets } = decodeWithOffsets(mask(raw, outer), entities);
  const inner = scanCodes(text, syntax, custom).concat(innerEntities(text));
  const found = inner
    .sort((a, b) => a.start - b.start)
    .map((span) => ({ ...span, start: offsets[span.start] ?? 0, end: offsets[span.end] ?? 0 }));
  return {
    tokens: toTokens(raw, mergeSpans(outer, found), reader(entities, syntax)),
    encode: entities.encode,
  };
}

/** Text as people read it: entities and, in ICU, doubled apostrophes resolved. */
function reader({ decode }: Entities, syntax: TokenizeOptions['syntax']): (raw: string) => string {
  return syntax === 'icu' ? (raw) => decode(raw).replaceAll("''", "'") : decode;
}

function isIcu(syntax: TokenizeOptions['syntax']): boolean {
  return syntax === 'icu' || syntax === 'arb';
}

function scanCodes(
  masked: string,
  syntax: TokenizeOptions['syntax'],
  custom: Protected | undefined,
): Span[] {
  const own = custom === undefined ? [] : scanCustom(masked, custom);
  let codes = mergeSpans(own, scanTags(mask(masked, own)));
  codes = mergeSpans(codes, scanLiterals(mask(masked, codes)));
  const rest = mask(masked, codes);
  codes = mergeSpans(codes, isIcu(syntax) ? scanTemplates(rest) : scanPlaceholders(rest, syntax));
  return custom === undefined ? codes : mergeSpans(codes, scanKept(mask(masked, codes), custom));
}

/** Entities left in decoded XML are HTML entities of the text, and are kept. */
function innerEntities(text: string): Span[] {
  return text.includes('&') ? spansOf(text, ENTITY) : [];
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), (match) => escapeSpan(match.index, match[0]));
}

function escapeSpan(start: number, raw: string): Span {
  return { start, end: start + raw.length, kind: 'escape', name: raw, role: 'single' };
}

interface Entities {
  /** Entities that cannot be restored from their character alone. */
  readonly codes: readonly Span[];
  readonly known: ReadonlyMap<string, string>;
  readonly decode: (text: string) => string;
  readonly encode: (text: string) => string;
}

const noEntities = (encode: (text: string) => string): Entities => ({
  codes: [],
  known: new Map(),
  decode: plainly,
  encode,
});

/**
 * Resolves an entity if this text always writes its character that way, so that it can be restored.
 * Other entities are codes.
 */
function readEntities(masked: string, basic: (text: string) => string): Entities {
  if (!masked.includes('&')) return noEntities(basic);
  const matches = [...masked.matchAll(ENTITY)];
  if (matches.length === 0) return noEntities(basic);
  const bare = new Set(masked.replace(ENTITY, ''));
  const spelling = new Map<string, string | null>();
  for (const match of matches) {
    const char = entityCharacter(match);
    if (char === undefined) continue;
    const before = spelling.get(char);
    const mixed = bare.has(char) || (before !== undefined && before !== match[0]);
    spelling.set(char, mixed ? null : match[0]);
  }
  const known = new Map<string, string>();
  const written = new Map<string, string>();
  for (const [char, entity] of spelling) {
    if (entity === null) continue;
    known.set(entity, char);
    written.set(char, entity);
  }
  const codes = matches.filter((match) => !known.has(match[0]));
  return {
    codes: codes.map((match) => escapeSpan(match.index, match[0])),
    known,
    decode: (text) => text.replace(ENTITY, (entity) => known.get(entity) ?? entity),
    encode: (text) => Array.from(text, (char) => written.get(char) ?? basic(char)).join(''),
  };
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');
}

function decodeWithOffsets(
  masked: string,
  entities: Entities,
): { readonly text: string; readonly offsets: Uint32Array } {
  const offsets = new Uint32Array(masked.length + 1);
  let text = '';
  let last = 0;
  const copy = (end: number): void => {
    for (let i = last; i < end; i += 1) offsets[text.length + i - last] = i;
    text += masked.slice(last, end);
  };
  for (const match of masked.matchAll(ENTITY)) {
    const char = entities.known.get(match[0]);
    if (char === undefined) continue;
    copy(match.index);
    offsets.fill(match.index, text.length, text.length + char.length);
    text += char;
    last = match.index + match[0].length;
  }
  copy(masked.length);
  offsets[text.length] = masked.length;
  return { text, offsets };
}

function toTokens(raw: string, spans: readonly Span[], decode: (raw: string) => string): Token[] {
  const tokens: (Token & { mate?: number })[] = [];
  let last = 0;
  const text = (end: number): void => {
    const part = raw.slice(last, end);
    if (part !== '') tokens.push({ type: 'text', raw: part, text: decode(part) });
  };
  const mates = pairUp(spans);
  const place: number[] = [];
  for (const span of spans) {
    text(span.start);
    place.push(tokens.length);
    tokens.push(toCode(raw, span));
    last = span.end;
  }
  text(raw.length);
  return withMates(tokens, mates, place);
}

function toCode(raw: string, span: Span): CodeToken {
  const { kind, name, role, nested, start, end } = span;
  const code = { type: 'code', raw: raw.slice(start, end), kind, name, role, mate: 0 } as const;
  return nested === undefined ? code : { ...code, nested };
}

function withMates(
  tokens: readonly Token[],
  mates: readonly number[],
  place: readonly number[],
): Token[] {
  let code = -1;
  return tokens.map((token, index) => {
    if (token.type === 'text') return token;
    code += 1;
    const mate = place[mates[code] ?? code] ?? index;
    return { ...token, role: mate === index ? 'single' : token.role, mate };
  });
}
