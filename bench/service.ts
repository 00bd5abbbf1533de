// The cost of the bundled service's rules: translate (50 texts, pseudo) compared with a bare
// fastify route that reads the same body and returns the same JSON. Each server is a separate
// process, and they alternate under the same load, because only their ratio matters. Run: npx tsx
// bench/service.ts
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { Agent } from 'undici';
import type * as serviceModule from '../src/service/index.js';
import { bundled } from './support/bundled.js';

const text = Array.from({ length: 50 }, (_, index) => `Text ${index} of a page, about this long.`);
const body = JSON.stringify({ text, source_lang: 'EN', target_lang: 'DE' });
const headers = { authorization: 'Service-Auth-Key key', 'content-type': 'application/json' };
const requests = 1000;
const rounds = 16;
const warmUps = 4;
const atOnce = 8;
const allowed = 2;

/** Answers any message with the CPU time of this process in microseconds. */
function reportProcessorTime(): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
}

async function processorTime(child: ChildProcess): Promise<number> {
  const answer = once(child, 'message') as Promise<[number]>;
  child.send('time');
  return (await answer)[0];
}

async function serve(answer: string): Promise<void> {
  if (answer === '') {
    const { startService } = await bundled<typeof serviceModule>('src/service/index.ts');
    const { url } = await startService({ keys: ['key'], engine: 'pseudo' });
    reportProcessorTime();
    process.send?.(url);
    return;
  }
  const parsed = JSON.parse(answer) as unknown;
  const app = fastify();
  app.post('/v2/translate', () => parsed);
  reportProcessorTime();
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
}

async function launch(answer = ''): Promise<{ child: ChildProcess; origin: string }> {
  const options = { execArgv: ['--import', 'tsx'] };
  const child = fork(fileURLToPath(import.meta.url), ['serve', answer], options);
  const [origin] = (await once(child, 'message')) as [string];
  return { child, origin };
}

const agent = new Agent();

async function send(origin: string): Promise<unknown> {
  const answer = await agent.request({
    origin,
    path: '/v2/translate',
    method: 'POST',
    headers,
    body,
  });
  return answer.body.json();
}

/** Requests per second. */
async function rate(origin: string): Promise<number> {
  const start = performance.now();
  let left = requests;
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await send(origin);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (requests / (performance.now() - start)) * 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function measure(): Promise<void> {
  const service = await launch();
  const bare = await launch(JSON.stringify(await send(service.origin)));
  const ratios: number[] = [];
  const processorRatios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = [await processorTime(bare.child), await processorTime(service.child)] as const;
    const bareRate = await rate(bare.origin);
    const serviceRate = await rate(service.origin);
    if (round < warmUps) continue;
    ratios.push(bareRate / serviceRate);
    const bareTime = (await processorTime(bare.child)) - before[0];
    processorRatios.push(((await processorTime(service.child)) - before[1]) / bareTime);
  }
  const ratio = median(ratios);
  console.log(`bare fastify / service: ${ratio.toFixed(2)} by the clock (allowed ${allowed})`);
  console.log(`service / bare fastify: ${median(processorRatios).toFixed(2)} in processor time`);
  service.child.kill();
  bare.child.kill();
  await agent.close();
  if (ratio > allowed) process.exitCode = 1;
}

const [role, answer = ''] = process.argv.slice(2);
if (role === 'serve') await serve(answer);
else await measure();
