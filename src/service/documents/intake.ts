import pLimit from 'p-limit';
import { baseLanguage, type DocumentExtension } from '../../api/index.js';
import { EditError, FormatError } from '../../formats/index.js';
import { BackendError } from '../backends/backend.js';
import { expectedFor } from '../detect/expected.js';
import { openDetection } from '../detect/open-detection.js';
import { ServiceError } from '../errors.js';
import { charactersOf, DocumentError, type OpenDocument, type OpenOptions } from './kind.js';
import { documentKinds } from './kinds.js';

/** The result of reading an uploaded document. */
export interface Intake {
  /** Content to keep in place of the file. */
  readonly prepared: Uint8Array | undefined;
  /** Base language. */
  readonly source: string;
  readonly characters: number;
}

const sampleCharacters = 4000;
/** An unpacked document may be many times its size, so only few are unpacked at once. */
const atOnce = pLimit(2);

/** The message of a failure for users; unexpected errors do not reveal internals. */
export function messageOf(error: unknown): string {
  const known = [DocumentError, BackendError, FormatError, EditError, ServiceError];
  return known.some((kind) => error instanceof kind)
    ? (error as Error).message
    : 'The document could not be translated';
}

async function sourceOf(
  { source: given, target }: OpenOptions,
  { texts, language }: OpenDocument,
): Promise<string> {
  const stated = given ?? language;
  if (stated !== undefined) return baseLanguage(stated);
  let sample = '';
  for (const { text } of texts) {
    sample += `${text.slice(0, sampleCharacters).replace(/<[^<>]*>/g, ' ')}\n`;
    if (sample.length > sampleCharacters) break;
  }
  const { detectLanguage } = await openDetection();
  return detectLanguage(sample, expectedFor(target));
}

/**
 * Reads an upload for the first time.
 * @param read returns its content; called only when it is its turn
 * @throws DocumentError, FormatError
 */
export function takeIn(
  extension: DocumentExtension,
  read: () => Promise<Uint8Array>,
  options: OpenOptions,
): Promise<Intake> {
  return atOnce(async () => {
    options.signal.throwIfAborted();
    const file = await read();
    const kind = documentKinds[extension];
    const kept = 'prepare' in kind ? await kind.prepare(file, options) : file;
    const opened = await kind.open(kept, options);
    const source = await sourceOf(options, opened);
    const prepared = kept === file ? undefined : kept;
    const characters = opened.characters ?? charactersOf(opened.texts);
    return { prepared, source, characters };
  });
}
