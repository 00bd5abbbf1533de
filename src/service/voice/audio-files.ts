import { createWriteStream } from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badRequest } from '../errors.js';
import type { KeptFiles } from '../store/kept-files.js';

/** Name of a result's file; a job's audio is named like the job. */
export const resultName = (jobId: string, index: number) => `${jobId}.${index}`;

/** An upload to a job. */
export interface AudioUpload {
  readonly jobId: string;
  readonly body: Readable;
  /** Declared length in bytes. */
  readonly length: number;
}

/** Streams an upload to its file. @throws ServiceError 400 if its length is not the declared one */
export async function receiveAudio(
  files: KeptFiles,
  { jobId, body, length }: AudioUpload,
): Promise<void> {
  const refuse = () =>
    badRequest(`/source_file/content_length: the body is not ${length} bytes long, as declared`);
  let received = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > length) done(refuse());
      else done(null, chunk);
    },
  });
  await files.put(jobId, async (part) => {
    await pipeline(body, count, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
    if (received !== length) throw refuse();
  });
}
