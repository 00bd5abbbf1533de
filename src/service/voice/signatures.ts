import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../store/store.js';

/** What a signature allows: the upload of a job, or the download of one of its results. */
export type Permission = 'upload' | `result ${number}`;

/** In the header, or in a signed URL; one is not accepted as the other. */
export type Place = 'header' | 'url';

export interface Signatures {
  sign(jobId: string, permission: Permission, place: Place): string;
  isSigned(given: string, wanted: string): boolean;
}

/** Signatures of voice files (docs/interface.md 5.5), which survive a restart. */
export function createSignatures(store: Store): Signatures {
  const secrets = store.collection<string>('voice_secret');
  const secret = secrets.get('signatures') ?? randomBytes(32).toString('hex');
  if (secrets.size === 0) secrets.set('signatures', secret);
  const digest = (jobId: string, permission: Permission, place: Place) =>
    createHmac('sha256', secret).update(`${jobId} ${permission} ${place}`).digest('base64url');
  return {
    sign: digest,
    isSigned: (given, wanted) => {
      const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
      return left.length === right.length && timingSafeEqual(left, right);
    },
  };
}
