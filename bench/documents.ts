// What a document costs beyond the service's own time: a whole `sync` of one document, compared
// with the service's share, with a service that takes 2 s. Run: npx tsx bench/documents.ts
import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { AddressInfo } from 'node:net';

const SECONDS = 2;
const ROUNDS = 7;
const ALLOWED = 1.05;
const CLI = resolve(import.meta.dirname, '../dist/cli.cjs');

/** A service that finishes each document a number of seconds after its upload. */
async function serve(): Promise<{ readonly server: Server; readonly times: number[] }> {
  const times: number[] = [];
  const server = createServer((request, response) => {
    const { url = '' } = request;
    const answer = (body: object): void => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    request.resume().once('end', () => {
      if (url.endsWith('/document')) {
        times.push(performance.now());
        answer({ document_id: 'D1', document_key: 'K1' });
      } else if (url.endsWith('/result')) {
        times.push(performance.now());
        response.end('translated');
      } else {
        const isDone = performance.now() - (times[0] ?? 0) >= SECONDS * 1000;
        answer({ document_id: 'D1', status: isDone ? 'done' : 'translating' });
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, times };
}

function sync(cwd: string, port: number): Promise<void> {
  const env = { ...process.env, SERVICE_URL: `http://127.0.0.1:${port}`, SERVICE_AUTH_KEY: 'key' };
  return new Promise((done, fail) => {
    execFile(process.execPath, [CLI, 'sync'], { cwd, env }, (error) =>
      error === null ? done() : fail(new Error('sync failed', { cause: error })),
    );
  });
}

async function round(): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));
  const { server, times } = await serve();
  try {
    const files = {
      'service.config.yaml':
        'source: en\ntargets: [de]\ndocuments: [{ files: "{locale}/*.txt" }]\n',
      'en/a.txt': 'Hello',
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    await sync(root, (server.address() as AddressInfo).port);
    const [uploaded = 0, fetched = 0] = times;
    return (fetched - uploaded) / 1000;
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(root, { recursive: true });
  }
}

const trips: number[] = [];
for (let count = 0; count < ROUNDS; count += 1) trips.push(await round());
const median = trips.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
console.log(
  `document, upload to result: ${median.toFixed(3)} s, of which ${SECONDS} s at the service`,
);
console.log(`ratio ${(median / SECONDS).toFixed(3)}, allowed ${ALLOWED}`);
if (median / SECONDS > ALLOWED) process.exitCode = 1;
