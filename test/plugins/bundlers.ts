import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rspack } from '@rspack/core';
import { build as buildEsbuild } from 'esbuild';
import type { BuildFailure } from 'esbuild';
import { rolldown } from 'rolldown';
import { rollup } from 'rollup';
import type { Plugin } from 'rollup';
import { build as buildVite8 } from 'vite';
import type { InlineConfig } from 'vite';
import { build as buildVite5 } from 'vite5';
import { build as buildVite6 } from 'vite6';
import { build as buildVite7 } from 'vite7';
import { webpack } from 'webpack';
import type { Compiler, Configuration } from 'webpack';
import type { LocaleSyncOptions } from '../../plugins/core/options.js';
import { localeSync as esbuildPlugin } from '../../plugins/esbuild.js';
import { localeSync as rolldownPlugin } from '../../plugins/rolldown.js';
import { localeSync as rollupPlugin } from '../../plugins/rollup.js';
import { localeSync } from '../../plugins/vite.js';
import { LocaleSyncPlugin as RspackPlugin } from '../../plugins/rspack.js';
import { LocaleSyncPlugin } from '../../plugins/webpack.js';

/** What a build of the fixture came to, in terms that all bundlers share. */
export interface Built {
  readonly failed: boolean;
  /** Everything that was said: errors and warnings. */
  readonly said: string;
  readonly warnings: readonly string[];
  /** All code that was written. */
  readonly code: string;
}

export type Build = (root: string, options?: LocaleSyncOptions) => Promise<Built>;

export const BUNDLERS: Readonly<Record<string, Build>> = {
  'Vite 5': (root, options) => vite(root, options, buildVite5 as unknown as typeof buildVite8),
  'Vite 6': (root, options) => vite(root, options, buildVite6 as unknown as typeof buildVite8),
  'Vite 7': (root, options) => vite(root, options, buildVite7 as unknown as typeof buildVite8),
  'Vite 8': (root, options) => vite(root, options, buildVite8),
  'webpack 5': (root, options) => bundle(root, webpack(webpackConfig(root, options))),
  'Rspack 2': (root, options) =>
    bundle(
      root,
      rspack({
        mode: 'production',
        context: root,
        entry: './src/main.js',
        output: { path: join(root, 'dist') },
        plugins: [new RspackPlugin(options)],
      }) as unknown as Compiler,
    ),
  'Rollup 4': (root, options) =>
    rolled(root, async (onwarn) => {
      const bundle = await rollup({
        input: join(root, 'src/main.js'),
        plugins: [json, rollupPlugin({ root, ...options })],
        onwarn: ({ message }) => onwarn(message),
      });
      await bundle.write({ dir: join(root, 'dist') });
    }),
  'Rolldown 1': (root, options) =>
    rolled(root, async (onwarn) => {
      const bundle = await rolldown({
        input: join(root, 'src/main.js'),
        plugins: [rolldownPlugin({ root, ...options })],
        onLog: (level, { message }) => {
          if (level === 'warn') onwarn(message);
        },
      });
      await bundle.write({ dir: join(root, 'dist') });
    }),
  esbuild: async (root, options) => {
    const built = await buildEsbuild({
      absWorkingDir: root,
      entryPoints: ['src/main.js'],
      ...{ bundle: true, format: 'esm', charset: 'utf8', outdir: 'dist', logLevel: 'silent' },
      plugins: [esbuildPlugin(options)],
    }).catch((error: unknown) => error as BuildFailure);
    const { errors, warnings } = built;
    const failed = built instanceof Error;
    const texts = warnings.map(({ text }) => text);
    const said = [...errors.map(({ text }) => text), ...texts].join('\n');
    return { failed, said, warnings: texts, code: failed ? '' : codeIn(join(root, 'dist')) };
  },
};

/** Rollup takes JSON with a plugin only; Rolldown by itself. */
const json: Plugin = {
  name: 'json',
  transform: (code, id) => (id.endsWith('.json') ? `export default ${code}` : undefined),
};

async function rolled(
  root: string,
  build: (onwarn: (message: string) => void) => Promise<void>,
): Promise<Built> {
  const warnings: string[] = [];
  try {
    await build((message) => void warnings.push(message));
    return { failed: false, said: warnings.join('\n'), warnings, code: codeIn(join(root, 'dist')) };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { failed: true, said, warnings, code: '' };
  }
}

async function vite(
  root: string,
  options: LocaleSyncOptions | undefined,
  build: (config: InlineConfig) => Promise<unknown>,
): Promise<Built> {
  const warnings: string[] = [];
  const silent = (): void => undefined;
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      // Vite 5 looks for a config of PostCSS that long that the folder may be gone.
      css: { postcss: {} },
      plugins: [localeSync(options)],
      customLogger: {
        hasWarned: false,
        info: silent,
        error: silent,
        clearScreen: silent,
        hasErrorLogged: () => false,
        warn: (message) => void warnings.push(message),
        warnOnce: (message) => void warnings.push(message),
      },
    });
    return { failed: false, said: warnings.join('\n'), warnings, code: codeIn(join(root, 'dist')) };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return { failed: true, said, warnings, code: '' };
  }
}

export function webpackConfig(root: string, options?: LocaleSyncOptions): Configuration {
  return {
    mode: 'production',
    context: root,
    entry: './src/main.js',
    output: { path: join(root, 'dist') },
    plugins: [new LocaleSyncPlugin(options)],
  };
}

function bundle(root: string, compiler: Compiler): Promise<Built> {
  return new Promise((resolve, reject) => {
    compiler.run((failure, stats) => {
      if (failure !== null || stats === undefined) {
        reject(failure ?? new Error('no stats'));
        return;
      }
      const { errors, warnings } = stats.compilation;
      const said = [...errors, ...warnings].map(({ message }) => message).join('\n');
      compiler.close(() =>
        resolve({
          failed: stats.hasErrors(),
          said,
          warnings: warnings.map(({ message }) => message),
          code: stats.hasErrors() ? '' : codeIn(join(root, 'dist')),
        }),
      );
    });
  });
}

export function codeIn(folder: string): string {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
    .replace(/\\x([0-9a-f]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
