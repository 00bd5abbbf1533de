import { parse } from 'node:path';
import { isNarrowedByKeys, mayReadLedger, quoted } from '../model/index.js';
import type { GiveTurn, RequestOptions, Selection, Unit } from '../model/index.js';
import { EMBEDDED } from '../facts/index.js';
import { comparesSeveral, rulesOf } from './units/rule-levels.js';
import { readNotes, requireStateRegular } from '../state/index.js';
import type { Facts } from '../lock/index.js';
import { compare } from './compare/index.js';
import type { CompareInput } from './compare/index.js';
import { namedRequests, needsService, needsText } from './compared.js';
import type { Compared } from './compared.js';
import { withTextsOfGit } from './git-texts.js';
import {
  areNew,
  goesFileByFile,
  load,
  NOTHING_REMEMBERED,
  readResources,
  refuseIdleKeys,
  versionsOf,
} from './load/index.js';
import type { Loaded, NextPiece, ResourceFiles } from './load/index.js';
import { choiceOf, narrowFile } from './plan/index.js';
import {
  RememberedFiles,
  RememberedNames,
  identityOf,
  readRecords,
  wantedSources,
} from './ledger/index.js';
import type { RunContext } from './session/index.js';
import { turnsFor } from './turns.js';
import { isDrifted, isRehearsed } from './units/drift.js';
import { withoutFiles } from './units/request-names.js';
import type { Row, FileComparison, LocaleComparison } from './units/row.js';

/** From this number of wanted texts on, everything is searched for them. */
const MANY = 1_000;

export interface CompareOptions {
  /**
   * Whether texts will be sent: then names of glossaries, styles and memories have to be resolved
   * first.
   */
  readonly isForSending: boolean;
  /** Whether missing texts are looked up in git. Default: false. */
  readonly readsGit?: boolean;
  /** Called as soon as the states of the files are known. */
  readonly onCompared: (compared: Compared) => void;
  /** Whether a large run may process part of the files first. Default: false. */
  readonly inPieces?: boolean;
}

/** load → compare. A signal ends it. @throws ScanError, EngineError, TranslatorError */
export async function loadAndCompare(
  selection: Selection,
  run: RunContext,
  { isForSending, readsGit = false, onCompared, inPieces = false }: CompareOptions,
): Promise<Compared> {
  requireStateRegular(run.state);
  const mayWait = inPieces && goesFileByFile(run.config, selection);
  const giveTurn = turnsFor(run.signal);
  const wanted = { selection, mayWait, giveTurn };
  const compared = await compareFiles(wanted, new RememberedNames(run.state), run);
  onCompared(compared);
  const texts = rehearsedIn(compared);
  if (texts > 0) run.onEvent({ type: 'rehearsed', texts });
  await giveTurn();
  const named = isForSending ? await withNames(compared, run, onCompared) : compared;
  return readsGit ? withTextsOfGit(named, run) : named;
}

/** Number of pseudo-translations that the run would replace. */
function rehearsedIn({ locales }: Compared): number {
  const files = locales.flatMap((locale) => locale.files);
  const isOne = (row: Row): boolean =>
    row.state.status === 'stale' && isRehearsed(row, row.current?.text ?? '');
  return files.reduce((sum, { rows }) => sum + rows.filter(isOne).length, 0);
}

/** Resolves names; if they have changed, compares everything again. */
export async function withNames(
  compared: Compared,
  run: RunContext,
  onCompared: CompareOptions['onCompared'],
): Promise<Compared> {
  const requests = namedRequests(compared);
  if (requests.length === 0 || !needsService(compared)) return compared;
  if (run.config.service.url === EMBEDDED) {
    const names = namesIn(requests, run.config.service.backend?.memories);
    if (names.length > 0) run.onEvent({ type: 'left-out', names });
    return compared;
  }
  run.onEvent({ type: 'phase', name: 'names' });
  const names = new RememberedNames(run.state);
  if (!(await names.refresh(requests, await run.open(), run.signal))) return compared;
  const { selection } = compared.loaded;
  const again = await compareFiles({ selection, mayWait: false }, names, run);
  onCompared(again);
  return again;
}

/** Names that a rehearsal cannot resolve because only the real service has them. */
function namesIn(
  requests: readonly RequestOptions[],
  memories: readonly string[] = [],
): readonly string[] {
  // The service names memories after their files.
  const served = new Set(memories.map((file) => parse(file).name));
  const names = requests.flatMap((request) => {
    const { glossary, style, memory } = withoutFiles(request);
    const unserved = served.has(memory ?? '') ? undefined : memory;
    return Object.entries({ glossary, style, 'translation memory': unserved }).flatMap(
      ([kind, name]) => (name === undefined ? [] : `${kind} ${quoted(name)}`),
    );
  });
  return [...new Set(names)];
}

/** What to compare, and the data to compare it with. */
interface Looking {
  /** `identityOf` the config and its resolved names. */
  readonly identity: string;
  readonly selection: Selection;
  readonly names: RememberedNames;
  readonly resources: ResourceFiles;
  /** Whether a large run may process part of the files first. */
  readonly mayWait: boolean;
  /** Default: the run has already done something and is not interrupted. */
  readonly giveTurn?: GiveTurn | undefined;
}

async function compareFiles(
  { selection, mayWait, giveTurn }: Pick<Looking, 'selection' | 'mayWait' | 'giveTurn'>,
  names: RememberedNames,
  run: RunContext,
): Promise<Compared> {
  run.onEvent({ type: 'phase', name: 'load' });
  const resources = await readResources(run.config);
  const identity = identityOf(run.config, names.identity + versionsOf(resources));
  const looking = { selection, names, identity, resources, mayWait, giveTurn };
  if (!mayRecall(selection, run)) return compareAll(looking, run);
  const records = readRecords(run.state, identity);
  if (records === undefined) return compareAll(looking, run);
  const remembered = new RememberedFiles(records);
  const nothing: ReadonlySet<string> = new Set();
  const first = await compareChanged({ ...looking, remembered, wanted: nothing }, run);
  const wanted = wantedSources(first.locales, (row) => needsText(row, first));
  const known = remembered.holding(wanted);
  if (known.size === 0) return first;
  if (known.size > MANY) return compareAll(looking, run);
  return compareChanged({ ...looking, remembered, wanted: known }, run);
}

/** Whether anything remembered about files may be used. */
function mayRecall(selection: Selection, { config, state }: RunContext): boolean {
  // Findings about several texts show only with all of them in view, and texts of a killed run are
  // checked one by one.
  return mayReadLedger(selection) && !comparesTexts(config) && readNotes(state).isWriting !== true;
}

/** Whether a rule about several texts is on for any text. */
function comparesTexts(config: RunContext['config']): boolean {
  return config.catalogs.some((catalog) =>
    catalog.targets.some((locale) => comparesSeveral(rulesOf(config, catalog, locale))),
  );
}

interface LookingAgain extends Looking {
  /** The piece to load after the first one. Default: the first one, or everything. */
  readonly next?: NextPiece;
  readonly remembered: RememberedFiles;
  /** Source texts (`sourceHash`) whose units are compared wherever they are. */
  readonly wanted: ReadonlySet<string>;
}

/** Compares files that have changed, and units with a wanted source text. */
async function compareChanged(looking: LookingAgain, run: RunContext): Promise<Compared> {
  const { selection, names, identity, resources, remembered, mayWait } = looking;
  const { next, giveTurn } = looking;
  remembered.wanted = looking.wanted;
  const loaded = await load(run.config, selection, {
    ...run,
    next,
    giveTurn,
    resources,
    isUnchanged: (path) => remembered.isUnchanged(path),
    stampOf: (path) => remembered.stampOf(path),
    isSettled: (pair, lock) => remembered.isSettled(pair, lock),
    // If the lock has facts only about unchanged files, it has none about the others.
    mayWait: ({ settled, open }, lock) =>
      mayWait &&
      remembered.isSameLock(lock) &&
      settled.length === remembered.pairs.length &&
      areNew(open, lock),
  });
  await giveTurn?.();
  run.onEvent({ type: 'phase', name: 'compare' });
  remembered.setLoaded(loaded.pairs, loaded);
  const locales = await compare(loaded, names.fingerprintOf, {
    remembered,
    giveTurn,
    known: run.parsed?.findings,
  });
  return { loaded, locales, identity, remembered, ...choiceOf(selection, isDrifted) };
}

/**
 * Loads and compares the next piece of a run while `before` is carried out. A signal ends it.
 * @throws EngineError 'interrupted'
 */
export function compareNext(
  { loaded: before, identity }: Compared,
  run: RunContext,
): Promise<Compared> {
  const { selection, resources, scan, inputs, later, broken } = before;
  const { lock, lockHash, lockIsKnown, wasWriting, lockFiles } = before;
  const names = new RememberedNames(run.state);
  const remembered = new RememberedFiles({ identity, lock: '', pairs: [] });
  // A run has one phase at a time.
  const onEvent: RunContext['onEvent'] = (event) => {
    if (event.type !== 'phase') run.onEvent(event);
  };
  return compareChanged(
    {
      ...{ selection, names, identity, resources, remembered, wanted: new Set(), mayWait: false },
      giveTurn: turnsFor(run.signal),
      next: {
        found: { scan, inputs },
        lock: { lock, lockHash, lockIsKnown, wasWriting, lockFiles },
        pairs: later,
        broken,
      },
    },
    { ...run, onEvent },
  );
}

/** Compares every file. */
async function compareAll(looking: Looking, run: RunContext): Promise<Compared> {
  const { selection, names, identity, resources, mayWait, giveTurn } = looking;
  const loaded = await load(run.config, selection, {
    ...run,
    ...NOTHING_REMEMBERED,
    resources,
    giveTurn,
    // An empty lock has no facts about any file.
    mayWait: ({ open }, lock) => mayWait && lock.lock.isEmpty && areNew(open, lock),
  });
  await giveTurn?.();
  run.onEvent({ type: 'phase', name: 'compare' });
  loaded.archive.look();
  const input =
    run.known === undefined ? loaded : { ...loaded, lock: withFacts(loaded, run.known) };
  const { since } = selection;
  const differs =
    since === undefined
      ? undefined
      : await (await import('./since.js')).differsSince(loaded, since);
  const found = await compare(input, names.fingerprintOf, {
    giveTurn,
    differs,
    known: run.parsed?.findings,
  });
  const locales = narrow(found, selection);
  const { broken } = loaded;
  // Files that were not read may contain the given keys.
  const isRead = broken.length === 0 && selection.shard === undefined;
  if (selection.keys !== undefined && isRead) {
    const keys = locales.flatMap(({ files }) => files.flatMap(keysIn));
    refuseIdleKeys(selection.keys, keys);
  }
  const choice = choiceOf(selection, isDrifted);
  return { loaded, locales, identity, remembered: undefined, ...choice };
}

/** A lock for comparing alone: what it does not know itself is never written to it. */
function withFacts({ lock }: Loaded, known: Facts): CompareInput['lock'] {
  const facts = new Map([...known, ...lock.facts]);
  return {
    settled: lock.settled,
    isEmpty: lock.isEmpty,
    facts,
    factsOf: (id) => facts.get(id) ?? [],
    hasSource: (hash) => lock.hasSource(hash),
  };
}

/** Keys of the source, plus dropped keys that a target still has. */
function keysIn({ expected, obsolete, kept }: FileComparison): Unit['key'][] {
  const dropped = [...obsolete, ...kept].map(({ unit }) => unit.key);
  return [...expected.map((one) => one.expected.key), ...dropped];
}

/** Leaves out what the selection excludes. */
function narrow(
  locales: readonly LocaleComparison[],
  selection: Selection,
): readonly LocaleComparison[] {
  const { keys } = selection;
  if (keys === undefined || !isNarrowedByKeys(selection)) return locales;
  return locales.map((locale) => {
    return { ...locale, files: locale.files.map((file) => narrowFile(file, keys)) };
  });
}
