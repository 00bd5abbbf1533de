/**
 * The text of a block as one line: lines that go on are joined by a space, a line break that the
 * author wants is a line feed.
 * @param quotes block quotes that it stands in, whose marks go
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
