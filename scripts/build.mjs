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
import { esbuildTextModules } from './text-modules.mjs';

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

if (process.argv.includes('--if-missing') && existsSync('dist/program.cjs')) process.exit();

const separate = [
  'chokidar',
  'cosmiconfig',
  'fflate',
  'franc-min',
  // All but its agent, which every run that sends something needs.
  'undici',
];
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const unknown = separate.filter((name) => !(name in dependencies));
if (unknown.length > 0) throw new Error(`no dependency, and not bundled: ${unknown.join(', ')}`);
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

/**
 * Modules of Node that take long to load, and packages, that packages ask for in case. Nobody turns HTTP/2 on, and undici goes
 * without where Node was built so; commander starts programs for commands that are programs, of which there are none here.
 * The service neither logs through fastify nor has requests injected.
 */
const unneeded = {
  'node:http2': 'module.exports = { constants: {} };',
  'node:child_process': 'module.exports = {};',
  'light-my-request': 'module.exports = undefined;',
  pino: 'module.exports = undefined;',
};
const unneededPlugin = {
  name: 'unneeded',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:|light-my-request$|pino$)/ }, ({ path, importer }) =>
      path in unneeded && /[\\/]node_modules[\\/](?:undici|commander|fastify)[\\/]/.test(importer)
        ? { path, namespace: 'unneeded' }
        : undefined,
    );
    onLoad({ filter: /./, namespace: 'unneeded' }, ({ path }) => ({ contents: unneeded[path] }));
  },
};

/** The service stands beside the command line, and is loaded when it is needed. */
const besidePlugin = {
  name: 'beside',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/service\/index\.js$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './service.js', external: true } : undefined,
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
  metafile: true,
  // Names stay, for whoever reads a stack; licences stand in a file of their own.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** Node starts scripts sooner than modules, and can compile them once for many runs (src/cli/code-cache.ts). */
const script = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  define: { 'import.meta.url': 'moduleUrl' },
  supported: { 'dynamic-import': true },
};
const MODULE_URL =
  "'use strict';const moduleUrl = require('node:url').pathToFileURL(__filename).href;";

rmSync('dist', { recursive: true, force: true });
const built = await Promise.all([
  build({
    ...common,
    entryPoints: library,
    // CommonJS packages ask for Node's modules with it.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [partsPlugin, unneededPlugin, esbuildTextModules],
  }),
  build({
    ...common,
    ...script,
    entryPoints: { cli: 'src/cli/main.ts' },
    banner: { js: MODULE_URL },
  }),
  build({
    ...common,
    ...script,
    entryPoints: { program: 'src/cli/program.ts' },
    plugins: [partsPlugin, unneededPlugin, besidePlugin],
  }),
]);
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));

// esbuild leaves regular expressions as they are; what is all ASCII is read without decoding. And scripts import by way of
// the module that runs them.
const program = readFileSync('dist/program.cjs', 'utf8')
  .replace(/[^\0-\x7f]/g, escaped)
  .replaceAll('await import(', 'await importModule(');
if (/\bimport\(/.test(program)) throw new Error('an import() that is not awaited at once');
// As src/cli/code-cache.ts calls it: what esbuild's CommonJS needs of its surroundings, and the names above.
const wrapped = `(function (require, module, moduleUrl, importModule) {${program}})\n`;
writeFileSync('dist/program.cjs', wrapped);

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

function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
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
