import { createReadStream, promises } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { ServiceError } from './errors.js';

/**
 * A file to send: a path, or a name with its content. A stream can be read once, so its request is
 * never repeated after the first byte.
 */
export type FileSource =
  | string
  | {
      readonly name: string;
      readonly content:
        Uint8Array | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | string;
      /** Media type. Default: by the name. */
      readonly type?: string | undefined;
      /** Bytes, for a stream whose length is known. */
      readonly size?: number | undefined;
    };

/**
 * Takes a file in the turn of the event loop in which its bytes are read. A service gives some files
 * only once, and a process may be killed: what is written here waits for nothing. What its functions
 * throw ends the download.
 */
export interface FileReceiver {
  /** Nothing, again where a second attempt follows a broken one. */
  begin(): void;
  /** Synchronous; the bytes are not to be kept. */
  write(piece: Uint8Array): void;
  /** All of it was written. */
  end(): void;
}

/** A file source whose content can be opened. */
export interface OpenFile {
  readonly name: string;
  readonly type: string;
  /** Bytes, where known. */
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

/** A stream that undici sends piece by piece. */
export function streamOf(pieces: AsyncIterable<Uint8Array>): Readable {
  return pieces instanceof Readable ? pieces : Readable.from(pieces, { objectMode: false });
}
