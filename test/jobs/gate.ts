import { createServer, request as ask } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request that arrived at a gate. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
}

export interface Gate {
  readonly url: string;
  /** Settled when the gate has shut. */
  readonly shut: Promise<void>;
  /** Everything passes from now on. */
  readonly open: () => void;
}

/**
 * Passes requests on to a service until it is time: that request and all after it are never
 * answered, and the service does not see them. So what a run does stands still at an instant that is
 * known, however fast the machine is.
 */
export async function gate(service: string, isTime: (arrival: Arrival) => boolean): Promise<Gate> {
  let state: 'watching' | 'shut' | 'open' = 'watching';
  let onShut = (): void => undefined;
  const shut = new Promise<void>((resolve) => (onShut = resolve));
  const server = createServer((incoming, reply) => {
    const { method = '', url: path = '' } = incoming;
    if (state === 'watching' && isTime({ method, path })) state = 'shut';
    if (state === 'shut') onShut();
    else pass(incoming, reply, service);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, shut, open: () => void (state = 'open') };
}

function pass(incoming: IncomingMessage, reply: ServerResponse, service: string): void {
  const { method, url = '', headers } = incoming;
  const onward = ask(new URL(url, service), { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(reply);
  });
  onward.once('error', () => reply.destroy());
  incoming.pipe(onward);
}
