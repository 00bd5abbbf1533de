import type { Report } from '../model/index.js';
import { LOCK_FILE, noteWriting } from '../state/index.js';
import type { Prepared, RunContext } from './prepare.js';
import { reportOfRun, resultsOf } from './report/run-report.js';
import { recordsOf } from './session/make-records.js';
import type { FinishedRun } from './session/make-records.js';
import { writeRecords } from './session/records-file.js';
import { translate } from './translate/index.js';
import { TargetFiles, writeLockAfter } from './write/index.js';

/** translate → write → report, for what was loaded, compared and planned (`prepare.ts`). */
export async function sync(prepared: Prepared, run: RunContext): Promise<Report> {
  const { loaded, files } = prepared;
  const { root } = run.config;
  if (files.some(({ changes }) => changes.length > 0)) noteWriting(run.state);
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
  const isInterrupted = run.signal.aborted;
  const result = { outcomes, sent, written, stateProblems, isInterrupted };
  const { report, tallies } = reportOfRun(prepared, results, result);
  if (stateProblems.length === 0) rememberFiles({ ...prepared, report, tallies, results, written }, run);
  return report;
}

/** A run that was not narrowed and did all that it wanted is where the next one begins. */
function rememberFiles(finished: FinishedRun & { readonly report: Report }, { state }: RunContext): void {
  const { locales, files } = finished.loaded.selection;
  if (locales !== undefined || files !== undefined || finished.report.error !== null) return;
  const records = recordsOf(finished);
  if (records !== undefined) writeRecords(state, records);
}
