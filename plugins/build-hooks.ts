import { LIVE_MODULE } from './live.js';
import type { Context } from './shared.js';
import { STATUS_MODULE } from './status.js';
import type { Told } from './text.js';

/** What is told as Rollup, Rolldown and Vite's overlay take it. */
export interface RollupError {
  readonly message: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/** What Rollup, Rolldown and Vite give their hooks, as far as we use it. */
export interface BuildContext {
  addWatchFile(file: string): void;
  error(error: RollupError): never;
  warn(warning: RollupError): void;
}

/** Before a build: runs, registers the files to watch, and stops the build or warns. */
export async function beforeBuild(context: Context, bundler: BuildContext): Promise<void> {
  const outcome = await context.project.run();
  for (const file of outcome.files) bundler.addWatchFile(file);
  const error = context.errorOf(outcome);
  if (error !== undefined) bundler.error(rollupError(error));
  const warning = context.warningOf(outcome);
  if (warning !== undefined) bundler.warn(rollupError(warning));
}

export function rollupError({ text, place }: Told): RollupError {
  return place === undefined ? { message: text } : { message: text, id: place.file, loc: place };
}

/** Id of a module that the plugin provides, marked as no file; undefined for any other. */
export function resolveVirtual(id: string): string | undefined {
  return id === STATUS_MODULE || id === LIVE_MODULE ? `\0${id}` : undefined;
}
