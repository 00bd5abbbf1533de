import type { PlanItem } from '../../model/index.js';
import { REVIEW } from '../../lock/index.js';
import { NO_FINDINGS } from './findings.js';
import type {
  DecidedRow,
  Decision,
  Failure,
  FileComparison,
  Finding,
  KnownTranslation,
  Row,
} from './row.js';

/** The rows with which something is done, in order. */
export function decidedRows({ rows }: FileComparison): readonly DecidedRow[] {
  return rows.filter((row): row is DecidedRow => row.decision !== undefined);
}

/** What a decision is called in a plan. */
export function actionOf({
  do: action,
  known,
}: Decision): Exclude<PlanItem['action'], 'remove' | 'keep'> {
  if (action === 'copy') return 'copy';
  if (action === 'propose' || action === 'recall') return 'propose';
  return known === undefined ? 'translate' : 'reuse';
}

/** Whether the text goes into the file. Proposals are shown but never written. */
export function isForFile({ decision }: DecidedRow): boolean {
  return decision.do !== 'propose' && decision.do !== 'recall';
}

/** Why a row has no text, or its text is not in its file. */
export function failureOf({ decision, outcome, unwritten }: Row): Failure | undefined {
  const unanswered = outcome?.state === 'failed' ? outcome.failure : undefined;
  return unwritten ?? unanswered ?? decision?.failure;
}

/** Findings for the text that was written, or will be. */
export function findingsOfNew({ decision, outcome }: Row): readonly Finding[] {
  const own = outcome?.state === 'translated' ? outcome.findings : undefined;
  return own ?? decision?.findings ?? NO_FINDINGS;
}

/** Whether the service rejected the request for a row's text. */
export function wasRejected({ outcome }: Row): boolean {
  return outcome?.state === 'failed' && outcome.failure.code === 'service-rejected';
}

/** The text that a row gets, or that is proposed for it, as far as it is known by now. */
export function newTextOf({ decision, outcome }: Row): KnownTranslation | undefined {
  return decision?.known ?? (outcome?.state === 'translated' ? outcome : undefined);
}

/** The proposal for a text in review. */
export function proposalOf(row: Row): KnownTranslation | undefined {
  const isProposal = row.decision !== undefined && actionOf(row.decision) === 'propose';
  return isProposal ? newTextOf(row) : undefined;
}

/** Whether the text came from the shared store, without a request to the service. */
export function isShared({ outcome }: Row): boolean {
  return outcome?.state === 'translated' && outcome.isShared === true;
}

/**
 * Whether a text in review equals the service's answer for today's source. Then a run that an older
 * lock does not know about translated it.
 */
export function isConfirmed(row: Row): row is DecidedRow {
  const proposal = proposalOf(row);
  // Machine text is in review because it was too long, and still is.
  if (proposal === undefined || proposal.origin === REVIEW) return false;
  return proposal.text === row.current?.text;
}

/** Whether a unit counts: numbers, empty texts and the like do not. */
export function isCounted({ source: { expected } }: Row): boolean {
  return expected.unit.kind === 'text' && expected.text !== '';
}
