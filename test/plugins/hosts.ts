import { rspack } from '@rspack/core';
import type { RspackOptions } from '@rspack/core';
import { webpack } from 'webpack';
import type { Compiler, Configuration } from 'webpack';
import { expect, onTestFinished } from 'vitest';
import type { LocaleSyncOptions } from '../../plugins/core/options.js';
import { LocaleSyncPlugin as RspackPlugin } from '../../plugins/rspack.js';
import { webpackConfig } from './bundlers.js';
import { dev, WAIT } from './dev-server.js';

/** A bundler that follows a project while people work on it. */
export interface Host {
  /** Everything that was said so far. */
  readonly said: () => string;
  /** Whether nothing is open or broken now. */
  readonly isWell: () => Promise<boolean>;
  /** Throws if it no longer answers, or no longer builds what is saved. */
  readonly isUp: (save: () => void) => Promise<void>;
}

type Start = (root: string, options?: LocaleSyncOptions) => Promise<Host>;

/** By name. All of them are closed when the test ends. */
export const HOSTS: readonly (readonly [string, Start])[] = [
  ['Vite', viteHost],
  ['webpack', compilerHost((config) => webpack(config))],
  ['Rspack', compilerHost(rspackCompiler)],
];

async function viteHost(root: string, options?: LocaleSyncOptions): Promise<Host> {
  const { url, said, status } = await dev(root, options);
  return {
    said: () => said.join('\n'),
    isWell: async () => {
      const { ok, pending, error } = await status();
      return ok && !pending && error === null;
    },
    isUp: async (save) => {
      save();
      expect((await fetch(`${url}/src/main.js`)).status).toBe(200);
    },
  };
}

type Compile = (config: Configuration, options?: LocaleSyncOptions) => Compiler;

function rspackCompiler(config: Configuration, options?: LocaleSyncOptions): Compiler {
  const plugins = [new RspackPlugin(options)];
  return rspack({ ...(config as RspackOptions), plugins }) as unknown as Compiler;
}

function compilerHost(compile: Compile): Start {
  return (root, options) => Promise.resolve(watched(compile, root, options));
}

function watched(compile: Compile, root: string, options?: LocaleSyncOptions): Host {
  const said: string[] = [];
  const say = (...parts: unknown[]): void => void said.push(parts.join(' '));
  const config: Configuration = {
    ...webpackConfig(root, options),
    mode: 'development',
    infrastructureLogging: {
      level: 'info',
      console: { info: say, warn: say } as unknown as Console,
    },
  };
  const compiler = compile(config, options);
  let builds = 0;
  let isWell = false;
  const watching = compiler.watch({ aggregateTimeout: 20 }, (failure, stats) => {
    builds += 1;
    isWell = failure === null && stats?.hasErrors() === false;
    const { errors = [], warnings = [] } = stats?.compilation ?? {};
    for (const { message } of [...errors, ...warnings]) say(message);
  });
  onTestFinished(
    () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
  );
  return {
    said: () => said.join('\n'),
    isWell: () => Promise.resolve(isWell),
    isUp: async (save) => {
      const before = builds;
      save();
      await expect.poll(() => builds, WAIT).toBeGreaterThan(before);
    },
  };
}
