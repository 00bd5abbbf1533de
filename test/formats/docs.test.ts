import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formats } from '../../src/formats/registry.js';

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

/** Pages with another name than their format's. */
const SECTIONS = ['Read', 'Kept', 'Written', 'Refused', 'Plurals and placeholders'];

describe('every format has a page', () => {
  const table = readFileSync(join(root, 'docs/formats.md'), 'utf8');

  it.each(Object.values(formats))('$name', ({ name, extensions }) => {
    const page = `formats/${name}.md`;
    expect(existsSync(join(root, 'docs', page)), page).toBe(true);
    const text = readFileSync(join(root, 'docs', page), 'utf8');
    const missing = SECTIONS.filter(
      (one) => !new RegExp(`^(?:\\*\\*|##+ )${one}\\b`, 'm').test(text),
    );
    expect(missing).toEqual([]);
    expect(text, 'an example').toContain('```');
    expect(text, 'its name in the library').toContain(`formats.${name}`);
    const rows = table.split('\n').filter((line) => line.includes(`](${page})`));
    for (const extension of extensions) expect(rows.join('\n')).toContain(`\`${extension}\``);
  });
});
