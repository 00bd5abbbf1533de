import { foldName, nameFlaw, twins } from '../../../model/index.js';
import type { Problem } from '../../../model/index.js';
import type { Scan } from '../scan/scan.js';

/**
 * Warnings for paths that another system cannot have: two that are the same file if letter case or
 * Unicode normalization is ignored, and names that Windows forbids. Pure: the same on every system.
 * @param scan sources, targets (existing or not), and orphaned targets
 */
export function unportablePaths({
  pairs,
  orphans,
}: Pick<Scan, 'pairs' | 'orphans'>): readonly Problem[] {
  const paths = new Set(orphans.map(({ path }) => path));
  for (const { source, targets } of pairs) {
    paths.add(source);
    for (const { path } of targets) paths.add(path);
  }
  return [...collisions([...paths]), ...badNames(paths)];
}

function collisions(paths: readonly string[]): readonly Problem[] {
  return twins(paths, foldName).flatMap((group): Problem[] => {
    const [file = '', ...others] = group;
    const what = isCase(group) ? 'letter case' : 'Unicode normalization';
    const message = `${file} and ${others.join(', ')} are the same file on systems that ignore ${what}, such as macOS and Windows: rename one`;
    return [warning(file, message)];
  });
}

function isCase(paths: readonly string[]): boolean {
  return new Set(paths.map((path) => path.normalize('NFC'))).size > 1;
}

/** One problem per name, however many files are below it. */
function badNames(paths: Iterable<string>): readonly Problem[] {
  const found = new Map<string, Problem>();
  for (const path of paths) {
    const flaw = nameFlaw(path);
    if (flaw === undefined || found.has(flaw.path)) continue;
    const where = flaw.isRefused ? ': the project cannot be checked out there' : '';
    found.set(flaw.path, warning(flaw.path, `${flaw.path} ${flaw.reason}${where}`));
  }
  return [...found.values()];
}

function warning(file: string, message: string): Problem {
  return { code: 'unportable-path', severity: 'warning', file, message };
}
