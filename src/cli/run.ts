import { dirname, basename } from 'node:path';
import { syntaxError, loadConfig, ConfigError } from '../config/index.js';
import type { ResolvedConfig } from '../config/index.js';
import { ScanError } from '../engine/index.js';
import { createEngine } from '../index.js';
import type { Engine, EngineOptions } from '../index.js';
import { defined, explain, redacted, jsonText, keepSecrets } from '../model/index.js';
import type { Removal, Report, ReportError } from '../model/index.js';
import { annotationsOf, makeStyle, asAnnotation } from '../people/index.js';
import type { Annotation } from '../people/index.js';
import { githubEvent, isPullRequest, refusalOfCode, trustOf } from './ci-job.js';
import { exitCodeOf, exitCodeOfError } from './exit-code.js';
import type { CommonFlags, RunFlags } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';
import { WORDS } from './hints.js';
import { emptyReport } from './failure.js';
import { describeError, errorText, print } from './print.js';
import type { CommandShape, Said } from './print.js';
import { writeReports } from './reporters/write.js';
import { showProgress } from './progress.js';
import { proxyOf } from './proxy.js';
import { Timeline } from './timeline.js';

/** What a command's body gets. */
export interface Run {
  readonly engine: Engine;
  readonly config: ResolvedConfig;
  /** Creates an engine for another config and state folder, with the same progress and flags. */
  readonly open: (config: ResolvedConfig, kept: string) => Engine;
}

interface Command {
  readonly shape: CommandShape;
  /** What earlier runs of a watching command printed. */
  readonly said?: Said | undefined;
  readonly body: (run: Run) => Promise<Report>;
}

/** Runs a command that works on catalogs: config → engine → body → output → exit code. */
export async function runCommand(io: Io, flags: RunFlags, command: Command): Promise<number> {
  const { shape, body, said } = command;
  const quiet = flags.quiet === true || flags.json === true;
  const verbose = flags.verbose === true;
  const progress = showProgress(io, makeStyle(io.terminal), { quiet, verbose });
  const timeline = flags.timing === true ? new Timeline() : undefined;
  timeline?.begin('config');
  let root: string | undefined;
  let removals: readonly Removal[] = [];
  try {
    const config = withFlags(await load(io, flags), flags);
    root = config.root;
    const options: EngineOptions = {
      signal: io.signal,
      onEvent: (event) => {
        if (event.type === 'removed') removals = event.removals;
        progress.onEvent(event);
        timeline?.onEvent(event);
      },
      proxy: proxyOf(io.env),
      ...(config.store === undefined ? {} : { trust: trustOf(io) }),
      words: WORDS,
    };
    const engine = createEngine(config, options);
    const open: Run['open'] = (other, kept) =>
      createEngine(withFlags(other, flags), { ...options, kept });
    const found = await body({ engine, config, open });
    const error = io.uncaught() ?? found.error;
    const report = error === found.error ? found : { ...found, ok: false, error };
    progress.stop();
    const findings = annotationsOf(report);
    writeReports(io, flags, { report, findings, shape, root, config: config.file });
    const timing = timeline?.end();
    print(io, flags, { report, shape, said, removals, ...(timing && { timing }) });
    return exitCodeOf(report, shape.gate);
  } catch (error) {
    progress.stop();
    return printFailure(io, flags, { error, command, root });
  }
}

/** Why code of the project is not run, as the end of a sentence; undefined if it may run. */
export function refusalOfCodeIn(io: Io, { codeConfig: flag }: CommonFlags): string | undefined {
  const { env } = io;
  const event = isPullRequest(env) ? githubEvent(io) : undefined;
  return refusalOfCode({ flag, env, event });
}

/** The config. From then on, its secrets are masked in everything that is printed. */
export async function load(io: Io, flags: CommonFlags): Promise<ResolvedConfig> {
  const { cwd, config } = flags;
  const onSlow = (message: string): void => io.stderr(`${message}\n`);
  const { env, signal } = io;
  const refuseCode = refusalOfCodeIn(io, flags);
  const files = { cwd: folderOf(io, cwd), file: config };
  let listenAgain = (): void => undefined;
  const onCode = (file: string): void => {
    listenAgain = io.letSignalsEnd();
    io.onUncaught(
      (error) => thrownLater(file, error),
      (error) => io.stderr(errorText(error, makeStyle(io.terminal))),
    );
  };
  const options = { ...files, env, refuseCode, signal, onSlow, onCode };
  const loaded = await loadConfig(options).finally(() => listenAgain());
  const { service, store } = loaded;
  keepSecrets([service.key, service.adminKey, service.backend?.key, store?.url, store?.key]);
  return loaded;
}

/** An error that config code throws where nothing catches it. */
function thrownLater(file: string, error: unknown): ReportError {
  const said = error instanceof Error ? error.message : String(error);
  const message = `the config threw an uncaught error: ${redacted(said, dirname(file))}`;
  const hint = 'Look for an error in a timer, an event handler or a promise that is not awaited.';
  return explain(syntaxError(file, message, { hint, cause: error }), WORDS);
}

function withFlags(config: ResolvedConfig, flags: RunFlags): ResolvedConfig {
  const { characters, concurrency } = config.limits;
  const limits = {
    ...config.limits,
    characters: flags.maxCharacters ?? characters,
    concurrency: flags.concurrency ?? concurrency,
  };
  return { ...config, limits };
}

interface Failure {
  readonly error: unknown;
  readonly command: Command;
  /** Folder of the config, once it has been read. */
  readonly root: string | undefined;
}

function printFailure(io: Io, flags: CommonFlags, failure: Failure): number {
  const { error, root } = failure;
  const { shape, said } = failure.command;
  const described = describeError(io, flags, error);
  if (described.code !== 'report-not-written') {
    try {
      const found = annotationsOfError(error, described, root);
      writeReports(io, flags, { report: emptyReport(described), shape, ...found });
    } catch {
      // The error that ended the command comes first.
    }
  }
  if (flags.json === true) io.stdout(`${jsonText(emptyReport(described))}\n`);
  else if (said === undefined || said.newIn(emptyReport(described)) !== undefined) {
    io.stderr(errorText(described, makeStyle(io.terminal)));
  }
  return exitCodeOfError(described.code);
}

/**
 * Annotations of the error that ended a command, at its positions in the config if it has any, and
 * the absolute folder that file names are relative to.
 * @param root folder of the config, once it has been read
 */
function annotationsOfError(
  error: unknown,
  described: ReportError,
  root: string | undefined,
): { readonly root: string | undefined; readonly findings: readonly Annotation[] } {
  if (error instanceof ConfigError && error.file !== undefined) {
    const file = basename(error.file);
    const findings = error.issues.map((issue) => ({ severity: 'error', ...issue, file }) as const);
    return { root: dirname(error.file), findings };
  }
  const annotation = asAnnotation(described);
  if (!(error instanceof ScanError) || error.file === undefined) {
    return { root: undefined, findings: [annotation] };
  }
  const { file, line } = error;
  return { root, findings: [{ ...annotation, ...defined({ file, line }) }] };
}
