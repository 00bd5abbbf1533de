/**
 * Index after the brace that closes the one at `start`; the end of the text if it is not closed.
 */
export function balancedEnd(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (char === 123) depth += 1;
    else if (char === 125) {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return text.length;
}
