import type { Context } from '../context.js';
import type { Notice } from '../notice.js';

/** A notice in the form that Rollup, Rolldown and Vite's overlay accept. */
export interface RollupError {
  readonly message: string;
  readonly id?: string;
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number };
}

/** The used part of the context that Rollup, Rolldown and Vite give to hooks. */
export interface BuildHost {
  addWatchFile(file: string): void;
  error(error: RollupError): never;
  warn(warning: RollupError): void;
}

/** Runs before a build: registers the files to watch, and stops the build or warns. */
export async function beforeBuild(context: Context, host: BuildHost): Promise<void> {
  const outcome = await context.project.run();
  for (const file of outcome.files) host.addWatchFile(file);
  const error = context.errorOf(outcome);
  if (error !== undefined) host.error(rollupError(error));
  const warning = context.warningOf(outcome);
  if (warning !== undefined) host.warn(rollupError(warning));
}

export function rollupError({ text, place }: Notice): RollupError {
  return place === undefined ? { message: text } : { message: text, id: place.file, loc: place };
}
