import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReviewRun } from '../../model/index.js';
import { STATE_FOLDER } from '../../lock/index.js';

/** The most runs that are shown; the last ones. */
const MOST = 1_000;

/** The runs recorded in this checkout, oldest first. */
export function readRuns(root: string): readonly ReviewRun[] {
  try {
    return parseRuns(readFileSync(join(root, STATE_FOLDER, 'runs'), 'utf8'));
  } catch {
    return [];
  }
}

/**
 * Parses one line of JSON per run. Lines of another shape, such as truncated ones, are left out.
 * Pure.
 */
export function parseRuns(text: string): readonly ReviewRun[] {
  const runs = text.split('\n').flatMap((line): ReviewRun[] => {
    const { time, command, requests, texts, characters } = recordOf(line);
    if (typeof time !== 'string' && typeof time !== 'number') return [];
    const date = new Date(time);
    if (Number.isNaN(date.getTime())) return [];
    return [
      {
        time: date.toISOString(),
        command: typeof command === 'string' ? command : '',
        requests: amount(requests),
        texts: amount(texts),
        characters: amount(characters),
      },
    ];
  });
  return runs.slice(-MOST);
}

function recordOf(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function amount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
