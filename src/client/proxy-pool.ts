import connectThrough from 'undici/lib/api/api-connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { Dispatcher } from 'undici';

type Request = Dispatcher.ConnectOptions;

/** Error code: the proxy closed the connection before the tunnel was open, so nothing was sent. */
export const TUNNEL_LOST = 'ERR_PROXY_TUNNEL';

/**
 * Connections to a proxy. If the proxy closes a connection, undici treats it as idle and
 * immediately opens the next, thousands per second without end. With its own error code, undici
 * rejects the waiting requests instead.
 */
export function proxyPool(origin: URL, options: object): Dispatcher {
  const pool = new Pool(origin, options);
  const announced = (request: Request): Promise<Dispatcher.ConnectData> =>
    connectThrough.call(pool, request).catch((cause: unknown) => {
      throw isClosed(cause) ? tunnelLost(cause) : cause;
    });
  return Object.assign(pool, { connect: announced });
}

function isClosed(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'UND_ERR_SOCKET';
}

function tunnelLost(cause: unknown): Error {
  return Object.assign(new Error('the proxy closed the connection', { cause }), {
    code: TUNNEL_LOST,
  });
}
