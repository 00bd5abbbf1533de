const LINE_END = /(\s*\n\s*)/;

/** The lines of a text that are not blank, trimmed. */
export function linesOf(text: string): readonly string[] {
  return text
    .trim()
    .split(LINE_END)
    .filter((_, at) => at % 2 === 0);
}

/** A text with its lines replaced by translated ones; everything between them stays. */
export function joinLines(text: string, lines: readonly string[]): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const joined = text
    .slice(start, end)
    .split(LINE_END)
    .map((piece, at) => (at % 2 === 0 ? (lines[at / 2] ?? '').trim() : piece));
  return text.slice(0, start) + joined.join('') + text.slice(end);
}

/** Whether a text has several lines that can be sent separately. */
export function hasLines(text: string): boolean {
  // A tag may be opened in one line and closed in another.
  return text.trim().includes('\n') && !text.includes('</');
}
