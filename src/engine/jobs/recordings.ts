import { basename, join } from 'node:path';
import { limits } from '../../facts/index.js';
import pLimit from 'p-limit';
import { TranslatorError } from '../../model/index.js';
import type { RecordingResult } from '../../model/index.js';
import { hashStamped } from '../../state/index.js';
import { memoryKey } from '../../lock/index.js';
import type { OpenRecording } from './journal.js';
import { NotedUpload } from './noted-upload.js';
import { failure, isFatal, isGone, isOutside, lost, refusal, warnCutOff } from './problems.js';
import type { JobFailure } from './problems.js';
import { recordingType } from './requests.js';
import type { JobOutcome, Pace, Sender } from './sender.js';
import type { Job, PlannedOutput } from './types.js';

const UNDERSTAND = 'process the recording';
/** Milliseconds in which an upload must start, so that time is left for the upload itself. */
const UPLOAD_WINDOW = (limits.voice.uploadWindowSeconds - 30) * 1000;
/** The interface recommends 5 seconds (docs/interface.md 4.10). */
const PACE: Pace = { share: 0.2, least: 500, most: 5_000 };
const ENDED: ReadonlySet<string> = new Set(['complete', 'downloaded', 'failed']);

/**
 * Makes all requested outputs of recordings: continues jobs in progress, then creates jobs for the
 * rest.
 */
export async function makeRecordings(jobs: readonly Job[], sender: Sender): Promise<void> {
  const { concurrency } = sender.config.limits;
  const most = concurrency === 'auto' ? limits.voice.jobsAtOnce : concurrency;
  const limit = pLimit(Math.min(most, limits.voice.jobsAtOnce));
  await Promise.all(
    jobs.map((job) => limit(() => sender.whileWaiting(() => makeOne(job, sender)))),
  );
}

async function makeOne({ outputs }: Job, sender: Sender): Promise<void> {
  const rest: PlannedOutput[] = [];
  const known = new Map<OpenRecording, PlannedOutput[]>();
  for (const output of outputs) {
    const open = sender.journal.recordingOf(output.key, sender.service);
    if (open === undefined) rest.push(output);
    else known.set(open, [...(known.get(open) ?? []), output]);
  }
  for (const [open, own] of known) {
    const job = await attempt(own, sender, () => taken(open, own, sender));
    if (job === 'expired') rest.push(...own);
    else if (job !== undefined) await follow(job, own, sender);
  }
  if (rest.length === 0) return;
  const created = await attempt(rest, sender, () => create(rest, sender));
  if (created !== undefined) await follow(created, rest, sender);
}

/**
 * A job of an earlier run. If it is unknown whether its audio arrived, only the service can tell.
 */
async function taken(
  job: OpenRecording,
  outputs: readonly PlannedOutput[],
  sender: Sender,
): Promise<OpenRecording | 'expired' | undefined> {
  sender.tell(outputs, 'resumed');
  if (job.isUploaded) return job;
  const { wasCutOff } = new NotedUpload(job.key, sender);
  const isInTime = Date.now() - job.createdAt <= UPLOAD_WINDOW;
  if (!wasCutOff && isInTime) return job;
  const results = await look(job, outputs, sender);
  if (results === undefined) return undefined;
  if (results === 'gone') {
    if (wasCutOff) sender.problems.push(...outputs.slice(0, 1).map(warnCutOff));
  } else {
    const isPending = results.every(({ status }) => status === 'pending');
    if (isPending && isInTime) return job;
    // A job without audio fails when its upload window ends, and is not billed.
    const isOver = !isInTime && results.every(({ status }) => status === 'failed');
    if (!isPending && !isOver) return { ...job, isUploaded: true };
  }
  sender.journal.close(job);
  return 'expired';
}

/** Undefined if it failed or the run was stopped; the outcomes say so. */
async function attempt<T>(
  outputs: readonly PlannedOutput[],
  sender: Sender,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    const result = await work();
    if (result === undefined) settleAll(outputs, { state: 'open' }, sender);
    return result;
  } catch (error) {
    if (!isOutside(error)) throw error;
    settleAll(outputs, { state: 'failed', ...failure(UNDERSTAND, error) }, sender);
    return undefined;
  }
}

function settleAll(outputs: readonly PlannedOutput[], outcome: JobOutcome, sender: Sender): void {
  for (const output of outputs) {
    if (!sender.outcomes.has(output.key)) sender.settle([output], outcome);
  }
}

async function create(
  outputs: readonly PlannedOutput[],
  sender: Sender,
): Promise<OpenRecording | undefined> {
  const distinct = distinctOf(outputs);
  const source = distinct[0]?.output.source ?? '';
  const { stamp } = hashStamped(join(sender.config.root, source));
  return sender.request(outputs, async (call) => {
    sender.journal.requireRoom();
    const recording = {
      name: basename(source),
      type: recordingType(source) ?? '',
      size: stamp.size,
      source: distinct[0]?.request.source ?? '',
      targets: distinct.map(({ request }) => ({
        language: request.target,
        type: request.type ?? '',
      })),
    };
    const handle = await sender.services.recordings.create(recording, call);
    const open: OpenRecording = {
      kind: 'recording',
      key: memoryKey([handle.id]),
      service: sender.service,
      source,
      handle,
      createdAt: Date.now(),
      isUploaded: false,
      results: distinct.map(({ key }) => key),
    };
    await sender.journal.open(open);
    return open;
  });
}

/** Uploads the audio if necessary, waits, and keeps every result. */
async function follow(
  job: OpenRecording,
  outputs: readonly PlannedOutput[],
  sender: Sender,
): Promise<void> {
  const uploaded = await attempt(outputs, sender, () => upload(job, outputs, sender));
  if (uploaded === undefined) return;
  const results = await attempt(outputs, sender, () =>
    sender.poll(
      PACE,
      () => look(uploaded, outputs, sender),
      (found) => found === 'gone' || found.every(({ status }) => ENDED.has(status)),
    ),
  );
  if (results === undefined) return;
  if (results === 'gone') {
    sender.journal.close(uploaded);
    settleAll(outputs, { state: 'failed', ...lost(uploaded.source) }, sender);
    return;
  }
  if (results.every(({ status }) => status === 'failed')) sender.unheard(uploaded);
  let isOver = true;
  for (const output of distinctOf(outputs)) {
    const result = results[uploaded.results.indexOf(output.key)];
    const isSettled = await attempt([output], sender, () => keep(output, result, sender));
    isOver &&= isSettled === true;
  }
  if (isOver) sender.journal.close(uploaded);
}

function distinctOf(outputs: readonly PlannedOutput[]): readonly PlannedOutput[] {
  return [...new Map(outputs.map((one) => [one.key, one])).values()];
}

/** Can be repeated: the service ignores an upload that it already has. */
async function upload(
  job: OpenRecording,
  outputs: readonly PlannedOutput[],
  sender: Sender,
): Promise<OpenRecording | undefined> {
  if (job.isUploaded) return job;
  const noted = new NotedUpload(job.key, sender);
  const path = join(sender.config.root, job.source);
  const uploaded = { ...job, isUploaded: true };
  try {
    return await sender.request(
      outputs,
      async (call) => {
        // The file may have been saved again since the plan was made.
        if (hashStamped(path).hash !== outputs[0]?.sourceHash) {
          throw new TranslatorError('rejected', 'the file changed before it was sent');
        }
        sender.tell(outputs, 'uploading');
        await noted.send(call, async (own) => {
          await sender.services.recordings.upload(job.handle, path, own);
          await sender.journal.open(uploaded);
        });
        sender.heard(job, outputs);
        sender.tell(outputs, 'waiting');
        return uploaded;
      },
      // 'forbidden' means that the signature has expired, not that the account is refused.
      (error) => isFatal(error) && error.code !== 'forbidden',
    );
  } catch (error) {
    // If the answer was lost, the note makes the next run check the upload.
    if (!noted.isLost(error)) noted.forget();
    throw error;
  }
}

/** @throws TranslatorError */
async function look(
  { handle }: OpenRecording,
  outputs: readonly PlannedOutput[],
  sender: Sender,
): Promise<readonly RecordingResult[] | 'gone' | undefined> {
  try {
    return await sender.request(outputs, (call) =>
      sender.services.recordings.results(handle.id, call),
    );
  } catch (error) {
    if (isGone(error)) return 'gone';
    throw error;
  }
}

/** Undefined if the run was stopped. */
async function keep(
  output: PlannedOutput,
  result: RecordingResult | undefined,
  sender: Sender,
): Promise<true | undefined> {
  const fail = (reason: JobFailure): true => {
    sender.settle([output], { state: 'failed', ...reason });
    return true;
  };
  if (result?.status === 'failed') {
    return fail(refusal('make this from the recording', result.message ?? 'no reason was given'));
  }
  if (result?.status !== 'complete') return fail(lost(output.output.source));
  try {
    const isKept = await sender.download(
      [output],
      (receiver, call) => sender.services.recordings.download(result, receiver, call),
      () => false,
    );
    if (isKept !== undefined) sender.settle([output], { state: 'kept' });
    return isKept;
  } catch (error) {
    // The service also answers 'forbidden' more than an hour after the upload.
    const isLate = error instanceof TranslatorError && error.code === 'forbidden';
    if (!isLate && !isGone(error)) throw error;
    return fail(lost(output.output.source));
  }
}
