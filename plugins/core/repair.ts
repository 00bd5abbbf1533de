import { isAbsolute, relative, resolve } from 'node:path';
import type { Problem } from '../../src/index.js';
import { shellWord } from '../../src/model/index.js';
import type { Settings } from './options.js';

/** The repair of a problem. */
export type Repair =
  | { readonly action: 'sync' }
  | { readonly action: 'fix-file' }
  /** A human text whose source has changed. */
  | { readonly action: 'review'; readonly locale: string; readonly key: string }
  /** A text that fails the checks. */
  | { readonly action: 'fix-text'; readonly locale: string; readonly key: string };

/** What a command line depends on. */
export interface CommandPlace {
  /** Folder of the config, absolute. */
  readonly root: string;
  readonly settings: Settings;
}

export function repairOf({ code, locale, key }: Problem): Repair {
  if (locale === undefined || key === undefined) {
    return { action: code === 'missing' ? 'sync' : 'fix-file' };
  }
  switch (code) {
    case 'missing':
    case 'stale':
    case 'service-failed':
    case 'service-rejected':
    case 'changed-on-disk':
    case 'write-failed':
      return { action: 'sync' };
    case 'review':
      return { action: 'review', locale, key };
    default:
      return { action: 'fix-text', locale, key };
  }
}

/** What to do, with a command that can be pasted in the folder where the bundler was started. */
export function repairText(
  repair: Repair,
  problems: readonly Problem[],
  where: CommandPlace,
): string {
  const locales = [...new Set(problems.flatMap(({ locale }) => locale ?? []))].join(',');
  const sync = ['sync', ...(locales === '' ? [] : ['--locale', locales])];
  switch (repair.action) {
    case 'sync':
      return commandLine(sync, where);
    case 'fix-file':
      return `fix the file, then ${commandLine(['check'], where)}`;
    case 'review':
      return `${commandLine([...sync, '--keys', repair.key, '--accept'], where)}   (or --retranslate edited for a new translation)`;
    case 'fix-text':
      return `fix the text at its place, or ${commandLine([...sync, '--keys', repair.key, '--retranslate', 'edited'], where)}`;
  }
}

/** A command line for the folder where the bundler was started. */
export function commandLine(
  [name = '', ...args]: readonly string[],
  { root, settings }: CommandPlace,
): string {
  const folder = shownPath(root);
  const { config } = settings;
  const place =
    config !== undefined
      ? ['--config', shownPath(resolve(settings.folder, config))]
      : folder === '.'
        ? []
        : ['--cwd', folder];
  return ['locale-sync', name, ...place, ...args].map(shellWord).join(' ');
}

/** A path relative to the folder where the bundler was started. */
export function shownPath(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' ? '.' : isAbsolute(path) ? path : path.replaceAll('\\', '/');
}
