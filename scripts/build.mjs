// Bundles our own code and the packages that most runs need: finding, reading and linking the files
// of those packages one by one was almost half of a start. What only some runs need stays a
// package.
//
// Everything is one graph of modules, so that library, plugins, service and commands share what
// they load. Only the front of the command line (src/cli/main.ts) is a script by itself, because
// Node starts a script sooner than modules, and that is most of what `--version` and "nothing to
// do" cost.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { esbuildModuleFiles } from './module-files.mjs';
import { esbuildTextModules } from './text-modules.mjs';

const modules = {
  index: 'src/index.ts',
  formats: 'src/formats/index.ts',
  client: 'src/client/index.ts',
  service: 'src/service/index.ts',
  vite: 'plugins/vite.ts',
  webpack: 'plugins/webpack.ts',
  rspack: 'plugins/rspack.ts',
  rollup: 'plugins/rollup.ts',
  rolldown: 'plugins/rolldown.ts',
  runs: 'src/cli/runs/index.ts',
};

if (process.argv.includes('--if-missing') && existsSync('dist/cli.cjs')) process.exit();

const separate = ['chokidar', 'cosmiconfig', 'fflate', 'franc-min', 'undici'];
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const unknown = separate.filter((name) => !(name in dependencies));
if (unknown.length > 0) throw new Error(`no dependency, and not bundled: ${unknown.join(', ')}`);

const common = {
  outdir: 'dist',
  bundle: true,
  external: [...separate, ...Object.keys(peerDependencies)],
  // Of these only a part is wanted: the modules that yaml has for bundlers, and one file of undici.
  alias: Object.fromEntries(
    [
      ['yaml', 'yaml/browser/dist/index.js'],
      ['undici/lib/dispatcher/agent.js', 'undici/lib/dispatcher/agent.js'],
    ].map(([name, file]) => [name, resolve('node_modules', file)]),
  ),
  platform: 'node',
  // What bundlers are to take; jsonc-parser's other form hides its files from them.
  mainFields: ['module', 'main'],
  target: 'node20.19',
  metafile: true,
  // Names stay, for whoever reads a stack; licences are in a file of their own.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** What a command runs is loaded when it has to run, from the graph of modules. */
const runsPlugin = {
  name: 'runs',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/runs\/index\.js$/ }, () => ({ path: './runs.js', external: true })),
};

rmSync('dist', { recursive: true, force: true });
const built = await Promise.all([
  build({
    ...common,
    format: 'esm',
    entryPoints: modules,
    // CommonJS packages ask for Node's modules with it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    assetNames: 'threads/[name]-[hash]',
    plugins: [esbuildTextModules, esbuildModuleFiles],
  }),
  build({
    ...common,
    format: 'cjs',
    entryPoints: { cli: 'src/cli/main.ts' },
    outExtension: { '.js': '.cjs' },
    plugins: [runsPlugin],
  }),
]);
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));

writeFileSync('dist/LICENSES.txt', licencesOf(inputs));

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

/** The licences of all packages that files are from. */
function licencesOf(files) {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return [...new Set(folders)]
    .filter((folder) => folder !== undefined)
    .sort()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text =
        file === undefined ? '' : `\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
      return `${name} ${version} (${license})\n${text}`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
