import { readRegularText } from '../../disk/index.js';
import { join } from 'node:path';
import { isGlossaryFile, leavesOut, TranslatorError } from '../../model/index.js';
import type { EngineEvent, Problem, Translator, Selection } from '../../model/index.js';
import { endingOf } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { besidePath } from '../load/index.js';
import type { Loaded, Inputs } from '../load/index.js';
import { compareOutputs } from './compare.js';
import { fetchDocuments, uploadDocuments } from './documents.js';
import { besideUnit, factsAfter, FileFacts } from './facts.js';
import { FileHashes } from './hashes.js';
import { JobJournal } from './journal.js';
import { makeRecordings } from './recordings.js';
import { Sender } from './sender.js';
import type { JobResults } from './tally.js';
import { NO_JOBS } from './types.js';
import type {
  JobPlan,
  PlannedOutput,
  ComparedOutput,
  DocumentJob,
  OutputAction,
  OutputOrigin,
  RecordingJob,
  OutputStatus,
} from './types.js';
import { contentHash } from '../../lock/index.js';
import { stageFile, WriteError } from '../../state/index.js';
import {
  DOCUMENT_REQUESTS,
  isCountedByText,
  isDocumentType,
  leastCharacters,
  RECORDING_REQUESTS,
} from './cost.js';

/** What jobs need of a run. */
export interface JobContext {
  readonly config: ResolvedConfig;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  readonly open: () => Promise<Translator>;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
}

/** Documents and recordings of one run: the plan, and carrying it out. */
export class Jobs {
  readonly plan: JobPlan;
  readonly #loaded: Loaded;
  readonly #context: JobContext;
  readonly #journal: JobJournal;
  readonly #hashes: FileHashes;

  /** @param only 'accept': nothing is made */
  constructor(loaded: Loaded, context: JobContext, only?: 'accept') {
    const { root } = context.config;
    this.#loaded = loaded;
    this.#context = context;
    this.#journal = new JobJournal(context.state);
    this.#hashes = new FileHashes(root, context.state, loaded.inputs);
    const tools = { hashes: this.#hashes, journal: this.#journal };
    const { outputs, problems } = compareOutputs(loaded, tools);
    const facts = new FileFacts(loaded.lock.applied);
    const service = Sender.serviceOf(context.config);
    const plan = planOutputs(outputs, [...this.#journal.problems, ...problems], {
      selection: loaded.selection,
      whereIs: (key) =>
        this.#journal.resultOf(key) ?? (this.#isOpen(key, service) ? 'open' : undefined),
      hasBeside: ({ output, sourceHash }) =>
        facts
          .of(besideUnit(output.source, output.kind), output.locale)
          .some(({ source }) => source === sourceHash.slice(0, 8)),
      textOf: (path) => readRegularText(join(root, path)),
    });
    this.plan = only === 'accept' ? acceptedOnly(plan) : plan;
  }

  /** Number of files now marked as reviewed. */
  get accepted(): number {
    return this.plan.outputs.filter(({ action }) => action === 'accept').length;
  }

  /** Whether anything has to come from the service. */
  get needsService(): boolean {
    const { documents, recordings } = this.plan;
    return documents.length + recordings.length > 0;
  }

  /** Whether glossary files of the repository are sent with documents. */
  get needsGlossaries(): boolean {
    return this.plan.documents.some(({ outputs }) =>
      outputs.some(({ request, from }) => from === 'service' && isGlossaryFile(request.glossary)),
    );
  }

  /** Uploads documents; the service processes them while texts are translated. */
  async start(): Promise<StartedJobs> {
    const sender = this.needsService ? await this.#sender() : undefined;
    const open =
      sender instanceof Sender ? await uploadDocuments(this.plan.documents, sender) : new Map();
    return {
      finish: async () => {
        if (!(sender instanceof Sender)) return this.#write(undefined, sender);
        const { recordings } = this.plan;
        try {
          await Promise.all([fetchDocuments(open, sender), makeRecordings(recordings, sender)]);
        } finally {
          sender.stop.close();
        }
        return this.#write(sender, sender.stop.fatal);
      },
    };
  }

  /** The lock's lines after the run. @param lines those before it */
  factsAfter(lines: string, { written }: Pick<JobResults, 'written'>): string {
    const { selection, broken, scan } = this.#loaded;
    const isNarrowed = leavesOut(selection) || selection.keys !== undefined;
    const isWhole = !isNarrowed && broken.length === 0 && this.plan.problems.every(isWarning);
    const { outputs } = this.plan;
    return factsAfter({ lines, outputs, orphans: scan.orphanOutputs, written, isWhole });
  }

  /** To be called once the lock records what was written. */
  close({ written }: Pick<JobResults, 'written'>): void {
    for (const one of this.plan.outputs) {
      // A killed run may have written some of them without updating the lock.
      if (written.has(one) || one.status === 'current') this.#journal.use(one.key);
    }
    this.#journal.prune();
    this.#hashes.save();
  }

  #isOpen(key: string, service: string): boolean {
    const journal = this.#journal;
    // A recording is billed once its audio has arrived.
    const isSent = journal.recordingOf(key, service)?.isUploaded === true;
    return isSent || journal.documentOf(key, service) !== undefined;
  }

  /** An error if the service cannot be reached or does not support documents and recordings. */
  async #sender(): Promise<Sender | TranslatorError> {
    try {
      const services = await (await this.#context.open()).jobs?.();
      if (services === undefined) {
        return new TranslatorError(
          'rejected',
          'the translator does not support documents or recordings',
        );
      }
      return new Sender({ ...this.#context, journal: this.#journal, services });
    } catch (error) {
      if (error instanceof TranslatorError) return error;
      throw error;
    }
  }

  #write(sender: Sender | undefined, fatal: TranslatorError | undefined): FinishedJobs {
    const { config, state, onEvent } = this.#context;
    const { inputs } = this.#loaded;
    const outputs: readonly PlannedOutput[] = this.plan.outputs.filter((one) =>
      isHere(one, sender),
    );
    const journal = this.#journal;
    const done = writeOutputs(outputs, { root: config.root, state, journal, inputs, onEvent });
    return {
      fatal,
      requests: sender?.requests ?? 0,
      characters: sender?.characters ?? 0,
      begun: sender?.begun ?? { documents: 0, recordings: 0 },
      outcomes: sender?.outcomes ?? new Map<string, never>(),
      ...done,
      problems: [...(sender?.problems ?? []), ...done.problems],
    };
  }
}

/** Further inputs of the decision. Pure functions, so that tests can answer them from a table. */
interface PlanContext {
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
function planOutputs(
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
function acceptedOnly(plan: JobPlan): JobPlan {
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

interface WriteContext {
  readonly root: string;
  readonly state: string;
  readonly journal: JobJournal;
  readonly inputs: Inputs;
  readonly onEvent: (event: EngineEvent) => void;
}

interface WrittenJobs {
  /** Content hash of each output's file after the run. */
  readonly written: ReadonlyMap<PlannedOutput, string>;
  /** Those whose bytes have changed. */
  readonly changed: ReadonlySet<PlannedOutput>;
  readonly problems: readonly Problem[];
}

/** Writes available results to their files, each as a whole or not at all. */
function writeOutputs(outputs: readonly PlannedOutput[], context: WriteContext): WrittenJobs {
  const written = new Map<PlannedOutput, string>();
  const changed = new Set<PlannedOutput>();
  const problems: Problem[] = [];
  for (const planned of outputs) {
    const { action, key } = planned;
    const isWanted = action === 'make' || action === 'beside';
    if (!isWanted || context.journal.resultOf(key) === undefined) continue;
    try {
      const bytes = context.journal.read(key);
      if (put(planned, bytes, context) === 'written') changed.add(planned);
      written.set(planned, contentHash(bytes));
    } catch (error) {
      problems.push(problemOf(planned, error));
    }
  }
  return { written, changed, problems };
}

/** @throws WriteError */
function put(
  { output, action, targetHash }: PlannedOutput,
  bytes: Uint8Array,
  { root, state, inputs, onEvent }: WriteContext,
): 'written' | 'unchanged' {
  const isBeside = action === 'beside';
  const path = isBeside ? besidePath(output.path) : output.path;
  // A machine version may always be replaced; a target only if nobody has changed it since.
  const expect = isBeside ? {} : { expect: targetHash ?? 'absent' };
  const staged = stageFile(join(root, path), bytes, { root, state, ...expect });
  try {
    const done = staged.commit();
    if (done === 'written') inputs.written(staged.stamp());
    if (done === 'written')
      onEvent({ type: 'written', file: path, locale: output.locale, units: 1 });
    return done;
  } finally {
    staged.discard();
  }
}

function problemOf({ output, key }: PlannedOutput, error: unknown): Problem {
  const { path: file, locale } = output;
  if (error instanceof WriteError) {
    const code = error.code === 'changed-on-disk' ? error.code : 'write-failed';
    const message = `${error.explanation} The result is kept.`;
    return { code, severity: 'error', file, locale, message };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The result ${key} in .locale-sync/jobs cannot be read (${reason}).`;
  return { code: 'write-failed', severity: 'error', file, locale, message };
}

function isWarning({ severity }: Problem): boolean {
  return severity === 'warning';
}

/**
 * Whether the result is here and current: an output that is made again must not use an older
 * result.
 */
function isHere({ from, key }: PlannedOutput, sender: Sender | undefined): boolean {
  return from === 'kept' || sender?.outcomes.get(key)?.state === 'kept';
}

export interface StartedJobs {
  /** Waits for the service and writes the results. */
  finish(): Promise<FinishedJobs>;
}

export interface FinishedJobs extends JobResults {
  /** The error that ended it early, other than an interruption. */
  readonly fatal: TranslatorError | undefined;
}
