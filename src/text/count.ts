import { decodeEntities } from './entities.js';

/* No alternative matches across a `<`, so the scan stays linear. */
const MARKUP = /<!--[^<]*?-->|<!\[CDATA\[|\]\]>|<[!?/]?[A-Za-z](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

/** Searched for first: surrogates are rare, and this is faster than checking each character. */
const SURROGATE = /[\ud800-\udbff]/;

/**
 * Unicode code points as billed: those of the sent text, without markup if tags are handled. An
 * entity counts as the character that it represents.
 */
export function countCharacters(text: string, tagHandling?: 'xml' | 'html'): number {
  const counted =
    tagHandling === undefined || !/[<&]/.test(text)
      ? text
      : decodeEntities(text.replace(MARKUP, ''));
  let count = counted.length;
  if (!SURROGATE.test(counted)) return count;
  for (let i = 0; i < counted.length - 1; i += 1) {
    const high = counted.charCodeAt(i);
    if (high < 0xd800 || high > 0xdbff) continue;
    const low = counted.charCodeAt(i + 1);
    if (low >= 0xdc00 && low <= 0xdfff) count -= 1;
  }
  return count;
}
