import type { ResolvedConfig } from '../../config/index.js';
import type { EngineEvent, Problem, Selection } from '../../model/index.js';
import type { Facts } from '../../lock/index.js';
import type { Stamp } from '../../state/index.js';
import { ArchiveFile } from './archive-file.js';
import { foreignTargets } from './checks/foreign-targets.js';
import { excludeUse, idleExcludes } from './checks/idle-excludes.js';
import { missingColumns } from './checks/missing-columns.js';
import { unportablePaths } from './checks/portable-paths.js';
import { lackingReferences } from './checks/lacking-references.js';
import { similarKeys } from './checks/similar-keys.js';
import { sourceProblems } from './checks/source-problems.js';
import { unknownIgnores } from './checks/unknown-ignores.js';
import { unknownLanguages } from './checks/unknown-languages.js';
import type { FilePair } from './files.js';
import { NO_RESOURCES } from './named-resources.js';
import type { ResourceFiles } from './named-resources.js';
import type { Inputs } from './inputs.js';
import { loadLock, missingLock } from './lock-file.js';
import type { LoadedLock } from './lock-file.js';
import { orphanProblem, readOrphans } from './orphans.js';
import type { OrphanFile } from './orphans.js';
import type { ParsedFiles } from './parsed-files.js';
import { LOCK_FILE } from '../../lock/index.js';
import { readPairs } from './read-pairs.js';
import { recallFrom } from './recall.js';
import type { Scan, ScanPair } from './scan/scan.js';
import { search } from './search.js';
import { splitSettled } from './settled.js';
import type { SplitPairs } from './settled.js';
import type { Turns } from '../turns.js';
import { PIECE } from './pieces.js';
import type { NextPiece } from './pieces.js';

/** Everything a run has read, before comparison. */
export interface Loaded extends LoadedLock {
  readonly config: ResolvedConfig;
  readonly selection: Selection;
  /** Human texts of removed keys. */
  readonly archive: ArchiveFile;
  /** Glossary and style files of the config. */
  readonly resources: ResourceFiles;
  /** Stamps of everything that the answer depends on. */
  readonly inputs: Inputs;
  readonly scan: Scan;
  /** Pairs that were read, in scan order. */
  readonly pairs: readonly FilePair[];
  /** Pairs that were not read, because they are settled and their files have not changed. */
  readonly remembered: readonly ScanPair[];
  /** Target files whose source is gone. */
  readonly orphans: readonly OrphanFile[];
  /** Files left out because they are not valid in their format. */
  readonly broken: readonly string[];
  /** Those of them whose format is unknown. */
  readonly foreign: readonly string[];
  /** Pairs left to later pieces. */
  readonly later: readonly ScanPair[];
  /** Problems of files that were read now. Unchanged files are not checked again. */
  readonly problems: readonly Problem[];
  /**
   * Whether every source file of the config was read: no file globs, no shard, no invalid file, and
   * all in one piece.
   */
  readonly isWhole: boolean;
}

export interface LoadContext {
  /** Default: none. */
  readonly resources?: ResourceFiles;
  /** Files as a warm engine last parsed them. */
  readonly parsed: ParsedFiles | undefined;
  /** Facts of the previous run, so that unchanged lock lines stay the same objects. */
  readonly previousFacts: Facts | undefined;
  /** Whether a file (path relative to the root) still has the bytes that were last remembered. */
  readonly isUnchanged: (path: string) => boolean;
  /** The stamp of a remembered file. A file without one counts as changed. */
  readonly stampOf: (path: string) => Stamp | undefined;
  /** Whether a file has problems to report, so that it has to be read again. */
  readonly hasProblems: (path: string) => boolean;
  /**
   * Whether everything about a pair is remembered, is valid with this lock, and nothing is open.
   */
  readonly isSettled: (pair: ScanPair, lock: LoadedLock) => boolean;
  /** Whether open pairs may be processed in pieces. Default: never. */
  readonly mayWait?: ((pairs: SplitPairs, lock: LoadedLock) => boolean) | undefined;
  /** The piece to load after the first one. Default: load the first piece or everything. */
  readonly next?: NextPiece | undefined;
  readonly onEvent: (event: EngineEvent) => void;
  /** Checks for signals. Default: not interruptible. */
  readonly turns?: Turns | undefined;
}

/** Context of a run without an earlier one. */
export const NOTHING_REMEMBERED: Omit<LoadContext, 'parsed' | 'onEvent'> = {
  previousFacts: undefined,
  isUnchanged: () => false,
  stampOf: () => undefined,
  hasProblems: () => false,
  isSettled: () => false,
};

/**
 * Finds and reads the config's files and the lock, and finds orphaned targets.
 * @throws ScanError, EngineError 'lock-unusable'
 */
export async function load(
  config: ResolvedConfig,
  selection: Selection,
  context: LoadContext,
): Promise<Loaded> {
  const insists = context.parsed === undefined;
  const { next, resources = NO_RESOURCES, turns } = context;
  const { scan, inputs } = next?.found ?? (await search(config, selection, { insists, turns }));
  await turns?.give();
  const stampIfUnchanged = (path: string): Stamp | undefined =>
    context.isUnchanged(path) ? context.stampOf(path) : undefined;
  const lock = next?.lock ?? loadLock(config, inputs, context.previousFacts);
  const missing = next === undefined ? await missingLock(config.root, lock) : [];
  const isSettled = (pair: ScanPair): boolean => context.isSettled(pair, lock);
  const split = splitSettled(next?.pairs ?? scan.pairs, isSettled, stampIfUnchanged);
  const { settled, open } = split;
  for (const { stamps } of settled) for (const stamp of stamps) inputs.remembered(stamp);
  const remembered = settled.map(({ pair }) => pair);
  const stampIfQuiet = (path: string): Stamp | undefined =>
    context.hasProblems(path) ? undefined : stampIfUnchanged(path);
  const read = await readPairs(open, config, {
    ...context,
    inputs,
    stampIfUnchanged: stampIfQuiet,
    recallOf: recallFrom(lock.lock),
    room: next !== undefined || context.mayWait?.(split, lock) === true ? PIECE : undefined,
  });
  const { later } = read;
  const files = countTargets(read.pairs) + countTargets(remembered);
  context.onEvent({ type: 'read', files, ...(later.length > 0 && { isPart: true }) });
  const orphans = await readOrphans(next === undefined ? scan.orphans : [], inputs);
  const broken = [...(next?.broken ?? unusableFiles(scan)), ...read.broken];
  const { files: globs, shard } = selection;
  const isNarrowed = globs !== undefined || shard !== undefined;
  const isPiece = next !== undefined || later.length > 0;
  const isWhole = !isNarrowed && broken.length === 0 && !isPiece;
  const isAll = isWhole && remembered.length === 0;
  const checks = [
    () => (next === undefined ? problemsAtFirst(config, scan, resources) : []),
    () => read.problems,
    () => (next === undefined ? scan.orphans.map(orphanProblem) : []),
    () => (isAll ? idleExcludes(config, read.pairs.map(excludeUse)) : []),
    () => similarKeys(read.pairs),
    () => lackingReferences(config.fallbacks, read.pairs),
    () => sourceProblems(config, read.pairs),
    () => unknownIgnores(read.pairs),
    () => foreignTargets(config.languages, read.targets),
    () => missing,
    () => lock.lock.problems.map((problem) => ({ file: LOCK_FILE, ...problem })),
  ];
  const problems: Problem[] = [];
  for (const check of checks) {
    for (const problem of check()) problems.push(problem);
    await turns?.give();
  }
  const { pairs, foreign } = read;
  const archive = new ArchiveFile(config.root, (path) => inputs.read(path));
  const found = { scan, inputs, pairs, later, remembered, orphans, broken, foreign, archive };
  // The answer depends on them too.
  const { glossaries, styles } = resources;
  for (const path of [...glossaries.keys(), ...styles.keys()]) inputs.read(path);
  return { config, selection, ...found, ...lock, resources, problems, isWhole };
}

/** Problems of the config and of all files together. */
function problemsAtFirst(
  config: ResolvedConfig,
  scan: Scan,
  { glossaries }: ResourceFiles,
): readonly Problem[] {
  return [
    ...unknownLanguages(config),
    ...missingColumns(config, glossaries),
    ...scan.problems,
    ...unportablePaths(scan),
  ];
}

function countTargets(pairs: readonly { readonly targets: readonly unknown[] }[]): number {
  return pairs.reduce((sum, { targets }) => sum + targets.length, 0);
}

function unusableFiles({ problems }: Scan): readonly string[] {
  return problems.flatMap(({ code, file }) =>
    code === 'invalid-file' && file !== undefined ? [file] : [],
  );
}
