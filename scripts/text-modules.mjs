import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { build } from 'esbuild';
import { esbuildDoors } from './doors.mjs';

// `import text from './file?text'` returns a file's text in a form for browsers: TypeScript
// bundled, everything else unchanged.

const SUFFIX = /\?text$/;

/** @param {string} file absolute path */
async function textOf(file) {
  if (!file.endsWith('.ts')) return readFile(file, 'utf8');
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    plugins: [esbuildDoors],
    write: false,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

export const esbuildTextModules = {
  name: 'text-modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: SUFFIX }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace(SUFFIX, '')),
      namespace: 'text',
    }));
    onLoad({ filter: /./, namespace: 'text' }, async ({ path }) => ({
      contents: await textOf(path),
      loader: 'text',
    }));
  },
};

/**
 * The same for Vite. The id hides the file's extension, so that other plugins do not process it.
 */
export function viteTextModules() {
  const PREFIX = '\0text:';
  return {
    name: 'text-modules',
    enforce: 'pre',
    resolveId: (id, importer) =>
      SUFFIX.test(id) ? PREFIX + resolve(dirname(importer), id) : undefined,
    load: async (id) => {
      if (!id.startsWith(PREFIX)) return undefined;
      const text = await textOf(id.slice(PREFIX.length).replace(SUFFIX, ''));
      return `export default ${JSON.stringify(text)};`;
    },
  };
}
