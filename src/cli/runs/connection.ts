import { ConfigError, serviceOfEnvironment } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { SettingSources } from '../../client/index.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { openService } from '../../open-translator.js';
import type { Connection as Opened } from '../../open-translator.js';
import { proxyOf } from '../proxy.js';
import { load } from '../run.js';

/** The service of a config or, outside a project, of the environment. */
export interface Connection extends Opened {
  /** Undefined if there is no config. */
  readonly config: ResolvedConfig | undefined;
}

/** @throws ConfigError; TranslatorError 'no-key' if no service is set */
export async function openConnection(io: Io, flags: CommonFlags): Promise<Connection> {
  const config = await loadIfAny(io, flags);
  const service = config?.service ?? serviceOfEnvironment(io.env);
  const opened = await openService({ service, root: config?.root ?? '.' }, proxyOf(io.env));
  return { ...opened, config };
}

/** The config, if there is one. A config given by a flag must exist. */
async function loadIfAny(io: Io, flags: CommonFlags): Promise<ResolvedConfig | undefined> {
  try {
    return await load(io, flags);
  } catch (error) {
    const isNone = error instanceof ConfigError && error.code === 'not-found';
    if (isNone && flags.config === undefined && error.hint?.code === 'write-config')
      return undefined;
    throw error;
  }
}

/** The same sources, for calls that need an admin key. */
export function asAdmin(sources: SettingSources): SettingSources {
  return { ...sources, keyVariable: 'SERVICE_ADMIN_KEY' };
}
