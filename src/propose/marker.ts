import type { PlanItem } from '../model/index.js';
import { contentHash } from '../state/index.js';

/** Data for later runs, hidden in the body. */
export interface Marker {
  /** `textsHash` of the proposed texts. */
  readonly texts: string;
  /** The branch's head when the body was written; '' if there was none. */
  readonly head: string;
}

const PATTERN = /<!-- locale-sync texts=([\w-]+) head=([\da-f]*) -->/;

/** Last line of commits made by this tool. */
export const TRAILER = 'Made-by: locale-sync propose';

export function markerText({ texts, head }: Marker): string {
  return `<!-- locale-sync texts=${texts} head=${head} -->`;
}

/** Undefined for a body that somebody else wrote. */
export function readMarker(body: string): Marker | undefined {
  const [, texts, head] = PATTERN.exec(body) ?? [];
  return texts === undefined || head === undefined ? undefined : { texts, head };
}

/**
 * Hash of what a sync would write, whatever the service answers: the places and their source texts.
 * This recognizes a declined proposal before its texts are paid for again.
 */
export function textsHash(items: readonly PlanItem[]): string {
  const lines = items.filter(isWritten).map(({ file, locale, key, action, source = '' }) => {
    const what = action === 'remove' ? 'remove' : 'write';
    return JSON.stringify([file, locale, key, what, source]);
  });
  return contentHash(Buffer.from(lines.sort().join('\n')));
}

function isWritten({ action }: PlanItem): boolean {
  return action !== 'keep' && action !== 'propose';
}
