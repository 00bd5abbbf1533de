import { relative } from 'node:path';
import type { FilePattern, ResolvedConfig } from '../../../config/index.js';
import type { PlacedPair } from './placement.js';
import { ScanError } from './scan-error.js';

interface Claim {
  readonly pair: PlacedPair<FilePattern>;
  /** The path as the claim spells it. Through links, one file can have several paths. */
  readonly path: string;
}

export interface Conflict {
  readonly pair: PlacedPair<FilePattern>;
  readonly message: string;
}

/** @throws ScanError 'same-target' if two sources claim one target, or a target is a source */
export function refuseConflicts(
  { root, file }: Pick<ResolvedConfig, 'root' | 'file'>,
  pairs: readonly PlacedPair<FilePattern>[],
): void {
  const conflict = findConflict(pairs);
  if (conflict === undefined) return;
  throw new ScanError('same-target', conflict.message, {
    file: relative(root, file),
    line: conflict.pair.catalog.line,
    hint: 'Add the file to `exclude` of the catalog that should not contain it.',
  });
}

/** The first target that is also a source, or the target of another source. */
export function findConflict(pairs: readonly PlacedPair<FilePattern>[]): Conflict | undefined {
  const sources = new Map(pairs.map((pair) => [pair.realSource, pair.source]));
  const claims = new Map<string, Claim>();
  for (const pair of pairs) {
    for (const { locale, real, path } of pair.targets) {
      const claim = { pair, path };
      // A file that holds all locales is its own target, once per locale.
      const isShared = path === pair.source;
      const place = isShared ? `${locale}\0${real}` : real;
      const message =
        (isShared ? undefined : overwrites(claim, sources.get(real))) ??
        isClaimedTwice(claim, claims.get(place));
      if (message !== undefined) return { pair, message };
      claims.set(place, claim);
    }
  }
  return undefined;
}

function overwrites({ pair, path }: Claim, source: string | undefined): string | undefined {
  if (source === undefined) return undefined;
  const same = path === source ? '' : ` (the same file as ${source})`;
  return `${path} is both a source and a target of ${pair.source}${same}`;
}

function isClaimedTwice({ pair, path }: Claim, other: Claim | undefined): string | undefined {
  if (other === undefined) return undefined;
  if (other.path !== path) {
    return `the targets ${other.path} and ${path} are the same file, because of a symbolic link`;
  }
  if (other.pair.source === pair.source) {
    const { line } = other.pair.catalog;
    const place = line === undefined ? 'another catalog' : `the catalog on line ${line}`;
    return `${path} is a target of both this catalog and ${place}`;
  }
  return `${path} is the target of two sources: ${other.pair.source} and ${pair.source}`;
}
