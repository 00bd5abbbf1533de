import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('the example of docs/formats.md, run by Node on the built package, gives what its comment says', () => {
  const docs = readFileSync(join(root, 'docs/formats.md'), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(docs)?.[1] ?? '';
  expect(example).toContain("from 'locale-sync/formats'");
  const expected = example.split('\n').filter((line) => line.startsWith('// '));
  const script = `${example}\nprocess.stdout.write(text);`;
  const run = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    ...{ cwd: root, encoding: 'utf8' },
  });
  expect(run).toBe(`${expected.map((line) => line.slice(3)).join('\n')}\n`);
});
