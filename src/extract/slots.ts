import { tailHash } from './tails.js';

/** Places for values: `%s`, `%{x}`, `%(x)s`, `{x}`, `{{x}}`, `$1`, `%NAME%`. */
const SLOT = String.raw`(?:%(?:\d{1,2}\$)?[sd@]|%?\{\{?[ \t]{0,5}[\w.]{0,60}[ \t]{0,5}\}?\}|%\(\w{1,60}\)s|\$\d|%\w{1,60}%)`;
const TEXTS = new RegExp(String.raw`(['"])([^'"\s]{0,100}?${SLOT}[^'"\s]{0,100})\1`, 'g');
const PIECES = new RegExp(SLOT);
/** `'home about'.split(' ')` */
const LISTS = /(?:'([^'\n]{1,2000})'|"([^"\n]{1,2000})"|`([^`]{1,2000})`)\s{0,20}\.split\(/g;

/** The parts of quoted texts around places for values: `'errors.%s.title'`. Pure, and linear. */
export interface Slotted {
  /** Their starts. */
  readonly heads: readonly string[];
  readonly hashes: readonly number[];
}

export function slotsIn(code: string): Slotted {
  const texts = [...code.matchAll(TEXTS)].map(([, , text = '']) => text.split(PIECES));
  return {
    heads: texts.map(([head = '']) => head),
    hashes: texts.flatMap(([, ...rest]) => rest.flatMap((one) => tailHash(one) ?? [])),
  };
}

/** The texts of lists that code writes as one text. */
export function listedIn(code: string): readonly string[] {
  const texts = [...code.matchAll(LISTS)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return texts.flatMap((text) => text.split(/[\s,;|]+/));
}
