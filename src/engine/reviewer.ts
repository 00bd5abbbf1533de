import { nameInFiles } from '../config/index.js';
import type { ResolvedConfig } from '../config/index.js';
import type {
  ReviewCheck,
  ReviewData,
  ReviewEdit,
  ReviewOutcome,
  ReviewPlace,
  Selection,
  Document,
  Problem,
} from '../model/index.js';
import { defined } from '../model/index.js';
import type { Compared } from './compared.js';
import { EngineError } from './errors.js';
import {
  checkOfText,
  commentTable,
  readComments,
  writeComments,
  offlineRules,
  UnitTable,
  decisionOf,
  sortEdits,
  takeBackOf,
  takenBack,
  formerTexts,
  formerWanted,
  reviewData,
  withFormer,
} from './review/index.js';
import type {
  OfflineRules,
  SoundEdit,
  TakeBack,
  FormerText,
  FormerWanted,
} from './review/index.js';
import { runAlone, Session } from './session/index.js';
import type { RunContext, SessionOptions } from './session/index.js';
import { folderLockPaths, updateNotes, readNotes, writeFileAtomic } from '../state/index.js';
import { COMMENTS_FILE, LOCK_FILE, contentHash } from '../lock/index.js';
import { withoutRemovals } from './accept.js';
import { ScanError, parseVersion } from './load/index.js';
import { oddTexts } from './report/index.js';
import type { FileComparison } from './units/row.js';
import { TargetFiles, writeLockAfter, writeSettled } from './write/index.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from '../disk/index.js';
import { loadCodec } from '../formats/index.js';
import { loadAndCompare } from './load-and-compare.js';
import { planOffline } from './planning.js';
import { revisionsOf } from './git-texts.js';

/** Shows all units of a project and writes a person's edits of them. */
export interface Reviewer {
  /** All units in the current files. Needs no key and no network. */
  look(options?: ReviewOptions): Promise<ReviewData>;
  /**
   * Adds to the data of the last look the source texts that translations were made for, if older
   * revisions have them.
   */
  withFormer(data: ReviewData): Promise<ReviewData>;
  /** What judges the texts of the last look where no server is. */
  offlineRules(): OfflineRules;
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

export interface ReviewerOptions extends Omit<SessionOptions, 'openTranslator' | 'warm'> {
  /** Steps done so far, shared by the reviewers of one root. Default: none. */
  readonly steps?: ReviewSteps;
}

export type ReviewSteps = Step[];

/** A reviewer for one piece of work. */
export async function withReviewer<Result>(
  config: ResolvedConfig,
  options: ReviewerOptions,
  work: (reviewer: Reviewer) => Promise<Result>,
): Promise<Result> {
  const reviewer = createReviewer(config, options);
  try {
    return await work(reviewer);
  } finally {
    await reviewer.close();
  }
}

export function createReviewer(config: ResolvedConfig, options: ReviewerOptions): Reviewer {
  const openTranslator = (): Promise<never> => Promise.reject(new Error('a review sends nothing'));
  const session = new Session(config, { ...options, openTranslator, warm: true });
  const { steps = [] } = options;
  const former = new FormerCache();
  let known: Compared | undefined;
  let last: { readonly data: ReviewData; readonly files: readonly FileComparison[] } | undefined;
  const compareAll = async (run: RunContext, selection: Selection = {}): Promise<Compared> => {
    known = await compareEvery(selection, run);
    return known;
  };
  return {
    look: async (wanted = {}) => {
      const run = session.run();
      const all = await compareAll(run, wanted.selection);
      const { files } = planOffline(all, run);
      last = { files, data: lookAt(all, files, wanted) };
      return last.data;
    },
    offlineRules: () => {
      if (last === undefined) throw new Error('nothing was looked at');
      return offlineRules(last.data, last.files);
    },
    withFormer: async (data) => {
      return known === undefined ? data : withFormer(data, await formerOf(known, former));
    },
    check: async (place, text) => {
      const { locales } = known ?? (await compareAll(session.run()));
      const found = new UnitTable(locales.flatMap(({ files }) => files)).find(place);
      if (found === undefined) return undefined;
      return checkOfText(found, text);
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

/** The most files that are compared individually; above this, all files are. */
const FEW = 20;

interface Applied {
  readonly outcomes: readonly ReviewOutcome[];
  /** Undefined if all edits were refused. */
  readonly step: Step | undefined;
}

/** Writes the edits that are still valid, and returns the outcome of each. */
async function applyAll(edits: readonly ReviewEdit[], run: RunContext): Promise<Applied> {
  const all = await compareFilesOf(edits, run);
  const { loaded } = all;
  if (!loaded.lock.writable) {
    const message =
      'The lock was written by a newer version of locale-sync, so nothing was changed.';
    throw new EngineError('lock-unusable', message, 'Update locale-sync to use it.');
  }
  const files = all.locales.flatMap((locale) => locale.files);
  const { sound, refused } = sortEdits(edits, files);
  const sets = [COMMENTS_FILE, LOCK_FILE, ...folderLockPaths(run.config.root)];
  const paths = [...new Set(sound.map(({ edit }) => edit.file)), ...sets];
  const before = paths.map((path) => bytesOf(run.config.root, path));
  const wasKnown = loaded.lockIsKnown;
  const failures = await writeTexts(sound, all, run);
  const dismissing = sound.filter(({ edit }) => edit.dismiss !== undefined);
  if (dismissing.length > 0) await dismiss(dismissing, run);
  const { state, config } = run;
  const done = sound.filter(({ edit }) => !failures.has(edit));
  const unsaid = writeComments(done, { root: config.root, state });
  for (const { edit } of unsaid === undefined ? [] : done) {
    const isSaid = [edit.suggest, edit.ask, edit.reply].some((one) => one !== undefined);
    if (isSaid) failures.set(edit, unsaid ?? '');
  }
  const outcomes = edits.map((edit) => outcomeOf(edit, refused.get(edit) ?? failures.get(edit)));
  const changed = paths.flatMap((path, at) =>
    fileStep(path, before[at], bytesOf(run.config.root, path)),
  );
  // The page counts steps, including those that changed no file.
  const isStep = outcomes.some(({ done }) => done);
  return {
    outcomes,
    step: isStep ? { id: crypto.randomUUID(), files: changed, wasKnown } : undefined,
  };
}

/**
 * Compares a few files individually. If one of them is gone, compares all, so that its edits are
 * refused with a reason.
 */
async function compareFilesOf(edits: readonly ReviewEdit[], run: RunContext): Promise<Compared> {
  try {
    return await compareEvery(selectionOf(edits), run);
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    return compareEvery({}, run);
  }
}

function selectionOf(edits: readonly ReviewEdit[]): Selection {
  const files = [...new Set(edits.map(({ file }) => file))];
  const locales = [...new Set(edits.map(({ locale }) => locale))];
  return files.length > FEW ? { locales } : { locales, files };
}

function outcomeOf({ file, locale, key }: ReviewEdit, message: string | undefined): ReviewOutcome {
  const place = { file, locale, key };
  return message === undefined ? { ...place, done: true } : { ...place, done: false, message };
}

/** Writes texts. Returns, per edit, why its text is not in its file. */
async function writeTexts(
  sound: readonly SoundEdit[],
  all: Compared,
  run: RunContext,
): Promise<Map<ReviewEdit, string>> {
  const failed = new Map<ReviewEdit, string>();
  const writing = sound.filter(({ edit: { text, suggest } }) => text !== undefined && !suggest);
  if (writing.length === 0) return failed;
  const locales = all.locales.map(withoutRemovals);
  const files = decideEdits(
    writing,
    locales.flatMap((locale) => locale.files),
  );
  const targets = new TargetFiles({ ...run, root: run.config.root, inputs: all.loaded.inputs });
  targets.add(files);
  updateNotes(run.state, { isWriting: true });
  const written = await targets.write(files);
  const lock = writeLockAfter({ ...all, locales, files, written, odd: [], state: run.state });
  for (const { edit, unit } of writing) {
    const problems = written.problems.filter(({ file }) => file === edit.file);
    const [reason] = [...problems, ...lock.problems].map(problemLine);
    if (unit.written !== undefined && lock.problems.length === 0) continue;
    failed.set(edit, unit.unwritten?.message ?? reason ?? NOT_WRITTEN);
  }
  return failed;
}

const NOT_WRITTEN = 'There is no place for this text in the file. Check the file and try again.';
/** Decides what the edits say. If a row has several, the last one wins. Returns its files. */
function decideEdits(
  writing: readonly SoundEdit[],
  files: readonly FileComparison[],
): readonly FileComparison[] {
  return files.filter((file) => {
    const { path, locale } = file.target;
    const own = writing.filter(
      (one) => one.file.target.path === path && one.file.target.locale === locale,
    );
    for (const one of own) one.unit.decision = decisionOf({ ...one, file });
    return own.length > 0;
  });
}

/** Settles findings as `accept` does, each for its own unit. */
async function dismiss(sound: readonly SoundEdit[], run: RunContext): Promise<void> {
  const all = await compareEvery(
    { locales: [...new Set(sound.map(({ edit }) => edit.locale))] },
    run,
  );
  const files = all.locales.flatMap((locale) => locale.files);
  const table = new UnitTable(files);
  const rules = new Map(
    sound.map(({ edit }) => [table.find(edit)?.unit, new Set<string>(edit.dismiss)]),
  );
  const odd = oddTexts(files);
  const accepts = (found: { readonly unit: unknown; readonly rule: string }): boolean =>
    [...rules].some(([unit, names]) => unit === found.unit && names.has(found.rule));
  const { loaded, locales } = all;
  writeSettled({ loaded, locales, odd, state: run.state, accepts, isBaseline: false });
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

/** A file before and after a step: its bytes before, and its content hash after. */
interface FileStep {
  readonly path: string;
  /** Undefined if the file did not exist. */
  readonly before: Uint8Array | undefined;
  readonly after: string;
  /** How to undo the step if other parts of the file have changed since. */
  readonly takeBack: TakeBack | undefined;
}

/** What one `apply` changed. */
interface Step {
  /** Unique among all steps, including undone ones. */
  readonly id: string;
  readonly files: readonly FileStep[];
  /** Whether the lock was the one that the last complete run left. */
  readonly wasKnown: boolean;
}

/** Undefined if the file does not exist. */
function bytesOf(root: string, path: string): Buffer | undefined {
  try {
    return Buffer.from(readRegularFile(join(root, path)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a step changed in a file; empty if nothing. */
function fileStep(
  path: string,
  before: Buffer | undefined,
  now: Buffer | undefined,
): readonly FileStep[] {
  if (now === undefined || before?.equals(now) === true) return [];
  const takeBack = before && takeBackOf(before.toString('latin1'), now.toString('latin1'));
  return [{ path, before, after: contentHash(now), takeBack }];
}

/** A file's hash now and its bytes after undo; undefined `bytes`: undo deletes the file. */
interface Undoing {
  readonly step: FileStep;
  readonly hash: string;
  readonly bytes: Uint8Array | undefined;
  /** Whether nobody has changed the file since. */
  readonly isExact: boolean;
}

/**
 * Undoes a step in all of its files or in none. If somebody has changed the same lines since,
 * nothing is undone and `message` says why.
 */
function undoStep(
  { files, wasKnown }: Step,
  { config, state }: RunContext,
): { readonly files: readonly string[]; readonly message?: string } {
  const { root } = config;
  const undoings = files.map((step) => undoingOf(step, root));
  const moved = files.filter((_, at) => undoings[at] === undefined);
  if (moved.length > 0) {
    const names = moved.map(({ path }) => path).join(', ');
    const message = `Nothing was undone, because ${names} changed in the meantime. Edit the text again, or use version control.`;
    return { files: [], message };
  }
  for (const undoing of undoings) {
    if (undoing !== undefined) write(undoing, { root, state, wasKnown });
  }
  return { files: files.map(({ path }) => path) };
}

function undoingOf(step: FileStep, root: string): Undoing | undefined {
  const now = bytesOf(root, step.path);
  if (now === undefined) return undefined;
  const hash = contentHash(now);
  if (hash === step.after) return { step, hash, bytes: step.before, isExact: true };
  const text = step.takeBack && takenBack(now.toString('latin1'), step.takeBack);
  if (text === undefined) return undefined;
  return { step, hash, bytes: Buffer.from(text, 'latin1'), isExact: false };
}

interface Place {
  readonly root: string;
  readonly state: string;
  readonly wasKnown: boolean;
}

function write({ step, hash, bytes, isExact }: Undoing, { root, state, wasKnown }: Place): void {
  const isKnown = isExact ? wasKnown : readNotes(state).lock === hash;
  if (bytes === undefined) rmSync(join(root, step.path));
  else writeFileAtomic(join(root, step.path), bytes, { root, state, expect: hash });
  if (step.path === LOCK_FILE && isKnown && bytes !== undefined) {
    updateNotes(state, { lock: contentHash(bytes) });
  }
}

interface ReviewOptions {
  /** Which targets to show. Default: all. */
  readonly selection?: Pick<Selection, 'locales' | 'files' | 'folder'>;
  /** Where the code uses a key. Default: not searched. */
  readonly usesOf?: (source: string, key: readonly string[]) => readonly string[];
}

/** Compares every unit, ignoring what earlier runs remember. */
function compareEvery(selection: Selection, run: RunContext): Promise<Compared> {
  const onCompared = (): void => undefined;
  return loadAndCompare({ settled: true, ...selection }, run, { isForSending: false, onCompared });
}

/** All units as plain data. */
function lookAt(
  all: Compared,
  files: readonly FileComparison[],
  { selection, usesOf }: ReviewOptions,
): ReviewData {
  const { source, targets, root } = all.loaded.config;
  const odd = oddTexts(files);
  const problems = all.loaded.problems.filter(({ severity }) => severity === 'error');
  const { comments, unreadable } = readComments(root);
  const broken = unreadable.map(
    (line) => `${COMMENTS_FILE} has a line that is no comment: ${line}`,
  );
  return reviewData({
    ...{ source, targets: selection?.locales ?? targets, files, odd },
    commentsOf: commentTable(comments),
    problems: [...problems.map(problemLine), ...broken],
    ...defined({ usesOf }),
  });
}

function problemLine({ file, line, column, message }: Problem): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}

/** Former texts found in older revisions. Each revision is read only once. */
class FormerCache {
  readonly #asked = new Map<string, Set<string>>();
  readonly #found = new Map<string, Map<string, FormerText>>();

  /** Former texts of a source file by `keyId`. */
  of(path: string): ReadonlyMap<string, FormerText> {
    return this.#found.get(path) ?? new Map<string, FormerText>();
  }

  /** The part of `wanted` that has not been searched for yet. */
  unasked(path: string, wanted: FormerWanted): FormerWanted {
    const asked = this.#asked.get(path) ?? new Set();
    this.#asked.set(path, asked);
    const left = [...wanted].filter(([id, hashes]) => {
      const names = [...hashes].map((hash) => `${hash} ${id}`);
      const isNew = names.some((name) => !asked.has(name));
      for (const name of names) asked.add(name);
      return isNew;
    });
    return new Map(left);
  }

  add(path: string, texts: ReadonlyMap<string, FormerText>): void {
    this.#found.set(path, new Map([...this.of(path), ...texts]));
  }
}

/** Former texts by source file. */
async function formerOf(
  { locales, loaded }: Compared,
  cache: FormerCache,
): Promise<ReadonlyMap<string, ReadonlyMap<string, FormerText>>> {
  const found = new Map<string, ReadonlyMap<string, FormerText>>();
  const compareds = locales.flatMap(({ files }) => files);
  for (const pair of loaded.pairs) {
    const { path } = pair.source;
    const all = formerWanted(compareds.filter((file) => file.pair === pair));
    const wanted = cache.unasked(path, all);
    const codec = wanted.size === 0 ? undefined : await loadCodec(path, pair.catalog);
    if (codec !== undefined) {
      const role = pair.source.isTemplate === true ? 'template' : 'source';
      const { encoding } = pair.catalog;
      const locale = nameInFiles(pair.catalog, loaded.config.source);
      const options = { role, file: path, locale, encoding } as const;
      const parse = (bytes: Buffer): Document | undefined => parseVersion(bytes, codec, options);
      cache.add(
        path,
        await formerTexts(wanted, await revisionsOf(loaded.config.root, path), parse),
      );
    }
    if (all.size > 0 && cache.of(path).size > 0) found.set(path, cache.of(path));
  }
  return found;
}
