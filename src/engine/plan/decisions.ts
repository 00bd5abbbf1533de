import { ADOPTED, EDITED, isHuman, REVIEW } from '../../lock/index.js';
import { isSound } from '../../text/index.js';
import { findingsOf, hasErrors, messageOf, NO_FINDINGS } from '../units/findings.js';
import type {
  DecidedRow,
  Decision,
  FileComparison,
  KnownTranslation,
  LocaleComparison,
  Row,
} from '../units/row.js';
import { decidedRows } from '../units/decided.js';
import { judged } from '../units/settling.js';
import { findArchived } from './archived.js';
import { decide } from './decide.js';
import type { DecisionContext } from './decide.js';
import { fillableIn } from './fillable.js';
import type { MayFill } from './fillable.js';
import { Leverage } from './leverage.js';
import { rewordedIn } from './reworded.js';

/** Decides what is done with each row of a locale, and which texts of the repository are used again. */
export function decideLocale(
  { files, loose, archived, inGit }: LocaleComparison,
  context: DecisionContext,
): void {
  for (const file of files) decideFile(file, context);
  const wanting = files.flatMap((file) => decidedRows(file).filter(mayReuse));
  if (wanting.length === 0) return;
  const leverage = new Leverage(wanting);
  for (const file of files) leverage.addFile(file);
  for (const one of loose) leverage.addLoose(one);
  for (const file of files) {
    const reworded = rewordedIn(file);
    // Always true in a first run.
    const hasNone = leverage.isEmpty && archived === undefined && inGit === undefined;
    if (hasNone && reworded.size === 0) continue;
    const mayFill = fillableIn(file);
    const find: Find = (row) => {
      const own = inGit?.get(row);
      if (own !== undefined) return own;
      const found = leverage.find(row, file.target.path);
      const isFree = found === undefined || mayFill(row.source, found);
      return isFree ? found : leverage.findLast(row, file.target.path);
    };
    const sources = { find, mayFill, leverage, archived, reworded };
    for (const row of decidedRows(file)) if (mayReuse(row)) reuse(row, sources);
  }
}

function decideFile(file: FileComparison, context: DecisionContext): void {
  for (const row of file.rows) {
    const wanted = decide(row, context);
    if (wanted === undefined) {
      // Of an earlier plan.
      if (row.decision !== undefined) row.decision = undefined;
      continue;
    }
    const { do: action, known } = wanted;
    row.decision = {
      file,
      do: action,
      message: messageOf(file.message, row.source.expected),
      known,
      reuse: action === 'move' ? originOfMoved(known) : undefined,
      findings: known === undefined ? NO_FINDINGS : findingsOfKnown(row, known, file),
    };
  }
}

function originOfMoved(known: KnownTranslation | undefined): 'repository' | 'archive' {
  return known?.archived === undefined ? 'repository' : 'archive';
}

/** Findings for a text that is moved, used again or accepted, as the next run has them. */
function findingsOfKnown(
  { source }: Row,
  { text, origin }: KnownTranslation,
  file: FileComparison,
): Decision['findings'] {
  if (source.copied) return NO_FINDINGS;
  const raw = findingsOf(source, text, file);
  return judged(raw, { source, text, isAdopted: origin === ADOPTED }, file);
}

/** Whether existing texts may be used: not for a text that is to be translated again. */
function mayReuse({ decision, state }: DecidedRow): boolean {
  const { do: action } = decision;
  const isProposal = action === 'propose' || action === 'recall';
  return action === 'translate' || (isProposal && state.status === 'review');
}

type Find = (row: Row) => KnownTranslation | undefined;

interface Sources {
  readonly find: Find;
  readonly mayFill: MayFill;
  readonly leverage: Leverage;
  readonly archived: LocaleComparison['archived'];
  readonly reworded: ReturnType<typeof rewordedIn>;
}

/** Uses a text of the repository for today's source if there is one. */
function reuse(row: DecidedRow, sources: Sources): void {
  const { decision } = row;
  const found = sources.find(row);
  if (found === undefined || !isHuman(found.origin)) {
    const kept = decision.do === 'translate' ? fromPeople(row, found, sources) : undefined;
    if (kept !== undefined) {
      decision.known = kept;
      decision.reuse = originOfMoved(kept);
      decision.findings = findingsOfKnown(row, kept, decision.file);
      return;
    }
  }
  if (found !== undefined) useFound(row, found, sources);
}

/** A human text from the archive, or from the same place under another key. */
function fromPeople(
  row: DecidedRow,
  found: KnownTranslation | undefined,
  { archived, mayFill, reworded }: Sources,
): KnownTranslation | undefined {
  const known = archived && findArchived(row, archived, mayFill);
  // If another key has the new source text too, the meaning has changed.
  if (known !== undefined || found !== undefined) return known;
  const moved = reworded.get(row);
  const { text } = row.source.expected;
  if (moved === undefined || isSound(text, moved.text, row.decision.message) !== undefined)
    return undefined;
  return { text: moved.text, origin: REVIEW, moved };
}

function useFound(row: DecidedRow, found: KnownTranslation, { leverage }: Sources): void {
  const { source, decision } = row;
  const { file, message } = decision;
  const { text, origin, moved } = found;
  const problem = isSound(source.expected.text, text, message);
  // A text comes to a new place like any answer: adopted is only what was there before.
  const isUnsound =
    (problem !== undefined && problem.mild !== true) ||
    hasErrors(findingsOfKnown(row, { text, origin: EDITED }, file));
  const isProposal = decision.do !== 'translate';
  if (isUnsound && (isProposal || !leverage.isLast(found))) return;
  const known = { text, origin };
  decision.known = known;
  decision.reuse = 'repository';
  if (isProposal) return;
  leverage.take(found);
  if (moved !== undefined) decision.known = { ...known, moved };
  decision.findings = findingsOfKnown(row, known, file);
}
