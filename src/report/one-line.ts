const LONGEST = 300;

/**
 * Keys, texts and file names may hold anything. A terminal gets one line of them without control
 * characters (a CI that reads commands from lines gets none), and not more than 300 characters.
 */
export function oneLine(text: string): string {
  const line = Array.from(text, (character) => (isControl(character) ? ' ' : character)).join('');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0x2028 || code === 0x2029;
}
