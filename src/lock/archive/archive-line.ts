import { isHuman } from '../fact.js';
import type { ArchivedText } from './archived-text.js';

/**
 * Characters that `JSON.stringify` leaves unescaped but some editors and tools hide or treat as
 * line endings: DEL, C1, U+2028, U+2029, bidirectional controls, and the byte order mark.
 */
const LEFT_BY_STRINGIFY = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g;

const SOURCE = /^[\w-]{8}$/;

/** One line without its newline. Characters that could change how the line is read are escaped. */
export function formatLine(archived: ArchivedText): string {
  const { path, key, locale, origin, source, turn, text } = archived;
  const json = JSON.stringify([path, key, locale, origin, source, turn, text]);
  return json.replace(LEFT_BY_STRINGIFY, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Undefined for a line that is not an archived text. */
export function parseLine(line: string): ArchivedText | undefined {
  const row = parsed(line);
  if (!Array.isArray(row) || row.length !== 7) return undefined;
  const [path, key, locale, origin, source, turn, text] = row as readonly unknown[];
  if (typeof path !== 'string' || typeof locale !== 'string' || !isKey(key)) return undefined;
  if (typeof origin !== 'string' || !isHuman(origin)) return undefined;
  if (typeof source !== 'string' || !SOURCE.test(source)) return undefined;
  if (typeof turn !== 'number' || !Number.isSafeInteger(turn) || turn < 0) return undefined;
  if (typeof text !== 'string') return undefined;
  return { path, key, locale, origin, source, turn, text };
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isKey(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string')
  );
}
