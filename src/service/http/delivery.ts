import type { FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** What happens to a response. */
export interface Delivery {
  /** Resolves to whether all of it was sent. */
  readonly sent: Promise<boolean>;
  /**
   * Resolves, a moment later, to whether it was sent and probably read. If a process is killed
   * before it read what it received, the connection is reset.
   */
  readonly read: Promise<boolean>;
}

/** Milliseconds for which a connection is watched after a response. */
const watched = 1000;
/** Functions that end the watch over a connection. */
const watches = new WeakMap<Socket, () => void>();

/** Aborted when the caller disconnects before its response was sent. */
export function callerSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  void isSent(reply).then((all) => {
    if (!all) controller.abort();
  });
  return controller.signal;
}

export function deliveryOf(reply: FastifyReply): Delivery {
  const { socket } = reply.raw.req;
  // A further request on a connection shows that the previous response was read.
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
    const timer = setTimeout(() => end(true), watched).unref();
    watches.set(socket, () => end(true));
    socket.once('close', onClose);
  });
}

/**
 * The same bytes, but the last chunk is held until the end of the stream. A client may disconnect
 * as soon as it has the announced number of bytes: the response must have ended by then, or it
 * would count as cut off.
 */
export function withHeldEnd(content: Readable): Readable {
  const pieces = async function* (): AsyncGenerator<Buffer> {
    let held: Buffer | undefined;
    for await (const piece of content as AsyncIterable<Buffer>) {
      if (piece.length === 0) continue;
      if (held !== undefined) yield held;
      held = piece;
    }
    if (held !== undefined) yield held;
  };
  const stream = Readable.from(pieces(), { objectMode: false });
  // A stream that was never read is closed too: its reader may have disconnected first.
  stream.once('close', () => content.destroy());
  return stream;
}
