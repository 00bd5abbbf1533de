import { relative } from 'node:path';
import type { ResolvedConfig } from '../config/resolved.js';
import type { PlacedPair } from './scan-place.js';
import { ScanError } from './scan-error.js';

interface Claim {
  readonly pair: PlacedPair;
  /** The path as the claim has it; links may give one file several. */
  readonly path: string;
}

/**
 * Sees to it that every target file has one source, and that no source is a target.
 * @throws ScanError 'same-target'
 */
export function refuseConflicts(config: ResolvedConfig, pairs: readonly PlacedPair[]): void {
  const sources = new Map(pairs.map((pair) => [pair.realSource, pair.source]));
  const claims = new Map<string, Claim>();
  for (const pair of pairs) {
    for (const { real, path } of pair.targets) {
      const source = sources.get(real);
      const other = claims.get(real);
      claims.set(real, { pair, path });
      const message = describe({ pair, path }, source, other);
      if (message === undefined) continue;
      throw new ScanError('same-target', message, {
        file: relative(config.root, config.file),
        line: pair.catalog.line,
        hint: 'Put the file under `exclude` of the catalog that should not have it.',
      });
    }
  }
}

function describe(
  { pair, path }: Claim,
  source: string | undefined,
  other: Claim | undefined,
): string | undefined {
  if (source !== undefined) {
    const same = path === source ? '' : ` (the same file as ${source})`;
    return `${path} is a target of ${pair.source}${same} and a source`;
  }
  if (other === undefined) return undefined;
  if (other.path !== path) {
    return `the targets ${other.path} and ${path} are one file, by a symbolic link`;
  }
  if (other.pair.source === pair.source) {
    const { line } = other.pair.catalog;
    const place = line === undefined ? 'another catalog' : `the catalog on line ${line}`;
    return `${path} is a target of this catalog and of ${place}`;
  }
  return `${path} is the target of two sources: ${other.pair.source} and ${pair.source}`;
}
