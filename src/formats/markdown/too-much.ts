import { formatError } from '../kit/unusable.js';

/**
 * The largest weight of a paragraph. The parser takes seconds for it, because each sign is compared
 * with all earlier ones.
 */
const MOST = 20_000;

/**
 * The largest product of a paragraph's characters and its lengths of backtick runs: the parser
 * searches the rest of the paragraph once per length.
 */
const MOST_SEARCHED = 20_000_000;

/** Lines that start their own block, or have no text, in block quotes too. */
const BLOCK =
  /^[ \t>]*(?:(?:[-=*_][ \t]*)*(?:[\n\r]|$)|(?:#{1,6}|[-+*]|\d{1,9}[.)])[ \t\n\r]|`{3}|~{3})/;
const RULE = /^[ \t>|:-]+(?:[\n\r]|$)/;
const FENCE = /^[ \t]*(?:(?:[-+*>]|\d{1,9}[.)])[ \t]*)?(?:`{3}|~{3})/;
/** Lines that start a block of HTML: comments and the like, block elements, or one whole tag. */
const HTML =
  /^[ \t>]*<(?:[!?]|\/?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|fig(?:caption|ure)|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?:[\s/>]|$)|\/?[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>\s*$)/i;
const JSX = /^[ \t>]*<[A-Za-z!?/]/;

/**
 * @throws FormatError `too-large` for a paragraph with more lines and signs than any real one,
 * which would take minutes
 */
export function rejectHuge(
  text: string,
  { isMdx, file }: { readonly isMdx: boolean; readonly file: string | undefined },
): void {
  const signs = isMdx ? /[[<*_{]/g : /[[<*_]/g;
  const tag = isMdx ? JSX : HTML;
  if (text.length < MOST / 3) return;
  let [weight, start, isCode, isTable, isHtml] = [0, 0, false, false, false];
  let ticks = new Set<number>();
  for (const { 0: line, index } of text.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    const isBlank = line.trim() === '';
    // In a block of HTML, nothing is parsed up to a blank line.
    isHtml = !isMdx && !isBlank && (isHtml || tag.test(line));
    const isBlock = isHtml || BLOCK.test(line) || tag.test(line);
    isTable = !isBlock && (isTable || isTableRule(line));
    if (isFence || isCode || isBlock || isTable) {
      [weight, start] = [0, isBlank ? index + line.length : index];
      ticks = new Set();
    }
    if (isCode || isHtml) continue;
    weight += 1;
    // Brackets of links and braces of MDX expressions cost most.
    for (const [sign] of line.matchAll(signs)) weight += sign === '[' || sign === '{' ? 3 : 1;
    for (const [run] of line.matchAll(/`+/g)) ticks.add(run.length);
    const searched = ticks.size * (index + line.length - start);
    if (weight > MOST || searched > MOST_SEARCHED)
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
