import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Bytes per second that a body must deliver after its initial time. */
const LEAST_PACE = 16_384;

/**
 * Ends requests with a trickling body with 408, as Node does for headers: Node allows every body
 * five minutes, during which it holds a connection.
 * @param patience milliseconds allowed for any body
 */
export function endSlowBodies(app: FastifyInstance, patience: number): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!raw.complete && hasBody(raw)) {
      const stop = watch(raw, patience, () => {
        const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
        app.server.emit('clientError', error, raw.socket);
      });
      raw.once('close', stop);
    }
    done();
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

/** @returns ends the watch */
function watch(raw: IncomingMessage, patience: number, end: () => void): () => void {
  const { socket } = raw;
  const before = socket.bytesRead;
  let started = performance.now();
  const look = (): void => {
    if (raw.complete || raw.destroyed) return;
    // In this case, the service is not reading.
    if (raw.readableLength >= raw.readableHighWaterMark) started = performance.now();
    const granted = patience + ((socket.bytesRead - before) / LEAST_PACE) * 1000;
    const left = started + granted - performance.now();
    if (left > 0) timer = setTimeout(look, left).unref();
    else end();
  };
  let timer = setTimeout(look, patience).unref();
  return () => {
    clearTimeout(timer);
  };
}
