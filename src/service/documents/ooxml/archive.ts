import { unzipSync, zipSync } from 'fflate';
import type { Zippable } from 'fflate';
import { DocumentError } from '../kind.js';

const maximumParts = 10_000;
const maximumBytes = 150_000_000;
const packed = /\.(?:png|jpe?g|gif|mp4|mp3|m4a|wmv|zip|docx|xlsx|pptx|bin)$/i;

export type Parts = ReadonlyMap<string, Uint8Array>;

/** The container of old Office documents, which is also used for encrypted new ones. */
const container = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

function whyNoArchive(file: Buffer, extension: string): string {
  if (!file.subarray(0, container.length).equals(container)) {
    return `The file is not a ${extension} document, or is damaged`;
  }
  if (file.includes(encrypted)) return 'The document is protected by a password';
  return `The file is an Office document in a format older than ${extension}`;
}

/**
 * Names of the parts, and the total size of compressed ones, from the archive's index.
 * @throws DocumentError
 */
function indexOf(file: Uint8Array) {
  const names = new Set<string>();
  let parts = 0;
  let bytes = 0;
  let compressed = 0;
  unzipSync(file, {
    filter: ({ name, originalSize, compression }) => {
      parts += 1;
      bytes += originalSize;
      if (compression !== 0) compressed += originalSize;
      if (parts > maximumParts || bytes > maximumBytes) {
        throw new DocumentError('The document is too large when unpacked');
      }
      if (!name.endsWith('/') && name !== '__proto__') names.add(name);
      return false;
    },
  });
  return { names, compressed };
}

/**
 * Bytes that have to be unpacked and packed again, which is what takes time; pictures are not. 0 if
 * it is not an archive, which reading it reports.
 */
export function compressedBytes(file: Uint8Array): number {
  try {
    return indexOf(file).compressed;
  } catch {
    return 0;
  }
}

/**
 * Reads a zip archive. No more is unpacked than its own index says, which is limited.
 * @throws DocumentError
 */
export function readArchive(file: Uint8Array, extension: string): Parts {
  try {
    const { names } = indexOf(file);
    return new Map(Object.entries(unzipSync(file, { filter: ({ name }) => names.has(name) })));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(whyNoArchive(Buffer.from(file), extension), { cause: error });
  }
}

/** Writes the archive with its parts in the same order. */
export function writeArchive(parts: Parts): Uint8Array {
  const entries = Object.create(null) as Zippable;
  for (const [name, content] of parts) {
    const level = packed.test(name) ? 0 : 6;
    entries[name] = [content, { level, mtime: '1980-01-01T00:00:00' }];
  }
  return zipSync(entries);
}
