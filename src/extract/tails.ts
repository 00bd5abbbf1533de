import { EMPTY_HASH, hashOf, step } from './hash.js';

/** Prefix in hashes of texts that code appends to a value. */
const TAIL = '\u0004';
const LONGEST = 100;

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
    const most = Math.min(key.length, from + LONGEST + 1);
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
