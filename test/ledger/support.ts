import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Inputs } from '../../src/engine/load/inputs.js';
import type { Loaded } from '../../src/engine/load/index.js';
import { recordsOf } from '../../src/engine/ledger/make-records.js';
import type { FinishedRun } from '../../src/engine/ledger/make-records.js';
import type { Records } from '../../src/engine/ledger/records.js';
import { RememberedFiles } from '../../src/engine/ledger/remembered-files.js';
import { tallyOf } from '../../src/engine/report/tally.js';
import { SourceUnits } from '../../src/engine/units/source-units.js';
import type { SourceUnit } from '../../src/engine/units/source-units.js';
import { formatKey } from '../../src/model/index.js';
import type { MessageSyntax } from '../../src/model/index.js';
import { LOCK_FILE } from '../../src/lock/index.js';
import { catalogOf, pairOf } from '../load/support.js';
import { plannedFor, reportingOf } from '../report/support.js';
import type { PlannedInput } from '../report/support.js';
import { temporaryFolder } from '../state/temporary.js';
import type { Content } from '../support/comparison.js';
import type { Answers } from '../write/support.js';

export interface RunInput extends PlannedInput {
  /** The service's answers, including proposals. */
  readonly answers?: Answers;
  /** Target files that were replaced. Default: none. */
  readonly replaced?: readonly string[];
  /** Target files that still contain dropped units. Default: none. */
  readonly keeps?: readonly string[];
  /** Files that were not read when the run ended. Default: none. */
  readonly unseen?: readonly string[];
}

/** A finished run, with its files on disk. */
export async function finishedRun(
  input: RunInput,
): Promise<FinishedRun & { readonly root: string }> {
  const { answers = {}, replaced = [], keeps = [], unseen = [] } = input;
  const root = temporaryFolder();
  const planned = await plannedFor({ ...input, root });
  const reporting = reportingOf(planned, answers);
  const among = (paths: readonly string[]): ReadonlySet<(typeof planned.files)[number]> =>
    new Set(planned.files.filter(({ target }) => paths.includes(target.path)));
  const none = {
    files: { written: 0, unchanged: 0 },
    problems: [],
    removals: [],
  };
  const inputs = inputsOf(root, planned.comparison.pairs, unseen);
  return {
    root,
    loaded: { ...planned.loaded, inputs },
    remembered: undefined,
    identity: 'identity',
    files: planned.files,
    written: { ...none, replaced: among(replaced), kept: among(keeps) },
    tallies: planned.files.map((file) => tallyOf(file, reporting)),
  };
}

/** All files on disk, with their content. */
function inputsOf(root: string, pairs: Loaded['pairs'], unseen: readonly string[]): Inputs {
  const inputs = new Inputs(root);
  const texts = new Map([[LOCK_FILE, '']]);
  for (const { source, targets } of pairs) {
    texts.set(source.path, source.document.text);
    for (const { path, document } of targets) if (document) texts.set(path, document.text);
  }
  for (const [path, text] of texts) writeIn(root, path, text);
  const all = pairs.flatMap(({ source, targets }) => [source, ...targets]);
  for (const path of [LOCK_FILE, ...all.map((file) => file.path)]) {
    if (!unseen.includes(path)) inputs.read(path);
  }
  return inputs;
}

export function writeIn(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** What a run remembers. */
export async function recordsAfter(input: RunInput): Promise<Records & { readonly root: string }> {
  const run = await finishedRun(input);
  const records = recordsOf(run);
  if (records === undefined) throw new Error('nothing is remembered');
  return { ...records, root: run.root };
}

/** The lock as it was when the records were made. */
export function sameLock({ lock }: Pick<Records, 'lock'>): { readonly lockHash: string } {
  return { lockHash: lock };
}

export async function remembered(input: RunInput): Promise<RememberedFiles> {
  return new RememberedFiles(await recordsAfter(input));
}

/** The units of a source as a later run reads them, with what is remembered of them, by key. */
export function unitsNow(
  path: string,
  source: Content,
  { files, messages = 'icu' }: { files?: RememberedFiles; messages?: MessageSyntax } = {},
): ReadonlyMap<string, SourceUnit> {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  const catalog = catalogOf(path, { messages });
  const units = new SourceUnits(pairOf(path, text, { catalog }).source, {
    language: 'en',
    factsOf: () => [],
    hasSource: () => false,
    recall: files && ((all) => files.unitsOf(path, all)),
    isExcluded: () => false,
  });
  return new Map(units.expectedIn('de').map((unit) => [formatKey(unit.expected.key), unit]));
}
