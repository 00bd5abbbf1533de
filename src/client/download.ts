import { createWriteStream, promises } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withoutCodings } from './answer.js';
import { ServiceError } from './errors.js';
import { singleHeader, type ResponseHeaders } from './failures.js';

/**
 * A file in an answer. It can be read once, with one of these methods, and holds a connection until
 * then.
 */
export interface DownloadedFile {
  readonly contentType: string | undefined;
  /** Size in bytes, if the service stated it. */
  readonly contentLength: number | undefined;
  /** File name from the header `Content-Disposition`, without folders. */
  readonly fileName: string | undefined;
  /** The content in pieces. @throws ServiceError while it is read */
  readonly stream: Readable;
  /** @throws ServiceError */
  bytes(): Promise<Uint8Array>;
  /**
   * Writes to a temporary file and renames it, so that the path never contains half a file.
   * @throws ServiceError
   */
  save(path: string): Promise<void>;
}

function fileNameOf(disposition: string | undefined): string | undefined {
  const name = /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
  // The service must not choose where a file is written.
  return name?.split(/[\\/]/).at(-1);
}

async function* translated(
  body: Readable,
  coding: string | undefined,
  toError: (cause: unknown) => ServiceError,
): AsyncGenerator<Uint8Array> {
  try {
    // What is in a coding is decoded as a whole.
    if (coding === undefined) yield* body as AsyncIterable<Uint8Array>;
    else yield withoutCodings(Buffer.concat((await body.toArray()) as Buffer[]), coding);
  } catch (cause) {
    throw toError(cause);
  }
}

/** @param toError converts a lost or late body to a client error */
export function downloadedFile(
  body: Readable,
  headers: ResponseHeaders,
  toError: (cause: unknown) => ServiceError,
): DownloadedFile {
  const coding = singleHeader(headers, 'content-encoding');
  const stream = Readable.from(translated(body, coding, toError), { objectMode: false });
  const length = coding === undefined ? singleHeader(headers, 'content-length') : undefined;
  // A second read would find nothing and save an empty file.
  const readOnce = () => {
    if (!stream.readableDidRead && !stream.destroyed) return;
    throw new ServiceError(
      'file',
      'the downloaded file has already been read; it can only be read once',
    );
  };
  return {
    contentType: singleHeader(headers, 'content-type'),
    contentLength: length === undefined ? undefined : Number(length),
    fileName: fileNameOf(singleHeader(headers, 'content-disposition')),
    stream,
    bytes: async () => {
      readOnce();
      return Buffer.concat((await stream.toArray()) as Uint8Array[]);
    },
    save: async (path) => {
      readOnce();
      const part = `${path}.${crypto.randomUUID()}.part`;
      try {
        await pipeline(stream, createWriteStream(part, { flags: 'wx' }));
        await promises.rename(part, path);
      } catch (cause) {
        await promises.rm(part, { force: true });
        if (cause instanceof ServiceError) throw cause;
        throw new ServiceError('file', `cannot write ${path}`, { cause });
      }
    },
  };
}
