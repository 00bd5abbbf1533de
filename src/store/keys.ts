/** A key of the memory has 22 characters of base64url, 132 bits; the store uses 128 of them. */
const CHARACTERS = 22;

/** Bytes of a key, for the database. */
export function bytesOf(key: string): Buffer {
  return Buffer.from(key.slice(0, CHARACTERS), 'base64url');
}

/** A key as text, without the bits that the database does not store. */
export function nameOf(key: string): string {
  return bytesOf(key).toString('base64url');
}

/** Whether a text is a result of `nameOf`. */
export function isKey(text: string): boolean {
  return /^[\w-]{22}$/.test(text) && nameOf(text) === text;
}
