import { eachInSteps } from '../../model/index.js';
import type { Steps } from '../../model/index.js';
import { ADOPTED, EDITED, isHuman, REVIEW } from '../../state/data.js';
import { isSound } from '../../text/index.js';
import type { Change, KnownTranslation } from '../changes/types.js';
import { findingsOf, hasErrors, messageOf, NO_FINDINGS } from '../units/findings.js';
import type { ComparedUnit, FileComparison, LocaleComparison } from '../units/types.js';
import { judged } from '../units/settling.js';
import { findArchived } from './archived.js';
import { decide } from './decide.js';
import type { DecisionContext } from './decide.js';
import { fillableIn } from './fillable.js';
import type { MayFill } from './fillable.js';
import { Leverage } from './leverage.js';
import { rewordedIn } from './reworded.js';

export type DraftContext = DecisionContext;

/** A change before it is known where its text comes from. */
export interface Draft extends Pick<Change, 'file' | 'unit' | 'message' | 'findings'> {
  readonly do: 'translate' | 'renew' | 'move' | 'copy' | 'propose' | 'recall';
  readonly known: KnownTranslation | undefined;
  readonly reuse: 'repository' | 'archive' | undefined;
}

export interface FileDrafts {
  readonly file: FileComparison;
  readonly drafts: readonly Draft[];
}

/** Yields after each file. */
export function* draftLocale(
  locale: LocaleComparison,
  context: DraftContext,
): Steps<readonly FileDrafts[]> {
  const files = yield* eachInSteps(locale.files, (file) => {
    return { file, drafts: draftFile(file, context) };
  });
  const wanting = files.flatMap(({ drafts }) => drafts.filter(mayReuse));
  if (wanting.length === 0) return files;
  const leverage = new Leverage(wanting.map(({ unit }) => unit));
  yield* eachInSteps(files, ({ file }) => leverage.addFile(file));
  for (const loose of locale.loose) leverage.addLoose(loose);
  const { archived, inGit } = locale;
  return yield* eachInSteps(files, ({ file, drafts }): FileDrafts => {
    const reworded = rewordedIn(file);
    // Always true in a first run.
    const hasNone = leverage.isEmpty && archived === undefined && inGit === undefined;
    if (hasNone && reworded.size === 0) return { file, drafts };
    const mayFill = fillableIn(file);
    const find: Find = (unit) => {
      const own = inGit?.get(unit);
      if (own !== undefined) return own;
      const found = leverage.find(unit, file.target.path);
      const isFree = found === undefined || mayFill(unit.source, found);
      return isFree ? found : leverage.findLast(unit, file.target.path);
    };
    const sources = { find, mayFill, leverage, archived, reworded };
    const reused = drafts.map((draft) => (mayReuse(draft) ? withReuse(draft, sources) : draft));
    return { file, drafts: reused };
  });
}

function draftFile(file: FileComparison, context: DraftContext): readonly Draft[] {
  const drafts: Draft[] = [];
  for (const unit of file.units) {
    const decision = decide(unit, context);
    if (decision === undefined) continue;
    const message = messageOf(file.message, unit.source.expected);
    const { do: action } = decision;
    const known = 'known' in decision ? decision.known : undefined;
    const findings = known === undefined ? NO_FINDINGS : findingsOfKnown(unit, known, file);
    const reuse = action === 'move' ? originOfMoved(decision.known) : undefined;
    drafts.push({ do: action, file, unit, message, known, reuse, findings });
  }
  return drafts;
}

function originOfMoved({ archived }: KnownTranslation): NonNullable<Draft['reuse']> {
  return archived === undefined ? 'repository' : 'archive';
}

/** Findings for a text that is moved, used again or accepted, as the next run has them. */
function findingsOfKnown(
  { source }: ComparedUnit,
  { text, origin }: KnownTranslation,
  file: FileComparison,
): Change['findings'] {
  if (source.copied) return NO_FINDINGS;
  const raw = findingsOf(source, text, file);
  return judged(raw, { source, text, isAdopted: origin === ADOPTED }, file);
}

/** Whether existing texts may be used: not for a text that is to be translated again. */
function mayReuse({ do: action, unit }: Draft): boolean {
  const isProposal = action === 'propose' || action === 'recall';
  return action === 'translate' || (isProposal && unit.state.status === 'review');
}

type Find = (unit: ComparedUnit) => KnownTranslation | undefined;

interface Sources {
  readonly find: Find;
  readonly mayFill: MayFill;
  readonly leverage: Leverage;
  readonly archived: LocaleComparison['archived'];
  readonly reworded: ReturnType<typeof rewordedIn>;
}

/** Uses a text of the repository for today's source if there is one. */
function withReuse(draft: Draft, sources: Sources): Draft {
  const found = sources.find(draft.unit);
  if (found !== undefined && isHuman(found.origin)) return withFound(draft, found, sources);
  const kept = draft.do === 'translate' ? fromPeople(draft, found, sources) : undefined;
  if (kept !== undefined) {
    const findings = findingsOfKnown(draft.unit, kept, draft.file);
    const reuse = kept.archived === undefined ? 'repository' : 'archive';
    return { ...draft, known: kept, reuse, findings };
  }
  return found === undefined ? draft : withFound(draft, found, sources);
}

/** A human text from the archive, or from the same place under another key. */
function fromPeople(
  draft: Draft,
  found: KnownTranslation | undefined,
  { archived, mayFill, reworded }: Sources,
): KnownTranslation | undefined {
  const known = archived && findArchived(draft, archived, mayFill);
  // If another key has the new source text too, the meaning has changed.
  if (known !== undefined || found !== undefined) return known;
  const moved = reworded.get(draft.unit);
  const { text } = draft.unit.source.expected;
  if (moved === undefined || isSound(text, moved.text, draft.message) !== undefined)
    return undefined;
  return { text: moved.text, origin: REVIEW, moved };
}

function withFound(draft: Draft, found: KnownTranslation, { leverage }: Sources): Draft {
  const { file, unit, message } = draft;
  const { text, origin } = found;
  const problem = isSound(unit.source.expected.text, text, message);
  // A text comes to a new place like any answer: adopted is only what was there before.
  const isUnsound =
    (problem !== undefined && problem.mild !== true) ||
    hasErrors(findingsOfKnown(unit, { text, origin: EDITED }, file));
  const known = { text, origin };
  if (draft.do !== 'translate') {
    return isUnsound ? draft : { ...draft, known, reuse: 'repository' };
  }
  if (isUnsound && !leverage.isLast(found)) return draft;
  leverage.take(found);
  const findings = findingsOfKnown(unit, known, file);
  const { moved } = found;
  const taken = moved === undefined ? known : { ...known, moved };
  return { ...draft, known: taken, reuse: 'repository', findings };
}

/** Whether a change needs a text from the memory or the service. */
export function isOpen({ known }: Draft): boolean {
  return known === undefined;
}
