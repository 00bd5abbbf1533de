import type { ResolvedConfig } from '../../config/index.js';
import type { Codec } from '../../model/index.js';
import { ArchiveFile } from './archive-file.js';
import type { FilePair } from './files.js';
import { Inputs } from './inputs.js';
import type { Loaded } from './load.js';
import { loadLock } from './lock-file.js';
import type { ResourceFiles } from './named-resources.js';
import { syntaxesOf } from './syntaxes-of.js';

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
    ...loadLock(config, inputs, undefined),
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
