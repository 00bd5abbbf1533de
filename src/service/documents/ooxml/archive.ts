import { unzipSync, zipSync } from 'fflate';
import type { Unzipped, Zippable } from 'fflate';
import { createThread, type AnswerLimits } from '../../tools/thread.js';
import { DocumentError } from '../kind.js';
import type { ZipAnswer, ZipQuestion } from './zip-thread.js';

const maximumParts = 10_000;
const maximumBytes = 150_000_000;
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

/** Bytes from which an archive is handled in a thread, where nothing else waits for it. */
const largeFrom = 2_000_000;
const answerLimits: AnswerLimits = { milliseconds: 120_000, bytes: 1_000_000_000 };

async function inThread(question: ZipQuestion): Promise<ZipAnswer> {
  const thread = createThread('zip', () => import('./zip-thread.ts?module'), {});
  const done = await thread.ask(question, answerLimits);
  if (done === undefined) {
    throw new DocumentError('The document takes too long, or too much memory, to be unpacked');
  }
  return done as ZipAnswer;
}

/**
 * Names of the parts and sizes of the compressed ones, from the archive's index.
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
 * Reads a zip archive. No more is unpacked than the archive's own index says, and that has a limit.
 * @throws DocumentError
 */
export async function readArchive(file: Uint8Array, extension: string): Promise<Parts> {
  try {
    const { names, compressed } = indexOf(file);
    const entries =
      compressed < largeFrom
        ? unzipSync(file, { filter: ({ name }) => names.has(name) })
        : ((await inThread({ file, names })) as Unzipped | null);
    if (entries === null) throw new Error('damaged');
    return new Map(Object.entries(entries));
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError(whyNoArchive(Buffer.from(file), extension), { cause: error });
  }
}

/** The archive again, its parts in the same order. @throws DocumentError */
export async function writeArchive(parts: Parts): Promise<Uint8Array> {
  const entries = Object.create(null) as Zippable;
  let bytes = 0;
  for (const [name, content] of parts) {
    const isPacked = packed.test(name);
    if (!isPacked) bytes += content.length;
    entries[name] = [content, { level: isPacked ? 0 : 6, mtime: '1980-01-01T00:00:00' }];
  }
  if (bytes < largeFrom) return zipSync(entries);
  return (await inThread({ parts: entries })) as Uint8Array;
}
