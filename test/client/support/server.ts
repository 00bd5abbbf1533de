import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type Client, type ClientOptions } from '../../../src/client/public.js';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Handles one request. The last step of a script handles all later requests. */
export type Step = (response: ServerResponse, request: SeenRequest) => void;

export interface ScriptedServer extends AsyncDisposable {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A real server on a free port that follows a script, request by request. */
export async function scripted(...script: readonly Step[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request)
      .then((body) => {
        const { method = '', url = '', headers } = request;
        const step = script[Math.min(seen.length, script.length - 1)];
        const current = { method, url, headers, body };
        seen.push(current);
        step?.(response, current);
      })
      // The client disconnected in the middle of its body.
      .catch(() => undefined);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function json(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(value));
  };
}

export function plain(
  status: number,
  body = '',
  headers: Readonly<Record<string, string>> = {},
): Step {
  return (response) => {
    response.writeHead(status, headers);
    response.end(body);
  };
}

/** Answers with translations of the request's texts. */
export const translations: Step = (response, { body }) => {
  const { text } = JSON.parse(body.toString()) as { text: readonly string[] };
  json({
    translations: text.map((one) => ({ detected_source_language: 'EN', text: `«${one}»` })),
    billed_characters: text.join('').length,
  })(response, undefined as never);
};

export const drop: Step = (response) => void response.destroy();

export const dropAfterHeaders: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"translations": [');
  setImmediate(() => void response.destroy());
};

/** Never answers. */
export const hang: Step = () => undefined;

export const testKey = 'a1b2c3d4-0000-4000-8000-secretsecret:fx';

/** A client that never waits; `waits` records the milliseconds that it would have waited. */
export function impatient(
  baseUrl: string,
  options: Partial<ClientOptions> = {},
): { readonly client: Client; readonly waits: number[] } {
  const waits: number[] = [];
  const client = createClient({
    baseUrl,
    key: testKey,
    ...options,
    clock: {
      random: () => 0.5,
      sleep: (milliseconds) => {
        waits.push(milliseconds);
        return Promise.resolve();
      },
      ...options.clock,
    },
  });
  return { client, waits };
}
