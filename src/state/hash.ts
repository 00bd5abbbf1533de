import type * as Crypto from 'node:crypto';
import { murmur } from './murmur.js';
import { COPIED } from './fact.js';

/** 22 characters of base64url: 132 bits, enough for keys that must never meet. */
const KEY_LENGTH = 22;

// Loaded when first needed: before a first sync's requests are under way, nothing is.
let crypto: typeof Crypto | undefined;

function digest(text: string | Uint8Array, length: number): string {
  crypto ??= process.getBuiltinModule('node:crypto');
  return crypto.hash('sha256', text, 'base64url').slice(0, length);
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Each twelve bits as two letters. */
const PAIRS: readonly string[] = Array.from(
  { length: 4096 },
  (_, bits) => (LETTERS[bits >>> 6] ?? '') + (LETTERS[bits & 63] ?? ''),
);

/** Of the text hashed last: an array for each of very many texts would cost more than hashing them. */
const words = new Int32Array(4);

/** Twelve bits of a word. */
function pairAt(word: number, from: number): string {
  return PAIRS[((words[word] ?? 0) >>> from) & 4095] ?? '';
}

/** Parts with their lengths, so that ['ab', 'c'] and ['a', 'bc'] differ. */
function join(parts: readonly string[], first = ''): string {
  let joined = first;
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
  murmur(join(key, `${file.length}:${file}`), words);
  const first = pairAt(0, 20) + pairAt(0, 8) + pairAt(1, 20) + pairAt(1, 8);
  return first + pairAt(2, 20) + (LETTERS[(words[2] ?? 0) & 63] ?? '');
}

/** Source text in the lock: 8 characters. */
export function sourceHash(text: string): string {
  murmur(text, words);
  return pairAt(0, 20) + pairAt(0, 8) + pairAt(1, 20) + pairAt(1, 8);
}

/** Target text in the lock: 6 characters. */
export function targetHash(text: string): string {
  murmur(text, words);
  return pairAt(0, 20) + pairAt(0, 8) + pairAt(1, 20);
}

/** Options that a machine text was made under: 2 characters, never `ADOPTED`, `REVIEW`, `EDITED` or `COPIED`. */
export function originOf(fingerprint: string): string {
  const origin = digest(fingerprint, 2);
  return origin === COPIED ? 'cq' : origin;
}
