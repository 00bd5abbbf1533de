import type { Backend, BackendRequest, Segment } from './backend.js';

const variants: Readonly<Record<string, string>> = {
  a: 'áàâãäå',
  c: 'çćĉč',
  d: 'ďđ',
  e: 'éèêëēě',
  g: 'ĝğġģ',
  h: 'ĥħ',
  i: 'íìîïīĭ',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺļľł',
  n: 'ñńņň',
  o: 'óòôõöø',
  r: 'ŕŗř',
  s: 'śŝşš',
  t: 'ţťŧ',
  u: 'úùûüūů',
  w: 'ŵ',
  y: 'ýÿŷ',
  z: 'źżž',
};

/**
 * Replacements of each ASCII character for a target as two UTF-16 code units, the second one (0 for
 * none) in the upper half. Vowels are doubled, which makes text about 30 % longer.
 */
type Accents = Uint32Array;

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    value = (value * 31 + text.charCodeAt(index)) >>> 0;
  }
  return value;
}

function accentsFor(target: string): Accents {
  const table = Uint32Array.from({ length: 128 }, (_, code) => code);
  for (const [letter, accented] of Object.entries(variants)) {
    const choice = accented.charAt(hash(target + letter) % accented.length);
    const second = 'aeiou'.includes(letter) ? choice.charCodeAt(0) << 16 : 0;
    table[letter.charCodeAt(0)] = choice.charCodeAt(0) | second;
    table[letter.toUpperCase().charCodeAt(0)] = choice.toUpperCase().charCodeAt(0) | second;
  }
  return table;
}

const known = new Map<string, Accents>();

function accentsOf(target: string): Accents {
  let accents = known.get(target);
  if (accents === undefined) {
    accents = accentsFor(target);
    known.set(target, accents);
  }
  return accents;
}

/**
 * Texts being built, as code units in one buffer: concatenating characters takes five times as
 * long.
 */
class Draft {
  #buffer = Buffer.alloc(0);
  #codes = new Uint16Array(0);
  #end = 0;
  #ends: number[] = [];

  /** @param length maximum number of code units */
  begin(length: number): void {
    this.#end = 0;
    this.#ends = [];
    if (length <= this.#codes.length) return;
    this.#codes = new Uint16Array(Math.max(1024, length * 2));
    this.#buffer = Buffer.from(this.#codes.buffer);
  }

  write(text: string): void {
    const codes = this.#codes;
    let end = this.#end;
    for (let index = 0; index < text.length; index += 1) {
      codes[end] = text.charCodeAt(index);
      end += 1;
    }
    this.#end = end;
  }

  accent(text: string, part: { readonly start: number; readonly end: number }, accents: Accents) {
    const codes = this.#codes;
    let end = this.#end;
    for (let index = part.start; index < part.end; index += 1) {
      const code = text.charCodeAt(index);
      // Both halves are stored; if the second one is 0, the next character overwrites it.
      const both = accents[code] ?? code;
      codes[end] = both;
      codes[end + 1] = both >>> 16;
      end += both > 0xffff ? 2 : 1;
    }
    this.#end = end;
  }

  /** Ends a text; the next one starts here. */
  endText(): void {
    this.#ends.push(this.#end);
  }

  finish(): string[] {
    const all = this.#buffer.toString('utf16le', 0, this.#end * 2);
    return this.#ends.map((end, index) => all.slice(this.#ends[index - 1] ?? 0, end));
  }
}

const draft = new Draft();

/** `[de `, with `+` or `-` for formality and `~` if instructions or a style apply. */
function markOf({ target, formality, instructions }: BackendRequest): string {
  const tone = formality === undefined ? '' : formality === 'more' ? '+' : '-';
  return `[${target}${tone}${instructions === undefined || instructions.length === 0 ? '' : '~'} `;
}

function indexOfText(segment: Segment): readonly [first: number, last: number] {
  const hasText = (piece: Segment[number]) => piece.kind === 'text' && piece.value.trim() !== '';
  return [segment.findIndex(hasText), segment.findLastIndex(hasText)];
}

/** The start of another speaker's words in subtitles: `- Are you coming?`, `>> No.` */
const SPEAKER = /^(?:[-\u2010-\u2015]|>>)\s*(?=\p{L})/u;

/** Where the words of a text start: a sign for another speaker stays before the mark. */
function startOfWords(text: string): number {
  const start = text.length - text.trimStart().length;
  const code = text.charCodeAt(start);
  if (code !== 45 && code !== 62 && (code < 0x2010 || code > 0x2015)) return start;
  return start + (SPEAKER.exec(text.slice(start))?.[0].length ?? 0);
}

/** Most segments contain only text. */
function writeText(text: string, accents: Accents, mark: string): void {
  const start = startOfWords(text);
  const end = Math.max(start, text.trimEnd().length);
  if (start > 0) draft.write(text.slice(0, start));
  if (start < end) {
    draft.write(mark);
    draft.accent(text, { start, end }, accents);
    draft.write(']');
  }
  if (end < text.length) draft.write(text.slice(end));
}

function writeSegment(segment: Segment, accents: Accents, mark: string): void {
  const [only] = segment;
  if (segment.length === 1 && only?.kind === 'text') {
    writeText(only.value, accents, mark);
    return;
  }
  const [first, last] = indexOfText(segment);
  for (const [index, { kind, value }] of segment.entries()) {
    if (kind === 'code' || first === -1) {
      draft.write(value);
      continue;
    }
    const start = index === first ? startOfWords(value) : 0;
    const end = index === last ? value.trimEnd().length : value.length;
    if (index === first) draft.write(value.slice(0, start) + mark);
    draft.accent(value, { start, end }, accents);
    if (index === last) draft.write(`]${value.slice(end)}`);
  }
}

/**
 * The most code units of the results: two per character, plus a mark with its brackets per text.
 */
function longest(segments: readonly Segment[], mark: string): number {
  let length = 0;
  for (const segment of segments) {
    length += mark.length + 1;
    for (const { value } of segment) length += value.length * 2;
  }
  return length;
}

/**
 * Shows what a translation would look like without being one: accented, about 30 % longer, in
 * brackets that name the target (`[de Ĥéééļļöö]`). The same text always gives the same answer.
 */
export const pseudo: Backend = {
  name: 'pseudo',
  supports: () => Promise.resolve(true),
  translate: (segments, request) => {
    const accents = accentsOf(request.target);
    const mark = markOf(request);
    draft.begin(longest(segments, mark));
    for (const segment of segments) {
      writeSegment(segment, accents, mark);
      draft.endText();
    }
    return Promise.resolve(draft.finish());
  },
  close: () => Promise.resolve(),
};
