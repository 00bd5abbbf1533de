import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { esbuildDoors } from './doors.mjs';

// `import address from './page.html?page'` returns the address (URL) of a self-contained HTML file,
// bundled with its script (`main.tsx` beside it) and its style (`main.css`).

const SUFFIX = /\?page$/;

/**
 * The page as one text, and the files that it is built from.
 * @param {string} file absolute path
 */
export async function pageOf(file) {
  const html = await readFile(file, 'utf8');
  const { outputFiles, metafile } = await build({
    entryPoints: [join(dirname(file), 'main.tsx')],
    metafile: true,
    bundle: true,
    plugins: [esbuildDoors],
    write: false,
    outdir: dirname(file),
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    minify: true,
    legalComments: 'none',
    // An end tag in a string would end the script.
    supported: { 'inline-script': false },
    logLevel: 'warning',
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const text = html
    .replace('%STYLE%', () => textOf('.css').trim())
    .replace('%SCRIPT%', () => textOf('.js').trim());
  return { text, inputs: Object.keys(metafile.inputs) };
}

export const esbuildPageFiles = {
  name: 'page-files',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: SUFFIX }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(SUFFIX, '')),
      namespace: 'page-address',
    }));
    onLoad({ filter: /./, namespace: 'page-address' }, ({ path }) => ({
      contents: `import path from ${JSON.stringify(path)};
        export default new URL(path, import.meta.url).href;`,
    }));
    onResolve({ filter: /./, namespace: 'page-address' }, ({ path }) => ({
      path,
      namespace: 'page-file',
    }));
    onLoad({ filter: /./, namespace: 'page-file' }, async ({ path }) => ({
      contents: (await pageOf(path)).text,
      loader: 'file',
    }));
  },
};

/** The same for Vite, where the address contains the page itself and no file is written. */
export function vitePageFiles() {
  const PREFIX = '\0page-file:';
  return {
    name: 'page-files',
    enforce: 'pre',
    resolveId: (id, importer) =>
      SUFFIX.test(id) ? PREFIX + resolve(dirname(importer), id.replace(SUFFIX, '')) : undefined,
    load: async (id) => {
      if (!id.startsWith(PREFIX)) return undefined;
      const { text } = await pageOf(id.slice(PREFIX.length));
      return `export default ${JSON.stringify(`data:text/html,${encodeURIComponent(text)}`)};`;
    },
  };
}
