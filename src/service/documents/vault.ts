import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type DecipherGCM,
} from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The service stores only the hash of a document's key. */
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

/** Writes content encrypted with the document's key: initialization vector, ciphertext, tag. */
export async function sealTo(path: string, content: Readable, key: string): Promise<void> {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv(algorithm, cipherKey(key), iv);
  const sealed = async function* (source: AsyncIterable<Buffer>) {
    yield iv;
    for await (const chunk of source) yield cipher.update(chunk);
    yield cipher.final();
    yield cipher.getAuthTag();
  };
  await pipeline(content, sealed, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
}

async function* decipher(sealed: AsyncIterable<Buffer>, key: string): AsyncGenerator<Buffer> {
  let opened: DecipherGCM | undefined;
  // These bytes may be the tag.
  let rest = Buffer.alloc(0);
  for await (const chunk of sealed) {
    rest = Buffer.concat([rest, chunk]);
    if (rest.length < ivLength + tagLength) continue;
    if (opened === undefined) {
      opened = createDecipheriv(algorithm, cipherKey(key), rest.subarray(0, ivLength));
      rest = rest.subarray(ivLength);
    }
    yield opened.update(rest.subarray(0, -tagLength));
    rest = rest.subarray(-tagLength);
  }
  if (opened === undefined) throw new Error('A sealed file is cut off');
  opened.setAuthTag(rest);
  yield opened.final();
}

/** Decrypts sealed content. If it was modified, the stream ends with an error. */
export function unseal(sealed: Readable, key: string): Readable {
  const content = Readable.from(decipher(sealed, key), { objectMode: false });
  // A stream that was never read is closed too: its reader may have disconnected first.
  content.once('close', () => sealed.destroy());
  return content;
}

/** Bytes of the content of a sealed file. */
export function contentBytes(sealedBytes: number): number {
  return sealedBytes - ivLength - tagLength;
}
