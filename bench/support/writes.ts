import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A snapshot of every file below a folder that shows any write. */
export function stampsOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names.flatMap((name) => {
      const stats = statSync(join(folder, name));
      const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
      return stats.isFile() ? [[name, stamp] as const] : [];
    }),
  );
}

/** Files that were added, removed or written between two snapshots. */
export function writesBetween(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
