// Only the parts of undici that send requests; all of undici takes twice as long to load.
import connectThrough from 'undici/lib/api/api-connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Dispatcher } from 'undici';
import { ServiceError } from './errors.js';
import type { ClientOptions, ProxyOptions } from './options.js';

/** Error code: the proxy closed the connection before the tunnel was open, so nothing was sent. */
export const TUNNEL_LOST = 'ERR_PROXY_TUNNEL';

function makeDispatcher(proxy: string | ProxyOptions | undefined): Dispatcher {
  const { http, https, noProxy }: ProxyOptions =
    typeof proxy === 'string' ? { http: proxy, https: proxy } : (proxy ?? {});
  if (http === undefined && https === undefined) return new Agent();
  // Undici reads the environment for undefined values, but only the command line may do that.
  return new EnvHttpProxyAgent({
    httpProxy: checkProxy(http),
    httpsProxy: checkProxy(https),
    noProxy: noProxy ?? '',
    // An http address is asked for in absolute form, as every proxy understands it; many tunnel only
    // to port 443.
    proxyTunnel: false,
    clientFactory: proxyPool,
  });
}

/**
 * Connections to a proxy. If the proxy closes a connection, undici treats it as idle and
 * immediately opens the next, thousands per second without end. With its own error code, undici
 * rejects the waiting requests instead.
 */
function proxyPool(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, options);
  const announced = (request: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> =>
    connectThrough.call(pool, request).catch((cause: unknown) => {
      const isClosed = cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET';
      if (!isClosed) throw cause;
      const lost = new Error('the proxy closed the connection', { cause });
      throw Object.assign(lost, { code: TUNNEL_LOST });
    });
  return Object.assign(pool, { connect: announced });
}

/**
 * Checks a proxy's address. The error does not repeat it, because it may contain a password.
 * @throws ServiceError `bad-request`
 */
function checkProxy(address = ''): string {
  if (address === '') return address;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isPlain = url !== undefined && `${url.pathname}${url.search}${url.hash}` === '/';
  if (isPlain && /^https?:$/.test(url.protocol)) return address;
  throw new ServiceError('bad-request', 'proxy must be a URL such as http://host:port');
}

/**
 * The caller's dispatcher, or a pool per origin with connections kept alive. `close` closes what was
 * opened here: a dispatcher of the caller stays open.
 */
export function openDispatcher(options: Partial<ClientOptions>) {
  if (options.dispatcher !== undefined) {
    return { dispatcher: options.dispatcher, close: () => Promise.resolve() };
  }
  const own = makeDispatcher(options.proxy);
  return { dispatcher: own, close: () => own.destroy() };
}

/** Passwords in proxy addresses. */
export function proxySecrets({ proxy }: ClientOptions): readonly string[] {
  const addresses = typeof proxy === 'string' ? [proxy] : [proxy?.http, proxy?.https];
  return addresses
    .filter((address) => address !== undefined && URL.canParse(address))
    .map((address) => decodeURIComponent(new URL(address ?? '').password));
}
