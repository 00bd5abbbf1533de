import { createRequire } from 'node:module';
import type { Agent, Dispatcher, EnvHttpProxyAgent } from 'undici';
import type { ClientOptions, ProxyOptions } from './options.js';

export interface OwnedDispatcher {
  readonly dispatcher: Dispatcher;
  /** Closes what was opened here; a dispatcher of the caller stays open. */
  readonly close: () => Promise<void>;
}

const require = createRequire(import.meta.url);

/** Only what sends requests: all of undici (fetch, sockets, caches, mocks) takes twice as long to load. */
function loadAgent(): typeof Agent {
  try {
    return require('undici/lib/dispatcher/agent.js') as typeof Agent;
  } catch {
    return loadUndici().Agent;
  }
}

function loadUndici(): {
  readonly Agent: typeof Agent;
  readonly EnvHttpProxyAgent: typeof EnvHttpProxyAgent;
} {
  return require('undici') as ReturnType<typeof loadUndici>;
}

function makeDispatcher(proxy: string | ProxyOptions | undefined): Dispatcher {
  const { http, https, noProxy }: ProxyOptions =
    typeof proxy === 'string' ? { http: proxy, https: proxy } : (proxy ?? {});
  if (http === undefined && https === undefined) return new (loadAgent())();
  // Undici reads the environment for whatever is undefined; that is the command line's to do.
  const { EnvHttpProxyAgent } = loadUndici();
  return new EnvHttpProxyAgent({
    httpProxy: http ?? '',
    httpsProxy: https ?? '',
    noProxy: noProxy ?? '',
  });
}

/** The caller's dispatcher, or a pool per origin with connections kept alive. */
export function openDispatcher(options: ClientOptions): OwnedDispatcher {
  if (options.dispatcher !== undefined) {
    return { dispatcher: options.dispatcher, close: () => Promise.resolve() };
  }
  const own = makeDispatcher(options.proxy);
  return {
    dispatcher: own,
    close: async () => {
      await own.destroy();
    },
  };
}

/** Passwords inside the addresses of proxies. */
export function proxySecrets({ proxy }: ClientOptions): readonly string[] {
  const addresses = typeof proxy === 'string' ? [proxy] : [proxy?.http, proxy?.https];
  return addresses
    .filter((address) => address !== undefined && URL.canParse(address))
    .map((address) => decodeURIComponent(new URL(address ?? '').password));
}
