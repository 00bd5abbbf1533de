import { readRegularText } from '../../disk/index.js';
import { join } from 'node:path';
import { isGlossaryFile, leavesOut, TranslatorError } from '../../model/index.js';
import type { EngineEvent, Problem, Translator } from '../../model/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { besidePath } from '../load/index.js';
import type { Loaded, Inputs } from '../load/index.js';
import { compareOutputs } from './compare.js';
import { fetchDocuments, uploadDocuments } from './documents.js';
import { besideUnit, factsAfter, FileFacts } from './facts.js';
import { FileHashes } from './hashes.js';
import { JobJournal } from './journal.js';
import { acceptedOnly, planOutputs } from './plan.js';
import { makeRecordings } from './recordings.js';
import { Sender } from './sender.js';
import type { JobResults } from './tally.js';
import type { JobPlan, PlannedOutput } from './types.js';
import { contentHash } from '../../lock/index.js';
import { stageFile, WriteError } from '../../state/index.js';

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
