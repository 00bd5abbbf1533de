// Bundles the declarations that tsc writes per file into one declaration file per export. Types of
// bundled packages (zod, undici) are included, so users do not need these packages.
import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, resolve } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const BY_FILE = 'dist/types-by-file';

/** The file that plugins/virtual.d.ts refers to. It has no code and is copied unchanged. */
const NAMED_BY_VIRTUAL = {
  'core/live': 'plugins/core/live.ts',
  'core/status': 'plugins/core/status.ts',
};

/** @param {Readonly<Record<string, string>>} entries source file by export name */
export async function bundleDeclarations(entries) {
  const tsc = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'];
  const { status } = spawnSync(process.execPath, [...tsc, '--outDir', BY_FILE], {
    stdio: 'inherit',
  });
  if (status !== 0) return false;
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const bundle = await rollup({
    input: Object.fromEntries(
      Object.entries({ ...entries, ...NAMED_BY_VIRTUAL }).map(([name, file]) => [
        name,
        `${BY_FILE}/${file.replace(/\.ts$/, '.d.ts')}`,
      ]),
    ),
    external: (id) => id.startsWith('node:') || packageOf(id) in peerDependencies,
    plugins: [zodCore, dts({ includeExternal: ['zod', 'undici'] })],
    // Shared types are in chunks, from which users do not import.
    onwarn: () => undefined,
  });
  await bundle.write({
    dir: 'dist/types',
    entryFileNames: '[name].d.ts',
    chunkFileNames: ({ name }) => `chunks/${basename(name, '.d')}-[hash].d.ts`,
  });
  await bundle.close();
  rmSync(BY_FILE, { recursive: true });
  return true;
}

/** A folder of zod with its own package.json, which would be mistaken for another package. */
const zodCore = {
  name: 'zod-core',
  resolveId: (id) => (id === 'zod/v4/core' ? resolve('node_modules/zod/v4/core/index.d.ts') : null),
};

function packageOf(id) {
  return /^(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id;
}

export function copyVirtual() {
  mkdirSync('dist/types', { recursive: true });
  copyFileSync('plugins/virtual.d.ts', 'dist/types/virtual.d.ts');
}
