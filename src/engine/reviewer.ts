import type { ResolvedConfig } from '../config/index.js';
import type {
  ReviewCheck,
  ReviewData,
  ReviewEdit,
  ReviewOutcome,
  ReviewPlace,
} from '../model/index.js';
import { previewsOf } from '../text/index.js';
import type { Compared } from './compared.js';
import { EngineError } from './errors.js';
import { checkOfText, UnitTable } from './review/index.js';
import { applyAll } from './review-apply.js';
import { addFormer, compareEvery, FormerCache, lookAt } from './review-look.js';
import type { ReviewOptions } from './review-look.js';
import { undoStep } from './review-steps.js';
import type { Step } from './review-steps.js';
import { runAlone, Session } from './session/index.js';
import type { RunContext, SessionOptions } from './session/index.js';
import { messageOf } from './units/findings.js';

/** Shows all units of a project and writes a person's edits of them. */
export interface Reviewer {
  /** All units in the current files. Needs no key and no network. */
  look(options?: ReviewOptions): Promise<ReviewData>;
  /**
   * The last look, plus the source texts that translations were made for, if older revisions have
   * them.
   */
  withFormer(
    revisionsOf: NonNullable<ReviewOptions['revisionsOf']>,
  ): Promise<ReviewData | undefined>;
  /** Findings for a text that is being typed; undefined if its unit is gone. */
  check(place: ReviewPlace, text: string): Promise<ReviewCheck | undefined>;
  /**
   * Writes a person's edits. An edit is refused if the texts are no longer those that the person
   * saw. Returns an outcome per edit and, if anything was written, the step that `undo` takes.
   * @throws EngineError 'busy' while another run is active, 'lock-unusable'
   */
  apply(edits: readonly ReviewEdit[]): Promise<ReviewApplied>;
  /**
   * Undoes a step, regardless of what other pages did since; by default the last one. Returns the
   * files, and `message` if something could not be undone; undefined if there is nothing to undo.
   */
  undo(
    step?: string,
  ): Promise<{ readonly files: readonly string[]; readonly message?: string } | undefined>;
  close(): Promise<void>;
}

export interface ReviewApplied {
  readonly outcomes: readonly ReviewOutcome[];
  /** Absent if all edits were refused. */
  readonly step?: string;
}

/** Milliseconds that an edit waits for another run. */
const PATIENCE = 5_000;

/** The most steps that can be undone. */
const STEPS = 100;

export interface ReviewerOptions extends SessionOptions {
  /** Steps done so far, shared by the reviewers of one root. Default: none. */
  readonly steps?: ReviewSteps;
}

export type ReviewSteps = Step[];

export function createReviewer(config: ResolvedConfig, options: ReviewerOptions): Reviewer {
  const session = new Session(config, { ...options, warm: true });
  const { steps = [] } = options;
  const former = new FormerCache();
  let known: Compared | undefined;
  let last: ReviewData | undefined;
  const compareAll = async (run: RunContext): Promise<Compared> => {
    known = await compareEvery({}, run);
    return known;
  };
  return {
    look: async (wanted = {}) => {
      const run = session.run();
      last = await lookAt(await compareAll(run), run, { ...wanted, former });
      return last;
    },
    withFormer: async (revisionsOf) => {
      const shown = last;
      if (known === undefined || shown === undefined) return undefined;
      return addFormer(shown, known, { former, revisionsOf });
    },
    check: async (place, text) => {
      const { locales } = known ?? (await compareAll(session.run()));
      const files = locales.flatMap((locale) => locale.files);
      const found = new UnitTable(files).find(place);
      if (found === undefined) return undefined;
      const message = messageOf(found.file.message, found.unit.source.expected);
      return { findings: checkOfText(found, text), previews: previewsOf(text, message) };
    },
    apply: async (edits) =>
      aloneSoon(session, async (run) => {
        const { outcomes, step } = await applyAll(edits, run);
        if (step === undefined) return { outcomes };
        if (steps.push(step) > STEPS) steps.shift();
        return { outcomes, step: step.id };
      }),
    undo: (wanted) =>
      aloneSoon(session, (run) => {
        const at = wanted === undefined ? -1 : steps.findIndex(({ id }) => id === wanted);
        const [step] = wanted !== undefined && at < 0 ? [] : steps.splice(at, 1);
        return Promise.resolve(step && undoStep(step, run));
      }),
    close: () => session.close(),
  };
}

/** @throws EngineError 'busy' if another run does not end in time */
async function aloneSoon<Result>(
  session: Session,
  work: (run: RunContext) => Promise<Result>,
): Promise<Result> {
  const { state, onEvent } = session;
  const late = AbortSignal.timeout(PATIENCE);
  const signal = AbortSignal.any([session.signal, late]);
  const turn = { began: false };
  try {
    return await runAlone({ state, onEvent, signal }, () => {
      turn.began = true;
      return work(session.run());
    });
  } catch (error) {
    if (turn.began || !late.aborted) throw error;
    const message = 'Another locale-sync process is running here, so nothing was written.';
    throw new EngineError('busy', message, 'Wait until it has finished, then try again.');
  } finally {
    await session.endRun({ fresh: false });
  }
}
