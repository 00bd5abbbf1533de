/** The hash of the empty text; `step` adds a code unit. */
export const EMPTY_HASH = 0x811c9dc5;

export function step(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

/** FNV-1a of a text, or of a part of it. */
export function hashOf(text: string, from = 0, to = text.length): number {
  let hash = EMPTY_HASH;
  for (let at = from; at < to; at += 1) hash = step(hash, text.charCodeAt(at));
  return hash | 0;
}

/** Prefix in hashes of adjacent texts that may be the names of a key. */
export const RUN = '\u0002';

const NO_NAME = /[^\p{L}\p{N}]+/gu;

/** `errors.not_found` → `.errors.not.found.`: the words of a key, whatever separates them. */
export function namesOf(text: string): string {
  return `.${text.replace(NO_NAME, '.')}.`.replace(/^\.\.|\.\.$/g, '.');
}

/** Whether a key contains names in this order; all in the form of `namesOf`. */
export function holdsNames(names: string, wanted: readonly string[]): boolean {
  let at = 0;
  for (const name of wanted) {
    const found = names.indexOf(name, at);
    if (found === -1) return false;
    // The dot after it is also the one before the next name.
    at = found + name.length - 1;
  }
  return true;
}

/** Prefix in hashes of property names. */
const PROPERTY = '\u0005';

/**
 * `home` in `{ home: 1 }` and `{ home?: string }`; quoted names are texts anyway. Looks back from
 * colons, of which there are fewer than names.
 */
const NAMES = /:(?<=(?<![\w$.-])([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)\s{0,20}\??:)(?!:)/g;
/** `enum Tab { home, about = 1 }` */
const ENUMS = /\benum\s+[\w$]+\s*\{([^{}]{0,5000})\}/g;

/** Hashes of names that code may use as texts: those of properties and enums. Pure, and linear. */
export function propertyNamesIn(code: string): readonly number[] {
  const members = [...code.matchAll(ENUMS)].flatMap(([, body = '']) => body.match(/[\w$]+/g) ?? []);
  const names = [...code.matchAll(NAMES)].map(([, name = '']) => name);
  return [...new Set([...names, ...members])].map((name) => hashOf(`${PROPERTY}${name}`));
}

export function hasPropertyName(literals: ReadonlySet<number>, key: string): boolean {
  return literals.has(hashOf(`${PROPERTY}${key}`));
}

/** Prefix that distinguishes these hashes from those of texts. */
const SPELLING = '\u0006';
/** Longer strings are not names. */
const LONGEST = 60;

/**
 * Hash of a name's letters and digits, ignoring case: code may convert each of `user-name`,
 * `user_name`, `userName` and `user.name` into the others. Undefined if the text is not a name:
 * several words, or an import path.
 */
export function spellingIn(text: string, from = 0, to = text.length): number | undefined {
  if (to - from > LONGEST || text[from] === '.') return undefined;
  const name = text.slice(from, to);
  const letters = /\s/.test(name) ? '' : name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
  return letters === '' ? undefined : hashOf(`${SPELLING}${letters}`);
}

/** Whether code quotes a key in any spelling. */
export function hasSpelling(literals: ReadonlySet<number>, key: string): boolean {
  const spelling = spellingIn(key);
  return spelling !== undefined && literals.has(spelling);
}

/** True for `user-name` and `userName`, false for `cancel` and `CANCEL`. */
export function isOfSeveralWords(key: string): boolean {
  return /[^\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(key);
}

/** Prefix in hashes of texts that code appends to a value. */
const TAIL = '\u0004';
const LONGEST_TAIL = 100;

/** `.title` in `` `${x}.title` ``, `.status.` in `` `${x}.status.${y}` `` */
const IN_TEMPLATE = /\}([^\w\s`${}][^`${}\n]{3,100})(?=`|\$\{)/g;
/** `.title` in `x + '.title'` */
const ADDED = /\+\s{0,20}(?:'([^\w\s'][^'\n]{3,100})'|"([^\w\s"][^"\n]{3,100})")/g;

/** Hashes of texts after an unknown value. Pure, and linear. */
export function tailsIn(code: string): readonly number[] {
  const found = [...code.matchAll(IN_TEMPLATE), ...code.matchAll(ADDED)];
  return found.flatMap(([, a, b]) => tailHash(a ?? b ?? '') ?? []);
}

/** The hash of a text after a value; undefined if it is too ambiguous. */
export function tailHash(text: string): number | undefined {
  const says = /^[^\p{L}\p{N}\s].*[\p{L}\p{N}]{3}/u.test(text);
  return says ? hashOf(`${TAIL}${text}`) : undefined;
}

/** Whether code contains the end of a key, or the text between two of its parts. */
export function hasTail(literals: ReadonlySet<number>, key: string): boolean {
  for (let from = 1; from < key.length; from += 1) {
    if (isPart(key[from])) continue;
    let hash = step(EMPTY_HASH, TAIL.charCodeAt(0));
    const most = Math.min(key.length, from + LONGEST_TAIL + 1);
    for (let at = from; at < most; at += 1) {
      hash = step(hash, key.charCodeAt(at));
      const isEnd = at === key.length - 1 || (at > from && !isPart(key[at]));
      if (isEnd && literals.has(hash | 0)) return true;
    }
  }
  return false;
}

function isPart(sign: string | undefined): boolean {
  return sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
}
