import { join } from 'node:path';
import { readRegularFile } from '../../disk/index.js';
import { documentTypes, findTarget, limits } from '../../facts/index.js';
import { isGlossaryFile, leavesOut, TranslatorError } from '../../model/index.js';
import type { Problem, Selection } from '../../model/index.js';
import { endingOf } from '../../config/index.js';
import { contentHash } from '../../lock/index.js';
import { stageFile, WriteError } from '../../state/index.js';
import type { EngineError } from '../errors.js';
import { documentsStopped, overLimit } from '../limit.js';
import { hasLimit } from '../load/index.js';
import { besidePath } from '../load/index.js';
import type { Loaded, ScanOutput } from '../load/index.js';
import { compareOutputs } from './compare.js';
import {
  documentCost,
  DOCUMENT_REQUESTS,
  hundredths,
  isDocumentType,
  RECORDING_REQUESTS,
} from './cost.js';
import { fetchDocuments, uploadDocuments } from './documents.js';
import { besideUnit, factsAfter, FileFacts } from './facts.js';
import { FileHashes } from './hashes.js';
import { JobJournal } from './journal.js';
import { makeRecordings } from './recordings.js';
import { recordingType } from './requests.js';
import { Sender } from './sender.js';
import type { FinishedJobs } from './tally.js';
import type {
  FileCost,
  ComparedOutput,
  Job,
  JobContext,
  JobPlan,
  OutputAction,
  OutputStatus,
  PlannedOutput,
} from './types.js';

export interface StartedJobs {
  /** Waits for the service and writes the results. @param texts characters billed for texts */
  finish(texts: number): Promise<FinishedJobs>;
}

/** Documents and recordings of one run: the plan, and carrying it out. */
export class Jobs {
  readonly plan: JobPlan;
  readonly #loaded: Loaded;
  readonly #context: JobContext;
  readonly #journal: JobJournal;
  readonly #hashes: FileHashes;

  constructor(
    plan: JobPlan,
    context: JobContext,
    own: { readonly loaded: Loaded; readonly journal: JobJournal; readonly hashes: FileHashes },
  ) {
    this.plan = plan;
    this.#context = context;
    this.#loaded = own.loaded;
    this.#journal = own.journal;
    this.#hashes = own.hashes;
  }

  /** @param only 'accept': nothing is made */
  static async open(loaded: Loaded, context: JobContext, only?: 'accept'): Promise<Jobs> {
    const { root } = context.config;
    const journal = new JobJournal(context.state);
    const hashes = new FileHashes(root, context.state, loaded.inputs);
    const { outputs, problems } = compareOutputs(loaded, hashes, journal);
    // Whole files have no keys.
    const { keys, retranslate } = loaded.selection;
    const isMeant = keys === undefined || retranslate !== undefined;
    const facts = new FileFacts(loaded.lock.applied);
    const service = Sender.serviceOf(context.config);

    /** Where the bytes of an output come from. */
    const originOf = ({ key, status }: ComparedOutput): PlannedOutput['from'] => {
      const place = journal.resultOf(key);
      if (place === undefined) {
        // A recording is billed once its audio has arrived.
        const isSent = journal.recordingOf(key, service)?.isUploaded === true;
        return isSent || journal.documentOf(key, service) !== undefined ? 'open' : 'service';
      }
      // With `--retranslate all`, a used result is not used again.
      const isAgain = retranslate === 'all' && status !== 'missing' && status !== 'stale';
      return place === 'used' && isAgain ? 'service' : 'kept';
    };

    const planned = (isMeant ? outputs : []).map((compared): PlannedOutput => {
      const { output, status, isDrifted, sourceHash } = compared;
      const { beside } = output.entry;
      const hasBeside =
        beside &&
        status === 'review' &&
        facts
          .of(besideUnit(output.source, output.kind), output.locale)
          .some(({ source }) => source === sourceHash.slice(0, 8));
      const wanted = decideOutput({ status, isDrifted, beside, hasBeside }, loaded.selection);
      const action = only === undefined || wanted === only ? wanted : 'keep';
      const from = isMaking(action) ? originOf(compared) : undefined;
      return { ...compared, action, from, characters: 0 };
    });
    const measured = await measure(planned, root, hashes);
    const all = [...journal.problems, ...problems, ...measured.problems];
    return new Jobs(planOf(measured.outputs, all), context, { loaded, journal, hashes });
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
    const { documents, recordings } = this.plan;
    const sender = this.needsService ? await this.#sender() : undefined;
    if (!(sender instanceof Sender)) {
      return { finish: () => Promise.resolve(this.#write(undefined, sender)) };
    }
    const isLimited = hasLimit(this.#context.config);
    const open = isLimited ? undefined : await uploadDocuments(documents, sender);
    return {
      finish: async (texts) => {
        let limit: EngineError | undefined;
        const translate = async (): Promise<void> => {
          if (open === undefined) limit = await this.#withinLimit(texts, sender);
          else await fetchDocuments(open, sender);
        };
        try {
          await Promise.all([translate(), makeRecordings(recordings, sender)]);
        } finally {
          sender.close();
        }
        return this.#write(sender, sender.fatal ?? limit);
      },
    };
  }

  /**
   * Sends documents one by one, as what each of them costs is known once it is done. The error says
   * that the next one would exceed a limit.
   */
  async #withinLimit(texts: number, sender: Sender): Promise<EngineError | undefined> {
    const { minutes } = this.plan.totals;
    for (const job of this.plan.documents) {
      const least = job.outputs[0]?.characters ?? 0;
      const characters = texts + sender.spent.characters + least;
      const isNew = job.outputs[0]?.from === 'service';
      const why = isNew ? overLimit({ characters, minutes }, this.#context.config) : undefined;
      if (why !== undefined) return documentsStopped(why);
      await fetchDocuments(await uploadDocuments([job], sender), sender);
    }
    return undefined;
  }

  /** The lock's lines after the run. @param lines those before it */
  factsAfter(lines: string, { written }: FinishedJobs): string {
    const { selection, broken, scan } = this.#loaded;
    const { outputs, problems } = this.plan;
    const isNarrowed = leavesOut(selection) || selection.keys !== undefined;
    const isSound = problems.every(({ severity }) => severity === 'warning');
    const isWhole = !isNarrowed && broken.length === 0 && isSound;
    return factsAfter(lines, { outputs, orphans: scan.orphanOutputs, written, isWhole });
  }

  /** To be called once the lock records what was written. */
  close({ written }: FinishedJobs): void {
    for (const one of this.plan.outputs) {
      // A killed run may have written some of them without updating the lock.
      if (written.has(one) || one.status === 'current') this.#journal.use(one.key);
    }
    this.#journal.prune();
    this.#hashes.save();
  }

  /** An error if the service cannot be reached or does not support documents and recordings. */
  async #sender(): Promise<Sender | TranslatorError> {
    try {
      const services = await (await this.#context.open()).jobs?.();
      if (services !== undefined) return new Sender(this.#context, this.#journal, services);
      const message = 'the translator does not support documents or recordings';
      return new TranslatorError('rejected', message);
    } catch (error) {
      if (error instanceof TranslatorError) return error;
      throw error;
    }
  }

  /** Writes available results to their files, each as a whole or not at all. */
  #write(sender: Sender | undefined, fatal: FinishedJobs['fatal']): FinishedJobs {
    const written = new Map<PlannedOutput, string>();
    const changed = new Set<PlannedOutput>();
    const problems: Problem[] = [...(sender?.problems ?? [])];
    for (const planned of this.plan.outputs) {
      const { action, key, from } = planned;
      // An output that is made again must not use an older result.
      const isHere = from === 'kept' || sender?.outcomes.get(key)?.state === 'kept';
      const isThere = isHere && this.#journal.resultOf(key) !== undefined;
      if (!isThere || !isMaking(action)) continue;
      try {
        const bytes = this.#journal.read(key);
        if (this.#put(planned, bytes) === 'written') changed.add(planned);
        written.set(planned, contentHash(bytes));
      } catch (error) {
        problems.push(problemOf(planned, error));
      }
    }
    return {
      fatal,
      requests: sender?.requests ?? 0,
      ...(sender?.spent ?? NOTHING_BILLED),
      outcomes: sender?.outcomes ?? new Map<string, never>(),
      written,
      changed,
      problems,
    };
  }

  /** @throws WriteError */
  #put({ output, action, targetHash }: PlannedOutput, bytes: Uint8Array): 'written' | 'unchanged' {
    const { config, state, onEvent } = this.#context;
    const { root } = config;
    const isBeside = action === 'beside';
    const file = isBeside ? besidePath(output.path) : output.path;
    // A machine version may always be replaced; a target only if nobody has changed it since.
    const expect = isBeside ? {} : { expect: targetHash ?? 'absent' };
    const staged = stageFile(join(root, file), bytes, { root, state, ...expect });
    try {
      const done = staged.commit();
      if (done === 'written') {
        this.#loaded.inputs.written(staged.stamp());
        onEvent({ type: 'written', file, locale: output.locale, units: 1 });
      }
      return done;
    } finally {
      staged.discard();
    }
  }
}

/** Measures what is sent, and leaves out files that the service would refuse. */
async function measure(
  outputs: readonly PlannedOutput[],
  root: string,
  hashes: FileHashes,
): Promise<{ readonly outputs: readonly PlannedOutput[]; readonly problems: readonly Problem[] }> {
  const costs = new Map<string, FileCost>();
  for (const { from, output } of outputs) {
    const { source } = output;
    if (from !== 'service' || costs.has(source)) continue;
    costs.set(source, await costOf(output, join(root, source), hashes.sizeOf(source)));
  }
  const problems = [...costs].flatMap(([file, { flaw }]): Problem[] => {
    const message = `The file ${flaw}. It was skipped.`;
    return flaw === undefined ? [] : [{ code: 'invalid-file', severity: 'error', file, message }];
  });
  const measured = outputs.flatMap((one): PlannedOutput[] => {
    const cost = one.from === 'service' ? costs.get(one.output.source) : undefined;
    if (cost === undefined) return [one];
    // Beta languages are free (docs/interface.md 9.5).
    const isFree = findTarget(one.request.target)?.kind === 'beta';
    const characters = isFree ? 0 : (cost.characters ?? 0);
    return cost.flaw === undefined ? [{ ...one, characters, minutes: cost.minutes }] : [];
  });
  return { outputs: measured, problems };
}

async function costOf({ source, kind }: ScanOutput, path: string, size: number): Promise<FileCost> {
  const ending = endingOf(source);
  const isDocument = kind === 'document';
  const isKnown = isDocument && isDocumentType(ending);
  if (isDocument && !isKnown) {
    const types = Object.keys(documentTypes).join(', ');
    return { flaw: `is not a type of document that the service accepts (${types})` };
  }
  if (!isDocument && recordingType(source) === undefined) {
    return { flaw: 'is not a type of recording that the service accepts' };
  }
  if (size === 0) return { flaw: 'is empty' };
  const most = isKnown ? documentTypes[ending].bytes : limits.voice.sourceBytes;
  if (size > most) {
    const what = isDocument ? ending : 'recordings';
    return { flaw: `is ${size} bytes long, but the service accepts at most ${most} for ${what}` };
  }
  if (isKnown) return documentCost(ending, readRegularFile(path));
  const { recordingCost } = await import('./recording-cost.js');
  return recordingCost(path, ending);
}

const NOTHING_BILLED = { characters: 0, minutes: 0, begun: { documents: 0, recordings: 0 } };

function isMaking(action: OutputAction): boolean {
  return action === 'make' || action === 'beside';
}

/** What is sent for planned outputs, and the minimum cost. */
function planOf(outputs: readonly PlannedOutput[], problems: readonly Problem[]): JobPlan {
  const sent = outputs.filter(({ from }) => from === 'open' || from === 'service');
  const isDocument = ({ output }: PlannedOutput): boolean => output.kind === 'document';
  // Equal documents with equal options are sent once; all outputs of a recording are one job.
  const documents = jobsOf(sent.filter(isDocument), 'key');
  const recordings = jobsOf(
    sent.filter((one) => !isDocument(one)),
    'sourceHash',
  );
  let [requests, characters, minutes, unmeasured] = [0, 0, 0, 0];
  for (const {
    outputs: [first],
  } of documents) {
    requests += first?.from === 'open' ? DOCUMENT_REQUESTS - 1 : DOCUMENT_REQUESTS;
    characters += first?.characters ?? 0;
  }
  for (const job of recordings) {
    requests += RECORDING_REQUESTS + new Set(job.outputs.map(({ key }) => key)).size;
    const fresh = job.outputs.find(({ from }) => from === 'service');
    minutes += fresh?.minutes ?? 0;
    if (fresh !== undefined && fresh.minutes === undefined) unmeasured += 1;
  }
  const totals = { requests, characters, minutes: hundredths(minutes), unmeasured };
  return { outputs, documents, recordings, totals, problems };
}

function jobsOf(outputs: readonly PlannedOutput[], by: 'key' | 'sourceHash'): readonly Job[] {
  const groups = new Map<string, PlannedOutput[]>();
  for (const output of outputs) {
    groups.set(output[by], [...(groups.get(output[by]) ?? []), output]);
  }
  return [...groups].map(([key, own]) => ({ key, outputs: own }));
}

/**
 * What to do with a target. A human file is replaced only on request.
 * @param target `beside`: whether the config wants machine versions beside human ones · `hasBeside`:
 * whether one was already made from this source, even if the file is gone
 */
export function decideOutput(
  target: {
    readonly status: OutputStatus;
    readonly isDrifted: boolean;
    readonly beside: boolean;
    readonly hasBeside: boolean;
  },
  { accept, keys, retranslate, proposals = true }: Selection,
): OutputAction {
  const { status, isDrifted, beside, hasBeside } = target;
  if (status === 'missing' || status === 'stale') return 'make';
  const isAskedFor =
    retranslate === 'all' ||
    (retranslate === 'edited' && (status === 'edited' || status === 'review')) ||
    (retranslate === 'drifted' && isDrifted);
  // Whole files have no keys.
  if (keys === undefined && isAskedFor) return 'make';
  if (status !== 'review') return 'keep';
  if (accept === true && keys === undefined) return 'accept';
  return beside && !hasBeside && proposals ? 'beside' : 'keep';
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
