import { isHuman, REVIEW, targetHash } from '../state/index.js';
import { findBlocked } from './blocked.js';
import type { ObsoleteUnit, TargetDiff } from './diff.js';

/** A person's text that the source dropped stays as long as it is the one to be proposed for a unit under review. */
export function withProposals(diff: TargetDiff): TargetDiff {
  if (diff.obsolete.length === 0) return diff;
  const open = diff.units.filter(({ status, treatment }) => {
    return status === 'review' && treatment === 'translate';
  });
  if (open.length === 0) return diff;
  const sources = new Set(open.map(({ sourceHash }) => sourceHash));
  // Another key of that source has a text, or takes this one.
  for (const { status, sourceHash } of diff.units)
    if (status !== 'review') sources.delete(sourceHash);
  const isProposal = ({ unit, facts }: ObsoleteUnit): boolean => {
    const hash = targetHash(unit.text);
    return facts.some(
      (one) => one.hash === hash && sources.has(one.source) && isSettled(one.origin),
    );
  };
  const kept = diff.obsolete.filter(isProposal);
  if (kept.length === 0) return diff;
  const texts = kept.map(({ unit }) => unit);
  if (findBlocked(diff.units, texts, diff.target.path).size > 0) return diff;
  const obsolete = diff.obsolete.filter((one) => !kept.includes(one));
  return { ...diff, obsolete, kept: [...diff.kept, ...kept] };
}

/** True for a person's text that does not wait for review itself. */
function isSettled(origin: string): boolean {
  return isHuman(origin) && origin !== REVIEW;
}
