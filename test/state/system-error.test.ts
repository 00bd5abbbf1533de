import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemFailure } from '../../src/disk/system-error.js';

function failed(code: string): Error {
  return Object.assign(new Error(`${code}: …`), { code });
}

const ADVICE: readonly [string, RegExp][] = [
  ['ENOSPC', /^Free up space$/],
  ['EDQUOT', /^Free up space, or raise the quota$/],
  ['EFBIG', /limit for file sizes/],
  ['EACCES', /^Make the state folder writable for this user$/],
  ['EPERM', /^Make the state folder writable for this user$/],
  ['EROFS', /^Use a disk that can be written$/],
  ['EMFILE', /limit for open files/],
  ['ENFILE', /limit for open files/],
  ['EBUSY', /^Close that program$/],
  ['EISDIR', /^Move the folder away$/],
  ['EXDEV', /the same disk/],
  ['ENAMETOOLONG', /shorter name/],
  ['ELOOP', /links/],
  ['EIO', /^Check the state folder$/],
];

test.each(ADVICE)('the advice for %s is for no other failure', (code, expected) => {
  const { why, advice } = systemFailure(failed(code), 'the state folder');
  expect(advice).toMatch(expected);
  const others = ADVICE.filter(([, other]) => other.source !== expected.source);
  for (const [, other] of others) expect(advice).not.toMatch(other);
  expect(/space|full/.test(why + advice)).toBe(code === 'ENOSPC' || code === 'EDQUOT');
});

test('what the system really says is known', () => {
  const root = mkdtempSync(join(tmpdir(), 'system-'));
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'file'), '');
  symlinkSync('loop', join(root, 'loop'));
  chmodSync(join(root, 'file'), 0o644);
  const why = (path: string): string => {
    try {
      writeFileSync(join(root, path), 'x');
      return 'written';
    } catch (error) {
      return systemFailure(error).why;
    }
  };
  expect(why('folder')).toBe('it is a folder');
  expect(why('none/file')).toBe('its folder does not exist');
  expect(why('file/below')).toBe('a part of its path is not a folder');
  expect(why('loop')).toBe('its symbolic links form a loop');
  expect(why('x'.repeat(300))).toBe('its name is too long');
});
