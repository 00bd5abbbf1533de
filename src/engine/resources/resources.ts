import type { Report } from '../../model/index.js';
import { Inputs, loadLock, missingColumns, NO_RESOURCES, readResources } from '../load/index.js';
import type { ResourceFiles } from '../load/index.js';
import { withResources } from '../report/index.js';
import type { RunContext } from '../session/index.js';
import { forgetIds, sourceHash } from '../../lock/index.js';
import { writeApplied } from '../write/index.js';
import type { Acting, ResourceAction, ResourceOutcome } from './acting.js';
import { isUnfound, push } from './apply.js';
import { importResource } from './import.js';
import { isInStep, isRehearsal, knownFiles, newsOf, notePushed, withPushed } from './known.js';
import type { FileNews, Known } from './known.js';
import { meet, newsOfPart, refuseForeign } from './meet.js';
import { pull } from './pull.js';
import { openShelves } from './shelves.js';

/** @throws EngineError, TranslatorError, WriteError */
export async function resources(action: ResourceAction, run: RunContext): Promise<Report> {
  const { config } = run;
  // The file of an import need not exist yet.
  const files = action.do === 'import' ? NO_RESOURCES : await readResources(config);
  const report = await actOn(files, action, run);
  const warnings = missingColumns(config, files.glossaries);
  return { ...report, problems: [...warnings, ...report.problems] };
}

async function actOn(
  files: ResourceFiles,
  action: ResourceAction,
  run: RunContext,
): Promise<Report> {
  const { config, state } = run;
  const inputs = new Inputs(config.root);
  const lock = loadLock(config, inputs, undefined);
  const before = lock.lock.applied;
  const lines = withPushed(state, before);
  const known = knownFiles(files, config, lines);
  const nothing: ResourceOutcome = { changes: [], lines, written: 0 };
  if (known.length === 0 && action.do !== 'import') return reportOf(nothing, action, run);
  const shelves = await openShelves(run);
  if (shelves === undefined) return reportOf(nothing, action, run);
  const outcome = await act(action, { run, shelves, known, lines, before });
  const context = { ...lock, inputs, root: config.root, state };
  const after = isRehearsal(config) ? undefined : writeApplied(outcome.lines, context);
  const report = reportOf(outcome, action, run);
  const problems = after?.problems ?? [];
  return problems.length === 0 ? report : { ...report, ok: false, problems };
}

async function act(action: ResourceAction, acting: Acting): Promise<ResourceOutcome> {
  const { known, lines } = acting;
  switch (action.do) {
    case 'show':
      return { changes: await differences(acting), lines, written: 0 };
    case 'push': {
      const service = sourceHash(acting.run.config.service.url);
      const open = known.filter((one) => !isInStep(one) || isUnfound(one, service));
      const pushed = await push(open, acting);
      return { changes: pushed.changes, lines: pushed.lines, written: 0 };
    }
    case 'pull':
      return pull(acting);
    case 'import':
      return importResource(action, acting);
  }
}

/** The differences of all files, including those without any. */
async function differences(acting: Acting): Promise<readonly FileNews[]> {
  const { known, shelves, run } = acting;
  const news: FileNews[] = [];
  let isGone = false;
  for (const one of known) {
    run.onEvent({ type: 'resource', file: one.file.path, step: 'compared', terms: countOf(one) });
    const meeting = await meet(one, shelves[one.file.kind], { all: true });
    refuseForeign([meeting]);
    isGone ||= meeting.parts.some(({ isThere, applied }) => !isThere && applied.size > 0);
    news.push(newsOf(one.file, meeting.parts.map(newsOfPart)));
  }
  if (isGone) lookUpAgain(acting);
  return news;
}

/** A missing copy is created by the next push, which must look it up. */
function lookUpAgain({ run, lines, before }: Acting): void {
  if (isRehearsal(run.config)) return;
  notePushed(run.state, before, forgetIds(lines, sourceHash(run.config.service.url)));
}

export function countOf({ file }: Known): number {
  return [...file.parts.values()].reduce((sum, terms) => sum + terms.size, 0);
}

function reportOf(
  { changes, written }: ResourceOutcome,
  action: ResourceAction,
  { config }: Pick<RunContext, 'config'>,
): Report {
  const report: Report = {
    ok: action.do !== 'show' || changes.every(({ parts }) => parts.length === 0),
    requests: 0,
    texts: 0,
    characters: 0,
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written, unchanged: 0 },
    removed: 0,
    locales: {},
    settled: 0,
    problems: [],
    error: null,
  };
  return withResources(report, changes, config);
}
