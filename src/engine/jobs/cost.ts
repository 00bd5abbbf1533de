import { findTarget } from '../../api/facts/language-codes.js';
import { documentTypes, limits } from '../../api/facts/limits.js';
import type { DocumentExtension } from '../../api/facts/limits.js';

/** Requests that a document takes at least: upload, state, result. */
export const DOCUMENT_REQUESTS = 3;
/** The same of a recording, besides one for each result: create, upload, state. */
export const RECORDING_REQUESTS = 3;

export function isDocumentType(ending: string): ending is DocumentExtension {
  return Object.hasOwn(documentTypes, ending);
}

/** Whether its text has to be read to know what it costs. */
export function isCountedByText(ending: DocumentExtension): boolean {
  return ending in COUNTED;
}

const COUNTED: Partial<Record<DocumentExtension, (text: string) => string>> = {
  txt: (text) => text.trimEnd(),
  html: withoutTags,
  htm: withoutTags,
  srt: cueTexts,
  xlf: sourceTexts,
  xliff: sourceTexts,
};

/**
 * Characters that a document of this kind is billed with at least (interface.md 8). Exact for plain
 * text; of markup what is between tags; 0 where only the service can tell, as of images.
 * @param text its content, where `isCountedByText`
 * @param target service language code
 */
export function leastCharacters(ending: DocumentExtension, text: string, target: string): number {
  if (findTarget(target)?.kind === 'beta') return 0;
  if (documentTypes[ending].minimum) return limits.documents.minimumBilledCharacters;
  return Array.from(COUNTED[ending]?.(text) ?? '').length;
}

function withoutTags(text: string): string {
  return text
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function cueTexts(text: string): string {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => !/^\s*(?:\d+\s*|\d+:\d+:\d+[,.]\d+ -->.*)?$/.test(line))
    .join('\n')
    .replace(/<[^>]*>/g, '');
}

function sourceTexts(text: string): string {
  return Array.from(text.matchAll(/<source\b[^>]*>([^]*?)<\/source>/g), ([, inside = '']) =>
    inside.replace(/<[^>]*>/g, ''),
  ).join('');
}
