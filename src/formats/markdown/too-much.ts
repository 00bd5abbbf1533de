import { formatError } from '../kit/unusable.js';

/** What the parser takes seconds for in one paragraph: it looks at all that came before for each. */
const MOST = 20_000;

/** These begin a block of their own, or are no text. */
const BLOCK = /^[ \t]*(?:[\n\r]|$|[-+*|#><]|\d{1,9}[.)]|`{3}|~{3})/;
const FENCE = /^[ \t]*(?:[-+*>]|\d{1,9}[.)])?[ \t]*(?:`{3}|~{3})/;

/**
 * @throws FormatError `too-large` for a paragraph of more lines and signs than any has, which would
 * take minutes
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
    // Those of links and of MDX's expressions are looked at most often.
    for (const [sign] of line.matchAll(signs)) weight += sign === '[' || sign === '{' ? 3 : 1;
    if (weight > MOST)
      throw formatError(
        'too-large',
        'a paragraph of more than 20,000 lines and signs; expected blank lines.',
        { text, offset: start, file },
      );
  }
}
