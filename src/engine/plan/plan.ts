import { isHuman } from '../../state/index.js';
import type { Memory } from '../../state/index.js';
import type { RuleLevels } from '../../model/index.js';
import { formsOf, isSound } from '../../text/index.js';
import type { Form } from '../../text/index.js';
import { findingsOf, messageOf, NO_FINDINGS } from '../units/findings.js';
import type { ComparedUnit, FileComparison, LocaleComparison } from '../units/types.js';
import { amountsOf, packAll } from '../changes/batches.js';
import type { PackLimits } from '../changes/batches.js';
import { decide } from './decide.js';
import type { DecisionContext } from './decide.js';
import { Leverage } from './leverage.js';
import { resolve } from '../changes/resolve.js';
import { isNoAnswer, memoryKeyOf, segmentsOf } from '../changes/segments.js';
import type { SegmentTable } from '../changes/segments.js';
import type {
  Answer,
  Attempt,
  Change,
  Failure,
  FileChanges,
  KnownTranslation,
  PlanTotals,
  RequestGroup,
  RunPlan,
  Segment,
} from '../changes/types.js';

export interface PlanContext extends DecisionContext {
  readonly rules: RuleLevels;
  readonly memory: Pick<Memory, 'recall'>;
  readonly segments: SegmentTable;
  readonly limitsOf: (group: RequestGroup) => PackLimits;
}

/** Decides what is written, what is reused, and what the service is asked for. Changes nothing. */
export function planAll(locales: readonly LocaleComparison[], context: PlanContext): RunPlan {
  const drafts = locales.flatMap((locale) => draftLocale(locale, context));
  const asking = new Asking(drafts.flatMap(({ drafts: some }) => some).filter(isOpen), context);
  const { batches, answers, settled, failed } = asking.settle();
  const changes = new Map<Draft, Change>();
  const first = new Set<Segment>();
  const files = drafts.map(({ file, drafts: own }): FileChanges => {
    const made = own.map((draft) => {
      const change = changeOf(draft, settled.get(draft), first);
      changes.set(draft, change);
      return change;
    });
    return { file, changes: made };
  });
  const failures = new Map<Change, Failure>();
  for (const [draft, failure] of failed) {
    const change = changes.get(draft);
    if (change !== undefined) failures.set(change, failure);
  }
  const totals = { ...amountsOf(batches), reused: reusedIn(changes.values()) };
  return { files, batches, answers, failures, totals };
}

/** A change before it is known where its text comes from. */
interface Draft extends Pick<Change, 'file' | 'unit' | 'message' | 'findings'> {
  readonly do: 'translate' | 'renew' | 'move' | 'copy' | 'propose' | 'recall';
  readonly known: KnownTranslation | undefined;
  readonly reuse: 'repository' | undefined;
}

interface FileDrafts {
  readonly file: FileComparison;
  readonly drafts: readonly Draft[];
}

function draftLocale(locale: LocaleComparison, context: PlanContext): readonly FileDrafts[] {
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

function draftFile(file: FileComparison, context: PlanContext): readonly Draft[] {
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

/** A text that is made anew is not answered by what is there. */
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

function isOpen({ known }: Draft): boolean {
  return known === undefined;
}

/** How far a change came: its text, or what it waits for. */
type Settled =
  | { readonly state: 'known'; readonly known: KnownTranslation; readonly isRemembered: boolean }
  | { readonly state: 'waiting'; readonly attempt: Attempt };

/** Takes changes as far as the memory allows, and packs what is left into requests. */
class Asking {
  readonly #context: PlanContext;
  readonly #answers = new Map<Segment, Answer>();
  readonly #looked = new Set<Segment>();
  readonly #settled = new Map<Draft, Settled>();
  readonly #failed = new Map<Draft, Failure>();
  readonly #drafts: readonly Draft[];

  constructor(drafts: readonly Draft[], context: PlanContext) {
    this.#drafts = drafts;
    this.#context = context;
  }

  settle(): Pick<RunPlan, 'batches' | 'answers'> & {
    readonly settled: ReadonlyMap<Draft, Settled>;
    readonly failed: ReadonlyMap<Draft, Failure>;
  } {
    const first = this.#drafts.map((draft) => this.#attempt(draft, firstForm(draft)));
    this.#advance(first);
    for (;;) {
      const asked = this.#asked();
      const { batches, tooLarge } = packAll(asked, this.#context.limitsOf);
      if (tooLarge.size === 0) {
        const { settled, failed } = { settled: this.#settled, failed: this.#failed };
        return { batches, answers: this.#waitedFor(), settled, failed };
      }
      for (const [segment, failure] of tooLarge) this.#answers.set(segment, { failure });
      this.#advance(this.#waiting(tooLarge));
    }
  }

  #attempt(draft: Draft, form: Form): readonly [Draft, Attempt] {
    return [draft, this.#context.segments.attempt(draft, form)];
  }

  /** Down the ladder of forms, until each change has a text, waits for answers, or has failed. */
  #advance(attempts: readonly (readonly [Draft, Attempt])[]): void {
    let open = attempts;
    while (open.length > 0) {
      this.#recall(open);
      const next: (readonly [Draft, Attempt])[] = [];
      for (const [draft, attempt] of open) {
        const result = resolve(draft, attempt, this.#answers);
        this.#settled.delete(draft);
        if (result.state === 'next') next.push(this.#attempt(draft, result.form));
        else if (result.state === 'failed') this.#failed.set(draft, result.failure);
        else if (result.state === 'waiting')
          this.#settled.set(draft, { state: 'waiting', attempt });
        else {
          const { text, origin } = result;
          const isRemembered = segmentsOf(attempt).length > 0;
          this.#settled.set(draft, { state: 'known', known: { text, origin }, isRemembered });
        }
      }
      open = next;
    }
  }

  /** Asks the memory for all segments that it was not asked for yet, in one go for each target language. */
  #recall(attempts: readonly (readonly [Draft, Attempt])[]): void {
    const wanted = new Map<string, Map<string, Segment>>();
    for (const [, attempt] of attempts) {
      for (const segment of segmentsOf(attempt)) {
        if (this.#looked.has(segment)) continue;
        this.#looked.add(segment);
        const { target } = segment.group.options;
        const keys = wanted.get(target) ?? new Map<string, Segment>();
        wanted.set(target, keys.set(memoryKeyOf(segment), segment));
      }
    }
    for (const [target, segments] of wanted) {
      const found = this.#context.memory.recall(target, new Set(segments.keys()));
      for (const [key, text] of found) {
        const segment = segments.get(key);
        // An empty answer is a fault of the moment: it is asked for again.
        if (segment === undefined || isNoAnswer(segment.text, text)) continue;
        this.#answers.set(segment, { text });
      }
    }
  }

  /** Segments that nobody has an answer for, each once, in the order in which they are needed. */
  #asked(): readonly Segment[] {
    const asked = new Set<Segment>();
    for (const [draft, settled] of this.#settled) {
      if (settled.state !== 'waiting' || draft.do === 'recall') continue;
      for (const segment of segmentsOf(settled.attempt)) {
        if (!this.#answers.has(segment)) asked.add(segment);
      }
    }
    return [...asked];
  }

  #waiting(segments: ReadonlyMap<Segment, unknown>): readonly (readonly [Draft, Attempt])[] {
    const found: (readonly [Draft, Attempt])[] = [];
    for (const [draft, settled] of this.#settled) {
      if (settled.state !== 'waiting') continue;
      if (segmentsOf(settled.attempt).some((segment) => segments.has(segment))) {
        found.push([draft, settled.attempt]);
      }
    }
    return found;
  }

  /** Answers that waiting changes need beside those that the service will give. */
  #waitedFor(): ReadonlyMap<Segment, Answer> {
    const needed = new Map<Segment, Answer>();
    if (this.#answers.size === 0) return needed;
    for (const settled of this.#settled.values()) {
      if (settled.state !== 'waiting') continue;
      for (const segment of segmentsOf(settled.attempt)) {
        const answer = this.#answers.get(segment);
        if (answer !== undefined) needed.set(segment, answer);
      }
    }
    return needed;
  }
}

function firstForm({ unit, message }: Draft): Form {
  return formsOf(unit.source.expected.text, message)[0] ?? 'element';
}

/** @param first segments that earlier changes ask for; those of this change are added */
function changeOf(draft: Draft, settled: Settled | undefined, first: Set<Segment>): Change {
  const { file, unit, message, findings } = draft;
  const isPending = draft.do === 'recall';
  const isProposal = isPending || draft.do === 'propose';
  const base = { file, unit, message, findings, isPending };
  if (settled?.state === 'waiting' && !isPending) {
    const { attempt } = settled;
    const own = segmentsOf(attempt);
    const reuse = own.every((segment) => first.has(segment)) ? 'duplicate' : undefined;
    for (const segment of own) first.add(segment);
    const action = isProposal ? 'propose' : 'translate';
    return Object.freeze({ ...base, action, known: undefined, reuse, attempt });
  }
  const remembered = settled?.state === 'known' ? settled : undefined;
  const known = draft.known ?? remembered?.known;
  const reuse = draft.reuse ?? (remembered?.isRemembered === true ? 'memory' : undefined);
  const action = isProposal ? 'propose' : actionOf(draft, known);
  return Object.freeze({ ...base, action, known, reuse, attempt: undefined });
}

function actionOf({ do: decided }: Draft, known: KnownTranslation | undefined): Change['action'] {
  if (decided === 'copy') return 'copy';
  return known === undefined ? 'translate' : 'reuse';
}

function reusedIn(changes: Iterable<Change>): PlanTotals['reused'] {
  const reused = { repository: 0, memory: 0, duplicates: 0 };
  for (const { action, reuse } of changes) {
    if (reuse === 'duplicate') reused.duplicates += 1;
    else if (reuse !== undefined && action !== 'propose') reused[reuse] += 1;
  }
  return reused;
}
