const encoder = new TextEncoder();

/** Bytes that a text takes in a JSON body in UTF-8, quotes included. */
export function jsonBytes(text: string): number {
  // Nothing to escape, every character one byte: most texts.
  if (/^[ !#-[\]-~]*$/.test(text)) return text.length + 2;
  const json = JSON.stringify(text);
  return /^[\u0020-\u007e]*$/.test(json) ? json.length : encoder.encode(json).length;
}
