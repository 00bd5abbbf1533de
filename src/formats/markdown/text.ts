/**
 * The text of a block as one line: lines that go on are joined by a space, a line break that the
 * author wants is a line feed.
 * @param quotes block quotes that it is in, whose marks go
 */
export function readText(raw: string, quotes: number): string {
  if (!/[\r\n]/.test(raw)) return raw;
  const lines = raw.split(LINE_END);
  return lines
    .map((line, i) => {
      const own = i === 0 ? line : line.slice(prefixLength(line, quotes));
      if (i === lines.length - 1) return own;
      const shown = own.replace(/[ \t]+$/, '');
      if (own.endsWith('  ')) return `${shown}\n`;
      return endsInBackslash(own) ? `${own.slice(0, -1).replace(/[ \t]+$/, '')}\n` : `${shown} `;
    })
    .join('');
}

export const LINE_END = /\r\n|\n|\r/;

/** How many characters at the start of a line belong to the blocks around it. */
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
  const tail = /\\+$/.exec(text);
  return tail !== null && tail[0].length % 2 === 1;
}

/** A text as it is once it was written and read: without what a block cannot hold. */
export function normalText(text: string, { isOneLine }: { readonly isOneLine: boolean }): string {
  const lines = text.split(LINE_END).map((line) => line.replace(/^[ \t]+|[ \t]+$/g, ''));
  return lines.filter((line) => line !== '').join(isOneLine ? ' ' : '\n');
}

/** What stands before an offset in its line. */
export function linePrefix(text: string, offset: number): string {
  let start = offset;
  while (start > 0 && !LINE_END.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start, offset).replace(/^\ufeff/, '');
}

/** What stands before the other lines of a block whose first line begins with this. */
export function continuationOf(prefix: string): string {
  return prefix.replace(/[^>\t]/g, ' ');
}

/**
 * Code without what the blocks around it put before its lines; they end in line feeds.
 * @param prefix what stands before its first line
 * @param quotes block quotes that it is in
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

/** As much of an indentation as a line has. A tab is as wide as it gets. */
function withoutIndent(line: string, indent: string): string {
  let at = 0;
  for (const sign of indent) {
    if (line.charAt(at) === sign) at += 1;
    else if (sign === '\t') at += /^ {0,4}/.exec(line.slice(at))?.[0].length ?? 0;
    else return line.charAt(at) === '\t' ? line.slice(at + 1) : line.slice(at);
  }
  return line.slice(at);
}

/** Code as it is written behind that prefix. */
export function writeCode(text: string, prefix: string, newline: string): string {
  const lead = continuationOf(prefix);
  const blank = lead.trimEnd();
  const lines = text.split('\n');
  return lines
    .map((line, i) => (i === 0 ? line : (line === '' ? blank : lead) + line))
    .join(newline);
}
