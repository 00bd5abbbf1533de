// Bundles our own code and the packages that most runs need: finding, reading and linking the files
// of those packages one by one was almost half of a start. What only some runs need stays a
// package.
//
// Library, plugins and service are one graph of modules, so that they share what they load. The
// command line is two scripts, because Node starts a script sooner than modules: its front
// (src/cli/main.ts), which is all that `--version` and "nothing to do" load, and what the commands
// do (src/cli/runs/).
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
import { build, transform } from 'esbuild';
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
  next: 'plugins/next.ts',
  nuxt: 'plugins/nuxt.ts',
};

/** Code for pages: nothing of Node. */
const pages = {
  i18next: 'plugins/i18next.ts',
  'vue-i18n': 'plugins/vue-i18n.ts',
};

if (process.argv.includes('--if-missing') && existsSync('dist/cli.cjs')) process.exit();

/** Other people's code that one format alone needs: `parser.ts` in the format's folder. */
const parsers = Object.fromEntries(
  readdirSync('src/formats')
    .map((format) => [format, `src/formats/${format}/parser.ts`])
    .filter(([, path]) => existsSync(path)),
);

const separate = ['chokidar', 'cosmiconfig', 'fflate', 'undici'];
const { dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const unknown = separate.filter((name) => !(name in dependencies));
if (unknown.length > 0) throw new Error(`no dependency, and not bundled: ${unknown.join(', ')}`);

const common = {
  outdir: 'dist',
  bundle: true,
  external: [...separate, ...Object.keys(peerDependencies)],
  // Of these only a part is wanted: the modules that yaml has for bundlers, one file of undici, and
  // nothing of HTTP/2.
  alias: {
    yaml: resolve('node_modules/yaml/browser/dist/index.js'),
    'undici/lib/dispatcher/agent.js': resolve('node_modules/undici/lib/dispatcher/agent.js'),
    'node:http2': resolve('scripts/no-http2.cjs'),
  },
  platform: 'node',
  // What bundlers are to take; jsonc-parser's other form hides its files from them.
  mainFields: ['module', 'main'],
  target: 'node20.19',
  metafile: true,
  assetNames: 'threads/[name]-[hash]',
  // Names stay, for whoever reads a stack; licences are in a file of their own.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** What commands do, and the service, are files of their own: loaded only when they have to run. */
const ownFiles = {
  name: 'own-files',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/runs\/index\.js$/ }, ({ kind }) => ownFile(kind, './runs.cjs'));
    onResolve({ filter: /\/service\/index\.js$/ }, ({ kind }) => ownFile(kind, './service.js'));
    onResolve({ filter: /^\.\/parser\.js$/ }, ({ importer }) => {
      const format = /formats[\\/](\w+)/.exec(importer)?.[1];
      return format in parsers ? { path: `./${format}.cjs`, external: true } : undefined;
    });
    // What only extraction needs.
    onResolve({ filter: /^\.\/code-parser\.js$/ }, () => {
      return { path: './code-parser.cjs', external: true };
    });
  },
};

/** The parser of code is the same file for chunks, which are one folder below. */
const sharedParser = {
  name: 'shared-parser',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/code-parser\.js$/ }, () => {
      return { path: '../code-parser.cjs', external: true };
    });
  },
};

function ownFile(kind, path) {
  return kind === 'dynamic-import' ? { path, external: true } : undefined;
}

const scripts = {
  ...common,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  plugins: [ownFiles, esbuildTextModules, esbuildModuleFiles],
  define: { 'import.meta.url': 'scriptUrl' },
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
    plugins: [sharedParser, esbuildTextModules, esbuildModuleFiles],
  }),
  build({ ...common, format: 'esm', entryPoints: pages, platform: 'browser', target: 'es2022' }),
  build({
    ...scripts,
    entryPoints: { cli: 'src/cli/main.ts' },
  }),
  build({
    ...scripts,
    entryPoints: parsers,
    minifyIdentifiers: true,
  }),
  build({
    ...scripts,
    entryPoints: { 'code-parser': 'src/extract/reading/code-parser.ts' },
    minifyIdentifiers: true,
  }),
  build({
    ...scripts,
    entryPoints: { runs: 'src/cli/runs/index.ts' },
    // The library has most of this, too; both with their names would make the package a fifth
    // larger.
    minifyIdentifiers: true,
    banner: { js: "const scriptUrl = require('node:url').pathToFileURL(__filename).href;" },
  }),
]);
const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));

writeFileSync('dist/LICENSES.txt', licencesOf(inputs));

// `import()` of a script reads it twice: once for the names of what it exports.
rewrite(
  'dist/cli.cjs',
  'import("./runs.cjs")',
  'Promise.resolve().then(()=>require("./runs.cjs"))',
);
// Code that V8 takes from a cache cannot load modules; compiled-code.ts hands it a function that
// can.
rewrite('dist/runs.cjs', /(?<![\w.$])import\(/g, 'require.load(');
// One letter outside Latin-1 makes V8 keep all code at twice its size, and Node reads it much
// slower. esbuild leaves such letters in regular expressions only.
rewrite('dist/runs.cjs', /[^\0-\x7f]/g, escapeOf);

function rewrite(file, from, to) {
  const text = readFileSync(file, 'utf8');
  const rewritten = text.replaceAll(from, to);
  if (rewritten === text) throw new Error(`${file} has nothing to rewrite: ${from}`);
  writeFileSync(file, rewritten);
}

function escapeOf(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

// Most of the service is other people's code, whose names are a third of its size.
const service = await transform(readFileSync('dist/service.js', 'utf8'), {
  format: 'esm',
  target: common.target,
  minify: true,
  legalComments: 'none',
});
writeFileSync('dist/service.js', service.code);

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
