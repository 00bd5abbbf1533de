import { accessSync, constants, existsSync, statSync, readdirSync } from 'node:fs';
import { basename, resolve, dirname, join } from 'node:path';
import { readRegularFile, readRegularText, specialKind } from '../disk/index.js';
import { ConfigError } from './errors.js';
import { CONFIG_FILES, configPlaces, foldersUpward } from './find.js';
import type { FindOptions } from './find.js';

/**
 * Absolute path of a folder's config file: the nearest one upward (`foldersUpward`).
 * @throws ConfigError 'not-found', 'unreadable'
 */
export function findConfigFile(options: FindOptions): string {
  const { cwd, file } = options;
  const first = resolve(cwd);
  // With `throwIfNoEntry`, `statSync` still throws for a path below a file.
  if (!existsSync(first) || !statSync(first).isDirectory()) {
    // A mistyped folder must not run the config above it.
    throw notFound(`there is no folder ${cwd}`, { code: 'check-folder' });
  }
  const places = configPlaces(options);
  refuseUnreadable(places);
  if (file !== undefined) {
    const [named = ''] = places;
    if (existsSync(named) && statSync(named).isFile()) return named;
    throw notFound(`there is no config file ${named}`, { code: 'check-config-file' });
  }
  const found = places.find((place) => {
    if (!existsSync(place) || !statSync(place).isFile()) return false;
    return basename(place) !== 'package.json' || hasConfig(place);
  });
  if (found !== undefined) return found;
  const last = foldersUpward(cwd).at(-1) ?? first;
  const where = first === last ? `in ${first}` : `from ${first} up to ${last}`;
  throw notFound(
    `no config found ${where} (service.config.{yaml,yml,json,js,mjs,ts}, or "service" in package.json)`,
    { code: 'write-config', replace: false },
  );
}

/**
 * Absolute path of a folder's config file or, if there is none, of every file that could be one.
 */
export function configFiles(options: FindOptions): readonly string[] {
  try {
    return [findConfigFile(options)];
  } catch {
    return configPlaces(options);
  }
}

/** Other tools report what is wrong in a package.json. */
function hasConfig(manifest: string): boolean {
  try {
    const { service } = JSON.parse(readRegularText(manifest).replace(/^\uFEFF/, '')) as {
      readonly service?: unknown;
    };
    return typeof service === 'object' && service !== null;
  } catch {
    return false;
  }
}

/**
 * Refuses a FIFO, a socket or a device in place of the config, which would block for ever, and a
 * file that may not be read, which cosmiconfig would pass by.
 */
export function refuseUnreadable(places: readonly string[]): void {
  for (const file of places) {
    const kind = specialKind(file);
    if (kind !== undefined) {
      const message = `the config cannot be read: it is ${kind}, not a regular file`;
      const hint = 'Replace it with a file, or remove it.';
      throw new ConfigError([{ code: 'unreadable', message }], { file, hint });
    }
    if (basename(file) === 'package.json' || !existsSync(file)) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch (cause) {
      const message = `the config cannot be read: ${(cause as Error).message}`;
      throw new ConfigError([{ code: 'unreadable', message }], { file, cause });
    }
    // Nothing after the file that wins is read.
    if (statSync(file).isFile()) return;
  }
}

function notFound(message: string, hint: ConfigError['hint']): ConfigError {
  return new ConfigError([{ code: 'not-found', message }], { hint });
}

/** No config is larger, unlike lock files of package managers. */
const MOST_BYTES = 262_144;
const KINDS = /\.(?:ya?ml|json|[mc]?[jt]s)$/;
/** What every config has, as YAML, JSON or code writes it. */
const KEYS = [/(?:^|[\s{,])["']?catalogs["']?\s*:/, /(?:^|[\s{,])["']?targets["']?\s*:/];

/**
 * Whether another config is in the same folder, such as one that `--config` names. Both write the
 * same lock. Code is not run: a file that has the keys of a config counts as one.
 * @param file absolute path of the config
 */
export function hasConfigBeside(file: string): boolean {
  const [folder, own] = [dirname(file), basename(file)];
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    const { name } = entry;
    if (name === own || !entry.isFile() || !KINDS.test(name)) return false;
    return isConfig(join(folder, name), name);
  });
}

function isConfig(path: string, name: string): boolean {
  if (name !== 'package.json' && (CONFIG_FILES as readonly string[]).includes(name)) return true;
  try {
    const stats = statSync(path);
    if (stats.size > MOST_BYTES) return false;
    const text = readRegularFile(path, stats).toString();
    return KEYS.every((key) => key.test(text));
  } catch {
    return false;
  }
}
