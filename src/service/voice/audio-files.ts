import { createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { randomUUID } from 'node:crypto';
import { badRequest } from '../errors.js';

/** Uploaded audio, in the data folder or, without one, in a temporary folder that goes with the service. */
export class AudioFiles {
  private folder: Promise<string> | undefined;
  private readonly kept: string | undefined;

  /** @param kept The folder that survives; undefined: none does. */
  constructor(kept: string | undefined) {
    this.kept = kept;
  }

  /** Writes an upload piece by piece. @throws ServiceError 400 where its length is not the declared one */
  async receive(jobId: string, body: Readable, length: number): Promise<void> {
    const part = await this.path(`${jobId}.${randomUUID()}.part`);
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
    try {
      await pipeline(body, count, createWriteStream(part, { flags: 'wx', mode: 0o600 }));
      if (received !== length) throw refuse();
      const handle = await open(part, 'r+');
      await handle.sync();
      await handle.close();
      await rename(part, await this.path(jobId));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Path of a job's audio, or with an ending of a file of its own beside it. */
  async path(name: string): Promise<string> {
    this.folder ??= this.open();
    return join(await this.folder, name);
  }

  async has(jobId: string): Promise<boolean> {
    return access(await this.path(jobId)).then(
      () => true,
      () => false,
    );
  }

  async remove(name: string): Promise<void> {
    await rm(await this.path(name), { force: true });
  }

  async close(): Promise<void> {
    if (this.kept !== undefined || this.folder === undefined) return;
    await rm(await this.folder, { recursive: true, force: true });
  }

  private async open(): Promise<string> {
    if (this.kept === undefined) return mkdtemp(join(tmpdir(), 'locale-sync-voice-'));
    await mkdir(this.kept, { recursive: true, mode: 0o700 });
    return this.kept;
  }
}
