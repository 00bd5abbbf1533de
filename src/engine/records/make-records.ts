import type { Problem } from '../../model/index.js';
import { LOCK_FILE } from '../../state/index.js';
import type { Stamp } from '../../state/index.js';
import { isDrifted, isMadeOtherwise } from '../units/drift.js';
import type { SourceUnit } from '../units/source-units.js';
import type { ComparedUnit, QuietState } from '../units/types.js';
import { excludeUse } from '../load/index.js';
import type { FilePair, Loaded } from '../load/index.js';
import type { Change, FileChanges } from '../changes/types.js';
import type { FileTally, Results, Written } from '../changes/results.js';
import { letterOf } from './records.js';
import type { PairRecord, Records, TargetRecord, UnitTable } from './records.js';
import type { RememberedFiles } from './remembered-files.js';
import { isCounted } from '../units/counted.js';

export interface FinishedRun {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
  readonly identity: string;
  readonly files: readonly FileChanges[];
  readonly results: Results;
  readonly written: Written;
  /** Of every target file. */
  readonly tallies: readonly FileTally[];
}

/** What is remembered of a run that looked at everything; undefined where a file is not certain. */
export function recordsOf(run: FinishedRun): Records | undefined {
  const { loaded, remembered, identity } = run;
  const lock = loaded.inputs.stampOf(LOCK_FILE);
  if (lock === undefined) return undefined;
  const tallies = new Map(run.tallies.map((tally) => [tally.path, tally]));
  const byTarget = new Map(run.files.map((one) => [one.file.target.path, one]));
  const read = loaded.pairs.map((pair) => pairRecord(pair, { ...run, tallies: tallies, byTarget }));
  const kept = loaded.remembered.map(({ source }) => remembered?.pairOf(source));
  const pairs = [...read, ...kept].filter((pair) => pair !== undefined);
  return { identity, lock, pairs };
}

interface PairInput extends Omit<FinishedRun, 'tallies'> {
  readonly tallies: ReadonlyMap<string, FileTally>;
  readonly byTarget: ReadonlyMap<string, FileChanges>;
}

function pairRecord(pair: FilePair, input: PairInput): PairRecord | undefined {
  const { inputs, problems } = input.loaded;
  const stamp = inputs.stampOf(pair.source.path);
  if (stamp === undefined) return undefined;
  const tables = new Map<readonly SourceUnit[], UnitTable>();
  const targets = pair.targets.flatMap(({ path }): readonly TargetRecord[] => {
    const changes = input.byTarget.get(path);
    const tally = input.tallies.get(path);
    const own = inputs.stampOf(path);
    if (changes === undefined || tally === undefined || own === undefined) return [];
    return [targetRecord(changes, { ...input, tally, stamp: own, tables })];
  });
  const files = new Set([pair.source.path, ...pair.targets.map(({ path }) => path)]);
  const isOwn = ({ file }: Problem): boolean => file !== undefined && files.has(file);
  const { matched, example } = excludeUse(pair);
  return {
    source: pair.source.path,
    stamp,
    tables: [...tables.values()],
    targets,
    isSettled: pair.targets.every(({ path }) => isSettled(input.byTarget.get(path), input)),
    problems: problems.filter(isOwn),
    excludes: matched,
    example,
  };
}

interface TargetInput extends Pick<PairInput, 'results'> {
  readonly tally: FileTally;
  readonly stamp: Stamp;
  readonly tables: Map<readonly SourceUnit[], UnitTable>;
}

function targetRecord(
  { file, changes }: FileChanges,
  { results, tally, stamp, tables }: TargetInput,
): TargetRecord {
  const { expected, target } = file;
  if (!tables.has(expected)) tables.set(expected, tableOf(expected));
  const changeOf = new Map(changes.map((change) => [change.unit, change]));
  const looked = new Map(file.units.map((unit) => [unit.source, unit]));
  let quiet = 0;
  const letters = expected.map((source) => {
    const unit = looked.get(source);
    if (unit === undefined) return letterOf(file.quiet[quiet++]);
    return letterOf(quietAfter(unit, changeOf.get(unit), results));
  });
  return {
    path: target.path,
    locale: target.locale,
    stamp,
    table: [...tables.keys()].indexOf(expected),
    states: letters.join(''),
    counts: { ...tally.counts, translated: 0 },
    problems: tally.problems,
  };
}

function tableOf(units: readonly SourceUnit[]): UnitTable {
  return {
    digests: units.map(({ digest }) => digest).join(''),
    ids: units.map(({ id }) => id).join(''),
    sources: units.map(({ sourceHash }) => sourceHash).join(''),
  };
}

/** What a unit is with which nothing is to be done from now on; undefined: it is looked at by every run. */
function quietAfter(
  unit: ComparedUnit,
  change: Change | undefined,
  { written }: Results,
): QuietState | undefined {
  const { state, findings } = unit;
  if (change !== undefined) {
    const fact = written.get(change);
    if (fact === undefined || change.findings.length > 0 || change.action === 'reuse')
      return undefined;
    if (!isCounted(unit)) return 'uncounted';
    return isMadeOtherwise(fact.origin, unit.options) && change.action !== 'copy'
      ? 'drifted'
      : 'current';
  }
  if (findings.length > 0 || state.place !== 'own') return undefined;
  if (state.status !== 'current' && state.status !== 'edited') return undefined;
  if (!isCounted(unit)) return 'uncounted';
  return isDrifted(unit) ? 'drifted' : state.status;
}

/** True where another run would find nothing to do in a target file, and would say the same of it. */
function isSettled(
  changes: FileChanges | undefined,
  { results, written, tallies }: PairInput,
): boolean {
  if (changes === undefined) return false;
  const { file } = changes;
  const tally = tallies.get(file.target.path);
  if (tally === undefined || tally.counts.missing + tally.counts.stale > 0) return false;
  // In a file that was written, what is said of other units is at other lines now.
  if (written.replaced.has(file) && tally.problems.length > 0) return false;
  // What is kept goes as soon as nobody needs it any more.
  if (file.kept.length > 0 || (file.obsolete.length > 0 && written.kept.has(file))) return false;
  return changes.changes.every(
    (change) =>
      written.texts.has(change) ||
      (change.action === 'propose' &&
        (change.isPending || results.proposalOf(change) !== undefined)),
  );
}
