import type { ResolvedCatalog, ResolvedConfig } from '../../config/index.js';
import { nameInFiles } from '../../config/index.js';
import type { Problem, Selection } from '../../model/index.js';
import type { SourceFile } from './files.js';
import { Inputs } from './inputs.js';
import { readPairs } from './read-pairs.js';
import { scan } from './scan/scan.js';

/** A source file, with the source locale as spelled in its path. */
export interface NamedSource extends SourceFile {
  readonly locale: string;
  /** The first catalog that it is a source of. */
  readonly catalog: ResolvedCatalog;
}

export interface ReadSources {
  /** Each file once, in scan order. */
  readonly sources: readonly NamedSource[];
  /** Problems that make files unusable. */
  readonly problems: readonly Problem[];
}

/** Reads a config's source files, but no targets. @throws ScanError */
export async function readSources(
  config: ResolvedConfig,
  selection: Pick<Selection, 'files' | 'folder'> = {},
): Promise<ReadSources> {
  const { pairs, problems } = await scan(config, selection);
  const distinct = new Map(pairs.map((pair) => [pair.source, { ...pair, targets: [] }]));
  const read = await readPairs([...distinct.values()], config, {
    inputs: new Inputs(config.root),
    parsed: undefined,
    stampIfUnchanged: () => undefined,
    onEvent: () => undefined,
    recallOf: () => () => undefined,
  });
  return {
    sources: read.pairs.map(({ source, catalog }) => ({
      ...source,
      catalog,
      locale: nameInFiles(catalog, config.source),
    })),
    problems: [...problems, ...read.problems].filter(({ severity }) => severity === 'error'),
  };
}
