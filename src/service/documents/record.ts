import {
  documentFormalityTargets,
  documentTypes,
  findTarget,
  limits,
  type DocumentExtension,
} from '../../api/index.js';
import type { Booking } from '../accounts/accounts.js';
import { ServiceError } from '../errors.js';

type Status = 'queued' | 'translating' | 'done' | 'error';

/**
 * The record of an uploaded document. Its content is stored separately, encrypted with a key that
 * only its owner has.
 */
export interface DocumentRecord {
  readonly document_id: string;
  readonly key_hash: string;
  readonly name: string;
  readonly extension: DocumentExtension;
  /** Extension of the result. */
  readonly result: string;
  readonly source: string;
  /** Base source language, if the caller stated one. */
  readonly stated?: string | undefined;
  readonly target: string;
  readonly formality?: 'more' | 'less' | undefined;
  readonly glossary_id?: string | undefined;
  /** Billed characters, including the minimum; 0 after an error. */
  readonly billed: number;
  /** The booking to credit after an error. */
  readonly booking?: Booking | undefined;
  readonly status: Status;
  readonly message?: string;
}

/** The response about its status (docs/interface.md 2.4). */
export function statusOf(
  { document_id, status, message, billed }: DocumentRecord,
  secondsRemaining: () => number,
) {
  return {
    document_id,
    status,
    ...(status === 'translating' ? { seconds_remaining: secondsRemaining() } : {}),
    ...(status === 'done' ? { billed_characters: billed } : {}),
    ...(message === undefined ? {} : { message, error_message: message }),
  };
}

/** File names of a document. */
export const sourceName = (id: string) => `${id}.source`;
export const resultName = (id: string) => `${id}.result`;

/** Extension of the result. */
export function resultOf(extension: DocumentExtension, format: string | undefined): string {
  return format?.toLowerCase() ?? documentTypes[extension].result;
}

/** @throws ServiceError 413 */
export function billedFor(
  characters: number,
  { extension, target }: Pick<DocumentRecord, 'extension' | 'target'>,
): number {
  const { characters: most, minimumBilledCharacters } = limits.documents;
  if (characters > most) {
    throw new ServiceError(413, `'file' contains more than ${most} characters`);
  }
  // Beta languages are free (docs/interface.md 9.5).
  if (findTarget(target)?.kind === 'beta') return 0;
  return Math.max(documentTypes[extension].minimum ? minimumBilledCharacters : 0, characters);
}

export function formalityOf(
  formality: string | undefined,
  target: string,
): 'more' | 'less' | undefined {
  if (formality === undefined || formality === 'default') return undefined;
  if (!documentFormalityTargets.has(target)) return undefined;
  return formality.endsWith('more') ? 'more' : 'less';
}
