import type {
  BuildOptions,
  OnLoadResult,
  OnResolveArgs,
  OnResolveResult,
  OnStartResult,
  PartialMessage,
  PluginBuild,
} from 'esbuild';
import { NAME, openContext } from '../context.js';
import type { Context } from '../context.js';
import type { Notice } from '../notice.js';
import type { LocaleSyncOptions } from '../options.js';
import type { Outcome } from '../outcome.js';
import { loadVirtual, resolveVirtual } from '../virtual-modules.js';

/** The plugin in one build of esbuild. */
export class EsbuildContext {
  readonly #context: Context;
  #outcome: Outcome | undefined;
  /** The modules to resolve: esbuild asks a plugin in another process, so only for these. */
  readonly requested: RegExp;

  constructor(options: LocaleSyncOptions, { absWorkingDir, entryPoints = [] }: BuildOptions) {
    this.#context = openContext(options, { root: absWorkingDir ?? process.cwd() });
    const entries = Array.isArray(entryPoints) ? entryPoints : Object.values(entryPoints);
    const names = entries.map((one) => (typeof one === 'string' ? one : one.in));
    const escaped = names.map((name) =>
      name.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/\*+/g, '.*'),
    );
    // esbuild writes `./` before the name of a file that exists.
    const entry = `(?:\\.[/\\\\])?(?:${escaped.join('|')})`;
    this.requested = new RegExp(`^(?:virtual:locale-sync/.*|${entry})$`);
  }

  async start(): Promise<OnStartResult> {
    const outcome = await this.#context.project.run();
    this.#outcome = outcome;
    const error = this.#context.errorOf(outcome);
    const warning = this.#context.warningOf(outcome);
    return {
      errors: error === undefined ? [] : [messageOf(error)],
      warnings: warning === undefined ? [] : [messageOf(warning)],
    };
  }

  /** esbuild only watches what resolving depends on: the first module depends on the catalogs. */
  async resolve(
    { path, ...asked }: OnResolveArgs,
    { resolve }: Pick<PluginBuild, 'resolve'>,
  ): Promise<OnResolveResult | undefined> {
    const id = resolveVirtual(path);
    if (id !== undefined) return { path: id, namespace: NAME };
    // The second time, our own question comes back: how esbuild and other plugins resolve it.
    if (asked.kind !== 'entry-point' || asked.pluginData === this) return undefined;
    const found = await resolve(path, { ...asked, pluginData: this });
    if (found.errors.length > 0) return undefined;
    const { files = [], folders = [] } = this.#outcome ?? {};
    return { ...found, watchFiles: [...files], watchDirs: [...folders] };
  }

  load(id: string): OnLoadResult | undefined {
    const contents = loadVirtual(id, this.#outcome, { isDev: false });
    return contents === undefined ? undefined : { contents };
  }
}

function messageOf({ text, place }: Notice): PartialMessage {
  if (place === undefined) return { text };
  const { file, line, column } = place;
  return { text, location: { file, line, column: column - 1 } };
}
