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

// Codes are written here and read as one string: adding up characters costs five times as much.
let scratch = new Uint16Array(1024);

function accent(text: string, accents: Accents): string {
  if (scratch.length < text.length * 2) scratch = new Uint16Array(text.length * 4);
  let end = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const second = code < 128 ? accents[code * 2 + 1] : 0;
    scratch[end] = code < 128 ? (accents[code * 2] ?? code) : code;
    end += 1;
    if (second !== undefined && second !== 0) {
      scratch[end] = second;
      end += 1;
    }
  }
  return Buffer.from(scratch.buffer, 0, end * 2).toString('utf16le');
}

/** `de`, with `+` or `-` for formality and `~` where instructions or a style apply. */
function markOf({ target, formality, instructions }: BackendRequest): string {
  const tone = formality === undefined ? '' : formality === 'more' ? '+' : '-';
  return `${target}${tone}${instructions === undefined || instructions.length === 0 ? '' : '~'}`;
}

function indexOfText(segment: Segment): readonly [first: number, last: number] {
  const hasText = (piece: Segment[number]) => piece.kind === 'text' && piece.value.trim() !== '';
  return [segment.findIndex(hasText), segment.findLastIndex(hasText)];
}

function translateSegment(segment: Segment, accents: Accents, mark: string): string {
  const [first, last] = indexOfText(segment);
  if (first === -1) return segment.map(({ value }) => value).join('');
  let result = '';
  for (const [index, { kind, value }] of segment.entries()) {
    if (kind === 'code') {
      result += value;
      continue;
    }
    const start = index === first ? value.length - value.trimStart().length : 0;
    const end = index === last ? value.trimEnd().length : value.length;
    if (index === first) result += `${value.slice(0, start)}[${mark} `;
    result += accent(value.slice(start, end), accents);
    if (index === last) result += `]${value.slice(end)}`;
  }
  return result;
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
