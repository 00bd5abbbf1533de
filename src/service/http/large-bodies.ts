import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { ServiceError } from '../errors.js';
import type { Scratch } from '../tools/scratch.js';

const largeFrom = 1_048_576;

export const tooLargeBody = () => new ServiceError(413, 'The request body is too large');

/**
 * Passes data through, and keeps the connection open for the response.
 * @throws ServiceError 413 if it exceeds a number of bytes
 */
async function* atMost(bytes: number, body: Readable): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).length;
    if (received > bytes) throw tooLargeBody();
    yield chunk as Buffer;
  }
}

/**
 * Parsing a body of tens of megabytes takes many times its size in memory. So each is saved to disk
 * first, and only one at a time is in memory, from reading to response. A slow sender delays
 * nobody.
 */
export class LargeBodies {
  readonly #atOnce = pLimit(1);
  readonly #scratch: Scratch;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
  }

  /** The body, when it is its turn. @throws ServiceError 413 */
  receive(
    { headers, routeOptions }: FastifyRequest,
    reply: FastifyReply,
    body: Readable,
  ): Promise<Readable> {
    const length = Number(headers['content-length'] ?? Infinity);
    const { bodyLimit } = routeOptions;
    const isRefused = length > bodyLimit && headers['content-length'] !== undefined;
    if (length < largeFrom || isRefused) return Promise.resolve(body);
    return new Promise((resolve, reject) => {
      const work = async (folder: string) => {
        const file = join(folder, 'body');
        await writeFile(file, atMost(bodyLimit, body), { mode: 0o600 });
        await this.#atOnce(async () => {
          if (reply.raw.closed) return;
          const answered = once(reply.raw, 'close');
          resolve(createReadStream(file));
          await answered;
        });
      };
      this.#scratch.use(work).catch(reject);
    });
  }
}
