import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { esbuildModuleFiles } from '../../scripts/module-files.mjs';

/**
 * Loads a module of the project, bundled with the settings of scripts/build.mjs. Without bundling,
 * tsx would instrument every function, which the shipped code does not have.
 * @param entry relative to the project's root: `src/client/public.ts`
 */
export async function bundled<T>(entry: string): Promise<T> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'bench-'));
  const outfile = join(folder, 'bundle.mjs');
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    plugins: [esbuildModuleFiles],
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as T;
  } finally {
    await rm(folder, { recursive: true });
  }
}
