/** A character as `\u0142`; two escapes for characters beyond the first plane. */
export function unicodeEscape(
  character: string,
  {
    upperCase = false,
    letter = 'u',
  }: { readonly upperCase?: boolean; readonly letter?: 'u' | 'U' } = {},
): string {
  return Array.from({ length: character.length }, (_, at) => {
    const hex = character.charCodeAt(at).toString(16).padStart(4, '0');
    return `\\${letter}${upperCase ? hex.toUpperCase() : hex}`;
  }).join('');
}

/** A character as an XML reference, which any encoding can represent: `&#x142;`. */
export function characterReference(character: string): string {
  return `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`;
}
