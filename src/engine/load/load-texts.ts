import { nameInFiles } from '../../config/index.js';
import type { ResolvedConfig, ResolvedCatalog } from '../../config/index.js';
import type { Codec, Problem, Selection } from '../../model/index.js';
import { ArchiveFile } from './archive-file.js';
import type { FilePair, SourceFile } from './inputs.js';
import { Inputs } from './inputs.js';
import type { Loaded } from './load.js';
import { loadLock } from './lock-file.js';
import type { ResourceFiles } from './named-resources.js';
import { syntaxesOf, readPairs } from './read-pairs.js';
import { scan } from './scan/scan.js';

export interface TextsContext {
  /** The config, with the texts as its only catalog. */
  readonly config: ResolvedConfig;
  /** The JSON codec. */
  readonly codec: Codec;
  readonly resources: ResourceFiles;
}

/**
 * Texts without a file, loaded as if a source file had them under `t0`, `t1`, … and there were no
 * target.
 * @throws EngineError 'lock-unusable'
 */
export function loadTexts(
  texts: readonly string[],
  { config, codec, resources }: TextsContext,
): Loaded {
  const inputs = new Inputs(config.root);
  return {
    config,
    selection: {},
    ...loadLock(config, inputs),
    archive: new ArchiveFile(config.root, () => undefined),
    resources,
    inputs,
    scan: { pairs: [], orphans: [], outputs: [], orphanOutputs: [], directories: [], problems: [] },
    pairs: pairsOf(texts, { config, codec }),
    later: [],
    remembered: [],
    orphans: [],
    broken: [],
    foreign: [],
    problems: [],
    isWhole: false,
  };
}

function pairsOf(
  texts: readonly string[],
  { config, codec }: Pick<TextsContext, 'config' | 'codec'>,
): readonly FilePair[] {
  const [catalog] = config.catalogs;
  if (catalog === undefined) return [];
  const content = JSON.stringify(Object.fromEntries(texts.map((text, at) => [`t${at}`, text])));
  const document = codec.parse(content, { role: 'source', locale: config.source });
  const { capabilities } = codec;
  const syntax = syntaxesOf(document, { messages: catalog.messages, capabilities });
  const source = { path: '', hash: '', document, capabilities, ...syntax };
  const targets = catalog.targets.map((locale) => {
    return { path: `\0${locale}`, locale, hash: 'absent', document: undefined };
  });
  return [{ catalog, source, targets }];
}

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
