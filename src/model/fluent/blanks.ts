/**
 * Whether a line end starts at `at`: `\n` or `\r\n`. A lone carriage return is an ordinary
 * character.
 */
export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10);
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at;
}

/** The index after spaces and line ends. */
export function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    if (text.charCodeAt(at) === 32) at += 1;
    else if (isLineEnd(text, at)) at += text.charCodeAt(at) === 13 ? 2 : 1;
    else return at;
  }
}
