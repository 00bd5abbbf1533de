import { dirname, resolve } from 'node:path';
import type { CatalogFile, Report, Stamp } from '../../src/index.js';
import { devNotice } from './dev-notice.js';
import { reportNotice } from './notice.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';

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
