/** A key of the memory is 22 characters of base64url: 132 bits, of which the store takes 128. */
const CHARACTERS = 22;

/** Bytes of a key, for the database. */
export function bytesOf(key: string): Buffer {
  return Buffer.from(key.slice(0, CHARACTERS), 'base64url');
}

/** Keys by what the database calls them. */
export function namesOf(keys: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const key of keys) names.set(nameOf(key), key);
  return names;
}

/** A key as text, without the bits that the database does not keep. */
export function nameOf(key: string): string {
  return bytesOf(key).toString('base64url');
}

/** Whether a text is what `nameOf` gives. */
export function isKey(text: string): boolean {
  return /^[\w-]{22}$/.test(text) && nameOf(text) === text;
}
