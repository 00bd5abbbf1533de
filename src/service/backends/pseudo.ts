import type { Backend, BackendRequest, Piece, Segment } from './backend.js';

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

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    value = (value * 31 + text.charCodeAt(index)) >>> 0;
  }
  return value;
}

/** What replaces each letter. Vowels are doubled, which makes text about 30 % longer. */
type Accents = ReadonlyMap<string, string>;

const known = new Map<string, Accents>();

function accentsOf(target: string): Accents {
  const made = known.get(target);
  if (made !== undefined) return made;
  const accents = new Map<string, string>();
  for (const [letter, accented] of Object.entries(variants)) {
    const choice = accented.charAt(hash(target + letter) % accented.length);
    const second = 'aeiou'.includes(letter) ? choice : '';
    accents.set(letter, choice + second);
    accents.set(letter.toUpperCase(), choice.toUpperCase() + second);
  }
  known.set(target, accents);
  return accents;
}

/** `[de `, with `+` or `-` for formality and `~` if instructions or a style apply. */
function markOf({ target, formality, instructions }: BackendRequest): string {
  const tone = formality === undefined ? '' : formality === 'more' ? '+' : '-';
  return `[${target}${tone}${instructions === undefined || instructions.length === 0 ? '' : '~'} `;
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

function pseudoText(segment: Segment, accents: Accents, mark: string): string {
  const isWorded = ({ kind, value }: Piece) => kind === 'text' && value.trim() !== '';
  const first = segment.findIndex(isWorded);
  const last = segment.findLastIndex(isWorded);
  let text = '';
  for (const [index, { kind, value }] of segment.entries()) {
    if (kind === 'code' || first === -1) {
      text += value;
      continue;
    }
    const start = index === first ? startOfWords(value) : 0;
    const end = index === last ? value.trimEnd().length : value.length;
    const words = value.slice(start, end);
    if (index === first) text += value.slice(0, start) + mark;
    text += words.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter);
    if (index === last) text += `]${value.slice(end)}`;
  }
  return text;
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
    return Promise.resolve(segments.map((segment) => pseudoText(segment, accents, mark)));
  },
  close: () => Promise.resolve(),
};
