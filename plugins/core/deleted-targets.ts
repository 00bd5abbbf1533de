import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CatalogFile } from '../../src/index.js';
import { oneLine, terminalText, shellWord } from '../../src/model/index.js';
import type { Outcome } from './outcome.js';
import { commandLine, shownPath } from './repair.js';
import type { CommandPlace } from './repair.js';

/**
 * Targets that were deleted in a dev session. Translating them again would replace human text with
 * machine text, or disturb git while it switches branches.
 */
export class DeletedTargets {
  /** Absolute paths of targets that existed after a run of the session, or were deleted since. */
  #known: ReadonlySet<string> = new Set();

  /** Deleted targets, absolute. */
  now(): ReadonlySet<string> {
    return new Set([...this.#known].filter((path) => !existsSync(path)));
  }

  /** Called when a run ended. */
  update({ root, report, catalogs }: Outcome, deleted: ReadonlySet<string>): void {
    if (root === undefined || report === undefined) return;
    const targets = targetsOf(catalogs).map(({ path }) => resolve(root, path));
    this.#known = new Set(targets.filter((path) => deleted.has(path) || existsSync(path)));
  }
}

export function targetsOf(catalogs: readonly CatalogFile[]): readonly CatalogFile[] {
  return catalogs.filter(({ role }) => role === 'target');
}

/** What to do about deleted targets, for a terminal; undefined: there are none. */
export function deletedText(
  targets: readonly CatalogFile[],
  where: CommandPlace,
): string | undefined {
  const [first] = targets;
  if (first === undefined) return undefined;
  const path = shownPath(resolve(where.root, first.path));
  const more = targets.length === 1 ? 'was' : `and ${targets.length - 1} more were`;
  const locales = [...new Set(targets.map(({ locale }) => locale))].join(',');
  const restore = `git restore ${shellWord(path)}`;
  const sync = commandLine(['sync', '--locale', locales], where);
  const text = `locale-sync: ${path} ${more} deleted, and will not be translated again while dev runs. To restore: ${restore}. To translate again: ${sync}`;
  return terminalText(oneLine(text, Infinity));
}
