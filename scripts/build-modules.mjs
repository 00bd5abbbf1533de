// Builds library, plugins and service as one graph of modules, so that they share what they load.
// Uses Rolldown, because it lets us decide what goes into one file: Node takes longer to find, link
// and run a hundred small files than to read their content.
import { writeFileSync } from 'node:fs';
import { basename, dirname, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { viteDoors } from './doors.mjs';
import { codeOf } from './module-files.mjs';
import { pageOf } from './page-files.mjs';
import { viteTextModules } from './text-modules.mjs';

/** Each group is one file, with all its imports that are not in a group above. */
const FILES = [
  // Needed to configure a plugin, and for a run with nothing to do.
  {
    name: 'start',
    test: /plugins[\\/]core[\\/](?:context|recalled|dev-notice|rollup[\\/]context)\.ts$/,
  },
  { name: 'library', test: /(?:src[\\/]index|plugins[\\/]core[\\/](?:run|failure))\.ts$/ },
  // Needed for every run.
  {
    name: 'look',
    test: /src[\\/](?:engine[\\/]engine|config[\\/]resolve|formats[\\/]json[\\/]index)\.ts$/,
  },
];

/** Needed by few runs, and never by `look`: a build in a fresh checkout reads that file first. */
const RARE =
  /src[\\/](?:engine[\\/](?:(?:write|translate|resources|terms)[\\/]|jobs[\\/]run\.|reviewer))|node_modules[\\/]yaml[\\/]/;

/** Files generated from others, by the suffix of their import addresses. */
const MADE = [
  { suffix: /\?module$/, extension: '.js', make: codeOf },
  { suffix: /\?page$/, extension: '.html', make: async (file) => (await pageOf(file)).text },
];

/**
 * @param {{ input: Record<string, string>, external: string[], alias: Record<string, string>,
 * define: Record<string, string> }} options
 * @returns {Promise<string[]>} every file in the bundle, relative to the current folder
 */
export async function buildModules({ input, external, alias, define }) {
  const isExternal = (id) =>
    external.some((name) => id === name || (id.startsWith(`${name}/`) && !(id in alias)));
  const bundle = await rolldown({
    input,
    platform: 'node',
    external: isExternal,
    resolve: { alias, mainFields: ['module', 'main'] },
    transform: { target: 'node20.19', define },
    // The formats' entry contains everything that the library loads one by one.
    checks: { ineffectiveDynamicImport: false },
    plugins: [viteDoors(), ...MADE.map(madeFiles), viteTextModules(), ownScripts()],
  });
  const { output } = await bundle.write({
    dir: 'dist',
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
    assetFileNames: 'threads/[name]-[hash][extname]',
    codeSplitting: { groups: FILES.map((file, at) => ({ ...file, priority: FILES.length - at })) },
    // Keeps function names, for stack traces.
    minify: {
      compress: true,
      mangle: { toplevel: true, keepNames: true },
      codegen: { removeWhitespace: true },
    },
    comments: { legal: false },
  });
  await bundle.close();
  for (const { type, fileName, code } of output) {
    if (type === 'chunk') writeFileSync(`dist/${fileName}`, inAscii(code));
  }
  for (const { name, moduleIds } of output.filter(({ type }) => type === 'chunk')) {
    const rare = name === 'look' ? moduleIds.find((id) => RARE.test(id)) : undefined;
    if (rare !== undefined) throw new Error(`every run would load ${rare}: use import()`);
  }
  const files = output.flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
  return files.map((file) => relative('.', file)).filter((file) => !file.startsWith('..'));
}

/**
 * Escapes letters outside Latin-1: a single one makes V8 store all code of a file at twice its
 * size, and Node read it much slower. Such letters only occur in texts and regular expressions.
 * @param {string} code
 */
export function inAscii(code) {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/**
 * The script of an import: extraction shares its parser with the format.
 * @param {string} path
 */
export function ownScript(path) {
  return /parser\.js$/.test(path) ? './javascript.cjs' : path.replace(/\.js$/, '.cjs');
}

/** Code that few runs need is a separate script, which the command line shares. */
function ownScripts() {
  return {
    name: 'own-scripts',
    resolveId: (id, importer) => {
      const isParser = id === './parser.js' && /formats[\\/]javascript/.test(importer ?? '');
      if (!isParser && !/^\.\/(?:code-parser|stemmers|recording-cost)\.js$/.test(id)) return null;
      // The import as written in chunks, which are one folder below.
      return { id: `.${ownScript(id)}`, external: 'absolute' };
    },
  };
}

/**
 * As in module-files.mjs and page-files.mjs: the address of a file that is generated from another.
 * @param {{ suffix: RegExp, extension: string, make: (file: string) => Promise<string> }} kind
 */
function madeFiles({ suffix, extension, make }) {
  const prefix = `\0made-file${extension}:`;
  return {
    name: `made-files${extension}`,
    resolveId: (id, importer) =>
      suffix.test(id) ? prefix + resolve(dirname(importer), id.replace(suffix, '')) : null,
    async load(id) {
      if (!id.startsWith(prefix)) return null;
      const file = id.slice(prefix.length);
      const reference = this.emitFile({
        type: 'asset',
        name: basename(file).replace(/\.\w+$/, extension),
        source: await make(file),
      });
      return `export default import.meta.ROLLUP_FILE_URL_${reference};`;
    },
  };
}
