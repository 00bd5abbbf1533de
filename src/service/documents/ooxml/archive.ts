import { unzipSync, zipSync, type Zippable } from 'fflate';
import { DocumentError } from '../kind.js';

const maximumParts = 10_000;
const maximumBytes = 250_000_000;
const packed = /\.(?:png|jpe?g|gif|mp4|mp3|m4a|wmv|zip|docx|xlsx|pptx|bin)$/i;

export type Parts = ReadonlyMap<string, Uint8Array>;

/** The container of old Office documents; new ones that are encrypted are put in one. */
const container = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const encrypted = Buffer.from('EncryptedPackage', 'utf16le');

function whyNoArchive(file: Buffer, extension: string): string {
  if (!file.subarray(0, container.length).equals(container)) {
    return `The file is no ${extension} document, or is damaged`;
  }
  if (file.includes(encrypted)) return 'The document is protected by a password';
  return `The file is an Office document of the time before ${extension}`;
}

/**
 * Reads a zip archive. No more is unpacked than the archive's own index says, and that has a limit.
 * @throws DocumentError
 */
export function readArchive(file: Uint8Array, extension: string): Parts {
  let parts = 0;
  let bytes = 0;
  const refuse = () => {
    throw new DocumentError('The document is too large when unpacked');
  };
  try {
    const entries = unzipSync(file, {
      filter: ({ name, originalSize }) => {
        parts += 1;
        bytes += originalSize;
        if (parts > maximumParts || bytes > maximumBytes) refuse();
        return !name.endsWith('/') && name !== '__proto__';
      },
    });
    return new Map(Object.entries(entries));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(whyNoArchive(Buffer.from(file), extension), { cause: error });
  }
}

/** The archive again, its parts in the same order. */
export function writeArchive(parts: Parts): Uint8Array {
  const entries = Object.create(null) as Zippable;
  for (const [name, content] of parts) {
    entries[name] = [content, { level: packed.test(name) ? 0 : 6, mtime: '1980-01-01T00:00:00' }];
  }
  return zipSync(entries);
}
