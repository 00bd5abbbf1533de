import { resolve } from 'node:path';
import { ConfigError } from './config/index.js';
import { EMBEDDED } from './facts/index.js';
import type { ResolvedConfig, ResolvedService } from './config/index.js';
import { isPlain, REDACTED, TranslatorError } from './model/index.js';
import type { Improver, Translator } from './model/index.js';
import type { ClientOptions, ProxyOptions, SettingSources } from './client/index.js';
import type { RunningService, ServiceOptions } from './service/index.js';

/** A service, how to reach it, and where that comes from. */
export interface Connection {
  readonly options: ClientOptions;
  readonly sources: SettingSources;
  /** Stops a service that was started for this run. */
  readonly close: () => Promise<void>;
}

type Place = Pick<ResolvedConfig, 'service' | 'root'>;

/**
 * The translator that a config selects: the service at its address, or the embedded one. Connects,
 * starts and checks (key, address) nothing before the first text is sent.
 */
export async function openTranslator(config: Place, proxy?: ProxyOptions): Promise<Translator> {
  const { createLazyTranslator } = await import('./client/index.js');
  return createLazyTranslator(async () => {
    requireKey(config.service);
    const { options, sources, close } = await openService(config, proxy);
    const { createServiceTranslator } = await import('./client/index.js');
    const { createClient } = await import('./client/index.js');
    return closing(createServiceTranslator({ client: createClient(options), sources }), close);
  });
}

/** The config's service as an improver of texts. @throws TranslatorError 'no-key' */
export async function openImprover(config: Place, proxy?: ProxyOptions): Promise<Improver> {
  requireKey(config.service);
  const { createServiceImprover } = await import('./client/index.js');
  const { createClient } = await import('./client/index.js');
  const { options, sources, close } = await openService(config, proxy);
  return closing(createServiceImprover(createClient(options), sources), close);
}

/** Also closes the service below it. */
function closing<T extends Pick<Connection, 'close'>>(port: T, close: Connection['close']): T {
  const closeBoth = async (): Promise<void> => {
    await port.close();
    await close();
  };
  return { ...port, close: closeBoth };
}

/** Starts the embedded service, if it is that. @throws TranslatorError 'no-key' if none is set */
export async function openService(
  { service, root }: Place,
  proxy: ProxyOptions | undefined,
): Promise<Connection> {
  const { url, urlVariable, key, adminKey, scheme, keyVariable } = service;
  if (url === EMBEDDED) {
    const started = await startEmbeddedService(service, root);
    const { developer, admin } = started.keys;
    return {
      options: { baseUrl: started.url, key: developer, adminKey: admin },
      sources: { keyVariable, url },
      close: () => started.close(),
    };
  }
  const named = isPlain(keyVariable) ? keyVariable : REDACTED;
  if (url === '') {
    const hint = { code: 'set-up-service', keyVariable: named } as const;
    throw new TranslatorError('no-key', 'No translation service is set.', { hint });
  }
  return {
    options: { baseUrl: url, key, adminKey, scheme, proxy },
    sources: { keyVariable: named, url: urlVariable ?? 'service.url' },
    close: () => Promise.resolve(),
  };
}

/** @throws TranslatorError 'no-key' */
function requireKey({ url, key, adminKey, keyVariable }: ResolvedService): void {
  if (url === '' || url === EMBEDDED || key !== undefined || adminKey !== undefined) return;
  const named = isPlain(keyVariable) ? keyVariable : REDACTED;
  const message = `No key for ${shownUrl(url)}: the environment variable ${named} is not set.`;
  const hint = { code: 'set-up-service', keyVariable: named } as const;
  throw new TranslatorError('no-key', message, { hint });
}

/** The address without a path that could contain a key. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return isPlain(pathname) ? url : origin;
}

/** With the config's backend. @throws ConfigError for a module that is not one */
async function startEmbeddedService(
  { backend }: Pick<ResolvedService, 'backend'>,
  root: string,
): Promise<RunningService> {
  const { loadCustomBackend, startService } = await import('./service/index.js');
  const { module, memories: files = [] } = backend ?? {};
  const memories = files.map((file) => resolve(root, file));
  try {
    if (module === undefined) return await startService({ ...backendOptions(backend), memories });
    return await startService({ engine: await loadCustomBackend(resolve(root, module)) });
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    const hint =
      module === undefined
        ? 'Fix service.backend.memories.'
        : 'service.backend must be a module whose default export has translate(texts, request).';
    throw new ConfigError([{ code: 'invalid-value', message: cause.message }], { hint });
  }
}

function backendOptions(backend: ResolvedService['backend']): ServiceOptions {
  const { engine, url, model, key } = backend ?? {};
  if (engine === undefined || engine === 'module') return {};
  return {
    engine,
    ...(engine === 'openai' ? { openaiUrl: url, openaiModel: model, openaiKey: key } : {}),
    ...(engine === 'libretranslate' ? { libretranslateUrl: url, libretranslateKey: key } : {}),
  };
}
