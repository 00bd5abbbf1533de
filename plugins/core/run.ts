import { resolve, dirname, posix } from 'node:path';
import { configFiles, LocaleSyncError, remember, stampFile, writeTypes } from '../../src/index.js';
import type { Engine, Report, ResolvedConfig, Selection, Stamp } from '../../src/index.js';
import type { CodeKeys } from './code-keys.js';
import { deletedText, targetsOf } from './deleted-targets.js';
import type { DevNotice } from './dev-notice.js';
import { devFailure } from './dev-notice.js';
import type { Engines, OpenEngine } from './engines.js';
import { environment } from './environment.js';
import { failureOf } from './failure.js';
import { failureNotice, placeOf } from './notice.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';
import { selectionOf, outcomeOf, type Found } from './recalled.js';

// Loaded with the first run, together with the engine.

export interface RunOptions {
  readonly engines: Engines;
  /** Set in a dev session. */
  readonly codeKeys: CodeKeys | undefined;
  /** Targets that were deleted in this session, absolute. */
  readonly deleted: ReadonlySet<string>;
  /** Whether proposals are requested now. */
  readonly proposals: boolean;
}

/** Runs the engine, from config to outcome. Never throws. */
export async function run(settings: Settings, options: RunOptions): Promise<Outcome> {
  const { folder: cwd, config: file } = settings;
  try {
    const open = await options.engines.open({ cwd, file });
    const extraction = await options.codeKeys?.extract(open.config);
    const follows = options.codeKeys !== undefined && settings.extract;
    const code = follows ? await codeFolders(open.config) : undefined;
    try {
      const found = await runEngine(settings, open, options);
      const outcome = outcomeOf(settings, found);
      return { ...outcome, dev: withDeleted(outcome, settings, options), extraction, code };
    } catch (error) {
      const failed = failedOutcome(settings, error, open.config);
      return { ...failed, extraction, code };
    }
  } catch (error) {
    return failedOutcome(settings, error, undefined);
  }
}

/** The folders that the code of `extract.code` is in, absolute. */
async function codeFolders({ root, extract }: ResolvedConfig): Promise<readonly string[]> {
  if (extract === undefined) return [];
  // The config of i18next-parser, which names the code then, is only read for an extraction.
  if (extract.some(({ code }) => code === undefined)) return [root];
  const { default: glob } = await import('fast-glob');
  const tasks = extract.flatMap(({ code = [] }) => glob.generateTasks([...code]));
  const bases = tasks.map(({ base }) => resolve(root, base));
  return [...new Set(bases)];
}

/** The outcome for an unusable config, missing catalogs or an internal error. */
function failedOutcome(
  settings: Settings,
  thrown: unknown,
  config: ResolvedConfig | undefined,
): Outcome {
  const place = placeOf(thrown);
  const file = config?.file ?? place.file;
  const error = failureOf(thrown);
  const root = file === undefined ? undefined : dirname(file);
  const notice = failureNotice(error, { place, root: root ?? settings.folder });
  return {
    report: undefined,
    error,
    root,
    notice,
    dev: devFailure(notice, error.code),
    files: file === undefined ? configFilesOf(settings) : [file],
    folders: config === undefined ? [] : sourceFolders(config),
    catalogs: [],
    inputs: [],
  };
}

/** Folders of possible source files, for a project that has none yet. */
function sourceFolders({ root, catalogs }: ResolvedConfig): readonly string[] {
  const folders = catalogs.map(({ source }) => {
    const [known = ''] = source.split(/[*?[{\\]/);
    return resolve(root, posix.dirname(`${known}x`));
  });
  return [...new Set(folders)];
}

/**
 * Updates the declarations named in the config, and returns their stamps; a broken source has
 * already been reported.
 */
async function keepTypes(config: ResolvedConfig): Promise<readonly Stamp[]> {
  const { root, types } = config;
  if (types?.out === undefined) return [];
  try {
    await writeTypes(config);
  } catch (error) {
    if (!(error instanceof LocaleSyncError) || error.code !== 'invalid-source') throw error;
  }
  return [stampFile(resolve(root, types.out))];
}

/** The config file or, if there is none, every possible one. */
export function configFilesOf({ folder, config }: Settings): readonly string[] {
  return configFiles({ cwd: folder, file: config });
}

async function runEngine(
  settings: Settings,
  { stamp, config, engine }: OpenEngine,
  { proposals, deleted }: RunOptions,
): Promise<Found> {
  const selection = { ...selectionOf(settings), ...(proposals ? {} : { proposals }) };
  const isSync = settings.mode === 'sync';
  const left = { root: config.root, deleted };
  const report = !isSync
    ? await engine.check(selection)
    : deleted.size === 0
      ? await engine.sync(selection)
      : await syncOthers(engine, selection, left);
  const types = await keepTypes(config);
  if (deleted.size === 0)
    remember({ selection, config, engine, report, env: environment(), isLook: !isSync, types });
  const inputs = engine.inputs();
  return {
    report,
    file: config.file,
    inputs: inputs.length === 0 ? [] : [stamp, ...inputs],
    catalogs: engine.files(),
  };
}

/** Translates all targets but the deleted ones, which are missing in the report. */
async function syncOthers(
  engine: Engine,
  selection: Selection,
  { root, deleted }: { readonly root: string; readonly deleted: ReadonlySet<string> },
): Promise<Report> {
  const looked = await engine.check(selection);
  const targets = targetsOf(engine.files()).map(({ path }) => path);
  const files = targets.filter((path) => !deleted.has(resolve(root, path)));
  if (looked.error !== null || files.length === 0) return looked;
  const report = await engine.sync({ ...selection, files });
  return report.error === null ? engine.check(selection) : report;
}

/** The notice of an outcome, with a line about deleted targets. */
function withDeleted(
  { root = '', dev, catalogs }: Outcome,
  settings: Settings,
  { deleted }: RunOptions,
): DevNotice {
  const targets = targetsOf(catalogs).filter(({ path }) => deleted.has(resolve(root, path)));
  const text = deletedText(targets, { root, settings });
  return text === undefined ? dev : { ...dev, line: [dev.line ?? [], text].flat().join('\n') };
}
