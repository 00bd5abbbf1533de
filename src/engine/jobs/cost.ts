import { findTarget, documentTypes, limits } from '../../facts/index.js';
import type { DocumentExtension } from '../../facts/index.js';

/** The fewest requests that a document needs: upload, status, result. */
export const DOCUMENT_REQUESTS = 3;
/** The fewest requests that a recording needs besides one per result: create, upload, status. */
export const RECORDING_REQUESTS = 3;

export function isDocumentType(ending: string): ending is DocumentExtension {
  return Object.hasOwn(documentTypes, ending);
}

/** Whether its cost depends on its text. */
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
 * The fewest characters that a document is billed with (docs/interface.md 8). Exact for plain text;
 * for markup, the text between tags; 0 if only the service can tell, as for images.
 * @param text its content, if `isCountedByText`
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
