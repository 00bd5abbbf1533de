const encoder = new TextEncoder();

/** Bytes of a text in a JSON body in UTF-8, including quotes. */
export function jsonBytes(text: string): number {
  // Fast path: nothing to escape and only ASCII, as in most texts.
  if (/^[ !#-[\]-~]*$/.test(text)) return text.length + 2;
  const json = JSON.stringify(text);
  return /^[\u0020-\u007e]*$/.test(json) ? json.length : encoder.encode(json).length;
}
