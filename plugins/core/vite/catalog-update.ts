import { relative, resolve, sep } from 'node:path';
import type { HotUpdateOptions, ResolvedConfig } from 'vite';
import type { CatalogUpdate } from '../live.js';
import type { Outcome } from '../outcome.js';

/**
 * The update to send to pages for a changed file; undefined if it is not a catalog, or pages may
 * not load it.
 */
export function catalogUpdate(
  outcome: Outcome | undefined,
  config: ResolvedConfig,
  { file, modules, timestamp }: HotUpdateOptions,
): CatalogUpdate | undefined {
  const { root, catalogs = [] } = outcome ?? {};
  if (root === undefined) return undefined;
  const catalog = catalogs.find(({ path }) => resolve(root, path) === resolve(file));
  if (catalog === undefined) return undefined;
  const isPublic = config.publicDir !== '' && isInside(config.publicDir, file);
  // Requesting a file that is not served would cause an error in the page and the terminal.
  if (!isPublic && modules.length === 0 && !isServed(config, file)) return undefined;
  const base = config.base.replace(/\/$/, '');
  const url = isPublic
    ? `/${encodePath(relative(config.publicDir, file))}`
    : (modules[0]?.url ?? moduleUrl(config.root, file));
  const { path, locale, role } = catalog;
  return { file: path, locale, role, url: `${base}${url}`, isPublic, timestamp };
}

export function isInside(folder: string, file: string): boolean {
  return resolve(file).startsWith(resolve(folder) + sep);
}

/**
 * Whether a page may load a file that no module imports; SvelteKit, for example, serves only its
 * sources.
 */
function isServed({ server: { fs } }: ResolvedConfig, file: string): boolean {
  return !fs.strict || fs.allow.some((folder) => isInside(folder, file));
}

function moduleUrl(root: string, file: string): string {
  return isInside(root, file)
    ? `/${encodePath(relative(root, file))}`
    : `/@fs/${encodePath(file).replace(/^\//, '')}`;
}

function encodePath(file: string): string {
  return file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
