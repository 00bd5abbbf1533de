const LINE_END = /(\s*\n\s*)/;

/** The lines of a text with something in them, without white space at their ends. */
export function linesOf(text: string): readonly string[] {
  return text
    .trim()
    .split(LINE_END)
    .filter((_, at) => at % 2 === 0);
}

/** Translated lines in place of those of a text, with all that is between them. */
export function joinLines(text: string, lines: readonly string[]): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const joined = text
    .slice(start, end)
    .split(LINE_END)
    .map((piece, at) => (at % 2 === 0 ? (lines[at / 2] ?? '').trim() : piece));
  return text.slice(0, start) + joined.join('') + text.slice(end);
}

/** True for a text of several lines of which each can be sent by itself. */
export function hasLines(text: string): boolean {
  // A tag that is opened in one line may be closed in another.
  return text.trim().includes('\n') && !text.includes('</');
}
