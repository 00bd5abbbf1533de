import { dirname, resolve } from 'node:path';
import type { CatalogFile, Report, Stamp } from '../../src/index.js';
import { failureOf } from './failure.js';
import { failureNotice, placeOf, reportNotice } from './notice.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';

/** What a run of the engine gave. */
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

/** A config that cannot be used, catalogs that are missing, or a mistake of ours. */
export function failedOutcome(settings: Settings, thrown: unknown, configs: Configs): Outcome {
  const { configFile, awaited = [] } = configs;
  const place = placeOf(thrown);
  const file = configFile ?? place.file;
  const error = failureOf(thrown);
  const root = file === undefined ? undefined : dirname(file);
  return {
    report: undefined,
    error,
    root,
    notice: failureNotice(error, { place, root: root ?? settings.folder }),
    files: file === undefined ? awaited : [file],
    folders: [],
    catalogs: [],
    inputs: [],
  };
}
