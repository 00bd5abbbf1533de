/** A carriage return alone is a character like others. */
export function isLineEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 10 || (code === 13 && text.charCodeAt(at + 1) === 10);
}

export function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at;
}

/** Behind spaces and line ends. */
export function skipBlank(text: string, from: number): number {
  let at = from;
  for (;;) {
    if (text.charCodeAt(at) === 32) at += 1;
    else if (isLineEnd(text, at)) at += text.charCodeAt(at) === 13 ? 2 : 1;
    else return at;
  }
}
