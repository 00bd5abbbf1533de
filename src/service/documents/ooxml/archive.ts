import { unzipSync, zipSync, type Zippable } from 'fflate';
import { DocumentError } from '../kind.js';

const maximumParts = 10_000;
const maximumBytes = 250_000_000;
const packed = /\.(?:png|jpe?g|gif|mp4|mp3|m4a|wmv|zip|docx|xlsx|pptx|bin)$/i;

export type Parts = ReadonlyMap<string, Uint8Array>;

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
    throw new DocumentError(
      `The file is no ${extension} document, is damaged, or is protected by a password`,
      { cause: error },
    );
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
