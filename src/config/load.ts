import { resolve } from 'node:path';
import { syntaxError, ConfigError, shownPath } from './errors.js';
import type { ConfigDocument, ConfigIssue, PathIssue } from './errors.js';
import type { ConfigInput, DefinedConfig } from './schema.js';
import { findConfigFile } from './search.js';
import type { FindOptions } from './find.js';
import { readConfigDocument } from './read-document.js';
import type { ResolvedConfig } from './resolved.js';
import { withEnvironment } from './service-settings.js';
import type { Environment } from './service-settings.js';
import type { Validation } from './validate.js';

export interface LoadOptions extends FindOptions {
  /** Values of `SERVICE_URL`, `SERVICE_AUTH_SCHEME` and the key's variable. */
  readonly env: Environment;
  /**
   * Refuses configs that are code: the reason, as the end of a sentence, such as "in a pull request
   * of a fork". Default: a config may be code, and is run.
   */
  readonly refuseCode?: string | undefined;
  /** Aborts loading a config that is code: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called once if loading takes long, with a sentence that says so. */
  readonly onSlow?: (message: string) => void;
  /** Called before a config that is code is run. */
  readonly onCode?: (file: string) => void;
}

/**
 * Finds, reads and checks the config, fills in every default, and applies the environment. Without
 * options, starts in the current folder with an empty environment.
 * @throws ConfigError with every issue found, each with its position in the file; 'code-refused'
 */
export async function loadConfig({
  cwd = resolve(),
  env = {},
  ...options
}: Partial<LoadOptions> = {}): Promise<ResolvedConfig> {
  const { signal, onSlow, refuseCode } = options;
  const file = findConfigFile({ ...options, cwd });
  if (refuseCode !== undefined && isCode(file)) throw codeRefused(file, refuseCode);
  if (isCode(file)) options.onCode?.(file);
  const config = await settled(readConfig(file), { file, signal, onSlow });
  // A module of the repository is code, even if a data file names it.
  const isModule = config.service.backend?.engine === 'module';
  if (refuseCode !== undefined && isModule) {
    throw codeRefused(file, refuseCode, 'service.backend is a module');
  }
  const loaded = withEnvironment(config, env);
  return refuseCode === undefined ? loaded : { ...loaded, refuseCode };
}

/** Milliseconds until a message explains the wait, and until the wait ends. */
const LIMITS = { slow: 5_000, end: 60_000 };

const HINT =
  'Look for a promise that never settles, a top-level await, or a request without a timeout.';

interface Waiting {
  readonly file: string;
  /** Aborts the wait: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called at most once, with a sentence that explains the wait. */
  readonly onSlow?: ((message: string) => void) | undefined;
  readonly limits?: Readonly<typeof LIMITS>;
}

/**
 * Waits a limited time for a config that is code. If nothing can settle the promise any more, Node
 * would end the process as if it had succeeded, so that also ends the wait.
 * @throws ConfigError 'unsettled'
 */
export async function settled<T>(work: Promise<T>, waiting: Waiting): Promise<T> {
  const { file, signal, onSlow, limits = LIMITS } = waiting;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  const onEmpty = (): void => stop.abort(unsettled(file, 'a promise in it never settles.'));
  const onLate = (): void => {
    stop.abort(unsettled(file, `it took more than ${limits.end / 1000} s.`));
  };
  const slow = setTimeout(() => onSlow?.(`Waiting for ${file} to finish loading.`), limits.slow);
  const end = setTimeout(onLate, limits.end);
  // If nothing else keeps the process alive, nothing else can settle the promise.
  slow.unref();
  end.unref();
  process.once('beforeExit', onEmpty);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted === true) onAbort();
  try {
    return await Promise.race([work, rejectedBy(stop.signal)]);
  } finally {
    clearTimeout(slow);
    clearTimeout(end);
    process.off('beforeExit', onEmpty);
    signal?.removeEventListener('abort', onAbort);
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const fail = (): void => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail);
  });
}

function unsettled(file: string, reason: string): ConfigError {
  return syntaxError(file, `the config did not finish loading: ${reason}`, {
    code: 'unsettled',
    hint: HINT,
  });
}

/** Whether reading a config runs it. */
export function isCode(file: string): boolean {
  return /\.[cm]?[jt]s$/i.test(file);
}

/** The error for a config that is code, and may not be run. */
export function codeRefused(file: string, why: string, what = 'the config is code'): ConfigError {
  const message = `${what}, which is not allowed to run ${why}`;
  return syntaxError(file, message, { code: 'code-refused', hint: { code: 'trust-code' } });
}

/**
 * The resolved config of a file (absolute path), before the environment is applied. For YAML and
 * JSON it depends only on the file's bytes and path.
 * @throws ConfigError
 */
export async function readConfig(file: string): Promise<ResolvedConfig> {
  return resolveDocument(file, await readConfigDocument(file));
}

/**
 * The same for YAML text that is not in its file yet.
 * @throws ConfigError
 */
export async function parseConfig(file: string, text: string): Promise<ResolvedConfig> {
  const { readYamlDocument } = await import('./yaml-document.js');
  return resolveDocument(file, readYamlDocument(file, text));
}

async function resolveDocument(file: string, document: ConfigDocument): Promise<ResolvedConfig> {
  // One after the other: Jest, in which Storybook's test runner loads this, fails at two at once.
  const { resolveConfig } = await import('./resolve.js');
  const { validateShape } = await import('./validate.js');
  let shape: Validation;
  try {
    shape = validateShape(document.value);
  } catch (cause) {
    // A value that contains itself, through a YAML alias or in a module.
    if (!(cause instanceof RangeError)) throw cause;
    throw syntaxError(file, 'the config contains a circular reference', { cause });
  }
  if (!shape.ok) throw configError(shape.issues, file, document);
  const { config, issues } = resolveConfig(shape.config, file, document);
  if (issues.length > 0) throw configError(issues, file, document);
  return config;
}

function configError(
  raw: readonly PathIssue[],
  file: string,
  document: ConfigDocument,
): ConfigError {
  const issues = raw
    .map(({ code, message, path, part }): ConfigIssue => {
      return { code, message, path: shownPath(path), ...document.locate(path, part) };
    })
    .sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const [first, ...others] = issues;
  if (first === undefined) throw new TypeError('no issue');
  return new ConfigError([first, ...others], { file });
}

/** Types a config in `service.config.{js,mjs,ts}`; returns it unchanged. */
export function defineConfig<Named extends string = never>(
  config: DefinedConfig<Named>,
): ConfigInput {
  return config;
}
