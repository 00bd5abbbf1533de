import { syntaxError } from './document.js';
import type { ConfigDocument, Position } from './document.js';
import { ConfigError } from './errors.js';
import type { ConfigIssue } from './errors.js';
import { findConfigFile } from './find.js';
import type { FindOptions } from './find.js';
import { readConfigDocument } from './read-document.js';
import type { ResolvedConfig } from './resolved.js';
import { withEnvironment } from './service-settings.js';
import { settled } from './settling.js';
import type { Environment } from './service-settings.js';
import { shownPath } from './path-issue.js';
import type { PathIssue } from './path-issue.js';

export interface LoadOptions extends FindOptions {
  /** Values of `SERVICE_URL`, `SERVICE_AUTH_SCHEME` and of the key's variable. */
  readonly env: Environment;
  /**
   * Takes configs that are data only, YAML and JSON: why, as the end of a sentence such as "in a
   * pull request of a fork". Default: a config may be code, which is run.
   */
  readonly refuseCode?: string | undefined;
  /** Ends waiting for a config that is code: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called once where a config takes long to load, with a sentence that says so. */
  readonly onSlow?: (message: string) => void;
  /** Called before a config that is code is run; what it gives is called once that is loaded. */
  readonly onCode?: (file: string) => Promise<() => void>;
}

/**
 * Finds, reads and checks the config, fills in every default, and lays the environment over it.
 * @throws ConfigError with every issue found, each with its position in the file; 'code-refused'
 */
export async function loadConfig(options: LoadOptions): Promise<ResolvedConfig> {
  const { env, signal, onSlow, refuseCode } = options;
  const file = findConfigFile(options);
  if (refuseCode !== undefined && isCode(file)) throw codeRefused(file, refuseCode);
  const loaded = isCode(file) ? await options.onCode?.(file) : undefined;
  try {
    return withEnvironment(await settled(readConfig(file), { file, signal, onSlow }), env);
  } finally {
    loaded?.();
  }
}

/** Whether reading a config means to run it. */
export function isCode(file: string): boolean {
  return /\.[cm]?[jt]s$/i.test(file);
}

function codeRefused(file: string, why: string): ConfigError {
  const message = `the config is code, which is not run ${why}`;
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
 * The same for YAML text that is not written to its file yet.
 * @throws ConfigError
 */
export async function parseConfig(file: string, text: string): Promise<ResolvedConfig> {
  const { readYamlDocument } = await import('./yaml-document.js');
  return resolveDocument(file, readYamlDocument(file, text));
}

async function resolveDocument(file: string, document: ConfigDocument): Promise<ResolvedConfig> {
  const [{ validateShape }, { resolveConfig }] = await Promise.all([
    import('./validate.js'),
    import('./resolve.js'),
  ]);
  const shape = refusingEndless(file, () => validateShape(document.value));
  if (!shape.ok) throw configError(shape.issues, file, document);
  const { config, issues } = resolveConfig(shape.config, file, document);
  if (issues.length > 0) throw configError(issues, file, document);
  return config;
}

/** A value that contains itself, through a YAML alias or in a module, has no end. */
function refusingEndless<T>(file: string, check: () => T): T {
  try {
    return check();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw syntaxError(file, 'a part of the config contains itself', { cause });
  }
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
    .sort((a, b) => comparePlaces(a, b));
  const [first, ...others] = issues;
  if (first === undefined) throw new TypeError('no issue');
  return new ConfigError([first, ...others], { file });
}

function comparePlaces(a: Partial<Position>, b: Partial<Position>): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
