// Damaged files for every parser: `npm run fuzz`, or of one `npm run fuzz -- --runs 100000 --format
// json --seed 7`. What fails is printed with its seed, and ends with 1.
import { parseArgs } from 'node:util';
import { formats } from '../src/formats/index.js';
import { fuzz } from '../test/formats/support/fuzz.js';
import { STILL_BROKEN } from '../test/formats/support/fuzz-laws.js';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    format: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

for (const codec of Object.values(formats)) {
  if (values.format !== undefined && values.format !== codec.name) continue;
  const seed = Number(values.seed);
  const total = Number(values.runs);
  const result = await fuzz(codec, { runs: total, seed, largest: 20_000, edited: total });
  const { runs, parsed, refused, edited, failures, broken, slowest } = result;
  console.log(
    `${codec.name}: ${runs} inputs (seed ${seed}), ${parsed} read, ${edited} edited, ${refused} refused, ` +
      `${failures.length} failures, ${broken.length} laws broken, slowest ${slowest.toFixed(0)} ms`,
  );
  for (const { input, reason } of [...failures.slice(0, 5), ...broken.slice(0, 5)])
    console.log(`${JSON.stringify(input.slice(0, 2000))}\n${reason}\n`);
  const isBroken = broken.length > 0 && !STILL_BROKEN.has(codec.name);
  if (failures.length > 0 || isBroken) process.exitCode = 1;
}
