import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { receiveDurable, takeReceived } from '../../src/state/index.js';
import { temporaryFolder } from './temporary.js';

const CONTENT = Buffer.from('what a service gives once');

const NOTE = `\0whole:9f3c1d7ab8e24065\0${String(CONTENT.length).padStart(16)}`;

/** What is on the disk while the content comes, and when it is whole but has no name yet. */
async function received(path: string): Promise<readonly Buffer[]> {
  const states: Buffer[] = [];
  const look = (): void => {
    const [name = ''] = readdirSync(join(path, '..'));
    states.push(readFileSync(join(path, '..', name)));
  };
  await receiveDurable(path, async (place) => {
    await Promise.resolve();
    look();
    place.begin();
    place.write(Buffer.from('cut off'));
    place.begin();
    place.write(CONTENT.subarray(0, 7));
    look();
    place.write(CONTENT.subarray(7));
    look();
    place.end();
    look();
  });
  return states;
}

test('a file is received under another name, and has its own then', async () => {
  const path = join(temporaryFolder(), 'a.result');
  const states = await received(path);
  expect(states.map(String)).toEqual(['', 'what a ', String(CONTENT), `${String(CONTENT)}${NOTE}`]);
  expect(readdirSync(join(path, '..'))).toEqual(['a.result']);
  expect(readFileSync(path)).toEqual(CONTENT);
  expect(takeReceived(path)).toBe(true);
});

test('what fails while it comes leaves nothing', async () => {
  const path = join(temporaryFolder(), 'a.result');
  const failing = receiveDurable(path, () => Promise.reject(new Error('gone')));
  await expect(failing).rejects.toThrow('gone');
  expect(readdirSync(join(path, '..'))).toEqual([]);
});

test('a whole part is taken, under either name; a half one is not', () => {
  const root = temporaryFolder();
  const path = join(root, 'a.result');
  const part = `${path}.1.part`;
  const whole = Buffer.concat([CONTENT, Buffer.from(NOTE)]);
  for (const found of [part, path]) {
    writeFileSync(found, whole);
    expect(takeReceived(path, found)).toBe(true);
    expect(readFileSync(path)).toEqual(CONTENT);
    expect(readdirSync(root)).toEqual(['a.result']);
  }
  for (const half of [CONTENT, whole.subarray(0, -1), whole.subarray(1)]) {
    writeFileSync(part, half);
    expect(takeReceived(path, part)).toBe(false);
    expect(readFileSync(path)).toEqual(CONTENT);
  }
});
