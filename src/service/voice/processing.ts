import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { baseLanguage, canonicalCode } from '../../api/index.js';
import { BackendError, baseOf } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { ServiceError } from '../errors.js';
import type { KeptFiles } from '../store/kept-files.js';
import { ToolError } from '../tools/run-tool.js';
import { translateTexts } from '../translate/pipeline.js';
import { speak, toWave } from './audio.js';
import { resultName } from './audio-files.js';
import { isOpen, type VoiceOutcome, type VoiceRecord, type VoiceShelf } from './record.js';
import { recognize, type Utterance } from './recognize.js';
import { toSubtitles } from './subtitles.js';

interface Parts {
  readonly context: ServiceContext;
  readonly shelf: VoiceShelf;
  readonly audio: KeptFiles;
  readonly signal: AbortSignal;
}

const knownSource = 'en';

function messageOf(error: unknown): string {
  const known = [ToolError, ServiceError, BackendError];
  return known.some((kind) => error instanceof kind)
    ? (error as Error).message
    : 'The target could not be created';
}

async function listen(record: VoiceRecord, parts: Parts): Promise<readonly Utterance[]> {
  const { context, audio, signal } = parts;
  const { job_id, source_file } = record;
  const source = baseLanguage(record.source_language ?? knownSource);
  if (source !== knownSource) {
    throw new ToolError(`Speech recognition only supports '${knownSource}', not '${source}'`);
  }
  return context.scratch.use(async (folder) => {
    const file = join(folder, 'speech.wav');
    const conversion = { source: await audio.path(job_id), type: source_file.content_type };
    const seconds = await toWave({ ...conversion, target: file, signal });
    book(record, Math.round(seconds * 1000), parts);
    return await recognize({ file, seconds, signal });
  });
}

/**
 * Books the speech once per job, even if a restart made it begin again. @throws ServiceError 456
 */
function book({ job_id, key_id }: VoiceRecord, milliseconds: number, parts: Parts): void {
  const { context, shelf } = parts;
  if (shelf.records.get(job_id)?.booking !== undefined) return;
  context.store.together(() => {
    shelf.change(job_id, { booking: context.usage.book(key_id, 'speech', milliseconds) });
  });
}

/** Credits the booking if every result failed. */
function settle(jobId: string, { context, shelf }: Parts): void {
  const { results = [], booking } = shelf.records.get(jobId) ?? {};
  if (booking === undefined || !results.every(({ status }) => status === 'failed')) return;
  context.usage.giveBack(booking);
  shelf.change(jobId, { booking: undefined });
}

/** Texts of the utterances in a language; for the source language, the transcript. */
async function translate(
  utterances: readonly Utterance[],
  target: string,
  { context, signal }: Parts,
): Promise<readonly string[]> {
  const texts = utterances.map(({ text }) => text);
  if (baseOf(target) === knownSource || texts.length === 0) return texts;
  const backend = await context.backends.choose(knownSource, target);
  const request = { source: knownSource, target, signal };
  return translateTexts({ texts, request }, backend);
}

/** Writes a result. @returns its length in bytes */
async function makeTarget(
  record: VoiceRecord,
  index: number,
  { utterances, ...parts }: Parts & { readonly utterances: readonly Utterance[] },
): Promise<number> {
  const { language = knownSource, type = 'text/plain' } = record.targets[index] ?? {};
  const target = canonicalCode(language);
  const texts = await translate(utterances, target, parts);
  const { audio, signal } = parts;
  const { scratch } = parts.context;
  const name = resultName(record.job_id, index);
  if (type === 'text/plain') {
    return audio.put(name, (path) => writeFile(path, texts.map((text) => `${text}\n`).join('')));
  }
  if (type === 'application/x-subrip') {
    return audio.put(name, (path) => writeFile(path, toSubtitles(utterances, texts)));
  }
  if (texts.length === 0) throw new ToolError('No speech was found');
  const text = texts.map((each) => `${each}.`).join('\n');
  return audio.put(name, (path) =>
    speak({ text, language: target, type, target: path, scratch, signal }),
  );
}

/**
 * Processes every target of an uploaded job; each completes or fails on its own (docs/interface.md 3.2).
 */
export async function processJob(record: VoiceRecord, parts: Parts): Promise<void> {
  const { shelf, signal, context } = parts;
  const { job_id: id } = record;
  shelf.setOutcomes(id, { status: 'processing' });
  try {
    const utterances = await listen(record, parts);
    for (const index of record.targets.keys()) {
      // Results completed before a restart stay.
      const { results = [] } = shelf.records.get(id) ?? {};
      if (!results.slice(index, index + 1).every(isOpen)) continue;
      let outcome: VoiceOutcome;
      try {
        const bytes = await makeTarget(record, index, { ...parts, utterances });
        outcome = { status: 'complete', bytes };
      } catch (error) {
        signal.throwIfAborted();
        outcome = { status: 'failed', message: messageOf(error) };
      }
      context.store.together(() => {
        shelf.setOutcome(id, index, outcome);
        settle(id, parts);
      });
    }
  } catch (error) {
    // Work interrupted by the end of the service continues after its restart.
    if (signal.aborted) return;
    context.store.together(() => {
      shelf.setOutcomes(id, { status: 'failed', message: messageOf(error) });
      settle(id, parts);
    });
  }
}
