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
 * UTF-16 codes that stand for each ASCII character in this target, two places for each, 0 for none. Vowels are
 * doubled, which makes text about 30 % longer.
 */
type Accents = Uint16Array;

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    value = (value * 31 + text.charCodeAt(index)) >>> 0;
  }
  return value;
}

function accentsFor(target: string): Accents {
  const table = new Uint16Array(256);
  for (let code = 0; code < 128; code += 1) table[code * 2] = code;
  for (const [letter, accented] of Object.entries(variants)) {
    const choice = accented.charAt(hash(target + letter) % accented.length);
    const second = 'aeiou'.includes(letter) ? choice.charCodeAt(0) : 0;
    table.set([choice.charCodeAt(0), second], letter.charCodeAt(0) * 2);
    table.set([choice.toUpperCase().charCodeAt(0), second], letter.toUpperCase().charCodeAt(0) * 2);
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

/** Text under way, as codes in one buffer: adding up characters costs five times as much. */
class Draft {
  private buffer = Buffer.alloc(0);
  private codes = new Uint16Array(0);
  private end = 0;

  /** @param length Codes that may come at most. */
  begin(length: number): void {
    this.end = 0;
    if (length <= this.codes.length) return;
    this.codes = new Uint16Array(Math.max(1024, length * 2));
    this.buffer = Buffer.from(this.codes.buffer);
  }

  write(text: string): void {
    const { codes } = this;
    let { end } = this;
    for (let index = 0; index < text.length; index += 1) {
      codes[end] = text.charCodeAt(index);
      end += 1;
    }
    this.end = end;
  }

  accent(text: string, accents: Accents): void {
    const { codes } = this;
    let { end } = this;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const first = code < 128 ? accents[code * 2] : code;
      codes[end] = first ?? code;
      end += 1;
      const second = code < 128 ? accents[code * 2 + 1] : 0;
      if (second === undefined || second === 0) continue;
      codes[end] = second;
      end += 1;
    }
    this.end = end;
  }

  finish(): string {
    return this.buffer.toString('utf16le', 0, this.end * 2);
  }
}

const draft = new Draft();

/** `de`, with `+` or `-` for formality and `~` where instructions or a style apply. */
function markOf({ target, formality, instructions }: BackendRequest): string {
  const tone = formality === undefined ? '' : formality === 'more' ? '+' : '-';
  return `${target}${tone}${instructions === undefined || instructions.length === 0 ? '' : '~'}`;
}

function indexOfText(segment: Segment): readonly [first: number, last: number] {
  const hasText = (piece: Segment[number]) => piece.kind === 'text' && piece.value.trim() !== '';
  return [segment.findIndex(hasText), segment.findLastIndex(hasText)];
}

/** Another speaker's words in subtitles: `- Are you coming?`, `>> No.` */
const SPEAKER = /^(?:[-\u2010-\u2015]|>>)\s*(?=\p{L})/u;

/** Where the words of a text start: what shows that another speaker starts stays in front of the mark. */
function startOfWords(text: string): number {
  const start = text.length - text.trimStart().length;
  const code = text.charCodeAt(start);
  if (code !== 45 && code !== 62 && (code < 0x2010 || code > 0x2015)) return start;
  return start + (SPEAKER.exec(text.slice(start))?.[0].length ?? 0);
}

/** Most segments are nothing but text. */
function translateText(text: string, accents: Accents, mark: string): string {
  const start = startOfWords(text);
  const inner = text.slice(start).trimEnd();
  if (inner === '') return text;
  draft.begin(text.length * 2 + mark.length + 3);
  if (inner.length === text.length) {
    draft.write(`[${mark} `);
    draft.accent(text, accents);
    draft.write(']');
    return draft.finish();
  }
  draft.write(`${text.slice(0, start)}[${mark} `);
  draft.accent(inner, accents);
  draft.write(`]${text.slice(start + inner.length)}`);
  return draft.finish();
}

function translateSegment(segment: Segment, accents: Accents, mark: string): string {
  const [only] = segment;
  if (segment.length === 1 && only?.kind === 'text')
    return translateText(only.value, accents, mark);
  const [first, last] = indexOfText(segment);
  if (first === -1) return segment.map(({ value }) => value).join('');
  draft.begin(segment.reduce((sum, { value }) => sum + value.length * 2, mark.length + 3));
  for (const [index, { kind, value }] of segment.entries()) {
    if (kind === 'code') {
      draft.write(value);
      continue;
    }
    const start = index === first ? startOfWords(value) : 0;
    const end = index === last ? value.trimEnd().length : value.length;
    if (index === first) draft.write(`${value.slice(0, start)}[${mark} `);
    draft.accent(value.slice(start, end), accents);
    if (index === last) draft.write(`]${value.slice(end)}`);
  }
  return draft.finish();
}

/**
 * Shows what a translation would look like without being one: accented, about 30 % longer, in brackets
 * that name the target (`[de Ĥéééļļöö]`). The same text always gives the same answer.
 */
export const pseudo: Backend = {
  name: 'pseudo',
  supports: () => Promise.resolve(true),
  translate: (segments, request) => {
    const accents = accentsOf(request.target);
    const mark = markOf(request);
    return Promise.resolve(segments.map((segment) => translateSegment(segment, accents, mark)));
  },
  close: () => Promise.resolve(),
};
