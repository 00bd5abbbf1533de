import type { RuleLevels } from '../../model/index.js';
import { isHuman } from '../../state/data.js';
import { isSound } from '../../text/index.js';
import type { Change, KnownTranslation } from '../changes/types.js';
import { findingsOf, messageOf, NO_FINDINGS } from '../units/findings.js';
import type { ComparedUnit, FileComparison, LocaleComparison } from '../units/types.js';
import { decide } from './decide.js';
import type { DecisionContext } from './decide.js';
import { Leverage } from './leverage.js';

export interface DraftContext extends DecisionContext {
  readonly rules: RuleLevels;
}

/** A change before it is known where its text comes from. */
export interface Draft extends Pick<Change, 'file' | 'unit' | 'message' | 'findings'> {
  readonly do: 'translate' | 'renew' | 'move' | 'copy' | 'propose' | 'recall';
  readonly known: KnownTranslation | undefined;
  readonly reuse: 'repository' | undefined;
}

export interface FileDrafts {
  readonly file: FileComparison;
  readonly drafts: readonly Draft[];
}

export function draftLocale(
  locale: LocaleComparison,
  context: DraftContext,
): readonly FileDrafts[] {
  const files = locale.files.map((file) => ({ file, drafts: draftFile(file, context) }));
  const wanting = files.flatMap(({ drafts }) => drafts.filter(mayReuse));
  if (wanting.length === 0) return files;
  const leverage = new Leverage(wanting.map(({ unit }) => unit));
  for (const { file } of files) leverage.addFile(file);
  for (const loose of locale.loose) leverage.addLoose(loose);
  return files.map(({ file, drafts }) => {
    const reused = drafts.map((draft) =>
      mayReuse(draft) ? withReuse(draft, leverage, context.rules) : draft,
    );
    return { file, drafts: reused };
  });
}

function draftFile(file: FileComparison, context: DraftContext): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const unit of file.units) {
    const decision = decide(unit, context);
    if (decision === undefined) continue;
    const message = messageOf(file.message, unit.source.expected);
    const base = { file, unit, message, do: decision.do };
    if (decision.do !== 'move') {
      const known = decision.do === 'copy' ? decision.known : undefined;
      drafts.push({ ...base, known, reuse: undefined, findings: NO_FINDINGS });
      continue;
    }
    const { known } = decision;
    const findings = findingsOfMoved(unit, known, { file, rules: context.rules });
    drafts.push({ ...base, known, reuse: 'repository', findings });
  }
  return drafts;
}

/** A person's text that is moved is what it was, whatever the rules say of it: they only report. */
function findingsOfMoved(
  { source }: ComparedUnit,
  { text, origin }: KnownTranslation,
  { file, rules }: { readonly file: FileComparison; readonly rules: RuleLevels },
): Change['findings'] {
  if (!isHuman(origin)) return NO_FINDINGS;
  return findingsOf(source, text, { message: file.message, rules });
}

/** A text that is translated again is not answered by what is there. */
function mayReuse({ do: action, unit }: Draft): boolean {
  const isProposal = action === 'propose' || action === 'recall';
  return action === 'translate' || (isProposal && unit.state.status === 'review');
}

/** With what the repository has for today's source. */
function withReuse(draft: Draft, leverage: Leverage, rules: RuleLevels): Draft {
  const { file, unit, message } = draft;
  const found = leverage.find(unit, file.target.path);
  if (found === undefined) return draft;
  const { text, origin } = found;
  const isUnsound = isSound(unit.source.expected.text, text, message) !== undefined;
  const known = { text, origin };
  if (draft.do !== 'translate') {
    return isUnsound ? draft : { ...draft, known, reuse: 'repository' };
  }
  if (isUnsound && !leverage.isLast(found)) return draft;
  leverage.take(found);
  const findings = findingsOfMoved(unit, known, { file, rules });
  return { ...draft, known, reuse: 'repository', findings };
}

/** True for a change that needs a text from the memory or the service. */
export function isOpen({ known }: Draft): boolean {
  return known === undefined;
}
