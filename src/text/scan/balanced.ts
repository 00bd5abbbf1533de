/** Where the braces that open at `start` are closed; the end of a text that does not close them. */
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
