import type * as Crypto from 'node:crypto';
import { COPIED } from './origin.js';

/** 22 characters of base64url: 132 bits, enough for keys that must never meet. */
const KEY_LENGTH = 22;

// Loaded when first needed: loading it takes some milliseconds, which `--version` need not wait
// for.
let crypto: typeof Crypto | undefined;

/** SHA-256, as base64url and cut to `length` characters of 6 bits each. */
function digest(content: string | Uint8Array, length: number): string {
  crypto ??= process.getBuiltinModule('node:crypto');
  return crypto.hash('sha256', content, 'base64url').slice(0, length);
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

/**
 * Tells a file in the local state, or one that was just read, from its own next version: 12
 * characters.
 */
export function quickHash(content: string | Uint8Array): string {
  return digest(content, 12);
}

/**
 * Key of a translation in the memory: 22 characters over everything that changes the answer, in a
 * fixed order.
 */
export function memoryKey(parts: readonly string[]): string {
  return digest(join(parts), KEY_LENGTH);
}

/**
 * Identity of a unit in the lock: 11 characters. `file` is the source file's path from the root,
 * with `/`.
 */
export function unitHash(file: string, key: readonly string[]): string {
  return digest(`${file.length}:${file}${join(key)}`, 11);
}

/** Source text in the lock: 8 characters. */
export function sourceHash(text: string): string {
  return digest(text, 8);
}

/** Target text in the lock: 6 characters. */
export function targetHash(text: string): string {
  return digest(text, 6);
}

/**
 * Options that a machine text was made under: 2 characters, never `ADOPTED`, `REVIEW`, `EDITED` or
 * `COPIED`.
 */
export function originOf(fingerprint: string): string {
  const origin = digest(fingerprint, 2);
  return origin === COPIED ? 'cq' : origin;
}
