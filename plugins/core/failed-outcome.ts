import { dirname, posix, resolve } from 'node:path';
import type { ResolvedConfig } from '../../src/index.js';
import { devFailure } from './dev-notice.js';
import { failureOf } from './failure.js';
import { failureNotice, placeOf } from './notice.js';
import type { Settings } from './options.js';
import type { Outcome } from './outcome.js';

interface Configs {
  readonly config?: ResolvedConfig;
  /** Without a config: the paths of possible config files. */
  readonly awaited?: readonly string[];
}

/** The outcome for an unusable config, missing catalogs or an internal error. */
export function failedOutcome(settings: Settings, thrown: unknown, configs: Configs): Outcome {
  const { config, awaited = [] } = configs;
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
    files: file === undefined ? awaited : [file],
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
