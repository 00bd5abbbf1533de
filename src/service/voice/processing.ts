import { baseLanguage, canonicalCode } from '../../api/index.js';
import { baseOf } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { ServiceError } from '../errors.js';
import { ToolError } from '../tools/run-tool.js';
import { translateTexts } from '../translate/pipeline.js';
import { speak, toWave } from './audio.js';
import type { AudioFiles } from './audio-files.js';
import type { VoiceRecord, VoiceShelf } from './record.js';
import { recognize, type Utterance } from './recognize.js';
import { toSubtitles } from './subtitles.js';

interface Parts {
  readonly context: ServiceContext;
  readonly shelf: VoiceShelf;
  readonly audio: AudioFiles;
  readonly signal: AbortSignal;
}

const knownSource = 'en';

function messageOf(error: unknown): string {
  return error instanceof ToolError || error instanceof ServiceError
    ? error.message
    : 'The target could not be made';
}

async function listen(record: VoiceRecord, parts: Parts): Promise<readonly Utterance[]> {
  const { context, audio, signal } = parts;
  const { job_id, key_id, source_file } = record;
  const source = baseLanguage(record.source_language ?? knownSource);
  if (source !== knownSource) {
    throw new ToolError(`Speech recognition knows '${knownSource}' only, not '${source}'`);
  }
  const wave = `${job_id}.wav`;
  try {
    const file = await audio.path(wave);
    const conversion = { source: await audio.path(job_id), type: source_file.content_type };
    const seconds = await toWave({ ...conversion, target: file, signal });
    const takeBack = context.usage.chargeSpeech(key_id, Math.round(seconds * 1000));
    try {
      return await recognize({ file, seconds, signal });
    } catch (error) {
      takeBack();
      throw error;
    }
  } finally {
    await audio.remove(wave);
  }
}

/** Texts of the utterances in a language; those of the source language are what was said. */
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

async function makeTarget(
  record: VoiceRecord,
  index: number,
  { utterances, ...parts }: Parts & { readonly utterances: readonly Utterance[] },
): Promise<Buffer> {
  const { language = knownSource, type = 'text/plain' } = record.targets[index] ?? {};
  const target = canonicalCode(language);
  const texts = await translate(utterances, target, parts);
  if (type === 'text/plain') return Buffer.from(texts.map((text) => `${text}\n`).join(''));
  if (type === 'application/x-subrip') return Buffer.from(toSubtitles(utterances, texts));
  if (texts.length === 0) throw new ToolError('No speech was found');
  const name = `${record.job_id}.${index}.wav`;
  try {
    const text = texts.map((each) => `${each}.`).join('\n');
    const scratch = await parts.audio.path(name);
    return await speak({ text, language: target, type, scratch, signal: parts.signal });
  } finally {
    await parts.audio.remove(name);
  }
}

/** Makes every target of an uploaded job; each ends complete or failed on its own (interface.md 3.2). */
export async function processJob(record: VoiceRecord, parts: Parts): Promise<void> {
  const { shelf, signal } = parts;
  const { job_id: id } = record;
  shelf.setOutcomes(id, { status: 'processing' });
  try {
    const utterances = await listen(record, parts);
    for (const index of record.targets.keys()) {
      try {
        const content = await makeTarget(record, index, { ...parts, utterances });
        shelf.putContent(id, index, content);
        shelf.setOutcome(id, index, { status: 'complete' });
      } catch (error) {
        signal.throwIfAborted();
        shelf.setOutcome(id, index, { status: 'failed', message: messageOf(error) });
      }
    }
  } catch (error) {
    // What the end of the service interrupted is taken up again after its restart.
    if (signal.aborted) return;
    shelf.setOutcomes(id, { status: 'failed', message: messageOf(error) });
  }
}
