import { dirname, resolve } from 'node:path';
import type { CatalogFile, Problem, Report, ReportError, Selection, Stamp } from '../src/index.js';
import type { CodeKeys, KeysFound } from './code-keys.js';
import type { Engines } from './engines.js';
import { environment } from './environment.js';
import { errorOf } from './error-of.js';
import type { Settings } from './options.js';
import { describeOutcome } from './text.js';
import type { Told } from './text.js';

/** What one run found, in the terms of a bundler. Paths are absolute, except in `report` and `catalogs`. */
export interface Outcome {
  readonly report: Report | undefined;
  /** Why there is no report, or what ended the run. */
  readonly error: ReportError | undefined;
  /** Folder of the config; undefined if there is none. */
  readonly root: string | undefined;
  /** What to tell; undefined: nothing. */
  readonly told: Told | undefined;
  /** Files whose change makes this outcome old: the config, sources, targets (those to come included), the lock. */
  readonly files: readonly string[];
  /** Folders in which a new file may be a new catalog. */
  readonly folders: readonly string[];
  readonly catalogs: readonly CatalogFile[];
  /** Everything it rests on, as it was. Empty: not certain. */
  readonly inputs: readonly Stamp[];
  /** What looking for keys in code came to, the last time. */
  readonly extraction?: KeysFound | undefined;
}

export interface LookOptions {
  readonly engines: Engines;
  /** In a dev session. */
  readonly codeKeys: CodeKeys | undefined;
  /** Whether a remembered answer will do. It knows no `catalogs`. */
  readonly quick: boolean;
}

/** One run of the engine, from config to what there is to tell. Never throws. */
export async function look(settings: Settings, options: LookOptions): Promise<Outcome> {
  const { folder: cwd, config: file } = settings;
  try {
    const api = await import('../src/index.js');
    const selection = selectionOf(settings);
    const env = environment();
    const remembered = options.quick ? api.recall({ cwd, file, env }, selection) : undefined;
    if (remembered !== undefined) return outcomeOf(settings, { ...remembered, catalogs: [] });
    const { stamp, config, engine } = await options.engines.open({ cwd, file });
    try {
      const extraction = await options.codeKeys?.take(config);
      const report = await (settings.mode === 'sync'
        ? engine.sync(selection)
        : engine.check(selection));
      if (settings.mode === 'sync') api.remember({ selection, config, engine, report, env });
      const inputs = engine.inputs();
      const found = {
        report,
        inputs: inputs.length === 0 ? [] : [stamp, ...inputs],
        catalogs: engine.files(),
      };
      return { ...outcomeOf(settings, { ...found, file: config.file }), extraction };
    } catch (error) {
      return await failure(settings, error, { configFile: config.file });
    }
  } catch (error) {
    return failure(settings, error, { awaited: await configFilesOf(settings) });
  }
}

/** The config file, or, where there is none, every file that would be one. */
export async function configFilesOf({ folder, config }: Settings): Promise<readonly string[]> {
  const { configFiles } = await import('../src/index.js');
  return configFiles({ cwd: folder, file: config });
}

/** The config file that counts now; undefined where there is none. */
export async function configFileOf({ folder, config }: Settings): Promise<string | undefined> {
  const { findConfigFile } = await import('../src/index.js');
  try {
    return findConfigFile({ cwd: folder, file: config });
  } catch {
    return undefined;
  }
}

function selectionOf({ locales, include }: Settings): Selection {
  return {
    ...(locales === undefined ? {} : { locales }),
    ...(include === undefined ? {} : { files: include }),
  };
}

interface Found {
  readonly report: Report;
  readonly file: string;
  readonly inputs: readonly Stamp[];
  readonly catalogs: readonly CatalogFile[];
}

function outcomeOf(settings: Settings, { report, file, inputs, catalogs }: Found): Outcome {
  const root = dirname(file);
  const error = report.error ?? undefined;
  const isFolder = ({ kind }: Stamp): boolean => kind === 'folder';
  const stamped = inputs.filter((stamp) => !isFolder(stamp)).map(({ path }) => path);
  const known = catalogs.map(({ path }) => resolve(root, path));
  return {
    report,
    error,
    root,
    told: describeOutcome({ report, root, settings, ...(error === undefined ? {} : { error }) }),
    files: [...new Set([file, ...known, ...stamped])],
    folders: inputs.filter(isFolder).map(({ path }) => path),
    catalogs,
    inputs,
  };
}

interface Configs {
  readonly configFile?: string;
  /** Where there is none: the files that would be one. */
  readonly awaited?: readonly string[];
}

/** A config that cannot be used, catalogs that are not there, or a mistake of ours. */
async function failure(settings: Settings, thrown: unknown, configs: Configs): Promise<Outcome> {
  const { configFile, awaited = [] } = configs;
  const place = placeOf(thrown);
  const file = configFile ?? place.file;
  const problem: Problem = { code: 'invalid-file', severity: 'error', message: '', ...place };
  const error = await errorOf(thrown);
  const root = file === undefined ? undefined : dirname(file);
  return {
    report: undefined,
    error,
    root,
    told: describeOutcome({ error, place: problem, root: root ?? settings.folder, settings }),
    files: file === undefined ? awaited : [file],
    folders: [],
    catalogs: [],
    inputs: [],
  };
}

function placeOf(thrown: unknown): Partial<Pick<Problem, 'file' | 'line' | 'column'>> {
  if (!(thrown instanceof Error)) return {};
  const place = thrown as { readonly file?: unknown; readonly line?: unknown; column?: unknown };
  return {
    ...(typeof place.file === 'string' ? { file: place.file } : {}),
    ...(typeof place.line === 'number' ? { line: place.line } : {}),
    ...(typeof place.column === 'number' ? { column: place.column } : {}),
  };
}
