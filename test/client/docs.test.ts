import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { describe, expect, it } from 'vitest';
import * as exported from '../../src/client/index.js';
import { cannedService } from './support/canned.js';

/** The code blocks of the page as one script; what they import comes from the client's own index. */
async function script(): Promise<{ readonly blocks: number; readonly code: string }> {
  const page = await readFile(new URL('../../docs/client.md', import.meta.url), 'utf8');
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const imported = blocks.join('\n').matchAll(/^import \{ (.*) \} from 'locale-sync\/client';$/gm);
  for (const [, names = ''] of imported) {
    for (const name of names.split(', ')) expect(exported).toHaveProperty(name);
  }
  const source = blocks.join('\n').replace(/^import .*$/gm, '');
  const { code } = await transform(`async function run() {\n${source}\n}`, { loader: 'ts' });
  return { blocks: blocks.length, code };
}

describe('docs/client.md', () => {
  it('shows what works, for every area', async () => {
    await using server = await cannedService();
    const folder = await mkdtemp(join(tmpdir(), 'locale-sync-docs-'));
    const printed: unknown[] = [];
    const names = {
      ...exported,
      baseUrl: server.url,
      key: 'key',
      folder,
      audio: new Uint8Array(4),
      print: (...values: readonly unknown[]) => printed.push(...values),
    };
    const { blocks, code } = await script();
    expect(blocks).toBeGreaterThan(12);
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page's own blocks
    const run = new Function(...Object.keys(names), `${code}\nreturn run();`) as (
      ...values: readonly unknown[]
    ) => Promise<void>;
    await run(...Object.values(names));
    expect(printed).toContain('«Cart»');
    expect(printed).toContain('House');
    expect(await readFile(join(folder, 'letter.de.txt'), 'utf8')).toBe('the result');
    expect(await readFile(join(folder, 'talk.de.txt'), 'utf8')).toBe('the result');
    await rm(folder, { recursive: true, force: true });
  });
});
