import type { FastifyReply } from 'fastify';
import type { Socket } from 'node:net';

/** What becomes of an answer. */
export interface Delivery {
  /** Whether all of it was sent; settled once it was, or cannot be. */
  readonly sent: Promise<boolean>;
  /**
   * Whether it was sent, and not left unread; settled a moment later. A process that is killed before
   * it read what had come leaves a connection that is reset.
   */
  readonly read: Promise<boolean>;
}

/** Milliseconds that a connection is watched for after an answer. */
const WATCHED = 1000;
/** What ends the watch over a connection. */
const watches = new WeakMap<Socket, () => void>();

/** Aborted when the caller goes away before its answer was sent. */
export function callerSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  void isSent(reply).then((all) => {
    if (!all) controller.abort();
  });
  return controller.signal;
}

export function deliveryOf(reply: FastifyReply): Delivery {
  const { socket } = reply.raw.req;
  // Whoever sends another request over a connection has read what came before.
  watches.get(socket)?.();
  const sent = isSent(reply);
  return { sent, read: sent.then((all) => all && isRead(socket)) };
}

function isSent({ raw }: FastifyReply): Promise<boolean> {
  return new Promise((resolve) => {
    if (raw.closed) resolve(raw.writableFinished);
    else raw.once('close', () => resolve(raw.writableFinished));
  });
}

function isRead(socket: Socket): boolean | Promise<boolean> {
  if (socket.destroyed) return socket.errored === null;
  const { bytesRead } = socket;
  return new Promise((resolve) => {
    const end = (answer: boolean): void => {
      clearTimeout(timer);
      watches.delete(socket);
      socket.off('close', onClose);
      resolve(answer);
    };
    const onClose = (hadError: boolean): void => end(!hadError || socket.bytesRead > bytesRead);
    const timer = setTimeout(() => end(true), WATCHED).unref();
    watches.set(socket, () => end(true));
    socket.once('close', onClose);
  });
}
