import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as exported from '../../src/client/public.js';
import { startService } from '../../src/service/index.js';

interface Section {
  readonly title: string;
  readonly blocks: readonly string[];
}

async function sections(): Promise<readonly Section[]> {
  const page = await readFile(new URL('../../docs/client.md', import.meta.url), 'utf8');
  return page.split(/^#+ /m).map((text) => ({
    title: text.split('\n', 1)[0] ?? '',
    blocks: [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block),
  }));
}

/** Blocks as the body of one function; what they import is handed to it. */
function bodyOf(chosen: readonly Section[]): string {
  const source = chosen.flatMap(({ blocks }) => blocks).join('\n');
  return `async function run() {\n${source.replace(/^import .*$/gm, '')}\n}`;
}

const programs = ['espeak-ng', 'pocketsphinx_continuous', 'ffmpeg'];
const canSpeak = programs.every((name) => spawnSync('which', [name]).status === 0);

/** Speech where this machine has all that voice jobs need; else a file that ends in failed. */
function speech(): Uint8Array {
  if (!canSpeak) return new Uint8Array(4);
  return spawnSync('espeak-ng', ['--stdout', 'Good morning']).stdout;
}

interface Surroundings {
  readonly baseUrl: string;
  readonly key: string;
  readonly adminKey: string;
  readonly folder: string;
}

/** Runs the blocks and gives what they print. */
async function run(
  chosen: readonly Section[],
  surroundings: Surroundings,
): Promise<readonly unknown[]> {
  const printed: unknown[] = [];
  const names = {
    ...exported,
    ...surroundings,
    audio: speech(),
    print: (...values: readonly unknown[]) => printed.push(...values),
  };
  const { code } = await transform(bodyOf(chosen), { loader: 'ts' });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the page's own blocks
  const start = new Function(...Object.keys(names), `${code}\nreturn run();`) as (
    ...values: readonly unknown[]
  ) => Promise<void>;
  await start(...Object.values(names));
  return printed;
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'locale-sync-docs-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('docs/client.md', () => {
  it('shows what works against the embedded service', async () => {
    const all = await sections();
    expect(all.flatMap(({ blocks }) => blocks).length).toBeGreaterThan(12);
    const service = await startService({ engine: 'pseudo' });
    const { developer: key, admin: adminKey } = service.keys;
    try {
      await inFolder(async (folder) => {
        const printed = await run(all, { baseUrl: service.url, key, adminKey, folder });
        expect(printed).toEqual(
          expect.arrayContaining(['EN', 12, 13, 'House style', true, 'bad-request', 400]),
        );
        expect(printed).toContain('cart\tWarenkorb\ncheckout\tKasse');
        expect(await readFile(join(folder, 'letter.de.txt'), 'utf8')).toMatch(/^\[de /);
        if (canSpeak) expect(await readFile(join(folder, 'talk.de.txt'), 'utf8')).toMatch(/^\[de /);
      });
    } finally {
      await service.close();
    }
  }, 300_000);

  it('shows what the compiler takes', async () => {
    const imports = `import { ${Object.keys(exported).join(', ')} } from '../../src/client/public.js';`;
    const given = ['baseUrl', 'key', 'adminKey', 'folder'].map(
      (name) => `declare const ${name}: string;`,
    );
    const source = [
      imports,
      ...given,
      'declare const audio: Uint8Array;',
      'declare const print: (...values: readonly unknown[]) => void;',
      bodyOf(await sections()),
      'await run();',
    ].join('\n');
    const file = fileURLToPath(new URL('docs-blocks.ts', import.meta.url));
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      resolveJsonModule: true,
      types: ['node'],
    };
    const disk = ts.createCompilerHost(options);
    const host: ts.CompilerHost = {
      ...disk,
      fileExists: (path) => path === file || disk.fileExists(path),
      getSourceFile: (path, ...more) =>
        path === file
          ? ts.createSourceFile(path, source, ts.ScriptTarget.ES2023)
          : disk.getSourceFile(path, ...more),
    };
    const program = ts.createProgram([file], options, host);
    const block = program.getSourceFile(file);
    const problems = [
      ...program.getSyntacticDiagnostics(block),
      ...program.getSemanticDiagnostics(block),
    ];
    expect(
      problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    ).toEqual([]);
  }, 300_000);
});
