import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { sealTo, unseal } from '../../src/service/documents/vault.js';
import { KeptFiles } from '../../src/service/store/kept-files.js';

const KEY = 'A'.repeat(64);

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'locale-sync-kept-'));
  return made;
}

async function opened(files: KeptFiles, name: string) {
  const file = await files.open(name);
  if (file === undefined) throw new Error('no file');
  return file;
}

test.each([0, 1, 65_536, 200_000])(
  'a file of %i bytes has ended when its last byte is handed out',
  async (length) => {
    const root = folder();
    const content = Buffer.alloc(length, 'x');
    writeFileSync(join(root, 'plain'), content);
    await sealTo(join(root, 'sealed'), Readable.from([content]), KEY);
    const files = new KeptFiles(root);
    const sealed = (await opened(files, 'sealed')).stream;
    for (const stream of [(await opened(files, 'plain')).stream, unseal(sealed, KEY)]) {
      let bytes = 0;
      let isLater = false;
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes === length) setImmediate(() => (isLater = true));
      });
      await once(stream, 'end');
      expect(bytes).toBe(length);
      expect(isLater).toBe(false);
    }
  },
);

test.runIf(process.platform === 'linux')(
  'a file whose reader has gone before it began is closed',
  async () => {
    const root = folder();
    await sealTo(join(root, 'sealed'), Readable.from(['content']), KEY);
    const { stream } = await opened(new KeptFiles(root), 'sealed');
    const content = unseal(stream, KEY);
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`).startsWith(root);
        } catch {
          return false;
        }
      });
    expect(isOpen()).toBe(true);
    content.destroy();
    await expect.poll(isOpen).toBe(false);
  },
);
