import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import { esbuildDoors } from './doors.mjs';

// `import address from './file.ts?module'` returns the address (URL) of a file that Node runs in a
// separate thread. The file contains all its imports from this project.

const SUFFIX = /\?module$/;

/** @param {string} file absolute path */
export async function codeOf(file) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    plugins: [esbuildDoors],
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

export const esbuildModuleFiles = {
  name: 'module-files',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: SUFFIX }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(SUFFIX, '')),
      namespace: 'module-address',
    }));
    // esbuild passes the path relative to the importing file.
    onLoad({ filter: /./, namespace: 'module-address' }, ({ path }) => ({
      contents: `import path from ${JSON.stringify(path.replace(/\.ts$/, '.js'))};
        export default new URL(path, import.meta.url).href;`,
    }));
    onResolve({ filter: /./, namespace: 'module-address' }, ({ path }) => ({
      path,
      namespace: 'module-file',
    }));
    onLoad({ filter: /./, namespace: 'module-file' }, async ({ path }) => ({
      contents: await codeOf(path.replace(/\.js$/, '.ts')),
      loader: 'file',
    }));
  },
};

/** The same for Vite, where the address contains the code itself and no file is written. */
export function viteModuleFiles() {
  const PREFIX = '\0module-file:';
  return {
    name: 'module-files',
    enforce: 'pre',
    resolveId: (id, importer) =>
      SUFFIX.test(id) ? PREFIX + resolve(dirname(importer), id.replace(SUFFIX, '')) : undefined,
    load: async (id) => {
      if (!id.startsWith(PREFIX)) return undefined;
      const code = await codeOf(id.slice(PREFIX.length));
      const address = `data:text/javascript,${encodeURIComponent(code)}`;
      return `export default ${JSON.stringify(address)};`;
    },
  };
}
