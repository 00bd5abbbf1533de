import { basename, join } from 'node:path';
import { readRegularFile } from '../../disk/index.js';
import type { DocumentState } from '../../model/index.js';
import { contentHash } from '../../lock/index.js';
import type { OpenDocument } from './journal.js';
import { NotedUpload } from './noted-upload.js';
import {
  failure,
  isFatal,
  isGone,
  isOutside,
  lost,
  refusal,
  unanswered,
  warnCutOff,
} from './problems.js';
import type { Pace, Sender } from './sender.js';
import type { Job } from './types.js';

const TRANSLATE = 'translate the document';

/**
 * With this, a document waits at most 4 % longer than the service took, from about one second on.
 */
export const DOCUMENT_PACE: Pace = { share: 0.04, least: 40, most: 5_000 };

/**
 * Uploads documents that are not in progress yet. Id and key are saved to disk first, so a document
 * is never uploaded twice.
 */
export async function uploadDocuments(
  jobs: readonly Job[],
  sender: Sender,
): Promise<ReadonlyMap<Job, OpenDocument>> {
  const open = new Map<Job, OpenDocument>();
  await Promise.all(
    jobs.map(async (job) => {
      const before = sender.journal.documentOf(job.key, sender.service);
      if (before !== undefined) sender.tell(job.outputs, 'resumed');
      const document = before ?? (await upload(job, sender));
      if (document !== undefined) open.set(job, document);
    }),
  );
  return open;
}

/** Undefined if it is not in progress; its outcome says why. */
async function upload(job: Job, sender: Sender): Promise<OpenDocument | undefined> {
  const { key, outputs } = job;
  const [first] = outputs;
  if (first?.output.kind !== 'document') return undefined;
  const { entry, source, locale } = first.output;
  const { request } = first;
  const noted = new NotedUpload(key, sender);
  if (noted.wasCutOff) sender.problems.push(warnCutOff(first));
  try {
    const sent = await sender.request(
      outputs,
      async (call): Promise<OpenDocument | 'changed'> => {
        const content = readRegularFile(join(sender.config.root, source));
        if (contentHash(content) !== first.sourceHash) return 'changed';
        const document = {
          name: basename(source),
          content,
          source: request.source,
          target: request.target,
          formality: entry.options[locale]?.formality,
          glossary: request.glossary,
          outputFormat: entry.outputFormat,
        };
        return noted.send(call, async (own) => {
          sender.tell(outputs, 'uploading');
          const handle = await sender.services.documents.upload(document, own);
          const open = { kind: 'document', key, service: sender.service, source, handle } as const;
          await sender.journal.open(open);
          return open;
        });
      },
      (error) => isFatal(error) && !noted.isLost(error),
    );
    if (sent === undefined) sender.settle(outputs, { state: 'open' });
    else if (sent === 'changed') {
      const message = 'The source changed before it was sent; the next sync sends the new version.';
      sender.settle(outputs, { state: 'failed', code: 'changed-on-disk', message });
    } else {
      sender.began(job);
      sender.tell(outputs, 'waiting');
      return sent;
    }
  } catch (error) {
    if (!isOutside(error)) throw error;
    const reason = noted.isLost(error) ? unanswered(error) : failure(TRANSLATE, error);
    noted.forget();
    sender.settle(outputs, { state: 'failed', ...reason });
  }
  return undefined;
}

/** Waits for documents in progress and keeps their results. */
export async function fetchDocuments(
  open: ReadonlyMap<Job, OpenDocument>,
  sender: Sender,
): Promise<void> {
  await Promise.all(
    [...open].map(([job, document]) => sender.whileWaiting(() => fetchOne(job, document, sender))),
  );
}

async function fetchOne(job: Job, document: OpenDocument, sender: Sender): Promise<void> {
  const { outputs } = job;
  const { documents } = sender.services;
  const { handle } = document;
  try {
    const isOver = ({ status }: DocumentState): boolean => status === 'done' || status === 'failed';
    const look = async (): Promise<DocumentState | undefined> => {
      const state = await sender.request(outputs, (call) => documents.state(handle, call));
      const isWaiting = state !== undefined && !isOver(state);
      if (isWaiting) sender.tell(outputs, 'waiting', { secondsRemaining: state.secondsRemaining });
      return state;
    };
    const state = await sender.poll(DOCUMENT_PACE, look, isOver);
    if (state?.status === 'failed') {
      sender.journal.close(document);
      // Failed documents are not billed.
      sender.billed(job, 0);
      const reason = refusal(TRANSLATE, state.message ?? 'no reason was given');
      sender.settle(outputs, { state: 'failed', ...reason });
      return;
    }
    if (state !== undefined) sender.billed(job, state.billedCharacters);
    const isKept =
      state &&
      (await sender.download(outputs, (receiver, call) =>
        documents.download(handle, receiver, call),
      ));
    if (isKept === true) sender.journal.close(document);
    sender.settle(outputs, { state: isKept === true ? 'kept' : 'open' });
  } catch (error) {
    if (!isOutside(error)) throw error;
    const gone = isGone(error);
    if (gone) sender.journal.close(document);
    const reason = gone ? lost(document.source) : failure(TRANSLATE, error);
    sender.settle(outputs, { state: 'failed', ...reason });
  }
}
