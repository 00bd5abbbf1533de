import { relative } from 'node:path';
import { STATE_FOLDER } from '../../state/names.js';

const UNWATCHED = new Set(['node_modules', '.git', STATE_FOLDER]);

/**
 * Calls back for each change below a folder, with its absolute path. What cannot be watched is
 * ignored.
 */
export async function watchFiles(
  root: string,
  onChange: (path?: string) => void,
): Promise<{ close(): Promise<void> }> {
  const { watch } = await import('chokidar');
  const watcher = watch(root, {
    ignored: (path) =>
      relative(root, path)
        .split(/[\\/]/)
        .some((part) => UNWATCHED.has(part)),
    ignoreInitial: true,
  });
  watcher.on('all', (_, path) => onChange(path));
  // Changes while the folders were listed cause no event.
  watcher.on('ready', () => onChange());
  watcher.on('error', () => undefined);
  return { close: () => watcher.close() };
}
