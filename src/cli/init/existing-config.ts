import { dirname, join, relative } from 'node:path';
import { ConfigError, findConfigFile } from '../../config/index.js';
import { CONFIG } from './config-text.js';
import { InitError } from './init-error.js';

/** Refuses to overwrite a config here. One in a folder above may cover the same files. */
export function refuseExisting(root: string): void {
  const existing = configFor(root);
  if (existing === undefined) return;
  if (dirname(existing) !== root) {
    const name = relative(root, existing).replaceAll('\\', '/');
    throw new InitError('exists', `there already is a config for this folder: ${name}`, {
      hint: `Add a catalog to it, or use --force to create a second config, ${join(root, CONFIG)}.`,
    });
  }
  throw new InitError('exists', `there already is a config: ${relative(root, existing)}`, {
    hint: `--force writes ${CONFIG} anyway.`,
  });
}

function configFor(root: string): string | undefined {
  try {
    return findConfigFile({ cwd: root });
  } catch (error) {
    if (error instanceof ConfigError && error.code === 'not-found') return undefined;
    throw error;
  }
}
