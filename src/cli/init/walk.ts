import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { codecFor } from '../../formats/index.js';

/** Folders that hold other people's files, or copies of ours. */
const SKIPPED: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'dist',
  'build',
  'out',
  'target',
  'coverage',
  'tmp',
  '__pycache__',
]);

export interface Walk {
  /** Files of the formats that we know, relative to the root with `/`, sorted. */
  readonly files: readonly string[];
  /** True if the tree was too large to be seen whole. */
  readonly cut: boolean;
}

export interface WalkLimits {
  readonly depth: number;
  /** Most folder entries looked at. */
  readonly entries: number;
}

/** Lists what may be locale files, nearest folders first. Follows no links. */
export function walkLocaleFiles(
  root: string,
  limits: WalkLimits = { depth: 12, entries: 200_000 },
): Walk {
  const files: string[] = [];
  let seen = 0;
  let level = [''];
  let depth = 0;
  for (; level.length > 0 && depth < limits.depth && seen < limits.entries; depth += 1) {
    const next: string[] = [];
    for (const folder of level) {
      for (const entry of entriesOf(join(root, folder))) {
        seen += 1;
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
        if (entry.isFile() && codecFor(entry.name) !== undefined) files.push(path);
        if (entry.isDirectory() && isWalked(entry.name)) next.push(path);
      }
      if (seen >= limits.entries) break;
    }
    level = next;
  }
  return { files: files.sort(), cut: level.length > 0 };
}

function isWalked(name: string): boolean {
  return !name.startsWith('.') && !SKIPPED.has(name);
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // What cannot be read holds nothing for us.
    return [];
  }
}
