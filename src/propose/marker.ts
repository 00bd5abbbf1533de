import type { PlanItem } from '../model/index.js';
import { contentHash } from '../state/index.js';

/** What a body says to later runs, where people do not see it. */
export interface Marker {
  /** `textsHash` of what was proposed. */
  readonly texts: string;
  /** The head of the branch when the body was written; '' before there was one. */
  readonly head: string;
}

const PATTERN = /<!-- locale-sync texts=([\w-]+) head=([\da-f]*) -->/;

/** The last line of commits that are not a person's. */
export const TRAILER = 'Made-by: locale-sync propose';

export function markerText({ texts, head }: Marker): string {
  return `<!-- locale-sync texts=${texts} head=${head} -->`;
}

/** Undefined in a body that somebody else wrote. */
export function readMarker(body: string): Marker | undefined {
  const [, texts, head] = PATTERN.exec(body) ?? [];
  return texts === undefined || head === undefined ? undefined : { texts, head };
}

/**
 * What a sync would write, whatever the service answers: the places and their source texts. So a
 * proposal that people declined is known before its texts are paid for again.
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
