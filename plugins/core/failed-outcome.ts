import { dirname } from 'node:path';
import { devFailure } from './dev-notice.js';
import { failureOf } from './failure.js';
import { failureNotice, placeOf } from './notice.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';

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
  const notice = failureNotice(error, { place, root: root ?? settings.folder });
  return {
    report: undefined,
    error,
    root,
    notice,
    dev: devFailure(notice, error.code),
    files: file === undefined ? awaited : [file],
    folders: [],
    catalogs: [],
    inputs: [],
  };
}
