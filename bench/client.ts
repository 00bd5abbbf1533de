// What the client adds to a bare undici loop that sends the same bodies to the same server. Both take turns in
// one process, so that only their ratio counts. Run: npx tsx bench/client.ts
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Agent } from 'undici';
import { createClient, encodeTranslateText } from '../src/client/index.js';

const texts = Array.from({ length: 50 }, (_, index) => `Text ${index} of a page, about this long.`);
const options = { sourceLang: 'EN', targetLang: 'DE', showBilledCharacters: true } as const;
const answer = JSON.stringify({
  translations: texts.map((text) => ({ detected_source_language: 'EN', text: `[${text}]` })),
  billed_characters: 2000,
});
const requests = 400;
const rounds = 9;
const atOnce = 4;
const allowed = 1.15;

/** Runs in a thread of its own, so that its work is not counted. */
function serve(): void {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-trace-id': 'f00d' });
      response.end(answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    parentPort?.postMessage((server.address() as AddressInfo).port);
  });
}

/** Milliseconds for all requests, several in flight. */
async function time(send: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  let left = requests;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(): Promise<void> {
  const worker = new Worker(new URL(import.meta.url), { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(worker, 'message')) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  const client = createClient({ baseUrl: origin, key: 'key', dispatcher: agent });
  const bare = async () => {
    const { body } = await agent.request({
      origin,
      path: '/v2/translate',
      method: 'POST',
      headers: { authorization: 'Service-Auth-Key key', 'content-type': 'application/json' },
      body: encodeTranslateText(texts, options),
    });
    return body.json();
  };
  const whole = () => client.text.translate(texts, options);
  await time(bare);
  await time(whole);
  const ratios: number[] = [];
  const times: { bare: number[]; client: number[] } = { bare: [], client: [] };
  for (let round = 0; round < rounds; round += 1) {
    const first = await time(bare);
    const second = await time(whole);
    times.bare.push(first);
    times.client.push(second);
    ratios.push(second / first);
  }
  const ratio = median(ratios);
  console.log(
    JSON.stringify({
      bench: 'client',
      requests,
      texts: texts.length,
      bareMs: Math.round(median(times.bare)),
      clientMs: Math.round(median(times.client)),
      ratio: Number(ratio.toFixed(3)),
      allowed,
      ok: ratio <= allowed,
    }),
  );
  await agent.close();
  await worker.terminate();
}

if (isMainThread) await measure();
else serve();
