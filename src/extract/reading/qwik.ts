import type { Use } from './use.js';

const SPEAK = /['"]qwik-speak['"]/;
const SIGN = '@@';

/** Splits Qwik Speak's `title@@Title` into a key and its text. */
export function withOwnTexts(uses: readonly Use[], code: string): readonly Use[] {
  if (!SPEAK.test(code)) return uses;
  return uses.map((use) => {
    const [last = '', ...before] = [...use.key].reverse();
    const at = last.indexOf(SIGN);
    if (at === -1) return use;
    const key = [...before.reverse(), last.slice(0, at)];
    // After an unknown value, the text does not belong to one key.
    return { ...use, key, ...(before.length > 0 ? {} : { text: last.slice(at + SIGN.length) }) };
  });
}
