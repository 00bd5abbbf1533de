import type { Client, VoiceResult } from '../public.js';
import type { NewVoiceJob } from '../voice.js';
import type { CallOptions } from '../options.js';
import type {
  DocumentHandle,
  JobCall,
  JobServices,
  RecordingResult,
  RequestOptions,
} from '../../model/index.js';
import { askedOf } from './errors.js';
import type { SettingSources } from './errors.js';

/** The service's documents and voice jobs behind the engine's port. */
export function createJobServices(
  { documents, voice }: Pick<Client, 'documents' | 'voice'>,
  sources: SettingSources,
  /** The id of a request's glossary. */
  glossaryId: (
    pair: RequestOptions,
    signal: AbortSignal | undefined,
  ) => Promise<string | undefined>,
): JobServices {
  const asked = askedOf(sources);
  const ask = <T>(answer: () => Promise<T>): Promise<T> => asked(answer());
  const handleOf = ({ id, key }: DocumentHandle) => ({ documentId: id, documentKey: key });
  return {
    documents: {
      upload: ({ name, content, source, target, formality, glossary, outputFormat }, call) =>
        ask(async () => {
          const pair = { source, target, ...(glossary === undefined ? {} : { glossary }) };
          const id = glossary === undefined ? undefined : await glossaryId(pair, call.signal);
          const options = {
            ...{ sourceLang: source, targetLang: target },
            ...(formality === undefined ? {} : { formality }),
            ...(id === undefined ? {} : { glossaryId: id }),
            ...(outputFormat === undefined ? {} : { outputFormat }),
          };
          const made = await documents.upload({ name, content }, options, callOf(call));
          return { id: made.documentId, key: made.documentKey };
        }),
      state: (handle, call) =>
        ask(async () => {
          const found = await documents.status(handleOf(handle), callOf(call));
          const { status, secondsRemaining, billedCharacters, message, errorMessage } = found;
          return {
            status: status === 'error' ? 'failed' : status,
            secondsRemaining,
            billedCharacters,
            message: message ?? errorMessage,
          };
        }),
      download: (handle, receiver, call) =>
        ask(() => documents.downloadTo(receiver, handleOf(handle), callOf(call))),
    },
    recordings: {
      create: ({ name, type, size, source, targets }, call) =>
        ask(async () => {
          // The config only allows values that the service has.
          const job = {
            sourceFile: { name, contentType: type, contentLength: size },
            parameters: { sourceLanguage: source },
            targets,
          } as NewVoiceJob;
          const { jobId, uploadUrl, signature } = await voice.create(job, callOf(call));
          return { id: jobId, uploadUrl, signature };
        }),
      upload: ({ id, ...place }, path, call) =>
        ask(() => voice.upload({ jobId: id, ...place }, path, callOf(call))),
      results: (id, call) =>
        ask(async () => (await voice.get(id, callOf(call))).results.map(resultOf)),
      download: ({ url, signature }, receiver, call) =>
        ask(async () => {
          const result = { status: 'complete', downloadUrl: url, signature };
          await voice.downloadTo(receiver, result, callOf(call));
        }),
    },
  };
}

/** Any other target status of the service means that the job is in progress. */
const KNOWN: ReadonlySet<string> = new Set(['pending', 'complete', 'downloaded', 'failed']);

function resultOf({ status, downloadUrl, signature, error }: VoiceResult): RecordingResult {
  return {
    status: KNOWN.has(status) ? (status as RecordingResult['status']) : 'waiting',
    url: downloadUrl,
    signature,
    message: error?.message,
  };
}

function callOf({ signal, onRetry, onUnsent }: JobCall): CallOptions {
  return {
    signal,
    onUnsent: () => onUnsent?.(),
    onRetry: ({ kind, delay, attempt }) => onRetry?.({ kind, delay, attempt }),
  };
}
