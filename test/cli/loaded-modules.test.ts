import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { esbuildDoors } from '../../scripts/doors.mjs';

/** Our modules that are loaded together with one of them, before any of its functions is called. */
async function loadedWith(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    external: ['*?module', '*?text', '*?page'],
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    plugins: [esbuildDoors],
  });
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const { path: other, kind } of metafile.inputs[path]?.imports ?? []) {
      if (kind !== 'dynamic-import') loaded.add(other);
    }
  }
  return [...loaded];
}

describe('the start of a command', () => {
  it('does not load what only requests to the service need', async () => {
    const loaded = await loadedWith('src/cli/runs/index.ts');
    expect(loaded).toContain('src/cli/runs/catalogs.ts');
    for (const other of ['create-client', 'operations', 'dispatcher']) {
      expect(loaded).not.toContain(`src/client/${other}.ts`);
    }
    expect(loaded.filter((path) => path.startsWith('src/api/admin'))).toEqual([]);
  });
});
