// Damaged files for every parser, and edits of those that are read: `npm run fuzz`, or of one
// `npm run fuzz -- --read 100000 --format json --seed 7`. What fails is printed with its seed, and ends with 1.
import { parseArgs } from 'node:util';
import { formats } from '../src/formats/index.js';
import { fuzz } from '../test/formats/support/fuzz.js';

const { values } = parseArgs({
  options: {
    read: { type: 'string', default: '100000' },
    format: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    largest: { type: 'string', default: '20000' },
  },
});

for (const codec of Object.values(formats)) {
  if (values.format !== undefined && values.format !== codec.name) continue;
  const [seed, largest] = [Number(values.seed), Number(values.largest)];
  const result = await fuzz(codec, { read: Number(values.read), seed, largest });
  const { read, refused, kept, failures, slowest } = result;
  console.log(
    `${codec.name}: ${read} inputs read and ${refused} refused (seed ${seed}), ${failures.length} failures, ` +
      `slowest ${slowest.toFixed(0)} ms`,
  );
  for (const [law, count] of Object.entries(kept)) console.log(`  ${law}: ${count}`);
  for (const { input, reason } of failures.slice(0, 10))
    console.log(`${JSON.stringify(input.slice(0, 2000))}\n${reason}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
