import { join } from 'node:path';
import {
  contentHash,
  ensureStateDirectory,
  normalApplied,
  readStateFile,
  replaceStateFile,
  STATE_FILES,
} from '../../state/index.js';

// The lock is written at the end of a run, and a push comes first. A run that is killed in between
// has left changes on the service that the lock knows nothing of: they are kept here.

/** The lock's lines of glossaries and styles, with what an earlier run pushed and did not note. */
export function withPushed(state: string, lines: string): string {
  try {
    const kept: unknown = JSON.parse(readStateFile(join(state, STATE_FILES.pushed)).toString());
    if (typeof kept !== 'object' || kept === null) return lines;
    const { before, after } = kept as Readonly<Record<string, unknown>>;
    // With another lock, as after a checkout, it is no news.
    if (before !== contentHash(lines) || typeof after !== 'string') return lines;
    return normalApplied(after);
  } catch {
    return lines;
  }
}

/** Notes what the lock will say, right after it is true. */
export function notePushed(state: string, before: string, after: string): void {
  try {
    const file = join(ensureStateDirectory(state, '.'), STATE_FILES.pushed);
    replaceStateFile(file, `${JSON.stringify({ before: contentHash(before), after })}\n`);
  } catch {
    // It only helps a run after one that was killed.
  }
}
