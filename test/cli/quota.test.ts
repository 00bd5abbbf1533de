import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Project } from '../support/project.js';

test('after 456 no request starts, not even one that waits to be tried again', async () => {
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      // The first is told to come back; while it waits, the second learns that the quota is used
      // up.
      const status = statuses.length === 0 ? 503 : 456;
      statuses.push(status);
      setTimeout(
        () => response.writeHead(status, { 'retry-after': '2' }).end(),
        status === 456 ? 400 : 0,
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const project = new Project({
    'service.config.yaml':
      "source: en\ntargets: [de, fr]\ncatalogs: [{ files: '{locale}.json' }]\n",
    'en.json': '{"a": "A text"}',
  });
  const env = { SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_AUTH_KEY: 'k' };
  const report = await project.report(['sync'], { env });
  expect(report).toMatchObject({ code: 3, ok: false, error: { code: 'quota' } });
  expect(statuses).toEqual([503, 456]);
});
