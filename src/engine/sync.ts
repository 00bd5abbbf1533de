import type { Report, Selection } from '../model/index.js';
import { LOCK_FILE, noteWriting } from '../state/index.js';
import { checkLimit, requireSame } from './plan/index.js';
import type { SavedPlan } from './plan/index.js';
import { loadAndCompare, plan, savedPlanOf } from './prepare.js';
import type { Compared, Prepared, RunContext } from './prepare.js';
import { reportOfRun, resultsOf } from './report/index.js';
import { translate } from './translate/index.js';
import { TargetFiles, writeLockAfter } from './write/index.js';
import { recordsOf, writeRecords } from './records/index.js';
import type { FinishedRun } from './records/index.js';

/**
 * load → compare → plan → translate → write → report.
 * @param only a saved plan: exactly this is done, or nothing
 * @param onCompared called as soon as it is known what the files are
 */
export async function sync(
  selection: Selection,
  run: RunContext,
  { only, onCompared }: { only: SavedPlan | undefined; onCompared: (compared: Compared) => void },
): Promise<Report> {
  const compared = await loadAndCompare(selection, run, { isForSending: true, onCompared });
  const prepared = await plan(compared, run);
  if (only !== undefined) requireSame(savedPlanOf(prepared), only);
  return carryOut(prepared, run);
}

/** translate → write → report. @throws EngineError 'limit-exceeded' */
export async function carryOut(prepared: Prepared, run: RunContext): Promise<Report> {
  const { files, loaded } = prepared;
  checkLimit(prepared.plan.totals.characters, run.config);
  if (files.some(({ changes }) => changes.length > 0)) noteWriting(run.state);
  const { root } = run.config;
  const targets = new TargetFiles(files, { ...run, root, inputs: loaded.inputs });
  const { outcomes, sent } = await translate(prepared, {
    ...run,
    otherFiles: [LOCK_FILE],
    onSettled: (change, outcome) => targets.settled(change, outcome),
  });
  const written = await targets.write();
  const results = resultsOf(prepared, { outcomes, written });
  const lockProblems = writeLockAfter({ ...prepared, results, written, state: run.state });
  if (sent.requests > 0) run.memory.compact();
  const stateProblems = [...run.memory.problems, ...lockProblems];
  const result = { sent, written, stateProblems, isInterrupted: run.signal.aborted };
  const { report, tallies } = reportOfRun(prepared, results, result);
  if (stateProblems.length === 0) {
    rememberFiles({ ...prepared, report, tallies, results, written }, run);
  }
  return report;
}

/** A run that was not narrowed and did all that it wanted is where the next one begins. */
function rememberFiles(
  finished: FinishedRun & { readonly report: Report },
  { state }: RunContext,
): void {
  const { locales, files } = finished.loaded.selection;
  if (locales !== undefined || files !== undefined || finished.report.error !== null) return;
  const records = recordsOf(finished);
  if (records !== undefined) writeRecords(state, records);
}
