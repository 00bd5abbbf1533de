import { likelyConfig } from '../../config/index.js';
import type { FindOptions, ResolvedConfig, Environment } from '../../config/index.js';
import { EMBEDDED, realService } from '../../facts/index.js';
import { readRegularText } from '../../disk/index.js';
import { answerOf } from '../../model/index.js';
import type { Selection, Report } from '../../model/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { readAnswer, readStamped, writeAnswer } from '../../state/index.js';
import type { Stamp, Stamps } from '../../state/index.js';
import { version } from '../version.js';

// On the fast path to "nothing to do": neither this module nor its imports may load a package.

/** The answer of an earlier run, and the files it depends on. */
export interface Remembered {
  readonly report: Report;
  /** Absolute path of the config file. */
  readonly file: string;
  /** Stamp of the config file. */
  readonly config: Stamp;
  /** Stamps of all other files and folders that the answer depends on; they have not changed. */
  readonly inputs: Stamps;
}

export interface RecallOptions extends FindOptions {
  readonly env?: Environment;
  /**
   * Whether the answer of an earlier look is acceptable too. `sync` does not set it, because it may
   * do more than a look sees.
   */
  readonly isLook?: boolean;
  /** Whether the answer must include what the config's `check` asks for; no remembered one does. */
  readonly isCheck?: boolean;
  /** Whether declarations named in the config must be as that run left them. */
  readonly keepsTypes?: boolean;
}

/**
 * The answer of the last `sync` of this selection, if it left nothing to do and nothing has changed
 * since. Costs about one `stat` per file. Never throws: in any doubt it returns undefined, and the
 * engine has to compare.
 */
export function recall(
  { env = {}, isLook = false, isCheck = false, keepsTypes = false, ...options }: RecallOptions,
  selection: Selection = {},
): Remembered | undefined {
  try {
    const answer = answerOf(selection);
    if (answer === undefined) return undefined;
    const file = likelyConfig(options);
    if (file === undefined || !isPlainData(file)) return undefined;
    const root = file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')));
    const { stamp, content } = readStamped(file);
    if (content === undefined) return undefined;
    if (isCheck && content.includes('check')) return undefined;
    const asked = { file, bytes: content.toString(), selection: answer.identity, env };
    // A command that writes no declarations accepts answers of either kind.
    for (const withTypes of keepsTypes ? [true] : [false, true]) {
      const identity = identityOf(asked, withTypes);
      for (const of of isLook ? KINDS : (['sync'] as const)) {
        const found = readAnswer(`${root}/${STATE_FOLDER}`, of, identity);
        if (found === undefined) continue;
        return { report: found.payload as Report, file, config: stamp, inputs: found.inputs };
      }
    }
  } catch {
    // The engine reports what is wrong.
  }
  return undefined;
}

const KINDS = ['sync', 'look'] as const;

export interface Finished {
  readonly selection: Selection;
  readonly config: ResolvedConfig;
  readonly engine: { readonly inputs: () => Stamps; readonly isFinal: () => boolean };
  readonly report: Report;
  readonly env?: Environment;
  /** Whether the run only looked. */
  readonly isLook?: boolean;
  /** Declarations that the run brought up to date. Default: it wrote none. */
  readonly types?: readonly Stamp[];
}

/** Stores the answer of a `sync` that left nothing to do, or of a look that found nothing open. */
export function remember(finished: Finished): void {
  const { selection, config, engine, report, env = {}, isLook = false, types } = finished;
  const answer = answerOf(selection);
  // A run that postponed proposals leaves them to the next run.
  if (answer === undefined || (answer.isShared && hasReviews(report))) return;
  if (!isPlainData(config.file) || !isSettled(report) || !engine.isFinal()) return;
  const inputs = engine.inputs();
  // Changes on the service must be reported only once.
  if (inputs.length === 0 || (report.glossaries ?? report.styles) !== undefined) return;
  const { written, unchanged } = report.files;
  const lasting = Object.entries(report).filter(([name]) => name !== 'jobs' && name !== 'trust');
  const payload: Report = {
    ...(Object.fromEntries(lasting) as unknown as Report),
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
  const asked = { file, bytes: readRegularText(file), selection: answer.identity, env };
  const identity = identityOf(asked, types !== undefined);
  const stamps = inputs.with(types ?? []);
  const state = `${config.root}/${STATE_FOLDER}`;
  writeAnswer(state, isLook ? 'look' : 'sync', { identity, inputs: stamps, payload });
}

function hasReviews({ locales }: Report): boolean {
  return Object.values(locales).some(({ review }) => review > 0);
}

/** Whether another run would find nothing to send and nothing to write. */
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
  'lock-missing',
  'archive-unreadable',
  'archive-newer',
  'memory-unreadable',
  'store-unavailable',
  'job-unreadable',
]);

interface Asked {
  readonly file: string;
  readonly bytes: string;
  /** From `answerOf`. */
  readonly selection: string;
  readonly env: Environment;
}

/** Everything the answer depends on besides files below the root. */
function identityOf({ file, bytes, selection, env }: Asked, keepsTypes: boolean): string {
  const service = serviceKind(env, bytes);
  // Most configs name no declarations.
  const types = keepsTypes && bytes.includes('types') ? ['types'] : [];
  return JSON.stringify([version, file, bytes, selection, service, ...types]);
}

/**
 * `embedded`, `here` or `elsewhere`: the service that SERVICE_URL names. If it is not set, '': the
 * config may name the embedded one; or 'other'. Rehearsal texts are no translations for others.
 */
function serviceKind({ SERVICE_URL = '' }: Environment, config: string): string {
  const url = SERVICE_URL.trim();
  if (url === '') return config.includes(EMBEDDED) ? '' : 'other';
  return realService(url) ?? EMBEDDED;
}

/** A config module may read anything; a data file depends only on its bytes. */
function isPlainData(file: string): boolean {
  return /\.(?:ya?ml|json)$/.test(file);
}
