import { ConfigError, serviceOfEnvironment } from '../../config/index.js';
import { EMBEDDED } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { ClientOptions, SettingSources } from '../../client/index.js';
import { isPlain, REDACTED, TranslatorError } from '../../model/index.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { startEmbeddedService } from '../../open-translator.js';
import { proxyOf } from '../proxy.js';
import { load } from '../run.js';

/** The service of a config or, outside a project, of the environment. */
export interface Connection {
  /** Undefined if there is no config. */
  readonly config: ResolvedConfig | undefined;
  readonly options: ClientOptions;
  readonly sources: SettingSources;
  /** Whether there is an admin key. */
  readonly hasAdminKey: boolean;
  /** Stops a service that was started for this run. */
  readonly close: () => Promise<void>;
}

/** @throws ConfigError; TranslatorError 'no-key' if no service is set */
export async function openConnection(io: Io, flags: CommonFlags): Promise<Connection> {
  const config = await loadIfAny(io, flags);
  const service = config?.service ?? serviceOfEnvironment(io.env);
  if (service.url === EMBEDDED) return startEmbedded(config);
  const keyVariable = isPlain(service.keyVariable) ? service.keyVariable : REDACTED;
  if (service.url === '') {
    const hint = { code: 'set-up-service', keyVariable } as const;
    throw new TranslatorError('no-key', 'No translation service is set.', { hint });
  }
  const { url: baseUrl, key, adminKey, scheme, urlVariable } = service;
  return {
    config,
    options: { baseUrl, key, adminKey, scheme, proxy: proxyOf(io.env) },
    sources: { keyVariable, url: urlVariable ?? 'service.url' },
    hasAdminKey: adminKey !== undefined,
    close: () => Promise.resolve(),
  };
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

async function startEmbedded(config: ResolvedConfig | undefined): Promise<Connection> {
  const started = await startEmbeddedService(config?.service ?? {}, config?.root ?? '.');
  const { url, keys } = started;
  return {
    config,
    options: { baseUrl: url, key: keys.developer, adminKey: keys.admin },
    sources: { keyVariable: 'SERVICE_AUTH_KEY', url: EMBEDDED },
    hasAdminKey: true,
    close: () => started.close(),
  };
}

/** The same sources, for calls that need an admin key. */
export function asAdmin(sources: SettingSources): SettingSources {
  return { ...sources, keyVariable: 'SERVICE_ADMIN_KEY' };
}
