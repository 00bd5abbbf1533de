import type { Selection } from '../model/index.js';
import { rulesOf } from '../config/rules-in-effect.js';
import { requireStateRegular, wasWriting } from '../state/index.js';
import { compare } from './compare/index.js';
import { namedRequests, needsService, needsText } from './compared.js';
import type { Compared } from './compared.js';
import {
  load,
  NOTHING_REMEMBERED,
  readGlossaries,
  refuseIdleKeys,
  RememberedNames,
} from './load/index.js';
import type { GlossaryFiles } from './load/index.js';
import { choiceOf, isNarrowedByKeys, narrowFile } from './plan/index.js';
import {
  KnownFiles,
  RememberedFiles,
  identityOf,
  readRecords,
  wantedSources,
} from './records/index.js';
import type { RunContext } from './session/index.js';
import { isDrifted } from './units/drift.js';
import type { LocaleComparison } from './units/types.js';

/** So many texts to look for elsewhere are looked for in everything. */
const MANY = 1_000;

export interface CompareOptions {
  /** Before texts are sent it has to be known what names of glossaries and the like stand for. */
  readonly isForSending: boolean;
  /** Called as soon as it is known what the files are. */
  readonly onCompared: (compared: Compared) => void;
}

/** load → compare. @throws ScanError, EngineError, TranslatorError */
export async function loadAndCompare(
  selection: Selection,
  run: RunContext,
  { isForSending, onCompared }: CompareOptions,
): Promise<Compared> {
  requireStateRegular(run.state);
  const compared = await compareFiles(selection, new RememberedNames(run.state), run);
  onCompared(compared);
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
  const names = new RememberedNames(run.state);
  if (!(await names.refresh(requests, await run.open(), run.signal))) return compared;
  const again = await compareFiles(compared.loaded.selection, names, run);
  onCompared(again);
  return again;
}

async function compareFiles(
  selection: Selection,
  names: RememberedNames,
  run: RunContext,
): Promise<Compared> {
  const glossaries = readGlossaries(run.config);
  const versions = [...glossaries.values()].map(({ version }) => version).join();
  const identity = identityOf(run.config, names.identity + versions);
  const looking = { selection, names, identity, glossaries };
  const remembered = recallFiles(selection, identity, run);
  if (remembered === undefined) return compareAll(looking, run);
  const nothing: ReadonlySet<string> = new Set();
  const first = await compareChanged({ ...looking, remembered }, nothing, run);
  const wanted = wantedSources(first.locales, (unit) => needsText(unit, first));
  const known = new KnownFiles(remembered, nothing).holding(wanted);
  if (known.size === 0) return first;
  if (known.size > MANY) return compareAll(looking, run);
  return compareChanged({ ...looking, remembered }, known, run);
}

interface Looking extends Pick<Compared, 'identity'> {
  readonly selection: Selection;
  readonly names: RememberedNames;
  readonly glossaries: GlossaryFiles;
}

/** What is remembered of files, where it may be used at all. */
function recallFiles(
  selection: Selection,
  identity: string,
  { config, state }: RunContext,
): RememberedFiles | undefined {
  const { retranslate, accept, keys, settled } = selection;
  const isAboutAll = [retranslate, accept, keys, settled].some((one) => one !== undefined);
  // Keys are looked for in every file, and what is retranslated or accepted may be a text that
  // nothing was to be done with. What is inconsistent shows only with all texts in view, and a
  // killed run's texts are looked at one by one.
  if (isAboutAll || comparesTexts(config) || wasWriting(state)) return undefined;
  const records = readRecords(state, identity);
  return records && new RememberedFiles(records);
}

/** Whether some text is compared with other translations of its source. */
function comparesTexts(config: RunContext['config']): boolean {
  return config.catalogs.some((catalog) =>
    catalog.targets.some((locale) => rulesOf(config, catalog, locale).inconsistent !== 'off'),
  );
}

/** Looks at every file. */
async function compareAll(looking: Looking, run: RunContext): Promise<Compared> {
  const { selection, names, identity, glossaries } = looking;
  const loaded = await load(run.config, selection, { ...run, ...NOTHING_REMEMBERED, glossaries });
  loaded.archive.look();
  const locales = narrow(compare(loaded, names.fingerprintOf), selection);
  const { broken } = loaded;
  // What is not read may hold the keys that are meant.
  if (selection.keys !== undefined && broken.length === 0) {
    const units = locales.flatMap(({ files }) => files.flatMap(({ expected }) => expected));
    const keys = units.map(({ expected }) => expected.key);
    refuseIdleKeys(selection.keys, keys);
  }
  const choice = choiceOf(selection, isDrifted);
  return { loaded, locales, identity, remembered: undefined, ...choice };
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

/** Looks at files that have changed, and at units whose source text is wanted. */
async function compareChanged(
  looking: Looking & { readonly remembered: RememberedFiles },
  wanted: ReadonlySet<string>,
  run: RunContext,
): Promise<Compared> {
  const { selection, names, identity, glossaries, remembered } = looking;
  const known = new KnownFiles(remembered, wanted);
  const loaded = await load(run.config, selection, {
    ...run,
    glossaries,
    previousFacts: undefined,
    isUnchanged: (path) => remembered.isUnchanged(path),
    stampOf: (path) => remembered.stampOf(path),
    hasProblems: (path) => remembered.hasProblems(path),
    isSettled: (pair, lock) => known.isSettled(pair, lock),
  });
  known.setLoaded(loaded);
  const locales = compare(loaded, names.fingerprintOf, known);
  return { loaded, locales, identity, remembered, ...choiceOf(selection, isDrifted) };
}
