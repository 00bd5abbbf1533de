import { EMBEDDED } from '../config/service-settings.js';
import type { GlossaryChanges, GlossaryStore, StoredGlossary } from '../model/index.js';
import { changesSince, compareTerms, isNothing } from '../resources/index.js';
import type { AppliedTerms, DictionaryPlan, Terms } from '../resources/index.js';
import {
  forgetIds,
  parseApplied,
  sourceHash,
  targetHash,
  unitHash,
  updateApplied,
} from '../state/index.js';
import type { AppliedGlossary } from '../state/index.js';
import { needsService } from './compared.js';
import type { Compared } from './compared.js';
import { EngineError } from './errors.js';
import type { GlossaryFile } from './load/index.js';
import type { RunContext } from './session/index.js';

/** What of the glossary files was brought to the service. */
export interface AppliedGlossaries {
  /** Lines of the lock. */
  readonly lines: string;
  readonly changes: readonly GlossaryChanges[];
}

interface Known {
  readonly file: GlossaryFile;
  /** `unitHash` of its path. */
  readonly hash: string;
  readonly applied: AppliedGlossary;
}

const NOTHING: AppliedGlossary = { ids: [], terms: new Map() };
const NO_TERMS = new Map<string, never>();

/** A rehearsal's glossaries go with its service: nothing is remembered of them. */
function isRehearsal({ config }: Pick<RunContext, 'config'>): boolean {
  return config.service.url === EMBEDDED;
}

function knownGlossaries({ loaded }: Compared, run: Pick<RunContext, 'config'>): readonly Known[] {
  return [...loaded.glossaries.values()].map((file) => {
    const hash = unitHash(file.path, []);
    const applied = isRehearsal(run) ? NOTHING : parseApplied(loaded.lock.applied, hash);
    return { file, hash, applied };
  });
}

/** What a sync would change in the service's glossaries, as far as the lock tells. */
export function plannedGlossaries(
  compared: Compared,
  run: Pick<RunContext, 'config'>,
): readonly GlossaryChanges[] {
  return knownGlossaries(compared, run)
    .map((one) => changesOf(one.file, pairsOf(one).map(plannedPair)))
    .filter(({ pairs }) => pairs.length > 0);
}

function changesOf(
  { path, name }: GlossaryFile,
  pairs: readonly GlossaryChanges['pairs'][number][],
): GlossaryChanges {
  const some = pairs.filter((pair) => !isNothing(pair) || pair.kept.length > 0);
  return { file: path, name, pairs: some };
}

/** A dictionary as the file has it, and as it was last applied. */
interface PairToday {
  readonly source: string;
  readonly target: string;
  readonly terms: Terms;
  readonly applied: AppliedTerms;
}

function plannedPair({ source, target, terms, applied }: PairToday) {
  return { source, target, ...changesSince(terms, applied), kept: [] };
}

/** Dictionaries that the file has, or had when it was last applied. */
function pairsOf({ file, applied }: Pick<Known, 'file' | 'applied'>): readonly PairToday[] {
  const targets = new Set([
    ...file.dictionaries.map(({ target }) => target),
    ...applied.terms.keys(),
  ]);
  return [...targets].map((target) => ({
    source: file.source,
    target,
    terms: file.dictionaryOf(target)?.terms ?? NO_TERMS,
    applied: applied.terms.get(target) ?? NO_TERMS,
  }));
}

/**
 * Brings the service's glossaries up to the files. Where all are in step, nothing is sent. Nothing
 * is written to any of them while one has a conflict.
 * @throws EngineError 'glossary-conflict', 'glossary-foreign'; TranslatorError
 */
export async function applyGlossaries(
  compared: Compared,
  run: RunContext,
): Promise<AppliedGlossaries> {
  const { applied: lines } = compared.loaded.lock;
  const all = knownGlossaries(compared, run);
  const isNeeded = needsService(compared);
  if (all.length === 0 || (isRehearsal(run) && !isNeeded)) return { lines, changes: [] };
  const service = sourceHash(run.config.service.url);
  const open = all.filter((one) => {
    const isInStep = pairsOf(one).every((pair) => isNothing(plannedPair(pair)));
    return !isInStep || (isNeeded && idOf(one, service) === undefined);
  });
  if (open.length === 0 && !isNeeded) return { lines, changes: [] };
  const { glossaries: store } = await run.open();
  if (store === undefined) return { lines, changes: [] };
  const pushed = open.length === 0 ? [] : await push(open, { store, service, run });
  for (const one of all) {
    const id = pushed.find(({ known }) => known === one)?.id ?? idOf(one, service);
    if (id !== undefined) await store.use(one.file.path, id);
  }
  return {
    lines: isRehearsal(run)
      ? lines
      : pushed.reduce((text, one) => noted(text, one, service), lines),
    changes: pushed.map(({ changes }) => changes).filter(({ pairs }) => pairs.length > 0),
  };
}

/**
 * The lock's lines after a run. Where requests were refused, a glossary may be gone: the next run
 * looks all of them up again.
 */
export function linesAfter(
  { lines }: AppliedGlossaries,
  isRefused: () => boolean,
  { config }: Pick<RunContext, 'config'>,
): string {
  return lines === '' || !isRefused() ? lines : forgetIds(lines, sourceHash(config.service.url));
}

function idOf({ applied }: Known, service: string): string | undefined {
  return applied.ids.find((one) => one.service === service)?.id;
}

interface Pushing {
  readonly store: GlossaryStore;
  readonly service: string;
  readonly run: RunContext;
}

interface Pushed {
  readonly known: Known;
  /** Undefined: the file has no term, and the service no glossary of it. */
  readonly id: string | undefined;
  readonly changes: GlossaryChanges;
}

async function push(open: readonly Known[], pushing: Pushing): Promise<readonly Pushed[]> {
  const { store, service, run } = pushing;
  const stored = await store.list(run.signal);
  const plans: Push[] = [];
  for (const known of open) {
    const found = findStored(known, stored, service);
    plans.push({ known, found, pairs: await planPairs(known, found, pushing) });
  }
  refuseConflicts(plans);
  const pushed: Pushed[] = [];
  for (const plan of plans) pushed.push(await carryOut(plan, pushing));
  return pushed;
}

interface Push {
  readonly known: Known;
  /** Undefined: it has to be made. */
  readonly found: StoredGlossary | undefined;
  readonly pairs: readonly PairPlan[];
}

interface PairPlan {
  readonly source: string;
  readonly target: string;
  readonly isThere: boolean;
  readonly plan: DictionaryPlan;
}

/** By id where it was applied before, else by name. @throws EngineError 'glossary-foreign' */
function findStored(
  { file, applied }: Known,
  stored: readonly StoredGlossary[],
  service: string,
): StoredGlossary | undefined {
  const ids = applied.ids.filter((one) => one.service === service).map(({ id }) => id);
  const own = stored.find(({ id }) => ids.includes(id));
  if (own !== undefined) return own;
  const [named, ...others] = stored.filter(({ name }) => name === file.name);
  if (others.length === 0) return named;
  const list = [named, ...others].map((one) => one?.id).join(', ');
  const message = `the service has several glossaries ${shown(file.name)}: ${list}`;
  throw new EngineError('glossary-foreign', message, RENAME);
}

const RENAME =
  'Rename the file, whose name without folder and ending is that of the glossary, or rename or delete the glossary on the service.';

/** @throws EngineError 'glossary-foreign' */
async function planPairs(
  known: Known,
  found: StoredGlossary | undefined,
  { store, service: address, run }: Pushing,
): Promise<readonly PairPlan[]> {
  const { file, applied } = known;
  const isOurs = applied.terms.size > 0;
  const isSameOne = found !== undefined && idOf(known, address) === found.id;
  const plans: PairPlan[] = [];
  for (const pair of pairsOf(known)) {
    const isThere = found !== undefined && hasPair(found, pair);
    // What was not changed here need not be read. Where nothing is there, all of it is made.
    if (isThere && isSameOne && isNothing(plannedPair(pair))) continue;
    const service = new Map(isThere ? await store.terms(found.id, pair, run.signal) : []);
    const before = isThere ? pair.applied : NO_TERMS;
    const plan = compareTerms(pair.terms, service, before);
    plans.push({ source: pair.source, target: pair.target, isThere, plan });
  }
  if (found === undefined || isOurs) return plans;
  const isSame =
    found.pairs.every((pair) => plans.some((plan) => isSamePair(plan, pair))) &&
    plans.every(({ plan }) => isNothing(plan) && plan.kept.length + plan.conflicts.length === 0);
  if (isSame) return plans;
  const message = `the service has a glossary ${shown(file.name)} with other terms than ${file.path}, and it was not made from this file; it is left as it is`;
  throw new EngineError('glossary-foreign', message, RENAME);
}

type Languages = Pick<PairPlan, 'source' | 'target'>;

function isSamePair(one: Languages, other: Languages): boolean {
  return one.source === other.source && one.target === other.target;
}

function hasPair({ pairs }: StoredGlossary, pair: Languages): boolean {
  return pairs.some((one) => isSamePair(one, pair));
}

/** At most so many conflicts are part of a message. */
const SHOWN_CONFLICTS = 20;

/** @throws EngineError 'glossary-conflict' */
function refuseConflicts(plans: readonly Push[]): void {
  const lines = plans.flatMap(({ known, pairs }) =>
    pairs.flatMap(({ source, target, plan }) =>
      plan.conflicts.map(
        (term) =>
          `${known.file.path}: ${shown(term.source)} (${source} → ${target}) is ${side(term.here)} here and ${side(term.there)} on the service`,
      ),
    ),
  );
  if (lines.length === 0) return;
  const more = lines.length - SHOWN_CONFLICTS;
  const list = [...lines.slice(0, SHOWN_CONFLICTS), ...(more > 0 ? [`and ${more} more`] : [])];
  const message = `Terms were changed both in the file and on the service:\n${list.join('\n')}`;
  const hint =
    'Put the term that is right into the file and on the service. Until both agree, nothing is sent.';
  throw new EngineError('glossary-conflict', message, hint);
}

function side(text: string | undefined): string {
  return text === undefined ? 'deleted' : shown(text);
}

function shown(text: string): string {
  return JSON.stringify(text);
}

async function carryOut({ known, found, pairs }: Push, pushing: Pushing): Promise<Pushed> {
  const changes = changesOf(
    known.file,
    pairs.map(({ source, target, plan }) => {
      const { added, changed, removed, kept } = plan;
      return { source, target, added, changed, removed, kept };
    }),
  );
  const id = await write(known.file.name, { found, pairs }, pushing);
  return { known, id, changes };
}

async function write(
  name: string,
  { found, pairs }: Pick<Push, 'found' | 'pairs'>,
  { store, run }: Pushing,
): Promise<string | undefined> {
  const { signal } = run;
  const dictionaries = pairs
    .map(({ source, target, plan }) => ({ source, target, terms: plan.result, plan }))
    .filter(({ terms }) => terms.size > 0);
  if (found === undefined) {
    return dictionaries.length === 0 ? undefined : store.create(name, dictionaries, signal);
  }
  const changed = pairs.filter(({ plan }) => !isNothing(plan));
  for (const { source, target, plan, isThere } of changed) {
    if (plan.result.size > 0) {
      await store.put(found.id, { source, target, terms: plan.result }, signal);
    } else if (isThere) await store.remove(found.id, { source, target }, signal);
  }
  return found.id;
}

/** The lock's lines once a file is applied. */
function noted(lines: string, { known, id }: Pushed, service: string): string {
  const { file, hash, applied } = known;
  const others = applied.ids.filter((one) => one.service !== service);
  const ids = id === undefined ? others : [...others, { service, id, name: file.name }];
  const terms = new Map(
    file.dictionaries.map(({ target, terms: own }) => [
      target,
      new Map([...own].map(([source, text]) => [source, new Set([targetHash(text)])])),
    ]),
  );
  return updateApplied(lines, hash, { ids, terms });
}
