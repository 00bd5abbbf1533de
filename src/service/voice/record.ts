import { limits, type VoiceJobBody } from '../../api/index.js';
import type { Collection, Store } from '../store/store.js';

export type VoiceState =
  'pending' | 'uploaded' | 'processing' | 'complete' | 'downloaded' | 'failed';

export interface VoiceOutcome {
  readonly status: VoiceState;
  /** Why it failed. */
  readonly message?: string;
}

/** A voice job as it is kept; its audio and results apart (interface.md 2.10). */
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
}

const expired = 'The file was not uploaded in time';

/** Whether a job still waits for its upload or is being worked on. */
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

/** Results as they stand: without an upload in time, all have failed. */
export function outcomesOf(record: VoiceRecord, now: Date): readonly VoiceOutcome[] {
  if (record.uploaded_at !== undefined || isUploadOpen(record, now)) return record.results;
  return record.results.map(() => ({ status: 'failed', message: expired }));
}

/** The stored jobs and their results. */
export class VoiceShelf {
  readonly records: Collection<VoiceRecord>;
  private readonly contents: Collection<string>;
  private readonly clock: () => Date;

  constructor(store: Store, clock: () => Date) {
    this.records = store.collection('voice_jobs');
    this.contents = store.collection('voice_results');
    this.clock = clock;
  }

  /** Changes a job that may have changed since it was last looked at. */
  change(jobId: string, changes: Partial<VoiceRecord>): void {
    const record = this.records.get(jobId);
    if (record === undefined) return;
    const updated_at = this.clock().toISOString();
    this.records.set(jobId, { ...record, ...changes, updated_at });
  }

  setOutcome(jobId: string, index: number, outcome: VoiceOutcome): void {
    const results = this.records.get(jobId)?.results ?? [];
    this.change(jobId, { results: results.map((each, at) => (at === index ? outcome : each)) });
  }

  setOutcomes(jobId: string, outcome: VoiceOutcome): void {
    const results = this.records.get(jobId)?.results ?? [];
    this.change(jobId, { results: results.map(() => outcome) });
  }

  putContent(jobId: string, index: number, content: Buffer): void {
    this.contents.set(`${jobId} ${index}`, content.toString('base64'));
  }

  content(jobId: string, index: number): Buffer | undefined {
    const content = this.contents.get(`${jobId} ${index}`);
    return content === undefined ? undefined : Buffer.from(content, 'base64');
  }

  /** Bytes of the results of a job. */
  contentBytes({ job_id, targets }: VoiceRecord): number {
    const sizes = targets.map((_, index) => this.contents.get(`${job_id} ${index}`)?.length ?? 0);
    return sizes.reduce((sum, size) => sum + Math.floor((size * 3) / 4), 0);
  }

  dropContent(jobId: string, index: number): void {
    this.contents.delete(`${jobId} ${index}`);
  }

  /** Forgets results that nobody may fetch any more. */
  sweep(): void {
    const now = this.clock();
    for (const record of [...this.records.values()]) {
      if (record.uploaded_at === undefined || isDownloadOpen(record, now)) continue;
      if (isActive(record, now)) continue;
      for (const index of record.targets.keys()) this.dropContent(record.job_id, index);
    }
  }
}
