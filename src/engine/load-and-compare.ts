import { quoted } from '../model/index.js';
import type { RequestOptions, Selection, Unit } from '../model/index.js';
import { EMBEDDED } from '../config/service-settings.js';
import { rulesOf } from '../config/rules-in-effect.js';
import { requireStateRegular, wasWriting } from '../state/index.js';
import { compare } from './compare/index.js';
import { namedRequests, needsService, needsText } from './compared.js';
import type { Compared } from './compared.js';
import { compareChanged } from './compare-changed.js';
import type { Looking } from './compare-changed.js';
import { compareSince } from './compare-since.js';
import {
  areNew,
  goesFileByFile,
  load,
  NOTHING_REMEMBERED,
  readResources,
  refuseIdleKeys,
  RememberedNames,
  versionsOf,
} from './load/index.js';
import { choiceOf, isNarrowedByKeys, narrowFile } from './plan/index.js';
import {
  KnownFiles,
  RememberedFiles,
  identityOf,
  readRecords,
  wantedSources,
} from './records/index.js';
import type { Since } from './remembered.js';
import type { RunContext } from './session/index.js';
import { inTurns, Turns } from './turns.js';
import { isDrifted } from './units/drift.js';
import { withoutFiles } from './units/request-names.js';
import type { FileComparison, LocaleComparison } from './units/types.js';

/** So many texts to look for elsewhere are looked for in everything. */
const MANY = 1_000;

export interface CompareOptions {
  /** Before texts are sent it has to be known what names of glossaries and the like stand for. */
  readonly isForSending: boolean;
  /** Called as soon as it is known what the files are. */
  readonly onCompared: (compared: Compared) => void;
  /** Whether a large run may look at some of the files first. Default: at all of them. */
  readonly inWindows?: boolean;
  /** The answer of an earlier run of this selection that all but a few files still bear out. */
  readonly since?: Since | undefined;
}

/** load → compare. A signal ends it. @throws ScanError, EngineError, TranslatorError */
export async function loadAndCompare(
  selection: Selection,
  run: RunContext,
  { isForSending, onCompared, inWindows = false, since }: CompareOptions,
): Promise<Compared> {
  requireStateRegular(run.state);
  const mayWait = inWindows && goesFileByFile(run.config, selection);
  const wanted = { selection, mayWait, since };
  const turns = new Turns(run.signal);
  const compared = await compareFiles({ ...wanted, turns }, new RememberedNames(run.state), run);
  onCompared(compared);
  await turns.give();
  return isForSending ? withNames(compared, run, onCompared) : compared;
}

/** Where it is news what names stand for, everything is compared with it again. */
export async function withNames(
  compared: Compared,
  run: RunContext,
  onCompared: CompareOptions['onCompared'],
): Promise<Compared> {
  const requests = namedRequests(compared);
  if (requests.length === 0 || !needsService(compared)) return compared;
  if (run.config.service.url === EMBEDDED) {
    run.onEvent({ type: 'left-out', names: namesIn(requests) });
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

/** What a rehearsal goes without: only the real service has it. */
function namesIn(requests: readonly RequestOptions[]): readonly string[] {
  const names = requests.flatMap((request) => {
    const { glossary, style, memory } = withoutFiles(request);
    return Object.entries({ glossary, style, 'translation memory': memory }).flatMap(
      ([kind, name]) => (name === undefined ? [] : `${kind} ${quoted(name)}`),
    );
  });
  return [...new Set(names)];
}

async function compareFiles(
  {
    selection,
    mayWait,
    since,
    turns,
  }: Pick<Looking, 'selection' | 'mayWait' | 'turns'> & { since?: Since | undefined },
  names: RememberedNames,
  run: RunContext,
): Promise<Compared> {
  run.onEvent({ type: 'phase', name: 'load' });
  const resources = await readResources(run.config);
  const identity = identityOf(run.config, names.identity + versionsOf(resources));
  const looking = { selection, names, identity, resources, mayWait, turns };
  if (!mayRecall(selection, run)) return compareAll(looking, run);
  const part = since && (await compareSince(looking, since, run));
  if (part !== undefined) return part;
  const records = readRecords(run.state, identity);
  if (records === undefined) return compareAll(looking, run);
  const remembered = new RememberedFiles(records);
  const nothing: ReadonlySet<string> = new Set();
  const first = await compareChanged({ ...looking, remembered, wanted: nothing }, run);
  const wanted = wantedSources(first.locales, (unit) => needsText(unit, first));
  const known = new KnownFiles(remembered, nothing).holding(wanted);
  if (known.size === 0) return first;
  if (known.size > MANY) return compareAll(looking, run);
  return compareChanged({ ...looking, remembered, wanted: known }, run);
}

/** Whether what is remembered of files may be used at all. */
function mayRecall(selection: Selection, { config, state }: RunContext): boolean {
  const { retranslate, accept, keys, settled } = selection;
  const isAboutAll = [retranslate, accept, keys, settled].some((one) => one !== undefined);
  // Keys are looked for in every file, and what is retranslated or accepted may be a text that
  // nothing was to be done with. What is inconsistent shows only with all texts in view, and a
  // killed run's texts are looked at one by one.
  return !isAboutAll && !comparesTexts(config) && !wasWriting(state);
}

/** Whether some text is compared with other translations of its source. */
function comparesTexts(config: RunContext['config']): boolean {
  return config.catalogs.some((catalog) =>
    catalog.targets.some((locale) => rulesOf(config, catalog, locale).inconsistent !== 'off'),
  );
}

/** Looks at every file. */
async function compareAll(looking: Looking, run: RunContext): Promise<Compared> {
  const { selection, names, identity, resources, mayWait, turns } = looking;
  const loaded = await load(run.config, selection, {
    ...run,
    ...NOTHING_REMEMBERED,
    resources,
    turns,
    // An empty lock says nothing of any file.
    mayWait: ({ open }, lock) => mayWait && lock.lock.isEmpty && areNew(open, lock),
  });
  await turns?.give();
  run.onEvent({ type: 'phase', name: 'compare' });
  loaded.archive.look();
  const found = await inTurns(compare(loaded, names.fingerprintOf), turns);
  const locales = narrow(found, selection);
  const { broken } = loaded;
  // What is not read may hold the keys that are meant.
  const isRead = broken.length === 0 && selection.shard === undefined;
  if (selection.keys !== undefined && isRead) {
    const keys = locales.flatMap(({ files }) => files.flatMap(keysIn));
    refuseIdleKeys(selection.keys, keys);
  }
  const choice = choiceOf(selection, isDrifted);
  return { loaded, locales, identity, remembered: undefined, ...choice };
}

/** Keys of the source, and those that it dropped and a target still has. */
function keysIn({ expected, obsolete, kept }: FileComparison): Unit['key'][] {
  const dropped = [...obsolete, ...kept].map(({ unit }) => unit.key);
  return [...expected.map((one) => one.expected.key), ...dropped];
}

/** What the run is not about stays as it is. */
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
