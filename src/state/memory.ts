import { join } from 'node:path';
import type { Problem } from '../model/index.js';
import { ensureStateDirectory, reason } from './directory.js';
import { compactLog, isWasteful } from './memory-compaction.js';
import { chooseLog, MemoryLog } from './memory-log.js';
import type { MemoryEntry } from './memory-record.js';

export type { MemoryEntry } from './memory-record.js';

/**
 * Translations that were paid for, on this machine: the crash journal. Nothing here throws for what is on
 * the disk: what cannot be read or written is a problem, and the run goes on without it.
 */
export interface Memory {
  /** Text for a key of `memoryKey`. The target's file is read when it is first asked for. */
  get(target: string, key: string): string | undefined;
  /** Texts known of a target; undefined where its file cannot be used, so that what is put there is not found again. */
  size(target: string): number | undefined;
  /** Why nothing could be kept of a target, in a sentence; undefined where it can. Makes the target's file. */
  refusal(target: string): string | undefined;
  /** Adds entries; of a key the last text counts. At return they survive the end of the process; false: they do not. */
  put(target: string, entries: readonly MemoryEntry[]): boolean;
  /** Takes in what other processes added since, for one target or all that were asked for. */
  refresh(target?: string): void;
  /** Rewrites files that are mostly repetitions or hold damage. Only under the run lock. */
  compact(): void;
  /** `memory-unreadable` for what could not be read, `write-failed` for what could not be kept; each once. */
  readonly problems: readonly Problem[];
  /** Lets go of everything read. */
  close(): void;
}

/** Called with the id of what is told once. */
type Reporter = (code: Problem['code'], id: string, message: string) => void;

/** Opens the memory below the local state folder (`.locale-sync`). Touches no file until it is asked. */
export function openMemory(directory: string): Memory {
  const logs = new Map<string, MemoryLog | undefined>();
  const problems = new Map<string, Problem>();

  const report: Reporter = (code, id, message) => {
    if (!problems.has(id)) problems.set(id, { code, severity: 'warning', message });
  };

  const refreshLog = (target: string, log: MemoryLog): void => {
    try {
      log.refresh();
    } catch (error) {
      report(
        'memory-unreadable',
        `read ${log.path}`,
        `The memory of ${target} cannot be read (${reason(error)}); its texts may be paid for again.`,
      );
    }
    if (log.damaged > 0) {
      report(
        'memory-unreadable',
        `damaged ${log.path}`,
        `${log.path} holds ${log.damaged} damaged ${log.damaged === 1 ? 'line' : 'lines'}; the other records are used.`,
      );
    }
  };

  const open = (target: string): MemoryLog | undefined => {
    if (logs.has(target)) return logs.get(target);
    let log: MemoryLog | undefined;
    try {
      log = chosenLog(directory, target, report);
    } catch (error) {
      report(
        'memory-unreadable',
        `open ${target}`,
        `The memory in ${directory} cannot be opened (${reason(error)}).`,
      );
    }
    logs.set(target, log);
    if (log !== undefined) refreshLog(target, log);
    return log;
  };

  const writeFailed = (error: unknown): void => {
    const message = `The memory cannot be written (${reason(error)}); if this run is interrupted, its texts may be paid for again. Free space in ${directory} or make it writable.`;
    report('write-failed', 'write', message);
  };

  return {
    get: (target, key) => open(target)?.get(key),
    size: (target) => open(target)?.size,
    refusal(target) {
      const log = open(target);
      if (log === undefined) return problems.get(`open ${target}`)?.message;
      return refusalOf(directory, log);
    },
    put(target, entries) {
      if (entries.length === 0) return true;
      const log = open(target);
      if (log === undefined) return false;
      const batch = log.learn(entries);
      try {
        ensureStateDirectory(directory, 'memory');
        log.append(batch);
        return true;
      } catch (error) {
        writeFailed(error);
        return false;
      }
    },
    refresh(target) {
      for (const [name, log] of logs) {
        if (log !== undefined && (target === undefined || target === name)) refreshLog(name, log);
      }
    },
    compact() {
      for (const [target, log] of logs) {
        try {
          if (log === undefined || !isWasteful(log)) continue;
          compactLog(log, ensureStateDirectory(directory, 'tmp'));
          // Read anew when it is asked again: what was left out need not be kept.
          logs.delete(target);
        } catch (error) {
          writeFailed(error);
        }
      }
    },
    get problems() {
      return [...problems.values()];
    },
    close() {
      logs.clear();
    },
  };
}

function chosenLog(directory: string, target: string, report: Reporter): MemoryLog {
  const { path, skipped } = chooseLog(join(directory, 'memory'), target);
  for (const other of skipped) {
    report(
      'memory-unreadable',
      `version ${other.path}`,
      `${other.path} is of another version (${other.version}) and is left alone; ${path} is used.`,
    );
  }
  return new MemoryLog(path);
}

function refusalOf(directory: string, log: MemoryLog): string | undefined {
  try {
    ensureStateDirectory(directory, 'memory');
    log.make();
    return undefined;
  } catch (error) {
    return `The memory in ${directory} cannot be written (${reason(error)}).`;
  }
}
