import { languageTag, writeLanguage, rehearsalOf } from '../facts/index.js';
import { formatKey, quoted } from '../model/index.js';
import type { ImproveOptions, Improver, Problem, ReportError } from '../model/index.js';
import { appendRun } from '../state/index.js';
import { formatSettled, parseSettled, settledId, findingHash } from '../lock/index.js';
import type { Fact, SettledFinding } from '../lock/index.js';
import { countCharacters } from '../text/index.js';
import { EngineError } from './errors.js';
import {
  Answers,
  askingFor,
  improvableIn,
  isMinorChange,
  refusals,
  resultOf,
  suggestionOf,
  writeSources,
} from './improve/index.js';
import type { Asking, Improvable, Suggested, Suggestion } from './improve/index.js';
import { lockOf, readSources, refuseIdleKeys } from './load/index.js';
import { checkLimit, limitReached, overLimit } from './limit.js';
import { interruptedError } from './report/index.js';
import type { RunContext } from './session/index.js';
import { writeLock } from './write/index.js';
import type { Compared } from './compared.js';
import { loadAndCompare } from './load-and-compare.js';

/** Which source texts `improve` looks at, and what it does with suggestions. */
export interface ImproveSelection {
  /** Globs of source files; default: all. */
  readonly files?: readonly string[];
  /** Folder that the globs are relative to, itself relative to the root. */
  readonly folder?: string;
  /** Globs of keys; default: all. */
  readonly keys?: readonly string[];
  /**
   * apply: writes suggestions to the source files · dismiss: never suggests them again. Default:
   * only shows them.
   */
  readonly action?: 'apply' | 'dismiss';
  /**
   * Whether translations stay current after `apply`. Default: only if just white space, punctuation
   * or case changed.
   */
  readonly keepTargets?: boolean;
}

/** What `improve` found and did. */
export interface Improvements {
  readonly ok: boolean;
  readonly requests: number;
  readonly texts: number;
  /** Unicode code points, as services bill them. */
  readonly characters: number;
  /** Open suggestions; after `apply` and `dismiss`, those that were applied or dismissed. */
  readonly suggestions: readonly Suggestion[];
  readonly applied: number;
  readonly dismissed: number;
  /** Units whose translations now count for the new source text. */
  readonly kept: number;
  readonly problems: readonly Problem[];
  readonly error: ReportError | null;
}

/** A run of `improve`, with access to the service. */
export interface ImproveRun extends RunContext {
  readonly openImprover: () => Promise<Improver>;
}

/**
 * Requests improvements of the source texts, and applies or dismisses them.
 * @throws EngineError 'limit-exceeded', 'no-write-language', 'lock-unusable'; ScanError
 */
export async function improveSources(
  selection: ImproveSelection,
  run: ImproveRun,
): Promise<Improvements> {
  const { config, state } = run;
  const { action, keys } = selection;
  const { improvable, problems: broken } = await improvableTexts(selection, config);
  const answers = answersOf(run);
  const found = await suggestionsFor(improvable, answers, { config, asks: action !== 'dismiss' });
  if (answers.sent.requests > 0) {
    const time = new Date().toISOString();
    appendRun(state, { time, command: 'improve', locales: [config.source], ...answers.sent });
  }
  const done = answers.fatal ?? (run.signal.aborted ? interruptedError() : undefined);
  const result = { applied: 0, dismissed: 0, kept: 0, problems: [...broken, ...found.problems] };
  if (done === undefined && action === 'apply' && found.suggested.length > 0) {
    Object.assign(
      result,
      await apply(found.suggested, { run, selection, answers, problems: result.problems }),
    );
  }
  if (action === 'dismiss') {
    const named = [...found.suggested.map(({ of }) => of), ...unasked(improvable, found, keys)];
    if (named.length > 0) dismiss(named, run);
    result.dismissed = named.length;
  }
  run.memory.save();
  const left = Math.max(0, found.suggested.length - result.applied - result.dismissed);
  const isSound = result.problems.every(({ severity }) => severity !== 'error');
  return {
    ok: done === undefined && isSound && left === 0,
    ...answers.sent,
    suggestions: found.suggested.map(({ shown }) => shown),
    ...result,
    error: done === undefined ? null : run.explain(done),
  };
}

/** What `improve` would send for all source texts, and be billed for. Sends nothing. */
export async function openImprovements(
  run: RunContext,
): Promise<{ readonly texts: number; readonly characters: number }> {
  const { config } = run;
  const none = { texts: 0, characters: 0 };
  if (writeLanguage(config.source, config.languages) === undefined) return none;
  const { improvable } = await improvableTexts({}, config);
  const openImprover = (): Promise<never> => Promise.reject(new TypeError('nothing is sent'));
  const answers = answersOf({ ...run, openImprover });
  const { open } = await suggestionsFor(improvable, answers, { config, asks: false });
  return { texts: open.length, characters: charactersOf(open) };
}

async function improvableTexts(
  selection: ImproveSelection,
  config: RunContext['config'],
): Promise<{ readonly improvable: readonly Improvable[]; readonly problems: readonly Problem[] }> {
  const { keys } = selection;
  const { sources, problems } = await readSources(config, selection);
  if (keys !== undefined && problems.length === 0) {
    refuseIdleKeys(
      keys,
      sources.flatMap(({ document }) => document.units.map(({ key }) => key)),
      'argument',
    );
  }
  const dismissed = new Set(parseSettled(lockOf(config).lock.settled).map(settledId));
  return { improvable: improvableIn(sources, { config, keys, dismissed }), problems };
}

function charactersOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + countCharacters(text), 0);
}

/** Texts selected by `keys` for which no suggestion is known here. */
function unasked(
  improvable: readonly Improvable[],
  { suggested }: Found,
  keys: readonly string[] = [],
): readonly Improvable[] {
  const names = new Set(keys);
  const known = new Set(suggested.map(({ of }) => of));
  return improvable.filter((one) => names.has(formatKey(one.unit.key)) && !known.has(one));
}

/** @throws EngineError 'no-write-language' */
function answersOf({ config, memory, signal, openImprover }: ImproveRun): Answers {
  const language = writeLanguage(config.source, config.languages);
  if (language === undefined) {
    const message = `The service cannot improve texts in ${quoted(config.source)}.`;
    throw new EngineError(
      'no-write-language',
      message,
      'It supports de, en, es, fr, it, ja, ko, pt and zh.',
    );
  }
  const { style, tone } = config.improve ?? {};
  const options: ImproveOptions = {
    ...(language.target === undefined ? {} : { language: language.target }),
    ...(style === undefined ? {} : { style }),
    ...(tone === undefined ? {} : { tone }),
  };
  return new Answers({
    memory,
    options,
    service: rehearsalOf(config.service),
    language: languageTag(config.source),
    concurrency: config.limits.concurrency,
    signal,
    open: openImprover,
  });
}

interface Found {
  readonly suggested: readonly Suggested[];
  readonly problems: readonly Problem[];
  /** Texts without an answer that were not sent. */
  readonly open: readonly string[];
}

/**
 * Sends whole texts first. Texts whose answer fails the checks are sent again, cut at their codes.
 */
async function suggestionsFor(
  improvable: readonly Improvable[],
  answers: Answers,
  { config, asks }: { readonly config: RunContext['config']; readonly asks: boolean },
): Promise<Found> {
  const whole = askingFor(improvable, 'whole');
  const open = await askAll(whole, answers, { config, asks });
  const isWhole = new Set(whole.map(({ one }) => one));
  const lost = whole.filter((asking) => resultOf(asking, answers)?.holds === false);
  const rest = improvable.filter((one) => !isWhole.has(one));
  const cut = askingFor([...lost.map(({ one }) => one), ...rest], 'cut');
  const more = await askAll(cut, answers, { config, asks });
  const isCut = new Set(cut.map(({ one }) => one));
  const all = [...whole.filter(({ one }) => !isCut.has(one)), ...cut];
  const order = new Map(improvable.map((one, at) => [one, at]));
  const suggested = all
    .flatMap((asking) => {
      const result = resultOf(asking, answers);
      const text = result?.holds === true ? result.text : undefined;
      return text === undefined ? [] : (suggestionOf(asking.one, text) ?? []);
    })
    .sort((a, b) => (order.get(a.of) ?? 0) - (order.get(b.of) ?? 0));
  const problems = refusals([...whole, ...cut], answers);
  return { suggested, problems, open: [...new Set([...open, ...more])] };
}

/**
 * @returns texts that were not sent because nothing is asked
 * @throws EngineError 'limit-exceeded' before the first request; later it ends the run
 */
async function askAll(
  asked: readonly Asking[],
  answers: Answers,
  { config, asks }: { readonly config: RunContext['config']; readonly asks: boolean },
): Promise<readonly string[]> {
  const open = answers.recall(asked.flatMap(({ rephrased }) => rephrased.texts));
  if (!asks || open.length === 0) return open;
  const characters = charactersOf(open);
  const all = { characters: characters + answers.sent.characters };
  if (answers.sent.requests === 0) checkLimit(all, config);
  if (overLimit(all, config) === undefined) await answers.ask(open);
  else answers.stop(limitReached(characters));
  return [];
}

interface Applying {
  readonly run: ImproveRun;
  readonly selection: ImproveSelection;
  readonly answers: Answers;
  readonly problems: readonly Problem[];
}

async function apply(
  suggested: readonly Suggested[],
  { run, selection, answers, problems }: Applying,
): Promise<Pick<Improvements, 'applied' | 'kept' | 'problems'>> {
  const keeps = keepsOf(selection);
  const before = keeps === undefined ? undefined : await sourceTexts(run);
  const written = await writeSources(suggested, { root: run.config.root, state: run.state });
  // Texts that Write produced need no further request.
  for (const { of, shown } of written.applied) {
    const again = { ...of, unit: { ...of.unit, text: shown.suggestion } };
    const forms = [...askingFor([again], 'whole'), ...askingFor([again], 'cut')];
    answers.keep(forms.flatMap(({ rephrased }) => rephrased.texts));
  }
  const isWritten = written.applied.length > 0;
  const kept =
    before !== undefined && keeps !== undefined && isWritten
      ? await keepTargets(before, keeps, { ...run, parsed: undefined })
      : 0;
  return {
    applied: written.applied.length,
    kept,
    problems: [...problems, ...written.problems],
  };
}

function keepsOf({
  keepTargets: keeps,
}: ImproveSelection): ((before: string, after: string) => boolean) | undefined {
  if (keeps === false) return undefined;
  return keeps === true ? () => true : isMinorChange;
}

/**
 * Records the dismissal in the lock, so that it applies to everybody. @throws EngineError
 * 'lock-unusable'
 */
function dismiss(improvable: readonly Improvable[], { config, state }: ImproveRun): void {
  const { root } = config;
  const { inputs, ...lock } = lockOf(config);
  const settled = formatSettled([
    ...parseSettled(lock.lock.settled),
    ...improvable.map(({ dismissal }) => dismissal),
  ]);
  writeLock(new Map(), () => [], { ...lock, inputs, settled, root, state, isComplete: false });
}

/** Source texts of units by `unitHash`. */
type SourceTexts = ReadonlyMap<string, SourceText>;

interface SourceText {
  /** `SourceUnit.lockText`. */
  readonly text: string;
  readonly hash: string;
}

/** The project's current source texts, including those of plural forms that only targets have. */
async function sourceTexts(run: RunContext): Promise<SourceTexts> {
  return textsIn(await looked(run));
}

function looked(run: RunContext): Promise<Compared> {
  // Compares every unit, even if an earlier run remembers its file.
  const selection = { settled: true } as const;
  return loadAndCompare(selection, run, { isForSending: false, onCompared: () => undefined });
}

function textsIn({ locales }: Compared): SourceTexts {
  const texts = new Map<string, SourceText>();
  for (const { files } of locales) {
    for (const { expected } of files) {
      for (const source of expected) {
        if (texts.has(source.id)) continue;
        texts.set(source.id, { text: source.lockText, hash: source.sourceHash });
      }
    }
  }
  return texts;
}

/**
 * Records in the lock that translations of changed source texts belong to the new texts, so that
 * they become neither stale nor `review`.
 * @param keeps whether translations of the first text are valid for the second
 * @returns the number of units that keep their translations
 */
async function keepTargets(
  before: SourceTexts,
  keeps: (before: string, after: string) => boolean,
  run: RunContext,
): Promise<number> {
  const compared = await looked(run);
  const { loaded } = compared;
  if (!loaded.lock.writable) return 0;
  const changed = new Map<string, { readonly was: SourceText; readonly is: SourceText }>();
  for (const [id, is] of textsIn(compared)) {
    const was = before.get(id);
    if (was !== undefined && was.hash !== is.hash && keeps(was.text, is.text)) {
      changed.set(id, { was, is });
    }
  }
  const facts = new Map<string, readonly Fact[]>();
  for (const [id, { was, is }] of changed) {
    const known = loaded.lock.facts.get(id) ?? [];
    if (!known.some(({ source }) => source === was.hash)) continue;
    facts.set(
      id,
      known.map(({ source, targets }) => ({
        source: source === was.hash ? is.hash : source,
        targets,
      })),
    );
  }
  const settled = settledAgain(compared, changed);
  if (facts.size === 0 && settled === loaded.lock.settled) return 0;
  const { root } = run.config;
  writeLock(facts, () => [], { ...loaded, settled, root, state: run.state, isComplete: false });
  return facts.size;
}

/** Findings settled for the old source text are settled for the new one. */
function settledAgain(
  { loaded, locales }: Compared,
  changed: ReadonlyMap<string, { readonly was: SourceText; readonly is: SourceText }>,
): string {
  const { settled } = loaded.lock;
  if (settled === '') return settled;
  const all = parseSettled(settled).filter(({ unit }) => changed.has(unit));
  if (all.length === 0) return settled;
  const targets = new Map<string, string>();
  for (const { locale, files } of locales) {
    for (const { source, current } of files.flatMap(({ rows }) => rows)) {
      if (changed.has(source.id)) targets.set(`${source.id} ${locale}`, current?.text ?? '');
    }
  }
  const renewed = all.flatMap((one): SettledFinding[] => {
    const pair = changed.get(one.unit);
    const target = targets.get(`${one.unit} ${one.locale}`);
    if (pair === undefined || target === undefined) return [];
    if (findingHash(one.rule, pair.was.text, target) !== one.hash) return [];
    return [{ ...one, hash: findingHash(one.rule, pair.is.text, target) }];
  });
  return formatSettled([...parseSettled(settled), ...renewed]);
}
