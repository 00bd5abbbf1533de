import type { Key } from '../../model/index.js';
import { jsonBytes } from '../../text/index.js';
import type { Segment, TextPlace } from '../units/row.js';

/** Bytes of a body reserved for the context. */
export const CONTEXT_BYTES = 2_048;
const SECTIONS = 5;
const KEYS = 20;
const NEIGHBOURS = 4;
const LONGEST = 100;

/**
 * Parts of a key: `cart.total` has two, nested or written with dots. A key that is a sentence has
 * none.
 */
function partsOf(key: Key): readonly string[] {
  return key.flatMap((part) => (/\s/.test(part) ? [] : part.split('.')));
}

/** `cart` of `cart.total`; '' if the key is in no section. */
export function sectionOf(key: Key): string {
  return partsOf(key).slice(0, -1).join('.');
}

/** `order total` of `cart.orderTotal`. */
export function wordsOf(name: string): string {
  const words = name.match(/\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+/gu) ?? [];
  return words.join(' ').toLowerCase();
}

/**
 * Context for texts sent together: their sections, the words of their keys, and neighbouring source
 * texts. At most `CONTEXT_BYTES` of JSON. Undefined if nothing is known of them.
 * @param own context that all of the texts have anyway
 */
export function contextOf(
  segments: readonly Segment[],
  own: string | undefined,
): string | undefined {
  const places = segments.flatMap(({ place }) => (place === undefined ? [] : [place]));
  const firsts = new Map<string, TextPlace>();
  for (const place of places) {
    const section = sectionOf(place.source.expected.key);
    if (!firsts.has(section)) firsts.set(section, place);
  }
  const shown = [...firsts].slice(0, SECTIONS);
  const sections = shown.map(([section]) => section.split('.').map(wordsOf).join(' › '));
  const keys = places.map(({ source }) => wordsOf(partsOf(source.expected.key).at(-1) ?? ''));
  const texts = shown.flatMap(([, place]) => neighboursOf(place)).map((text) => `“${text}”`);
  const lines = [
    line('Section', sections),
    line('Keys', [...new Set(keys)].slice(0, KEYS)),
    line('Nearby', [...new Set(texts)]),
  ].filter((one) => one !== undefined);
  return [...(own === undefined ? [] : [own]), ...lines].join('\n') || undefined;
}

/** As many items as fit: each of the three lines gets a third of the bytes. */
function line(name: string, items: readonly string[]): string | undefined {
  let text = '';
  for (const item of items) {
    if (item === '') continue;
    const longer = text === '' ? `${name}: ${item}` : `${text}; ${item}`;
    if (jsonBytes(longer) > CONTEXT_BYTES / 3 - 10) break;
    text = longer;
  }
  return text === '' ? undefined : text;
}

/**
 * Texts before and after, in the same section. Texts that are never translated are not sent here
 * either.
 */
function neighboursOf({ source, around }: TextPlace): readonly string[] {
  const section = sectionOf(source.expected.key);
  const at = around.indexOf(source);
  return around
    .slice(Math.max(0, at - NEIGHBOURS), at + NEIGHBOURS + 1)
    .filter((unit) => unit !== source && !unit.copied)
    .filter(({ expected }) => sectionOf(expected.key) === section)
    .map(({ expected: { text } }) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
}
