import { dirname, resolve } from 'node:path';
import { recall } from '../../src/engine/index.js';
import type { Selection, CatalogFile, Report, Stamp } from '../../src/index.js';
import { defined } from '../../src/model/index.js';
import { devNotice } from './dev-notice.js';
import { environment } from './environment.js';
import { reportNotice } from './notice.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';

// On the fast path to "nothing to do": loads neither the engine nor the public API.

/** The outcome of an earlier run if it is still valid. Its `catalogs` are empty. */
export function recalledOutcome(settings: Settings): Outcome | undefined {
  const { folder: cwd, config: file, mode } = settings;
  const isLook = mode === 'check';
  const asked = { cwd, file, env: environment(), isLook, keepsTypes: true };
  const remembered = recall(asked, selectionOf(settings));
  if (remembered === undefined) return undefined;
  const { config, inputs, ...found } = remembered;
  return outcomeOf(settings, { ...found, inputs: [config, ...inputs], catalogs: [] });
}

/** The result of a run of the engine. */
export interface Found {
  readonly report: Report;
  /** The config file. */
  readonly file: string;
  readonly inputs: readonly Stamp[];
  readonly catalogs: readonly CatalogFile[];
}

export function outcomeOf(settings: Settings, { report, file, inputs, catalogs }: Found): Outcome {
  const root = dirname(file);
  const isFolder = ({ kind }: Stamp): boolean => kind === 'folder';
  const stamped = inputs.filter((stamp) => !isFolder(stamp)).map(({ path }) => path);
  const known = catalogs.map(({ path }) => resolve(root, path));
  return {
    report,
    error: report.error ?? undefined,
    root,
    notice: reportNotice(report, { root, settings }),
    dev: devNotice(report, { root, settings }),
    files: [...new Set([file, ...known, ...stamped])],
    folders: inputs.filter(isFolder).map(({ path }) => path),
    catalogs,
    inputs,
  };
}

export function selectionOf({ locales, include }: Settings): Selection {
  return defined({ locales, files: include });
}
