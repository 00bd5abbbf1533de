import {
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { DocumentHandle, FileReceiver, Problem, RecordingHandle } from '../../model/index.js';
import { contentHash, STATE_FOLDER } from '../../lock/index.js';
import {
  ensureStateDirectory,
  leadsOutside,
  PART,
  readStateFile,
  receiveDurable,
  removeQuietly,
  takeReceived,
  writeDurable,
} from '../../state/index.js';

// `.locale-sync/jobs`: jobs in progress at the service, and results. Each is a separate file, so that
// a killed process leaves every one of them old or new:
//   KEY.document   id and key of an upload          KEY.result  a result not written to its target yet
//   KEY.recording  a voice job and its signature    KEY.used    a written result, kept for next time
//   KEY.sending    an upload without an answer yet: holds the service, later the answer

/** An uploaded document. */
export interface OpenDocument {
  readonly kind: 'document';
  /** Key of the result. */
  readonly key: string;
  /** `sourceHash` of the service's address. */
  readonly service: string;
  /** Path of the source, for messages. */
  readonly source: string;
  readonly handle: DocumentHandle;
}

/** A voice job. */
export interface OpenRecording {
  readonly kind: 'recording';
  /** Key of the job. */
  readonly key: string;
  readonly service: string;
  readonly source: string;
  readonly handle: RecordingHandle;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly isUploaded: boolean;
  /** Keys of the results, in the order of the job's targets. */
  readonly results: readonly string[];
}

export type OpenJob = OpenDocument | OpenRecording;

/** Bytes reserved for a note about a job. */
const ROOM = 8_192;
/** Milliseconds after which the service has deleted a job. */
const FORGOTTEN = 30 * 24 * 60 * 60 * 1000;
/** The most bytes of written results that are kept. */
const MOST_KEPT = 256 * 1024 * 1024;

/** Jobs in progress at the service, and results. */
export class JobJournal {
  readonly #state: string;
  readonly #jobs = new Map<string, OpenJob>();
  readonly #results = new Map<string, 'result' | 'used'>();
  /** File descriptors of announced uploads. */
  readonly #announced = new Map<string, number>();
  readonly problems: Problem[] = [];

  /** @param state absolute path of the local state's folder */
  constructor(state: string) {
    this.#state = state;
    for (const name of namesIn(state)) this.#take(this.#received(name));
  }

  /** The upload at this service that will give this result. */
  documentOf(key: string, service: string): OpenDocument | undefined {
    const job = this.#jobs.get(key);
    return job?.kind === 'document' && job.service === service ? job : undefined;
  }

  /** The voice job at this service that will give this result. */
  recordingOf(key: string, service: string): OpenRecording | undefined {
    for (const job of this.#jobs.values()) {
      if (job.kind === 'recording' && job.service === service && job.results.includes(key)) {
        return job;
      }
    }
    return undefined;
  }

  /** 'result': not written to its target yet · 'used': written. */
  resultOf(key: string): 'result' | 'used' | undefined {
    return this.#results.get(key);
  }

  /**
   * Notes on disk that an upload begins. If the process is killed before the answer is saved, the
   * note stays; it has room for the answer.
   * @throws Error of the file system if the note or the answer could not be saved
   */
  announce(key: string, service: string): void {
    this.retract(key);
    const file = openSync(join(this.#folder(), `${key}.sending`), 'w', 0o600);
    this.#announced.set(key, file);
    writeSync(file, service.padEnd(ROOM));
    this.requireRoom();
  }

  /** Ends an upload that got no answer. Its note stays. */
  release(key: string): void {
    const file = this.#announced.get(key);
    if (file !== undefined) closeSync(file);
    this.#announced.delete(key);
  }

  /** Ends an upload whose outcome is known or reported, and removes its note. */
  retract(key: string): void {
    this.release(key);
    removeQuietly(this.#path(`${key}.sending`));
  }

  /** Whether an earlier run began this upload at this service and never saw the answer. */
  wasCutOff(key: string, service: string): boolean {
    try {
      return (
        readStateFile(this.#path(`${key}.sending`))
          .toString()
          .trim() === service
      );
    } catch {
      return false;
    }
  }

  /** @throws Error of the file system if a job could not be noted */
  requireRoom(): void {
    const probe = join(this.#folder(), `probe${PART}`);
    writeFileSync(probe, ' '.repeat(ROOM));
    removeQuietly(probe);
  }

  /**
   * Notes a job at once.
   * @returns resolves when it is safely on disk
   * @throws Error of the file system
   */
  open(job: OpenJob): Promise<void> {
    const content = `${JSON.stringify(job)}\n`;
    const announced = this.#announced.get(job.key);
    // A single system call on an open file with reserved room. Everything after it may wait for the
    // disk and for other writers.
    if (announced !== undefined && job.kind === 'document') writeSync(announced, content, 0);
    const path = join(this.#folder(), `${job.key}.${job.kind}`);
    const isSafe = writeDurable(path, content);
    this.#jobs.set(job.key, job);
    return isSafe;
  }

  close({ key, kind }: OpenJob): void {
    this.#jobs.delete(key);
    this.retract(key);
    removeQuietly(this.#path(`${key}.${kind}`));
  }

  /**
   * Keeps a result; resolves when it is safely on disk.
   * @throws Error of the file system, and errors of `download`
   */
  async keep(key: string, download: (receiver: FileReceiver) => Promise<void>): Promise<void> {
    await receiveDurable(join(this.#folder(), `${key}.result`), download);
    this.#results.set(key, 'result');
  }

  /** @throws Error of the file system */
  read(key: string): Buffer {
    return readStateFile(this.#path(`${key}.${this.resultOf(key) ?? 'result'}`));
  }

  /** `contentHash` of a result; undefined if it cannot be read. */
  hashOf(key: string): string | undefined {
    try {
      return contentHash(this.read(key));
    } catch {
      return undefined;
    }
  }

  /** Marks a result as written to its target and recorded in the lock. */
  use(key: string): void {
    if (this.#results.get(key) !== 'result') return;
    try {
      renameSync(this.#path(`${key}.result`), this.#path(`${key}.used`));
      this.#results.set(key, 'used');
    } catch {
      // It is written again, which changes nothing.
    }
  }

  /**
   * Removes jobs whose results are here, the oldest used results beyond `MOST_KEPT` bytes,
   * abandoned jobs, and partial files of killed runs.
   */
  prune(): void {
    const names = namesIn(this.#state);
    for (const name of names) if (name.endsWith(PART)) removeQuietly(this.#path(name));
    for (const job of [...this.#jobs.values()]) {
      if (job.kind === 'document' && this.#results.has(job.key)) this.close(job);
    }
    const jobs = names.filter((name) => /\.(?:document|recording|sending)$/.test(name));
    for (const { name, time } of jobs.flatMap((one) => this.#aged(one))) {
      if (time < Date.now() - FORGOTTEN) removeQuietly(this.#path(name));
    }
    const used = names.filter((name) => name.endsWith('.used')).flatMap((name) => this.#aged(name));
    let room = MOST_KEPT;
    for (const { name, size } of used.sort((a, b) => b.time - a.time)) {
      room -= size;
      if (room < 0) removeQuietly(this.#path(name));
    }
  }

  #aged(name: string) {
    const stats = statSync(this.#path(name), { throwIfNoEntry: false });
    return stats === undefined ? [] : [{ name, size: stats.size, time: stats.mtimeMs }];
  }

  /**
   * Renames a result that a killed run received completely but did not rename; returns its final
   * name.
   */
  #received(name: string): string {
    const [, result] = /^([\w-]+\.result)(?:\.\d+\.part)?$/.exec(name) ?? [];
    if (result === undefined) return name;
    try {
      return takeReceived(this.#path(result), this.#path(name)) ? result : name;
    } catch {
      return name;
    }
  }

  #take(name: string): void {
    const [, key = '', kind = ''] = /^([\w-]+)\.(\w+)$/.exec(name) ?? [];
    if (kind === 'result' || kind === 'used') {
      if (this.#results.get(key) !== 'result') this.#results.set(key, kind);
    } else if (kind === 'document' || kind === 'recording') {
      const job = parseJob(this.#path(name), key, kind);
      if (job === undefined) this.problems.push(unreadable(name));
      else this.#jobs.set(key, job);
    } else if (kind === 'sending') {
      const job = parseJob(this.#path(name), key, 'document');
      if (job !== undefined) this.#jobs.set(key, job);
    }
  }

  #path(name: string): string {
    return join(this.#state, 'jobs', name);
  }

  #folder(): string {
    return ensureStateDirectory(this.#state, 'jobs');
  }
}

function namesIn(state: string): readonly string[] {
  try {
    if (leadsOutside(state, 'jobs') !== undefined) return [];
    return readdirSync(join(state, 'jobs'));
  } catch {
    return [];
  }
}

function parseJob(path: string, key: string, kind: OpenJob['kind']): OpenJob | undefined {
  try {
    const job = JSON.parse(readStateFile(path).toString()) as OpenJob;
    const { id } = job.handle;
    const isWhole = job.kind === kind && job.key === key && typeof id === 'string';
    if (!isWhole || typeof job.service !== 'string') return undefined;
    if (job.kind === 'document') return typeof job.handle.key === 'string' ? job : undefined;
    return Array.isArray(job.results) && typeof job.createdAt === 'number' ? job : undefined;
  } catch {
    return undefined;
  }
}

function unreadable(name: string): Problem {
  const file = `${STATE_FOLDER}/jobs/${name}`;
  const message = `${file} cannot be read. Without its id and key, the result of an upload cannot be downloaded, so that translation is lost. Delete the file; the next \`sync\` uploads the source again and is billed for it.`;
  return { code: 'job-unreadable', severity: 'error', file, message };
}
