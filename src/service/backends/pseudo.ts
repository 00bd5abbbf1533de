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

/** What stands for each ASCII character in this target; vowels are doubled, which makes text about 30 % longer. */
type Accents = readonly string[];

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    value = (value * 31 + text.charCodeAt(index)) >>> 0;
  }
  return value;
}

function accentsFor(target: string): Accents {
  const table = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  for (const [letter, accented] of Object.entries(variants)) {
    const choice = accented.charAt(hash(target + letter) % accented.length);
    const times = 'aeiou'.includes(letter) ? 2 : 1;
    const upper = choice.toUpperCase() + choice.repeat(times - 1);
    table[letter.charCodeAt(0)] = choice.repeat(times);
    table[letter.toUpperCase().charCodeAt(0)] = upper;
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

function accent(text: string, accents: Accents): string {
  let result = '';
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    result += code < 128 ? (accents[code] ?? '') : text.charAt(index);
  }
  return result;
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
