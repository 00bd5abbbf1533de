import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';

/** First byte of a value: how the text is kept. */
const PLAIN = 1;
const SEALED = 2;
const CHECK_BYTES = 8;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

/** Where a text stands. A value that was moved to another place does not open there. */
export interface Place {
  /** As `nameOf` gives it. */
  readonly name: string;
  readonly trust: string;
  /** Language of the service. */
  readonly target: string;
}

/** How texts become values of the database, and back. */
export interface Sealing {
  /** Tells this key from others; undefined: texts are not encrypted. */
  readonly id: string | undefined;
  seal(place: Place, text: string): Buffer;
  /** Undefined for a value that is damaged, of another place or of another key. */
  open(place: Place, value: Buffer): string | undefined;
}

/** Texts as they are, with a check: bytes may be damaged, and rows may be mixed up. */
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
 * AES-256-GCM under a key made of a secret of any form. Opens what was kept without a key, too.
 * @param salt of the store: the same secret is another key elsewhere
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

/** Whether two ids are of the same key. */
export function isSameKey(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function unseal(key: Buffer, place: Place, value: Buffer): string | undefined {
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

function checkOf(place: Place, bytes: Buffer): Buffer {
  const hash = createHash('sha256').update(placeBytes(place)).update(bytes);
  return hash.digest().subarray(0, CHECK_BYTES);
}

function placeBytes({ name, trust, target }: Place): Buffer {
  return Buffer.from(`${name} ${trust} ${target}\n`);
}
