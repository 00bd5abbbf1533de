import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { RunningService } from '../../src/service/index.js';

export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Bytes of the body as transferred. */
  readonly bytes: number;
  /** The JSON body; undefined if there is none. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** A proxy for a service that records all requests. */
export async function record(
  service: RunningService,
): Promise<{ readonly url: string; readonly requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const content = Buffer.concat(chunks);
      const body =
        content.length === 0
          ? undefined
          : (JSON.parse(content.toString()) as Record<string, unknown>);
      const { url: path = '', headers, method = 'GET' } = request;
      requests.push({ path, headers, bytes: content.length, body });
      const { authorization = '', 'content-type': type = 'application/json' } = headers;
      void fetch(`${service.url}${path}`, {
        method,
        headers: content.length > 0 ? { authorization, 'content-type': type } : { authorization },
        ...(content.length > 0 ? { body: content } : {}),
      }).then(async (answer) => {
        response.writeHead(answer.status, { 'content-type': 'application/json' });
        response.end(await answer.text());
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
