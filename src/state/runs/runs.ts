import { closeSync, constants, fstatSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openRegularFile } from '../../disk/index.js';
import {
  ensureStateDirectory,
  leadsOutside,
  readStateFile,
  replaceStateFile,
} from '../files/directory.js';
import { STATE_FILES } from '../../lock/index.js';

/** A run that sent something to the service. */
export interface PastRun {
  /** When it ended, ISO 8601 in UTC. */
  readonly time: string;
  /** `sync`, `translate` or `improve`. */
  readonly command: string;
  /** Targets that received texts. */
  readonly locales: readonly string[];
  readonly requests: number;
  readonly texts: number;
  /** Unicode code points as billed. */
  readonly characters: number;
  /** Of speech. Absent: none. */
  readonly minutes?: number;
}

/** Bytes from which on the file is cut to its last `KEPT` lines. */
const LONGEST = 262_144;
const KEPT = 1_000;

const { O_APPEND, O_CREAT, O_WRONLY } = constants;

/**
 * Appends a run to the history of this checkout, in a single write so that processes do not mix
 * their lines. Never throws: a gap in the history does no harm.
 * @param state absolute path of the local state folder
 */
export function appendRun(state: string, run: PastRun): void {
  try {
    const file = join(ensureStateDirectory(state, '.'), STATE_FILES.runs);
    const handle = openRegularFile(file, { flags: O_APPEND | O_CREAT | O_WRONLY, links: 'refuse' });
    let size: number;
    try {
      writeSync(handle, `${JSON.stringify(run)}\n`);
      ({ size } = fstatSync(handle));
    } finally {
      closeSync(handle);
    }
    if (size > LONGEST) replaceStateFile(file, shortened(readStateFile(file).toString()));
  } catch {
    // A full disk, or a folder that cannot be written, has been reported elsewhere.
  }
}

function shortened(text: string): string {
  return `${text.trimEnd().split('\n').slice(-KEPT).join('\n')}\n`;
}

/** The runs of this checkout, oldest first. Lines that cannot be read are left out. */
export function readRuns(state: string): readonly PastRun[] {
  let text: string;
  try {
    if (leadsOutside(state, '.') !== undefined) return [];
    text = readStateFile(join(state, STATE_FILES.runs)).toString();
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => parseRun(line) ?? []);
}

function parseRun(line: string): PastRun | undefined {
  try {
    const value = JSON.parse(line) as Partial<Record<keyof PastRun, unknown>> | null;
    const { time, command, locales, requests, texts, characters, minutes = 0 } = value ?? {};
    if (typeof time !== 'string' || typeof command !== 'string' || !isTexts(locales))
      return undefined;
    if (!isCount(requests) || !isCount(texts) || !isCount(characters)) return undefined;
    const amounts = { requests, texts, characters };
    return {
      time,
      command,
      locales,
      ...amounts,
      ...(isCount(minutes) && minutes > 0 && { minutes }),
    };
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
