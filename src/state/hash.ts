import { hash } from 'node:crypto';

/** 22 characters of base64url: 132 bits, enough for keys that must never meet. */
const KEY_LENGTH = 22;

function digest(text: string | Uint8Array, length: number): string {
  return hash('sha256', text, 'base64url').slice(0, length);
}

/** Parts with their lengths, so that ['ab', 'c'] and ['a', 'bc'] differ. */
function join(parts: readonly string[]): string {
  let joined = '';
  for (const part of parts) joined += `${part.length}:${part}`;
  return joined;
}

/** What `writeFileAtomic` expects on disk: 22 characters, or 'absent' where there is no file. */
export function contentHash(content: string | Uint8Array): string {
  return digest(content, KEY_LENGTH);
}

/** Key of a translation in the memory: 22 characters over everything that changes the answer, in a fixed order. */
export function memoryKey(parts: readonly string[]): string {
  return digest(join(parts), KEY_LENGTH);
}

/** Identity of a unit in the lock: 11 characters. `file` is the source file's path from the root, with `/`. */
export function unitHash(file: string, key: readonly string[]): string {
  return digest(join([file, ...key]), 11);
}

/** Source text in the lock: 8 characters. */
export function sourceHash(text: string): string {
  return digest(text, 8);
}

/** Target text in the lock: 6 characters. */
export function targetHash(text: string): string {
  return digest(text, 6);
}

/** Options that a machine text was made under: 2 characters, never `ADOPTED`, `REVIEW` or `EDITED`. */
export function originOf(fingerprint: string): string {
  return digest(fingerprint, 2);
}
