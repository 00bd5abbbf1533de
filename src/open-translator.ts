import { resolve } from 'node:path';
import { ConfigError } from './config/index.js';
import { EMBEDDED } from './facts/index.js';
import type { ResolvedConfig, ResolvedService } from './config/index.js';
import { isPlain, REDACTED, TranslatorError } from './model/index.js';
import type { Improver, Translator } from './model/index.js';
import type { ProxyOptions } from './client/index.js';
import type { RunningService, ServiceOptions } from './service/index.js';

/**
 * The translator that a config selects: the service at its address, or the embedded one. Connects,
 * starts and checks (key, address) nothing before the first text is sent.
 */
export async function openTranslator(
  { service, root }: Pick<ResolvedConfig, 'service' | 'root'>,
  proxy?: ProxyOptions,
): Promise<Translator> {
  const { createLazyTranslator } = await import('./client/index.js');
  return createLazyTranslator(() =>
    service.url === EMBEDDED ? startEmbedded(service, root) : connect(service, proxy),
  );
}

/** The config's service as an improver of texts. @throws TranslatorError 'no-key' */
export async function openImprover(
  { service, root }: Pick<ResolvedConfig, 'service' | 'root'>,
  proxy?: ProxyOptions,
): Promise<Improver> {
  const { createServiceImprover } = await import('./client/index.js');
  const { createClient } = await import('./client/index.js');
  if (service.url !== EMBEDDED) {
    const { options, sources } = connection(service, proxy);
    return createServiceImprover(createClient(options), sources);
  }
  const started = await startEmbeddedService(service, root);
  const client = createClient({ baseUrl: started.url, key: started.keys.developer });
  const sources = { keyVariable: service.keyVariable, url: EMBEDDED } as const;
  const improver = createServiceImprover(client, sources);
  const close = async (): Promise<void> => {
    await improver.close();
    await started.close();
  };
  return { ...improver, close };
}

/** @throws TranslatorError 'no-key' */
function connection(
  { url, urlVariable, key, adminKey, scheme, keyVariable }: ResolvedService,
  proxy: ProxyOptions | undefined,
) {
  const named = isPlain(keyVariable) ? keyVariable : REDACTED;
  const hint = { code: 'set-up-service', keyVariable: named } as const;
  if (url === '') {
    throw new TranslatorError('no-key', 'No translation service is set.', { hint });
  }
  if (key === undefined && adminKey === undefined) {
    const message = `No key for ${shownUrl(url)}: the environment variable ${named} is not set.`;
    throw new TranslatorError('no-key', message, { hint });
  }
  const sources = { keyVariable: named, url: urlVariable ?? 'service.url' } as const;
  return { options: { baseUrl: url, key, adminKey, scheme, proxy }, sources };
}

async function connect(
  service: ResolvedService,
  proxy: ProxyOptions | undefined,
): Promise<Translator> {
  const { options, sources } = connection(service, proxy);
  const { createServiceTranslator } = await import('./client/index.js');
  const { createTextClient } = await import('./client/index.js');
  return createServiceTranslator({ client: createTextClient(options), sources });
}

/** The address without a path that could contain a key. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return isPlain(pathname) ? url : origin;
}

/**
 * Starts the embedded service with the config's backend. @throws ConfigError for a module that is
 * not a backend
 */
export async function startEmbeddedService(
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

async function startEmbedded(service: ResolvedService, root: string): Promise<Translator> {
  const { keyVariable } = service;
  const { createServiceTranslator } = await import('./client/index.js');
  const { createTextClient } = await import('./client/index.js');
  const started = await startEmbeddedService(service, root);
  const client = createTextClient({ baseUrl: started.url, key: started.keys.developer });
  const sources = { keyVariable, url: EMBEDDED } as const;
  const translator = createServiceTranslator({ client, sources });
  const close = async (): Promise<void> => {
    await translator.close();
    await started.close();
  };
  return { ...translator, close };
}
