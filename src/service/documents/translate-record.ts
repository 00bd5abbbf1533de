import { baseOf } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import type { Glossaries } from '../glossaries/glossaries.js';
import type { OpenOptions } from './kind.js';
import { documentKinds } from './kinds.js';
import type { DocumentRecord } from './record.js';
import { translateDocument } from './translate-document.js';

/** Options for opening a document. */
export function openOptions(
  { stated, target, result }: Pick<DocumentRecord, 'stated' | 'target' | 'result'>,
  { scratch }: ServiceContext,
  signal: AbortSignal,
): OpenOptions {
  return { source: stated, target, result, scratch, signal };
}

export interface Work {
  readonly context: ServiceContext;
  readonly glossaries: Glossaries;
  readonly signal: AbortSignal;
  /** Called with the translated share of the texts. */
  readonly onProgress: (share: number) => void;
}

/** Translates an uploaded document. @throws DocumentError, BackendError, ServiceError */
export async function translateRecord(
  record: DocumentRecord,
  file: Uint8Array,
  { context, glossaries, signal, onProgress }: Work,
): Promise<Uint8Array> {
  const { source, target, extension, formality, glossary_id } = record;
  const options = openOptions(record, context, signal);
  const opened = await documentKinds[extension].open(file, options);
  const { texts } = opened;
  if (source === baseOf(target)) return opened.write(texts.map(({ text }) => text));
  const terms =
    glossary_id === undefined ? undefined : glossaries.terms(glossary_id, source, target);
  const backend = await context.backends.choose(source, target);
  const request = { source, target, formality, caller: { signal }, isDocument: true };
  const translations = await translateDocument(
    { texts, request, terms, onProgress: (done) => onProgress(done / Math.max(1, texts.length)) },
    backend,
  );
  return opened.write(translations);
}
