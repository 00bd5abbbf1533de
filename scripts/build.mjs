// Bundles our own code and the packages that most runs need. Finding, reading and linking the files of those packages
// one by one was almost half of a start. What only some runs need stays a package of its own.
//
// The library, the plugins and the service are one graph of chunks, so that they share what they load lazily. The command
// line is two files of its own: one that says "nothing to do", and one with all the rest but the service, since finding and
// linking forty chunks took longer than reading them. It never meets the library in one process.
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

const library = {
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
const commandLine = { cli: 'src/cli/main.ts', program: 'src/cli/program.ts' };

if (process.argv.includes('--if-missing') && existsSync('dist/program.js')) process.exit();

const separate = [
  '@fastify/multipart',
  'chokidar',
  'cosmiconfig',
  'fastify',
  'fflate',
  'franc-min',
  // All but its agent, which every run that sends something needs.
  'undici',
];
const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const external = [...separate, ...Object.keys(peerDependencies)];

/** Packages of which only a part is wanted: the modules that yaml has for bundlers, and one file of undici. */
const parts = {
  yaml: 'node_modules/yaml/browser/dist/index.js',
  'undici/lib/dispatcher/agent.js': 'node_modules/undici/lib/dispatcher/agent.js',
};
const partsPlugin = {
  name: 'parts',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^(?:yaml|undici\/lib\/dispatcher\/agent\.js)$/ }, ({ path }) => ({
      path: resolve(parts[path]),
    })),
};

/** Other files of the command line: loaded when they are needed, where they stand beside it. */
const besidePlugin = {
  name: 'beside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(?:program|service\/index)\.js$/ }, ({ path, kind }) =>
      kind === 'dynamic-import'
        ? { path: path.includes('service') ? './service.js' : './program.js', external: true }
        : undefined,
    ),
};

const common = {
  outdir: 'dist',
  bundle: true,
  external: external.flatMap((name) => [name, `${name}/*`]),
  platform: 'node',
  // What bundlers are to take; jsonc-parser's other form hides its files from them.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node20.19',
  // CommonJS packages ask for Node's modules with it.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
  },
  metafile: true,
  logLevel: 'warning',
};

rmSync('dist', { recursive: true, force: true });
const built = await Promise.all([
  build({
    ...common,
    entryPoints: library,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [partsPlugin],
  }),
  build({
    ...common,
    entryPoints: commandLine,
    plugins: [partsPlugin, besidePlugin],
    // Names stay, for whoever reads a stack.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
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
