import { findConfigFile } from '../config/find.js';
import type { FindOptions } from '../config/find.js';
import type { ResolvedConfig } from '../config/resolved.js';
import { EMBEDDED } from '../config/service-settings.js';
import type { Environment } from '../config/service-settings.js';
import { readRegularText } from '../disk/regular-file.js';
import type { Selection } from '../model/plan.js';
import type { Report } from '../model/report.js';
import { STATE_FOLDER } from '../state/names.js';
import { readChanged, readStamped, writeSnapshot } from '../state/snapshot/index.js';
import type { ChangedSnapshot, SnapshotOf, Stamp, Stamps } from '../state/snapshot/index.js';
import { version } from './version.js';

// The way to "nothing to do": this module loads no package, so neither may what it imports.

/** An answer of an earlier run, and what it rests on. */
export interface Remembered {
  readonly report: Report;
  /** Absolute path of the config file. */
  readonly file: string;
  /** The config file as it is. */
  readonly config: Stamp;
  /** All other files and folders that the answer rests on, as they were, and still are. */
  readonly inputs: Stamps;
}

export interface RecallOptions extends FindOptions {
  readonly env?: Environment;
  /** Whether the answer of an earlier look will do, too: another `sync` may do more than one saw. */
  readonly isLook?: boolean;
  /** Whether the declarations that the config may name have to be as that run left them. */
  readonly keepsTypes?: boolean;
}

/**
 * What the last `sync` of this selection found, if it left nothing to do and nothing has changed
 * since. Costs about a `stat` for each file. Never throws: any doubt is undefined, and then the
 * engine has to look.
 */
export function recall(options: RecallOptions, selection: Selection = {}): Remembered | undefined {
  return recallUpTo(0, options, selection)?.answer;
}

/** An answer of an earlier run, and what of it does not hold any more. */
export interface Since {
  readonly report: Report;
  /** Files and folders that the answer rests on, as they were. */
  readonly inputs: Stamps;
  /** Those of them that are others now. Not empty. */
  readonly changed: readonly Stamp[];
}

/** The last answer, where it holds still, or where it does but for a few files that changed. */
export type LastAnswer =
  | { readonly answer: Remembered; readonly since?: undefined }
  | { readonly answer?: undefined; readonly since: Since };

/** So many files may have changed: above that, looking at all of them is as quick. */
const FEW = 100;

/** Like `recall`, where a few files may have changed. */
export function recallLast(
  options: RecallOptions,
  selection: Selection = {},
): LastAnswer | undefined {
  return recallUpTo(FEW, options, selection);
}

function recallUpTo(
  most: number,
  { env = {}, isLook = false, keepsTypes = false, ...options }: RecallOptions,
  selection: Selection,
): LastAnswer | undefined {
  try {
    const file = findConfigFile(options);
    if (!isPlainData(file)) return undefined;
    const root = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')));
    const { stamp, content } = readStamped(file);
    if (content === undefined) return undefined;
    const asked = { file, bytes: content.toString(), selection, env };
    // Who writes no declarations takes an answer of either kind.
    const identities = new Set(
      (keepsTypes ? [true] : [false, true]).map((one) => identityOf(asked, one)),
    );
    const folder = `${root}/${STATE_FOLDER}`;
    const snapshot = bestOf(folder, { identities, kinds: isLook ? KINDS : ['sync'], most });
    if (snapshot === undefined) return undefined;
    const report = snapshot.payload as Report;
    const { inputs, changed } = snapshot;
    if (changed.length > 0) return { since: { report, inputs, changed } };
    return { answer: { report, file, config: stamp, inputs } };
  } catch {
    return undefined;
  }
}

const KINDS: readonly SnapshotOf[] = ['sync', 'look'];

interface Wanted {
  readonly identities: Iterable<string>;
  readonly kinds: readonly SnapshotOf[];
  readonly most: number;
}

/** One that holds, or else the first of which little has changed. */
function bestOf(folder: string, { identities, kinds, most }: Wanted): ChangedSnapshot | undefined {
  let best: ChangedSnapshot | undefined;
  for (const identity of identities) {
    for (const of of kinds) {
      const found = readChanged(folder, { identity, of, most: best === undefined ? most : 0 });
      if (found?.changed.length === 0) return found;
      best ??= found;
    }
  }
  return best;
}

export interface Finished {
  readonly selection: Selection;
  readonly config: ResolvedConfig;
  readonly engine: { readonly inputs: () => Stamps; readonly isFinal: () => boolean };
  readonly report: Report;
  readonly env?: Environment;
  /** Whether it only looked. */
  readonly isLook?: boolean;
  /** Declarations that it brought up to date. Default: it left them alone. */
  readonly types?: readonly Stamp[];
}

/**
 * Remembers the answer of a `sync` after which nothing is left to do for another one, or of a look
 * that found nothing open.
 */
export function remember(finished: Finished): void {
  const { selection, config, engine, report, env = {}, isLook = false, types } = finished;
  const { retranslate, accept, keys, proposals, shard } = selection;
  // A run that put proposals off leaves them to the next one.
  if (proposals === false && hasReviews(report)) return;
  if (retranslate !== undefined || accept !== undefined || keys !== undefined) return;
  // Which files are in a shard depends on all of them.
  if (shard !== undefined) return;
  if (!isPlainData(config.file) || !isSettled(report) || !engine.isFinal()) return;
  const inputs = engine.inputs();
  // What it changed on the service is news once.
  if (inputs.length === 0 || (report.glossaries ?? report.styles) !== undefined) return;
  const { written, unchanged } = report.files;
  const payload: Report = {
    ...withoutJobs(report),
    requests: 0,
    texts: 0,
    characters: 0,
    reused: { repository: 0, memory: 0, duplicates: 0 },
    files: { written: 0, unchanged: written + unchanged },
    removed: 0,
    locales: Object.fromEntries(
      Object.entries(report.locales).map(([locale, counts]) => [
        locale,
        { ...counts, translated: 0 },
      ]),
    ),
  };
  const { file } = config;
  const asked = { file, bytes: readRegularText(file), selection, env };
  const identity = identityOf(asked, types !== undefined);
  const snapshot = { identity, inputs: inputs.with(types ?? []), payload };
  writeSnapshot(`${config.root}/${STATE_FOLDER}`, snapshot, isLook ? 'look' : 'sync');
}

function withoutJobs(report: Report): Report {
  const entries = Object.entries(report).filter(([name]) => name !== 'jobs');
  return Object.fromEntries(entries) as unknown as Report;
}

function hasReviews({ locales }: Report): boolean {
  return Object.values(locales).some(({ review }) => review > 0);
}

/** True when another run would find nothing to send and nothing to write. */
function isSettled({ error, locales, problems }: Report): boolean {
  if (error !== null) return false;
  if (problems.some(({ code }) => TRANSIENT.has(code))) return false;
  return Object.values(locales).every(({ missing, stale }) => missing + stale === 0);
}

const TRANSIENT: ReadonlySet<string> = new Set([
  'changed-on-disk',
  'write-failed',
  'invalid-file',
  'service-failed',
  'service-rejected',
  'lock-unreadable',
  'lock-newer',
  'archive-unreadable',
  'archive-newer',
  'memory-unreadable',
  'store-unavailable',
  'job-unreadable',
]);

interface Asked {
  readonly file: string;
  readonly bytes: string;
  readonly selection: Selection;
  readonly env: Environment;
}

/** Everything besides files below the root that the answer depends on. */
function identityOf({ file, bytes, selection, env }: Asked, keepsTypes: boolean): string {
  const { locales, files, folder = '' } = selection;
  const service = serviceKind(env, bytes);
  const globs = files === undefined ? null : [folder, ...files];
  // Most configs name no declarations.
  const types = keepsTypes && bytes.includes('types') ? ['types'] : [];
  return JSON.stringify([version, file, bytes, locales ?? null, globs, service, ...types]);
}

/**
 * Whether the service is the embedded one: texts of a rehearsal are drifted for all others. '': as
 * the config says.
 */
function serviceKind({ SERVICE_URL = '' }: Environment, config: string): string {
  const url = SERVICE_URL.trim();
  if (url === EMBEDDED || (url === '' && config.includes(EMBEDDED))) return url;
  return 'other';
}

/** A module may read anything; data depends on its bytes only. */
function isPlainData(file: string): boolean {
  return /\.(?:ya?ml|json)$/.test(file);
}
