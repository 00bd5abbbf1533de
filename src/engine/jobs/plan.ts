import { endingOf } from '../../config/index.js';
import type { Selection, Problem } from '../../model/index.js';
import {
  DOCUMENT_REQUESTS,
  isCountedByText,
  isDocumentType,
  leastCharacters,
  RECORDING_REQUESTS,
} from './cost.js';
import { NO_JOBS } from './types.js';
import type {
  ComparedOutput,
  DocumentJob,
  JobPlan,
  OutputAction,
  OutputOrigin,
  PlannedOutput,
  RecordingJob,
  OutputStatus,
} from './types.js';

/** Further inputs of the decision. Pure functions, so that tests can answer them from a table. */
export interface PlanContext {
  readonly selection: Pick<Selection, 'accept' | 'keys' | 'retranslate' | 'proposals'>;
  /**
   * Where a result is, other than at the service. 'open': in progress there; undefined: nowhere.
   */
  readonly whereIs: (key: string) => 'result' | 'used' | 'open' | undefined;
  /** Whether a machine version of this source was already written beside the target. */
  readonly hasBeside: (output: ComparedOutput) => boolean;
  /** Text of a source file. */
  readonly textOf: (path: string) => string;
}

/** Decides which outputs are made, from what, and the minimum cost. */
export function planOutputs(
  compared: readonly ComparedOutput[],
  problems: readonly Problem[],
  context: PlanContext,
): JobPlan {
  const { selection } = context;
  // Whole files have no keys.
  const isMeant = selection.keys === undefined || selection.retranslate !== undefined;
  const outputs = (isMeant ? compared : []).map((one) => plannedOutput(one, context));
  const sent = outputs.filter(({ from }) => from === 'open' || from === 'service');
  const documents = documentJobs(sent.filter(({ output }) => output.kind === 'document'));
  const recordings = recordingJobs(sent.filter(({ output }) => output.kind !== 'document'));
  const billed = documents.flatMap(({ outputs: [first] }) => (first === undefined ? [] : [first]));
  return Object.freeze({
    outputs,
    documents,
    recordings,
    totals: {
      requests:
        documents.reduce((sum, { outputs: [first] }) => sum + requestsOf(first), 0) +
        recordings.reduce((sum, job) => sum + RECORDING_REQUESTS + keysOf(job).size, 0),
      characters: billed.reduce((sum, { characters }) => sum + characters, 0),
    },
    problems,
  });
}

/** The same plan with nothing to make. */
export function acceptedOnly(plan: JobPlan): JobPlan {
  const outputs = plan.outputs.map((one): PlannedOutput => {
    return one.action === 'accept' ? one : { ...one, action: 'keep', from: undefined };
  });
  return { ...NO_JOBS, outputs, problems: plan.problems };
}

function requestsOf(first: PlannedOutput | undefined): number {
  return first?.from === 'open' ? DOCUMENT_REQUESTS - 1 : DOCUMENT_REQUESTS;
}

function keysOf({ outputs }: RecordingJob): ReadonlySet<string> {
  return new Set(outputs.map(({ key }) => key));
}

function plannedOutput(compared: ComparedOutput, context: PlanContext): PlannedOutput {
  const { status, isDrifted, output } = compared;
  const { beside } = output.entry;
  const hasBeside = beside && status === 'review' && context.hasBeside(compared);
  const decision = { status, isDrifted, beside, hasBeside };
  const action = decideOutput(decision, context.selection);
  const from = originOf(compared, action, context);
  const characters = from === 'service' ? costOf(compared, context) : 0;
  return Object.freeze({ ...compared, action, from, characters });
}

interface Decision {
  readonly status: OutputStatus;
  readonly isDrifted: boolean;
  /** Whether the config wants machine versions beside human ones. */
  readonly beside: boolean;
  /** Whether it was already made from this source, even if the file is gone. */
  readonly hasBeside: boolean;
}

type Asked = Pick<Selection, 'accept' | 'keys' | 'retranslate' | 'proposals'>;

/** What to do with a target. A human file is replaced only on request. */
export function decideOutput(
  { status, isDrifted, beside, hasBeside }: Decision,
  { accept, keys, retranslate, proposals = true }: Asked,
): OutputAction {
  if (status === 'missing' || status === 'stale') return 'make';
  // Whole files have no keys.
  if (keys === undefined && isAskedFor(status, isDrifted, retranslate)) return 'make';
  if (status !== 'review') return 'keep';
  if (accept === true && keys === undefined) return 'accept';
  return beside && !hasBeside && proposals ? 'beside' : 'keep';
}

function isAskedFor(
  status: OutputStatus,
  isDrifted: boolean,
  retranslate: Selection['retranslate'],
): boolean {
  if (retranslate === 'all') return true;
  if (retranslate === 'edited') return status === 'edited' || status === 'review';
  return retranslate === 'drifted' && isDrifted;
}

function originOf(
  { key, status }: ComparedOutput,
  action: OutputAction,
  { whereIs, selection }: PlanContext,
): OutputOrigin | undefined {
  if (action !== 'make' && action !== 'beside') return undefined;
  const place = whereIs(key);
  if (place === 'open') return 'open';
  // With `--retranslate all`, a used result is not used again.
  const isAgain = selection.retranslate === 'all' && status !== 'missing' && status !== 'stale';
  const isThere = place === 'result' || (place === 'used' && !isAgain);
  return isThere ? 'kept' : 'service';
}

function costOf({ output, request }: ComparedOutput, { textOf }: PlanContext): number {
  if (output.kind !== 'document') return 0;
  const ending = endingOf(output.source);
  if (!isDocumentType(ending)) return 0;
  const text = isCountedByText(ending) ? textOf(output.source) : '';
  return leastCharacters(ending, text, request.target);
}

/** Equal documents with equal options are sent once. */
function documentJobs(outputs: readonly PlannedOutput[]): readonly DocumentJob[] {
  return [...groupBy(outputs, ({ key }) => key)].map(([key, own]) => ({ key, outputs: own }));
}

/** All outputs of a recording are requested in one job: its speech is billed once. */
function recordingJobs(outputs: readonly PlannedOutput[]): readonly RecordingJob[] {
  return [...groupBy(outputs, ({ sourceHash }) => sourceHash)].map(([, own]) => ({
    source: own[0]?.output.source ?? '',
    outputs: own,
  }));
}

function groupBy<T>(items: readonly T[], idOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const id = idOf(item);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [item]);
    else group.push(item);
  }
  return groups;
}
