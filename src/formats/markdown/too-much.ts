import { formatError } from '../kit/unusable.js';

/**
 * The largest weight of a paragraph. The parser takes seconds for it, because each sign is compared
 * with all earlier ones.
 */
const MOST = 20_000;

/** Lines that start their own block, or have no text. */
const BLOCK = /^[ \t]*(?:[\n\r]|$|[-+*|#><]|\d{1,9}[.)]|`{3}|~{3})/;
const FENCE = /^[ \t]*(?:[-+*>]|\d{1,9}[.)])?[ \t]*(?:`{3}|~{3})/;

/**
 * @throws FormatError `too-large` for a paragraph with more lines and signs than any real one,
 * which would take minutes
 */
export function rejectHuge(
  text: string,
  { isMdx, file }: { readonly isMdx: boolean; readonly file: string | undefined },
): void {
  const signs = isMdx ? /[[<*_{]/g : /[[<*_]/g;
  if (text.length < MOST / 3) return;
  let [weight, start, isCode] = [0, 0, false];
  for (const { 0: line, index } of text.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || BLOCK.test(line)) [weight, start] = [0, index];
    if (isCode) continue;
    weight += 1;
    // Brackets of links and braces of MDX expressions cost most.
    for (const [sign] of line.matchAll(signs)) weight += sign === '[' || sign === '{' ? 3 : 1;
    if (weight > MOST)
      throw formatError(
        'too-large',
        'a paragraph of more than 20,000 lines and signs; expected blank lines.',
        { text, offset: start, file },
      );
  }
}
