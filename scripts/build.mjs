// Bundles our own code with all packages that it needs: finding, reading and linking the packages'
// files one by one took almost half of the start time, and an installation has no package but this
// one.
//
// Library, plugins and service are modules (build-modules.mjs). The command line is two scripts,
// because Node starts a script faster than modules: its front (src/cli/main.ts), which is all that
// `--version` and "nothing to do" load, and the commands (src/cli/runs/).
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { buildModules, ownScript, inAscii } from './build-modules.mjs';
import { bundleDeclarations, copyVirtual } from './bundle-declarations.mjs';
import { esbuildDoors } from './doors.mjs';
import { esbuildModuleFiles } from './module-files.mjs';
import { esbuildPageFiles, pageOf } from './page-files.mjs';
import { readersHash } from './readers-hash.mjs';
import { esbuildTextModules } from './text-modules.mjs';

const modules = {
  index: 'src/index.ts',
  formats: 'src/formats/public.ts',
  client: 'src/client/public.ts',
  service: 'src/service/index.ts',
  vite: 'plugins/vite.ts',
  webpack: 'plugins/webpack.ts',
  rspack: 'plugins/rspack.ts',
  rollup: 'plugins/rollup.ts',
  rolldown: 'plugins/rolldown.ts',
  esbuild: 'plugins/esbuild.ts',
  next: 'plugins/next.ts',
  nuxt: 'plugins/nuxt.ts',
  screens: 'plugins/screens.ts',
};

/** The most bytes of the review page. */
const LARGEST_PAGE = 350_000;

/** Code for browsers, without Node's modules. */
const pages = {
  i18next: 'plugins/i18next.ts',
  'vue-i18n': 'plugins/vue-i18n.ts',
};

if (process.argv.includes('--if-missing') && existsSync('dist/cli.cjs')) process.exit();

/** Constants that tell the code which build it is in. */
const facts = { BUILT_READERS: JSON.stringify(readersHash()) };

/**
 * The path of the library for old encodings as seen from scripts, and from chunks of modules, one
 * folder below.
 */
const iconvOf = (path) => ({ BUILT_ICONV: JSON.stringify(path) });

/** Third-party code that only one format needs: `parser.ts` in the format's folder. */
const parsers = Object.fromEntries(
  readdirSync('src/formats')
    .map((format) => [format, `src/formats/${format}/parser.ts`])
    .filter(([, path]) => existsSync(path)),
);

const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

const common = {
  outdir: 'dist',
  bundle: true,
  external: Object.keys(peerDependencies),
  // yaml's modules for bundlers.
  alias: { yaml: resolve('node_modules/yaml/browser/dist/index.js') },
  platform: 'node',
  // The form for bundlers, where a package has one.
  mainFields: ['module', 'main'],
  target: 'node20.19',
  metafile: true,
  assetNames: 'threads/[name]-[hash]',
  // Names are kept for stack traces; licences are in a separate file.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  logLevel: 'warning',
};

/** The commands and the service are separate files, loaded only if they have to run. */
const ownFiles = {
  name: 'own-files',
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/runs\/index\.js$/ }, ({ kind }) => ownFile(kind, './runs.cjs'));
    onResolve({ filter: /\/operations\/index\.js$/ }, ({ kind }) => {
      return ownFile(kind, './operations.cjs');
    });
    onResolve({ filter: /\/service\/index\.js$/ }, ({ kind }) => ownFile(kind, './service.js'));
    onResolve({ filter: /^\.\/parser\.js$/ }, ({ importer }) => {
      const format = /formats[\\/](\w+)/.exec(importer)?.[1];
      return format in parsers ? { path: `./${format}.cjs`, external: true } : undefined;
    });
    // Needed only for extraction, for glossary files, and for recordings.
    onResolve(
      { filter: /^\.\/(?:code-parser|protocol|stemmers|recording-cost)\.js$/ },
      ({ path }) => {
        return { path: ownScript(path), external: true };
      },
    );
  },
};

function ownFile(kind, path) {
  return kind === 'dynamic-import' ? { path, external: true } : undefined;
}

const scripts = {
  ...common,
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  plugins: [ownFiles, esbuildDoors, esbuildTextModules, esbuildModuleFiles, esbuildPageFiles],
  define: {
    ...facts,
    ...iconvOf('./iconv.cjs'),
    'import.meta.url': 'scriptUrl',
    'import.meta.resolve': 'undefined',
  },
};

rmSync('dist', { recursive: true, force: true });
const { external, alias } = common;
const [ofModules, ...built] = await Promise.all([
  buildModules({
    input: modules,
    external,
    alias,
    define: { ...facts, ...iconvOf('../iconv.cjs') },
  }),
  build({
    ...common,
    format: 'esm',
    entryPoints: pages,
    platform: 'browser',
    target: 'es2022',
    plugins: [esbuildDoors],
  }),
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
    entryPoints: {
      protocol: 'src/editor/protocol.ts',
      stemmers: 'src/engine/terms/stemmers.ts',
      'recording-cost': 'src/engine/jobs/recording-cost.ts',
    },
    minifyIdentifiers: true,
  }),
  // Mostly tables of characters, which `\u` escapes would make twice as long.
  build({
    ...scripts,
    entryPoints: { iconv: 'iconv-lite' },
    minifyIdentifiers: true,
    charset: 'utf8',
  }),
  build({
    ...scripts,
    entryPoints: { operations: 'src/cli/operations/index.ts' },
    minifyIdentifiers: true,
  }),
  build({
    ...scripts,
    entryPoints: { runs: 'src/cli/runs/index.ts' },
    // The library also contains most of this; keeping names in both would make the package a fifth
    // larger.
    minifyIdentifiers: true,
    banner: { js: "const scriptUrl = require('node:url').pathToFileURL(__filename).href;" },
  }),
]);
const { text: page, inputs: ofPage } = await pageOf(resolve('src/people/review/page/review.html'));
if (page.length > LARGEST_PAGE) throw new Error(`the review page has ${page.length} bytes`);
const ofScripts = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
const inputs = [...ofModules, ...ofScripts, ...ofPage];

writeFileSync('dist/LICENSES.txt', licencesOf(inputs));

// `import()` of a script reads it twice: once for the names of its exports.
for (const file of ['dist/cli.cjs', 'dist/runs.cjs']) {
  const imports = /(?<![\w.$])import\(("\.\/[\w-]+\.cjs")\)/g;
  rewrite(file, imports, 'Promise.resolve().then(()=>require($1))');
}
// Code from V8's cache cannot import modules, so compiled-code.ts passes it a function that can.
rewrite('dist/runs.cjs', /(?<![\w.$])import\(/g, 'require.load(');
writeFileSync('dist/runs.cjs', inAscii(readFileSync('dist/runs.cjs', 'utf8')));

// Both builds have written the review page, under names of their own. One copy is enough.
const written = readdirSync('dist/threads').filter((name) => name.endsWith('.html'));
const spare = written.find((name) => readFileSync('dist/runs.cjs', 'utf8').includes(name));
const kept = written.find((name) => name !== spare);
rewrite('dist/runs.cjs', spare, kept);
rmSync(`dist/threads/${spare}`);

function rewrite(file, from, to) {
  const text = readFileSync(file, 'utf8');
  const rewritten = text.replaceAll(from, to);
  if (rewritten === text) throw new Error(`${file} has nothing to rewrite: ${from}`);
  writeFileSync(file, rewritten);
}

// Most of the service is third-party code, and names are a third of its size.
const service = await transform(readFileSync('dist/service.js', 'utf8'), {
  format: 'esm',
  target: common.target,
  minify: true,
  legalComments: 'none',
});
writeFileSync('dist/service.js', service.code);

copyVirtual();
if (!process.argv.includes('--no-types') && !(await bundleDeclarations({ ...modules, ...pages }))) {
  process.exit(1);
}

/** The licences of all packages with files in the bundle. */
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
