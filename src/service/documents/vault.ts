import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** A document's key as its owner holds it: 64 upper-case hex digits. The service keeps a hash of it only. */
export function newDocumentKey(): string {
  return randomBytes(32).toString('hex').toUpperCase();
}

export function newDocumentId(): string {
  return randomBytes(16).toString('hex').toUpperCase();
}

export function hashKey(key: string): string {
  return createHash('sha256').update(`document ${key}`).digest('hex');
}

export function isKey(key: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashKey(key), 'hex'), Buffer.from(hash, 'hex'));
}

const algorithm = 'aes-256-gcm';
const ivLength = 12;
const tagLength = 16;

function cipherKey(key: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', key, '', 'document content', 32));
}

/** Content that only the document's key opens, as base64. */
export function seal(content: Uint8Array, key: string): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, cipherKey(key), iv);
  const body = [cipher.update(content), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...body]).toString('base64');
}

export function unseal(sealed: string, key: string): Buffer {
  const data = Buffer.from(sealed, 'base64');
  const iv = data.subarray(0, ivLength);
  const decipher = createDecipheriv(algorithm, cipherKey(key), iv);
  decipher.setAuthTag(data.subarray(ivLength, ivLength + tagLength));
  return Buffer.concat([decipher.update(data.subarray(ivLength + tagLength)), decipher.final()]);
}
