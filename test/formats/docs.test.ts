import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { formats } from '../../src/formats/index.js';

it('the example of docs/formats.md gives what its comment says', () => {
  const docs = readFileSync(join(import.meta.dirname, '../../docs/formats.md'), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
  const lines = example.split('\n').filter((line) => !line.startsWith('import '));
  const expected = lines.filter((line) => line.startsWith('// ')).map((line) => line.slice(3));
  // eslint-disable-next-line @typescript-eslint/no-implied-eval
  const run = new Function('formats', `${lines.join('\n')}\nreturn text;`) as (
    all: typeof formats,
  ) => string;
  expect(run(formats)).toBe(`${expected.join('\n')}\n`);
});
