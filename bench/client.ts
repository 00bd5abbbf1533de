// What the bundled client adds to a bare undici loop that sends the same bodies to the same server.
// The two alternate in one process, because only their ratio matters. Run: npx tsx bench/client.ts
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import type * as clientModule from '../src/client/public.js';
import { bundled } from './support/bundled.js';

const texts = Array.from({ length: 50 }, (_, index) => `Text ${index} of a page, about this long.`);
const options = { sourceLang: 'EN', targetLang: 'DE', showBilledCharacters: true } as const;
const body = {
  text: texts,
  source_lang: 'EN',
  target_lang: 'DE',
  show_billed_characters: true,
};
const answer = JSON.stringify({
  translations: texts.map((text) => ({ detected_source_language: 'EN', text: `[${text}]` })),
  billed_characters: 2000,
});
const requests = 400;
/**
 * One round takes a tenth of a second, and a busy machine may distort it by a quarter, so only the
 * median of many counts.
 */
const rounds = 61;
const atOnce = 4;
const allowed = 1.15;

/** Runs in a separate process, so that its work is not counted. */
function serve(): void {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'application/json', 'x-trace-id': 'f00d' });
      response.end(answer);
    });
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as AddressInfo).port);
  });
}

interface Cost {
  readonly wall: number;
  /** CPU time of this process, which a busy machine distorts less. */
  readonly cpu: number;
}

/** Milliseconds for all requests, several in flight. */
async function time(send: () => Promise<unknown>): Promise<Cost> {
  const start = performance.now();
  const before = process.cpuUsage();
  let left = requests;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await send();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(): Promise<void> {
  const { createClient } = await bundled<typeof clientModule>('src/client/public.ts');
  const server = fork(fileURLToPath(import.meta.url), ['serve'], { execArgv: ['--import', 'tsx'] });
  const [port] = (await once(server, 'message')) as [number];
  const origin = `http://127.0.0.1:${port}`;
  const agent = new Agent();
  const client = createClient({ baseUrl: origin, key: 'key', dispatcher: agent });
  const bare = async () => {
    const response = await agent.request({
      origin,
      path: '/v2/translate',
      method: 'POST',
      headers: { authorization: 'Service-Auth-Key key', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.body.json();
  };
  const whole = () => client.text.translate(texts, options);
  await time(bare);
  await time(whole);
  const costs: { readonly bare: Cost; readonly client: Cost }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Whichever runs second would collect the other's garbage.
    const first = round % 2 === 0;
    const early = first ? await time(bare) : undefined;
    const client = await time(whole);
    costs.push({ bare: early ?? (await time(bare)), client });
  }
  const ratio = (kind: keyof Cost) =>
    Number(median(costs.map((cost) => cost.client[kind] / cost.bare[kind])).toFixed(3));
  console.log(
    JSON.stringify({
      bench: 'client',
      requests,
      texts: texts.length,
      bareMs: Math.round(median(costs.map((cost) => cost.bare.wall))),
      wallRatio: ratio('wall'),
      cpuRatio: ratio('cpu'),
      allowed,
      ok: ratio('wall') <= allowed,
    }),
  );
  await agent.close();
  server.kill();
}

if (process.argv[2] === 'serve') serve();
else await measure();
