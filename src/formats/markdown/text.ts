/**
 * The text of a block as one line: wrapped lines are joined with a space, an intended line break is
 * a line feed.
 * @param quotes number of enclosing block quotes, whose marks are removed
 */
export function readText(raw: string, quotes: number): string {
  if (!/[\r\n]/.test(raw)) return raw;
  const lines = raw.split(LINE_END);
  return lines
    .map((line, i) => {
      const own = i === 0 ? line : line.slice(prefixLength(line, quotes));
      if (i === lines.length - 1) return own;
      const shown = own.replace(/(?<![ \t])[ \t]+$/, '');
      if (own.endsWith('  ')) return `${shown}\n`;
      return endsInBackslash(own)
        ? `${own.slice(0, -1).replace(/(?<![ \t])[ \t]+$/, '')}\n`
        : `${shown} `;
    })
    .join('');
}

export const LINE_END = /\r\n|\n|\r/;

/** Number of characters at the start of a line that belong to enclosing blocks. */
export function prefixLength(line: string, quotes: number): number {
  let at = 0;
  for (let left = quotes; left > 0; left -= 1) {
    const mark = /^[ \t]*>/.exec(line.slice(at));
    if (mark === null) break;
    at += mark[0].length;
  }
  return at + (/^[ \t]*/.exec(line.slice(at))?.[0].length ?? 0);
}

export function endsInBackslash(text: string): boolean {
  const tail = /(?<!\\)\\+$/.exec(text);
  return tail !== null && tail[0].length % 2 === 1;
}

/** A text as it is after writing and reading it: without what a block cannot contain. */
export function normalText(text: string, { isOneLine }: { readonly isOneLine: boolean }): string {
  const lines = text.split(LINE_END).map((line) => line.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, ''));
  return lines.filter((line) => line !== '').join(isOneLine ? ' ' : '\n');
}

/** The text before an offset on its line. */
export function linePrefix(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && !LINE_END.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, offset).replace(/^\ufeff+/, '');
}

/** The prefix of a block's other lines, for a first line with this one. */
export function continuationOf(prefix: string): string {
  return prefix.replace(/[^>\t]/g, ' ');
}

/**
 * Code without the prefixes of enclosing blocks; lines end in line feeds.
 * @param prefix text before its first line
 * @param quotes number of enclosing block quotes
 */
export function readCode(raw: string, prefix: string, quotes: number): string {
  if (!/[\r\n]/.test(raw)) return raw;
  const inner = continuationOf(prefix);
  const indent = inner.slice(inner.lastIndexOf('>') + 1);
  const lines = raw.split(LINE_END);
  return lines
    .map((line, i) => (i === 0 ? line : withoutIndent(withoutQuotes(line, quotes), indent)))
    .join('\n');
}

function withoutQuotes(line: string, quotes: number): string {
  let at = 0;
  for (let left = quotes; left > 0; left -= 1) {
    const mark = /^[ \t]*>/.exec(line.slice(at));
    if (mark === null) break;
    at += mark[0].length;
  }
  return line.slice(at);
}

/** Removes an indentation from a line, as far as the line has it. Tabs have their actual width. */
function withoutIndent(line: string, indent: string): string {
  let at = 0;
  for (const sign of indent) {
    if (line.charAt(at) === sign) at += 1;
    else if (sign === '\t') at += /^ {0,4}/.exec(line.slice(at))?.[0].length ?? 0;
    else return line.charAt(at) === '\t' ? line.slice(at + 1) : line.slice(at);
  }
  return line.slice(at);
}

/** Code as written after that prefix. */
export function writeCode(text: string, prefix: string, newline: string): string {
  const lead = continuationOf(prefix);
  const blank = lead.trimEnd();
  const lines = text.split('\n');
  return lines
    .map((line, i) => (i === 0 ? line : (line === '' ? blank : lead) + line))
    .join(newline);
}
