// Feeds damaged files to every parser and edits those that can be read: `npm run fuzz`, or for one
// format `npm run fuzz -- --read 100000 --format json --seed 7`. Failures are printed with their
// seed and end with exit code 1.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { formats } from '../src/formats/public.js';
import type { Codec } from '../src/model/index.js';
import { fuzz } from '../test/formats/support/fuzz.js';

const { values } = parseArgs({
  options: {
    read: { type: 'string', default: '100000' },
    format: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    largest: { type: 'string', default: '20000' },
  },
});
const { read, seed, largest } = values;

const codecs: readonly Codec[] = Object.values(formats);
const chosen = codecs.find(({ name }) => name === values.format);
if (chosen !== undefined) await fuzzOne(chosen);
else if (values.format === undefined) await fuzzAll();
else throw new Error(`no format "${values.format}"`);

/** Each format in a separate process, as many at a time as there are cores. */
async function fuzzAll(): Promise<void> {
  const waiting = codecs.values();
  const work = async (): Promise<void> => {
    for (const { name } of waiting) await inProcess(name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function inProcess(format: string): Promise<void> {
  const args = Object.entries({ format, read, seed, largest }).flatMap(([name, value]) => [
    `--${name}`,
    value,
  ]);
  const child = fork(import.meta.filename, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error('no output');
  const [said, warned, code] = await Promise.all([
    text(stdout),
    text(stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  process.stdout.write(said);
  if (code === 0) return;
  process.exitCode = 1;
  // Other parsers print many warnings; they matter only if the process failed.
  if (said === '') console.error(`${format}: ${warned.slice(-2000)}`);
}

async function fuzzOne(codec: Codec): Promise<void> {
  const start = performance.now();
  const options = { read: Number(read), seed: Number(seed), largest: Number(largest) };
  const { read: count, refused, kept, failures, slowest } = await fuzz(codec, options);
  const minutes = (performance.now() - start) / 60_000;
  console.log(
    `${codec.name}: ${count} inputs read and ${refused} refused (seed ${seed}), ${failures.length} failures, ` +
      `slowest ${slowest.toFixed(0)} ms, ${minutes.toFixed(1)} minutes`,
  );
  for (const [law, times] of Object.entries(kept)) console.log(`  ${law}: ${times}`);
  for (const { input, reason } of failures.slice(0, 10))
    console.log(`${JSON.stringify(input.slice(0, 2000))}\n${reason}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
