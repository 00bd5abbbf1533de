import { openContext, requireSupported } from '../context.js';
import type { Context } from '../context.js';
import type { Notice } from '../notice.js';
import type { LocaleSyncOptions } from '../options.js';
import { loadVirtual } from '../virtual-modules.js';

interface WatchableHost extends BuildHost {
  readonly meta: { readonly watchMode: boolean; readonly rollupVersion: string };
}

/** The plugin in Rollup or Rolldown. */
export class RollupContext {
  readonly #context: Context;
  #stop: (() => void) | undefined;

  /** @throws TypeError for invalid options */
  constructor(options: LocaleSyncOptions) {
    this.#context = openContext(options, { root: process.cwd() });
  }

  async buildStart(host: WatchableHost): Promise<void> {
    requireSupported('Rollup', host.meta.rollupVersion);
    if (host.meta.watchMode) this.#stop ??= this.#context.project.subscribe(() => undefined);
    await beforeBuild(this.#context, host);
  }

  load(id: string): string | undefined {
    return loadVirtual(id, this.#context.project.last, { isDev: false });
  }

  closeWatcher(): void {
    this.#stop?.();
  }
}

/** A notice in the form that Rollup, Rolldown and Vite's overlay accept. */
interface RollupError {
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
