import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';

/** First byte of a value: how the text is stored. */
const PLAIN = 1;
const SEALED = 2;
const CHECK_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Where a text is stored. A value that was moved to another place cannot be opened there. */
export interface StoredPlace {
  /** As returned by `nameOf`. */
  readonly name: string;
  readonly trust: string;
  /** Service language. */
  readonly target: string;
}

/** Converts texts to values in the database, and back. */
export interface Sealing {
  /** Identifies the key; undefined: texts are not encrypted. */
  readonly id: string | undefined;
  seal(place: StoredPlace, text: string): Buffer;
  /** Undefined if a value is damaged, or belongs to another place or key. */
  open(place: StoredPlace, value: Buffer): string | undefined;
}

/** Plain texts with a checksum: bytes may be damaged, and rows may be mixed up. */
export const UNSEALED: Sealing = {
  id: undefined,
  seal(place, text) {
    const bytes = Buffer.from(text);
    return Buffer.concat([Buffer.of(PLAIN), checkOf(place, bytes), bytes]);
  },
  open(place, value) {
    if (value[0] !== PLAIN || value.length < 1 + CHECK_BYTES) return undefined;
    const bytes = value.subarray(1 + CHECK_BYTES);
    const check = value.subarray(1, 1 + CHECK_BYTES);
    return check.equals(checkOf(place, bytes)) ? bytes.toString() : undefined;
  },
};

/**
 * AES-256-GCM with a key derived from any secret. Also opens unencrypted values.
 * @param salt the store's: the same secret gives another key elsewhere
 */
export async function sealWith(secret: string, salt: Buffer): Promise<Sealing> {
  const key = await new Promise<Buffer>((done, fail) => {
    scrypt(secret, salt, KEY_BYTES, (error, made) => (error === null ? done(made) : fail(error)));
  });
  return {
    id: createHmac('sha256', key).update('locale-sync key id').digest('base64url').slice(0, 16),
    seal(place, text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(placeBytes(place));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(SEALED), iv, cipher.getAuthTag(), sealed]);
    },
    open(place, value) {
      if (value[0] === PLAIN) return UNSEALED.open(place, value);
      return value[0] === SEALED ? unseal(key, place, value) : undefined;
    },
  };
}

/** Whether two ids belong to the same key. */
export function isSameKey(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function unseal(key: Buffer, place: StoredPlace, value: Buffer): string | undefined {
  const body = 1 + IV_BYTES + TAG_BYTES;
  if (value.length < body) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, value.subarray(1, 1 + IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(placeBytes(place)).setAuthTag(value.subarray(1 + IV_BYTES, body));
    return Buffer.concat([decipher.update(value.subarray(body)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}

function checkOf(place: StoredPlace, bytes: Buffer): Buffer {
  const hash = createHash('sha256').update(placeBytes(place)).update(bytes);
  return hash.digest().subarray(0, CHECK_BYTES);
}

function placeBytes({ name, trust, target }: StoredPlace): Buffer {
  return Buffer.from(`${name} ${trust} ${target}\n`);
}
