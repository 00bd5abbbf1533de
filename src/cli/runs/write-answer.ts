import { createWriteStream, promises } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { systemFailure } from '../../disk/system-error.js';
import type { DownloadedFile } from '../../client/index.js';
import type { Io } from '../io.js';
import { CallError } from './service-failure.js';

/** A written file. */
export interface WrittenAnswer {
  /** Absolute; null: stdout. */
  readonly path: string | null;
  readonly bytes: number;
  readonly contentType: string | null;
}

/**
 * Writes a response to a file as a whole, or to stdout in pieces.
 * @param mode permissions of a new file; default: the system's
 * @throws CallError, ServiceError
 */
export async function writeAnswer(
  io: Pick<Io, 'raw'>,
  answer: DownloadedFile | Uint8Array,
  path: string | undefined,
  mode = 0o666,
): Promise<WrittenAnswer> {
  const isFile = !(answer instanceof Uint8Array);
  const contentType = isFile ? (answer.contentType ?? null) : null;
  let bytes = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of isFile ? answer.stream : [answer]) {
      bytes += (piece as Uint8Array).length;
      yield piece as Uint8Array;
    }
  }
  if (path === undefined) {
    for await (const piece of counted()) await io.raw(piece);
    return { path: null, bytes, contentType };
  }
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    await pipeline(Readable.from(counted()), createWriteStream(part, { flags: 'wx', mode }));
    await promises.rename(part, path);
  } catch (cause) {
    await promises.rm(part, { force: true });
    if (!(cause instanceof Error) || !('syscall' in cause)) throw cause;
    const { why, advice: hint } = systemFailure(cause);
    throw new CallError(`--out cannot be written: ${why}`, { hint: `${hint}.`, cause });
  }
  return { path, bytes, contentType };
}
