import { EMBEDDED } from './config/index.js';
import type { ResolvedConfig, ResolvedService } from './config/index.js';
import { isPlain, REDACTED, TranslatorError } from './model/index.js';
import type { Translator } from './model/index.js';
import type { ProxyOptions } from './client/index.js';

/**
 * The translator that a config asks for: the service at its address, or the embedded one. Nothing
 * is connected or started, and nothing is missed (a key, an address), before the first text is
 * sent.
 */
export async function openTranslator(
  { service }: ResolvedConfig,
  proxy?: ProxyOptions,
): Promise<Translator> {
  const { createLazyTranslator } = await import('./translators/index.js');
  return createLazyTranslator(() =>
    service.url === EMBEDDED ? startEmbedded(service) : connect(service, proxy),
  );
}

async function connect(
  { url, urlVariable, key, scheme, keyVariable }: ResolvedService,
  proxy: ProxyOptions | undefined,
): Promise<Translator> {
  const named = isPlain(keyVariable) ? keyVariable : REDACTED;
  const hint = { code: 'set-up-service', keyVariable: named } as const;
  if (url === '') {
    throw new TranslatorError('no-key', 'No translation service is set.', { hint });
  }
  if (key === undefined) {
    const message = `There is no key for ${shownUrl(url)}: the environment variable ${named} is not set.`;
    throw new TranslatorError('no-key', message, { hint });
  }
  const { createServiceTranslator } = await import('./translators/index.js');
  const { createTextClient } = await import('./client/text-client.js');
  const client = createTextClient({ baseUrl: url, key, scheme, proxy });
  const sources = { keyVariable: named, url: urlVariable ?? 'service.url' } as const;
  return createServiceTranslator({ client, sources });
}

/** Without a path that could hold a key. */
function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return isPlain(pathname) ? url : origin;
}

async function startEmbedded({ keyVariable }: ResolvedService): Promise<Translator> {
  const { startService } = await import('./service/index.js');
  const { createServiceTranslator } = await import('./translators/index.js');
  const { createTextClient } = await import('./client/text-client.js');
  const started = await startService({});
  const client = createTextClient({ baseUrl: started.url, key: started.keys.developer });
  const sources = { keyVariable, url: EMBEDDED } as const;
  const translator = createServiceTranslator({ client, sources });
  const close = async (): Promise<void> => {
    await translator.close();
    await started.close();
  };
  return { ...translator, close };
}
