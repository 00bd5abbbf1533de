import { execFileSync } from 'node:child_process';
import { constants, closeSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  NotAFileError,
  openRegularFile,
  readRegularFile,
  readRegularText,
  specialKind,
} from '../../src/disk/regular-file.js';

const onPosix = test.skipIf(process.platform === 'win32');

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'locale-sync-disk-'));
  return path;
}

test('a file is read, through a link too', () => {
  const root = folder();
  writeFileSync(join(root, 'file'), 'text');
  symlinkSync('file', join(root, 'link'));
  expect(readRegularFile(join(root, 'file'))).toEqual(Buffer.from('text'));
  expect(readRegularText(join(root, 'link'))).toBe('text');
  expect(() => openRegularFile(join(root, 'link'), { links: 'refuse' })).toThrow();
  expect(() => readRegularText(join(root, 'none'))).toThrow('ENOENT');
});

test('a folder is none', () => {
  expect(() => readRegularFile(folder())).toThrow('is a folder, not a regular file');
});

onPosix('a FIFO and a device are named and not opened, for reading and for writing', () => {
  const fifo = join(folder(), 'fifo');
  execFileSync('mkfifo', [fifo]);
  for (const flags of [constants.O_RDONLY, constants.O_WRONLY | constants.O_APPEND]) {
    expect(() => openRegularFile(fifo, { flags })).toThrow(NotAFileError);
    expect(() => openRegularFile('/dev/zero', { flags })).toThrow('is a device');
  }
  expect(specialKind(fifo)).toBe('a FIFO');
  expect(specialKind(join(fifo, 'below'))).toBeUndefined();
});

onPosix('a FIFO that took the place of a file since it was looked at is not waited for', () => {
  const root = folder();
  const [file, fifo] = [join(root, 'file'), join(root, 'fifo')];
  writeFileSync(file, '');
  execFileSync('mkfifo', [fifo]);
  const looks = { isFile: () => true } as never;
  expect(() => readRegularFile(fifo, looks)).toThrow('is a FIFO');
  closeSync(openRegularFile(file, { before: looks }));
});
