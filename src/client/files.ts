import { createReadStream, promises } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { ServiceError } from './errors.js';

/**
 * A file to send: a path, or a name with its content. A stream can be read only once, so its
 * request is never retried after the first byte.
 */
export type FileSource =
  | string
  | {
      readonly name: string;
      readonly content:
        Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string;
      /** Media type. Default: derived from the name. */
      readonly type?: string | undefined;
      /** Size in bytes, for a stream of known length. */
      readonly size?: number | undefined;
    };

/**
 * Receives a file in the same turn of the event loop in which its bytes are read. A service serves
 * some files only once, and a process may be killed, so nothing is delayed. An error thrown by its
 * functions ends the download.
 */
export interface FileReceiver {
  /** Starts the file. Called again if a second attempt follows a broken one. */
  begin(): void;
  /** Synchronous. The receiver must not keep `piece`. */
  write(piece: Uint8Array): void;
  /** The file is complete. */
  end(): void;
}

/** A file source that can be opened. */
export interface OpenFile {
  readonly name: string;
  readonly type: string;
  /** Size in bytes, if known. */
  readonly size: number | undefined;
  /** Whether `open` may be called more than once. */
  readonly replayable: boolean;
  readonly open: () => AsyncIterable<Uint8Array>;
}

const mediaTypes: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['ogg', 'audio/ogg'],
  ['flac', 'audio/flac'],
  ['mp4', 'audio/mp4'],
  ['m4a', 'audio/mp4'],
  ['webm', 'audio/webm'],
]);

function typeOf(name: string): string {
  return mediaTypes.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? octets;
}

const octets = 'application/octet-stream';

async function openPath(path: string): Promise<OpenFile> {
  const stats = await promises.stat(path).catch((cause: unknown) => {
    throw new ServiceError('file', `cannot read ${path}`, { cause });
  });
  if (!stats.isFile()) throw new ServiceError('file', `${path} is not a file`);
  const name = basename(path);
  return {
    name,
    type: typeOf(name),
    size: stats.size,
    replayable: true,
    open: () => createReadStream(path),
  };
}

/** @throws ServiceError `file` for a path that cannot be read */
export async function openFile(source: FileSource): Promise<OpenFile> {
  if (typeof source === 'string') return openPath(source);
  const { name, content, size, type = typeOf(name) } = source;
  if (typeof content === 'string' || content instanceof Uint8Array) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    return {
      name,
      type,
      size: bytes.byteLength,
      replayable: true,
      open: () => Readable.from([bytes], { objectMode: false }),
    };
  }
  if (content instanceof Blob) {
    const open = () => content.stream() as unknown as AsyncIterable<Uint8Array>;
    return { name, type, size: content.size, replayable: true, open };
  }
  const stream = content as AsyncIterable<Uint8Array>;
  return { name, type, size, replayable: false, open: () => stream };
}

/** A stream that undici sends in pieces. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): Readable {
  return pieces instanceof Readable ? pieces : Readable.from(pieces, { objectMode: false });
}
