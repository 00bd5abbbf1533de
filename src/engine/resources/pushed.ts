import { join } from 'node:path';
import {
  contentHash,
  ensureStateDirectory,
  normalApplied,
  readStateFile,
  replaceStateFile,
  STATE_FILES,
} from '../../state/index.js';

// A push happens at the start of a run, and the lock is written at its end. If a run is killed in
// between, the lock lacks changes on the service; they are recorded here.

/** The lock's lines about glossaries and styles, plus what a killed run pushed. */
export function withPushed(state: string, lines: string): string {
  try {
    const kept: unknown = JSON.parse(readStateFile(join(state, STATE_FILES.pushed)).toString());
    if (typeof kept !== 'object' || kept === null) return lines;
    const { before, after } = kept as Readonly<Record<string, unknown>>;
    // With another lock, for example after a checkout, the record does not apply.
    if (before !== contentHash(lines) || typeof after !== 'string') return lines;
    return normalApplied(after);
  } catch {
    return lines;
  }
}

/** Records the lock's future lines as soon as they are true. */
export function notePushed(state: string, before: string, after: string): void {
  try {
    const file = join(ensureStateDirectory(state, '.'), STATE_FILES.pushed);
    replaceStateFile(file, `${JSON.stringify({ before: contentHash(before), after })}\n`);
  } catch {
    // It only helps a run after a killed one.
  }
}
