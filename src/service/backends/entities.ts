import { decodeEntities } from '../../text/index.js';
import { tokenizeTags } from '../translate/tags.js';
import type { Piece, Segment } from './backend.js';

/** A segment in readable characters, with a function to write its text back. */
export interface Readable {
  readonly segment: Segment;
  /** For text returned by an engine, never for codes. */
  readonly write: (text: string) => string;
}

const legible = /^[\p{L}\p{N}\p{P}\p{S}]$/u;

/**
 * The character of an entity, if engines read it better than the entity; `<` and `>` stay codes.
 */
export function characterOf(raw: string): string | undefined {
  const character = decodeEntities(raw);
  return legible.test(character) && !'<>'.includes(character) ? character : undefined;
}

/** How a segment spells each character, if it spells it in only one way. */
function spellings(segment: Segment): ReadonlyMap<string, string> {
  const found = new Map<string, string | undefined>();
  for (const { kind, value } of segment) {
    const character = kind === 'code' ? characterOf(value) : undefined;
    if (character === undefined) continue;
    const known = found.get(character) ?? value;
    found.set(character, found.has(character) && known !== value ? undefined : value);
  }
  const text = segment.map(({ kind, value }) => (kind === 'text' ? value : '')).join('\n');
  const sole = [...found].flatMap(([character, raw]) =>
    raw === undefined || text.includes(character) ? [] : [[character, raw] as const],
  );
  return new Map(sole);
}

function joined(pieces: readonly Piece[]): Segment {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last?.kind === 'text' && piece.kind === 'text') {
      result[result.length - 1] = { kind: 'text', value: last.value + piece.value };
    } else result.push(piece);
  }
  return result;
}

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]);

function isPlain(text: string): boolean {
  return tokenizeTags(text, 'xml').every(({ kind }) => kind === 'text');
}

/**
 * Gives entities such as `&apos;` to an engine as characters, and writes them back as in the
 * source. Between tags, an engine's additions cannot become markup: `<`, `>` and `&` are escaped,
 * except where the source has them unescaped and they are not markup.
 */
export function readable(segment: Segment, markup: boolean): Readable {
  const written = spellings(segment);
  const pieces = segment.map((piece): Piece => {
    const character = piece.kind === 'code' ? characterOf(piece.value) : undefined;
    return character !== undefined && written.has(character)
      ? { kind: 'text', value: character }
      : piece;
  });
  const hasBare = segment.some(({ kind, value }) => kind === 'text' && /[<>&]/.test(value));
  const spell = (text: string, rest: ReadonlyMap<string, string>): string =>
    Array.from(text, (char) => written.get(char) ?? rest.get(char) ?? char).join('');
  const write = (text: string): string => {
    if (!markup || (hasBare && isPlain(text))) {
      return written.size === 0 ? text : spell(text, new Map());
    }
    // An engine that knows markup may return its own entities.
    return tokenizeTags(text, 'xml')
      .map(({ kind, raw }) => (kind === 'entity' ? (characterOf(raw) ?? { raw }) : raw))
      .map((part) => (typeof part === 'string' ? spell(part, escapes) : part.raw))
      .join('');
  };
  return { segment: joined(pieces), write };
}

/** Whether the tags among codes nest properly. */
export function isNested(codes: readonly string[]): boolean {
  const open: string[] = [];
  for (const code of codes) {
    if (!code.startsWith('<')) continue;
    for (const { kind, name } of tokenizeTags(code, 'html')) {
      if (kind === 'open') open.push(name);
      if (kind === 'close' && open.pop() !== name) return false;
    }
  }
  return open.length === 0;
}
