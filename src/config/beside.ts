import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readRegularFile } from '../disk/regular-file.js';
import { CONFIG_FILES } from './find.js';

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
