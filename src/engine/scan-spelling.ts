import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ScanError } from './scan-error.js';
import type { PlacedPair } from './scan-place.js';

/**
 * A target of which nothing is there yet, while its files stand there under another spelling (`pt-br`, `pt_BR`): they
 * would be made a second time, and all of it paid for.
 * @param used files that some pair stands for
 * @throws ScanError 'misspelled-locale'
 */
export function refuseOtherSpellings(
  root: string,
  pairs: readonly PlacedPair[],
  used: readonly PlacedPair[],
): void {
  const begun = new Set<string>();
  const missing = new Map<string, string>();
  for (const { targets } of pairs) {
    for (const { locale, path, exists } of targets) {
      if (exists) begun.add(locale);
      else if (!missing.has(locale)) missing.set(locale, path);
    }
  }
  for (const [locale, path] of missing) {
    if (begun.has(locale)) continue;
    const found = otherSpelling(root, path);
    if (found === undefined || isUsed(found, used)) continue;
    throw new ScanError(
      'misspelled-locale',
      `there is no ${path}, but there is ${found}: is "${locale}" under \`targets:\` spelled as in the file names?`,
      {
        hint: 'Write the locale in `targets:` as the files have it; `languages:` gives the service another code for it.',
      },
    );
  }
}

/** What stands at the place of a path but for case, and `-` and `_`. */
function otherSpelling(root: string, path: string): string | undefined {
  let folder = '';
  for (const segment of path.split('/')) {
    const names = namesIn(join(root, folder));
    const base = folder === '' ? '' : `${folder}/`;
    if (!names.includes(segment)) {
      const other = names.find((name) => plain(name) === plain(segment));
      return other === undefined ? undefined : base + other;
    }
    folder = base + segment;
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isUsed(found: string, pairs: readonly PlacedPair[]): boolean {
  const isAt = (path: string): boolean => path === found || path.startsWith(`${found}/`);
  return pairs.some(
    ({ source, targets }) =>
      isAt(source) || targets.some(({ path, exists }) => exists && isAt(path)),
  );
}
