import { limits, type VoiceJobBody } from '../../api/index.js';
import type { Booking } from '../accounts/accounts.js';
import type { Collection, Store } from '../store/store.js';

export type VoiceState =
  'pending' | 'uploaded' | 'processing' | 'complete' | 'downloaded' | 'failed';

export interface VoiceOutcome {
  readonly status: VoiceState;
  /** Why it failed. */
  readonly message?: string;
  /** Length of the result in bytes. */
  readonly bytes?: number;
}

/** A stored voice job; its audio and results are files (docs/interface.md 2.10). */
export interface VoiceRecord {
  readonly job_id: string;
  readonly key_id: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly uploaded_at?: string;
  readonly source_file: VoiceJobBody['source_file'];
  readonly source_language?: string | undefined;
  readonly targets: VoiceJobBody['targets'];
  readonly results: readonly VoiceOutcome[];
  /** The booking for the speech; credited if every result fails. */
  readonly booking?: Booking | undefined;
}

export function isOpen({ status }: VoiceOutcome): boolean {
  return status === 'pending' || status === 'uploaded' || status === 'processing';
}

const expired = 'The file was not uploaded in time';

/** Whether a job waits for its upload or is being processed. */
export function isActive(record: VoiceRecord, now: Date): boolean {
  if (record.uploaded_at === undefined) return isUploadOpen(record, now);
  return record.results.some(({ status }) => status === 'uploaded' || status === 'processing');
}

function isWithin(start: string | undefined, seconds: number, now: Date): boolean {
  return start !== undefined && now.getTime() - Date.parse(start) <= seconds * 1000;
}

export function isUploadOpen({ created_at }: VoiceRecord, now: Date): boolean {
  return isWithin(created_at, limits.voice.uploadWindowSeconds, now);
}

export function isDownloadOpen({ uploaded_at }: VoiceRecord, now: Date): boolean {
  return isWithin(uploaded_at, limits.voice.downloadWindowSeconds, now);
}

/** Current results: without an upload in time, all have failed. */
export function outcomesOf(record: VoiceRecord, now: Date): readonly VoiceOutcome[] {
  if (record.uploaded_at !== undefined || isUploadOpen(record, now)) return record.results;
  return record.results.map(() => ({ status: 'failed', message: expired }));
}

/** Total bytes of a job's results that have not been downloaded. */
export function resultBytes({ results }: VoiceRecord): number {
  const waiting = results.filter(({ status }) => status === 'complete');
  return waiting.reduce((sum, { bytes = 0 }) => sum + bytes, 0);
}

/** The stored jobs. */
export class VoiceShelf {
  readonly records: Collection<VoiceRecord>;
  readonly #clock: () => Date;

  constructor(store: Store, clock: () => Date) {
    this.records = store.collection('voice_jobs');
    this.#clock = clock;
  }

  /** Changes a job that may have changed since it was read. */
  change(jobId: string, changes: Partial<VoiceRecord>): void {
    const record = this.records.get(jobId);
    if (record === undefined) return;
    const updated_at = this.#clock().toISOString();
    this.records.set(jobId, { ...record, ...changes, updated_at });
  }

  setOutcome(jobId: string, index: number, outcome: VoiceOutcome): void {
    const results = this.records.get(jobId)?.results ?? [];
    this.change(jobId, { results: results.map((each, at) => (at === index ? outcome : each)) });
  }

  /** Sets the outcome of all unfinished results. */
  setOutcomes(jobId: string, outcome: VoiceOutcome): void {
    const results = this.records.get(jobId)?.results ?? [];
    this.change(jobId, { results: results.map((each) => (isOpen(each) ? outcome : each)) });
  }
}
