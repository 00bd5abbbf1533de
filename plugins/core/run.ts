import { resolve } from 'node:path';
import { configFiles, LocaleSyncError, remember, stampFile, writeTypes } from '../../src/index.js';
import type { ResolvedConfig, Stamp } from '../../src/index.js';
import { codeFolders } from './code-folders.js';
import type { CodeKeys } from './code-keys.js';
import type { Engines, OpenEngine } from './engines.js';
import { environment } from './environment.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';
import { failedOutcome } from './failed-outcome.js';
import { outcomeOf } from './outcome-of.js';
import type { Found } from './outcome-of.js';
import { selectionOf } from './recalled.js';

// Loaded with the first run, together with the engine.

export interface RunOptions {
  readonly engines: Engines;
  /** Set in a dev session. */
  readonly codeKeys: CodeKeys | undefined;
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
      return { ...outcomeOf(settings, found), extraction, code };
    } catch (error) {
      const failed = failedOutcome(settings, error, { config: open.config });
      return { ...failed, extraction, code };
    }
  } catch (error) {
    return failedOutcome(settings, error, { awaited: configFilesOf(settings) });
  }
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
  { proposals }: Pick<RunOptions, 'proposals'>,
): Promise<Found> {
  const selection = { ...selectionOf(settings), ...(proposals ? {} : { proposals }) };
  const isSync = settings.mode === 'sync';
  const report = await (isSync ? engine.sync(selection) : engine.check(selection));
  const types = await keepTypes(config);
  remember({ selection, config, engine, report, env: environment(), isLook: !isSync, types });
  const inputs = engine.inputs();
  return {
    report,
    file: config.file,
    inputs: inputs.length === 0 ? [] : [stamp, ...inputs],
    catalogs: engine.files(),
  };
}
