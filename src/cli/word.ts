/** Whether a text can be sent as a key: printable ASCII without spaces. */
export function isWord(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}
