import type * as Crypto from 'node:crypto';
import { COPIED } from './fact.js';

/** 22 characters of base64url are 132 bits: enough for keys that must never collide. */
const KEY_LENGTH = 22;
const QUICK_LENGTH = 12;
const HALF_PAIR = /\p{Cs}/u;

// Loaded on first use: loading takes a few milliseconds, and `--version` does not need it.
let crypto: typeof Crypto | undefined;

/** SHA-256 in base64url, cut to `length` characters of 6 bits each. */
function digest(content: string | Uint8Array, length: number): string {
  crypto ??= process.getBuiltinModule('node:crypto');
  return crypto.hash('sha256', content, 'base64url').slice(0, length);
}

/** Joins parts with their lengths, so that ['ab', 'c'] and ['a', 'bc'] differ. */
function join(parts: readonly string[]): string {
  let joined = '';
  for (const part of parts) joined += `${part.length}:${part}`;
  return joined;
}

/** Content of a file, for `expect` of `writeFileAtomic`: 22 characters. */
export function contentHash(content: string | Uint8Array): string {
  return digest(content, KEY_LENGTH);
}

/**
 * `contentHash` of content that arrives in pieces. `sourceHash` and `targetHash` are its prefixes.
 */
export class ContentHashing {
  readonly #hash: Crypto.Hash;

  constructor() {
    crypto ??= process.getBuiltinModule('node:crypto');
    this.#hash = crypto.createHash('sha256');
  }

  add(piece: Uint8Array): void {
    this.#hash.update(piece);
  }

  end(): string {
    return this.#hash.digest('base64url').slice(0, KEY_LENGTH);
  }
}

/** Distinguishes versions of a file within the local state: 12 characters. */
export function quickHash(content: string | Uint8Array): string {
  return digest(content, QUICK_LENGTH);
}

/**
 * Key of a translation in the memory: 22 characters.
 * @param parts everything that changes the answer, in a fixed order
 */
export function memoryKey(parts: readonly string[]): string {
  const joined = join(parts);
  // In UTF-8, all lone surrogates would be the same.
  return digest(HALF_PAIR.test(joined) ? Buffer.from(joined, 'utf16le') : joined, KEY_LENGTH);
}

/**
 * Identity of a unit in the lock: 11 characters.
 * @param file path of the source file, relative to the root, with `/`
 */
export function unitHash(file: string, key: readonly string[]): string {
  return digest(`${file.length}:${file}${join(key)}`, 11);
}

/** A source text in the lock: 8 characters. */
export function sourceHash(text: string): string {
  return digest(text, 8);
}

/** A target text in the lock: 6 characters. */
export function targetHash(text: string): string {
  return digest(text, 6);
}

/**
 * A finding of a message rule, for the lock: 6 characters.
 * @param rule its name, as in the config
 */
export function findingHash(rule: string, source: string, target: string): string {
  return digest(join([rule, source, target]), 6);
}

/**
 * Options that a machine translation was made with: 2 characters, never `ADOPTED`, `REVIEW`,
 * `EDITED` or `COPIED`.
 */
export function originOf(fingerprint: string): string {
  const origin = digest(fingerprint, 2);
  return origin === COPIED ? 'cq' : origin;
}
