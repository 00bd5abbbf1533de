import { formatError } from '../kit/unusable.js';

/**
 * The largest weight of a paragraph. The parser takes seconds for it, because each sign is compared
 * with all earlier ones.
 */
const MOST = 20_000;

/** Lines that start their own block, or have no text, in block quotes too. */
const BLOCK =
  /^[ \t>]*(?:(?:[-=*_][ \t]*)*(?:[\n\r]|$)|(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \t\n\r]|<[A-Za-z!?/]|`{3}|~{3})/;
const RULE = /^[ \t>|:-]+(?:[\n\r]|$)/;
const FENCE = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*)?(?:`{3}|~{3})/;

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
  let [weight, start, isCode, isTable] = [0, 0, false, false];
  for (const { 0: line, index } of text.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    const isBlock = BLOCK.test(line);
    isTable = !isBlock && (isTable || isTableRule(line));
    const isBlank = line.trim() === '';
    if (isFence || isCode || isBlock || isTable)
      [weight, start] = [0, isBlank ? index + line.length : index];
    if (isCode) continue;
    weight += 1;
    // Brackets of links and braces of MDX expressions cost most.
    for (const [sign] of line.matchAll(signs)) weight += sign === '[' || sign === '{' ? 3 : 1;
    if (weight > MOST)
      throw formatError(
        'too-large',
        'a paragraph with more than 20,000 lines and markup characters; split it with blank lines.',
        { text, offset: start, file },
      );
  }
}

/** Whether a line is the one below the head of a table, whose rows are parsed one by one. */
function isTableRule(line: string): boolean {
  return RULE.test(line) && line.includes('|') && line.includes('-');
}
