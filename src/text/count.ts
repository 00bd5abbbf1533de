import { decodeEntities } from './entities.js';

/* Nothing reaches over a `<`, so that the scan stays linear. */
const MARKUP = /<!--[^<]*?-->|<!\[CDATA\[|\]\]>|<[!?/]?[A-Za-z](?:[^<>"']|"[^"<]*"|'[^'<]*')*>/g;

/** Rare, and found faster than each character is looked at. */
const SURROGATE = /[\ud800-\udbff]/;

/**
 * Unicode code points as billed: of the text as sent, without the markup where tags are handled;
 * an entity counts as the character it stands for.
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
