import { basename, join } from 'node:path';
import { readRegularFile } from '../../disk/index.js';
import { TranslatorError } from '../../model/index.js';
import type { DocumentRequest, DocumentState, JobCall } from '../../model/index.js';
import { contentHash } from '../../lock/index.js';
import type { OpenDocument } from './journal.js';
import { NotedUpload } from './noted-upload.js';
import { DOCUMENT_PACE, nextLook } from './pace.js';
import { failure, isGone, isOfSystem, lost, refusal, unanswered, warnCutOff } from './problems.js';
import type { JobFailure } from './problems.js';
import type { Sender } from './sender.js';
import { isFatal } from './stop.js';
import type { DocumentJob, PlannedOutput } from './types.js';

const TRANSLATE = 'translate the document';

/**
 * Uploads documents that are not in progress yet. Id and key are saved to disk first, so a document
 * is never uploaded twice.
 */
export async function uploadDocuments(
  jobs: readonly DocumentJob[],
  sender: Sender,
): Promise<ReadonlyMap<DocumentJob, OpenDocument>> {
  const open = new Map<DocumentJob, OpenDocument>();
  await Promise.all(
    jobs.map(async (job) => {
      const before = sender.journal.documentOf(job.key, sender.service);
      if (before !== undefined) sender.tell(job.outputs, { state: 'resumed' });
      const document = before ?? (await upload(job, sender));
      if (document !== undefined) open.set(job, document);
    }),
  );
  return open;
}

/** Undefined if it is not in progress; its outcome says why. */
async function upload(job: DocumentJob, sender: Sender): Promise<OpenDocument | undefined> {
  const { key, outputs } = job;
  const noted = new NotedUpload(key, sender);
  if (noted.wasCutOff) sender.problems.push(...outputs.slice(0, 1).map(warnCutOff));
  try {
    const sent = await sender.request(outputs, (call) => send(job, call, { sender, noted }), {
      isFatal: (error) => isFatal(error) && !noted.isLost(error),
    });
    if (sent !== undefined && sent !== 'changed') {
      sender.began(job);
      sender.tell(outputs, { state: 'waiting' });
      return sent;
    }
    const isChanged = sent === 'changed';
    sender.settle(key, isChanged ? { state: 'failed', ...CHANGED } : { state: 'open' }, outputs);
  } catch (error) {
    if (!(error instanceof TranslatorError) && !isOfSystem(error)) throw error;
    const reason = noted.isLost(error) ? unanswered(error) : failure(TRANSLATE, error);
    noted.forget();
    sender.settle(key, { state: 'failed', ...reason }, outputs);
  }
  return undefined;
}

/**
 * @returns the uploaded document; 'changed': the source has changed since the plan; undefined: the
 * run was stopped
 */
async function send(
  { key, outputs }: DocumentJob,
  call: JobCall,
  { sender, noted }: { readonly sender: Sender; readonly noted: NotedUpload },
): Promise<OpenDocument | 'changed' | undefined> {
  const [first] = outputs;
  if (first === undefined) return undefined;
  const document = requestFor(first, sender);
  if (document === undefined) return 'changed';
  return noted.send(call, async (own) => {
    sender.tell(outputs, { state: 'uploading' });
    const handle = await sender.services.documents.upload(document, own);
    const { source } = first.output;
    const open = { kind: 'document', key, service: sender.service, source, handle } as const;
    await sender.journal.open(open);
    return open;
  });
}

const CHANGED: JobFailure = {
  code: 'changed-on-disk',
  message: 'The source changed before it was sent; the next sync sends the new version.',
};

/** Undefined if the source has changed since the plan. */
function requestFor(
  { output, request, sourceHash }: PlannedOutput,
  { config }: Sender,
): DocumentRequest | undefined {
  if (output.kind !== 'document') return undefined;
  const content = readRegularFile(join(config.root, output.source));
  if (contentHash(content) !== sourceHash) return undefined;
  const { entry, source, locale } = output;
  return {
    name: basename(source),
    content,
    source: request.source,
    target: request.target,
    formality: entry.options[locale]?.formality,
    glossary: request.glossary,
    outputFormat: entry.outputFormat,
  };
}

/** Waits for documents in progress and keeps their results. */
export async function fetchDocuments(
  open: ReadonlyMap<DocumentJob, OpenDocument>,
  sender: Sender,
): Promise<void> {
  await Promise.all(
    [...open].map(([job, document]) => sender.whileWaiting(() => fetchOne(job, document, sender))),
  );
}

async function fetchOne(job: DocumentJob, document: OpenDocument, sender: Sender): Promise<void> {
  const { key, outputs } = job;
  try {
    const state = await waitFor(job, document, sender);
    if (state === undefined) {
      sender.settle(key, { state: 'open' }, outputs);
      return;
    }
    if (state.status === 'failed') {
      sender.journal.close(document);
      // Failed documents are not billed.
      sender.billed(job, 0);
      const reason = refusal(TRANSLATE, state.message ?? 'no reason was given');
      sender.settle(key, { state: 'failed', ...reason }, outputs);
      return;
    }
    sender.billed(job, state.billedCharacters);
    const isKept = await sender.download(outputs, async (call) => {
      const { documents } = sender.services;
      await sender.journal.keep(key, (receiver) =>
        documents.download(document.handle, receiver, call),
      );
      return true;
    });
    if (isKept === undefined) {
      sender.settle(key, { state: 'open' }, outputs);
      return;
    }
    sender.journal.close(document);
    sender.settle(key, { state: 'kept' }, outputs);
  } catch (error) {
    if (!(error instanceof TranslatorError) && !isOfSystem(error)) throw error;
    const gone = isGone(error);
    if (gone) sender.journal.close(document);
    const reason = gone ? lost(document.source) : failure(TRANSLATE, error);
    sender.settle(key, { state: 'failed', ...reason }, outputs);
  }
}

/** Undefined if the run was stopped. */
async function waitFor(
  { outputs }: DocumentJob,
  { handle }: OpenDocument,
  sender: Sender,
): Promise<DocumentState | undefined> {
  const begun = performance.now();
  for (;;) {
    const state = await sender.request(outputs, (call) =>
      sender.services.documents.state(handle, call),
    );
    if (state === undefined) return undefined;
    if (state.status === 'done' || state.status === 'failed') return state;
    const { secondsRemaining } = state;
    sender.tell(outputs, { state: 'waiting', secondsRemaining });
    await sender.stop.wait(nextLook(performance.now() - begun, sender.waiting, DOCUMENT_PACE));
    if (sender.stop.isStopped) return undefined;
  }
}
