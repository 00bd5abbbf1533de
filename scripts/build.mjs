// Bundles our own code, one chunk graph for all entries, so that the command line, the plugins and the
// library share what they load lazily. Packages stay external, but for zod: of its hundred files, most of
// them messages in other languages, a fifth is used, and reading them all is a third of a start.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';

const entries = {
  cli: 'src/cli/main.ts',
  index: 'src/index.ts',
  formats: 'src/formats/index.ts',
  client: 'src/client/index.ts',
  service: 'src/service/index.ts',
  vite: 'plugins/vite.ts',
  webpack: 'plugins/webpack.ts',
  rspack: 'plugins/rspack.ts',
  rollup: 'plugins/rollup.ts',
  rolldown: 'plugins/rolldown.ts',
};

if (process.argv.includes('--if-missing') && existsSync('dist/vite.js')) process.exit();

const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const external = Object.keys({ ...dependencies, ...peerDependencies }).filter((n) => n !== 'zod');

rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  outdir: 'dist',
  bundle: true,
  splitting: true,
  external: external.flatMap((name) => [name, `${name}/*`]),
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  chunkNames: 'chunks/[name]-[hash]',
  logLevel: 'warning',
});

// Declarations without code of their own are not emitted.
mkdirSync('dist/types/plugins', { recursive: true });
copyFileSync('plugins/virtual.d.ts', 'dist/types/plugins/virtual.d.ts');

if (!process.argv.includes('--no-types')) {
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'],
    { stdio: 'inherit' },
  );
  process.exit(status ?? 1);
}
