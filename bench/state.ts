/**
 * The cost of the state, as ratios to the start of Node: `npx tsx bench/state.ts`. Each measurement
 * runs in a separate process, on bundled code, best of several.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

const UNITS = 10_000;
const LOCALES = ['de', 'fr', 'es', 'pt-BR', 'zh_CN'];
const ROUNDS = 7;

const folder = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));
let scripts = 0;

buildSync({
  stdin: {
    contents: "export * from './src/lock/index.ts'; export * from './src/state/index.ts';",
    resolveDir: '.',
  },
  outfile: join(folder, 'state.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
});

const empty = join(folder, 'empty.mjs');
writeFileSync(empty, '');

function wallOf(file: string): { wall: number; output: string } {
  const start = performance.now();
  const output = execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' });
  return { wall: performance.now() - start, output };
}

/**
 * Best of several runs, each beside a bare Node, so that a busy machine slows both. The script
 * prints its figures.
 */
function print(title: string, script: string): void {
  const file = join(folder, `script-${(scripts += 1)}.mjs`);
  writeFileSync(
    file,
    `const clock = (run) => { const t = performance.now(); const value = run(); return [performance.now() - t, value]; };
    ${script}`,
  );
  let [wall, bare] = [Infinity, Infinity];
  const figures = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    bare = Math.min(bare, wallOf(empty).wall);
    const found = wallOf(file);
    wall = Math.min(wall, found.wall);
    const printed = JSON.parse(found.output) as Record<string, number>;
    for (const [name, value] of Object.entries(printed)) {
      figures.set(name, Math.min(figures.get(name) ?? Infinity, value));
    }
  }
  const rest = [...figures].map(([name, value]) =>
    name.endsWith('Ms')
      ? `${name} ${value.toFixed(1)} = ${(value / bare).toFixed(2)} × bare`
      : `${name} ${value.toFixed(1)}`,
  );
  console.log(
    `${title}: process ${(wall / bare).toFixed(2)} × bare (${bare.toFixed(0)} ms); ${rest.join(', ')}`,
  );
}

const lockFacts = `
  const locales = ${JSON.stringify(LOCALES)};
  const facts = new Map(Array.from({ length: ${UNITS} }, (_, i) => [
    unitHash('locales/en/app.json', ['section', 'key' + i]),
    [{ source: sourceHash('Source text ' + i), targets: new Map(locales.map((locale) =>
      [locale, { hash: targetHash(locale + i), origin: originOf('options') }])) }],
  ]));`;

print(
  `lock of ${UNITS} units × ${LOCALES.length} targets, written`,
  `import { writeFileSync } from 'node:fs';
   import { formatLock, originOf, sourceHash, targetHash, unitHash } from './state.mjs';
   ${lockFacts}
   const [formatMs, text] = clock(() => formatLock(facts));
   writeFileSync('lock', text);
   console.log(JSON.stringify({ formatMs, megabytes: text.length / 1e6 }));`,
);
print(
  'lock, read in a fresh process, and one unit changed',
  `import { readFileSync } from 'node:fs';
   import { formatLock, originOf, parseLock, targetHash, unitHash } from './state.mjs';
   const before = process.memoryUsage().rss;
   const [parseMs, lock] = clock(() => parseLock(readFileSync('lock', 'utf8')));
   const rssMiB = (process.memoryUsage().rss - before) / 2 ** 20;
   const unit = unitHash('locales/en/app.json', ['section', 'key7']);
   const [oneMs, [fact]] = clock(() => lock.factsOf(unit));
   const target = { hash: targetHash('new'), origin: originOf('options') };
   const changed = [unit, [{ source: fact.source, targets: new Map([...fact.targets, ['de', target]]) }]];
   const [factsMs, facts] = clock(() => lock.facts);
   if (facts.size !== ${UNITS}) throw new Error('facts');
   const [formatMs, all] = clock(() => formatLock(new Map([...facts, changed])));
   if (all.length < 1000) throw new Error('texts');
   console.log(JSON.stringify({ parseMs, oneMs, factsMs, formatMs, rssMiB }));`,
);
print(
  'hashes of 20,000 units in 6 files',
  `import { targetHash, unitHash } from './state.mjs';
   const texts = Array.from({ length: 20_000 }, (_, i) => 'A text of usual length in a catalog, number ' + i);
   const [allMs] = clock(() => {
     for (let i = 0; i < texts.length; i += 1) unitHash('locales/en/app.json', ['section', 'key' + i]);
     for (let file = 0; file < 6; file += 1) for (const text of texts) targetHash(text);
   });
   console.log(JSON.stringify({ allMs }));`,
);
const journals = `
  import { memoryKey, openMemory } from './state.mjs';
  const locales = ${JSON.stringify(LOCALES)};
  const text = (i) => 'Ein Text von üblicher Länge in einem Katalog, Nummer ' + i;
  const keyOf = (locale, i) => memoryKey([locale, String(i)]);`;
print(
  `memory, ${UNITS} records × ${LOCALES.length} targets put in batches of 50`,
  `${journals}
   import { rmSync } from 'node:fs';
   rmSync('state', { recursive: true, force: true });
   const memory = openMemory('state');
   const [putMs] = clock(() => {
     for (const locale of locales) for (let i = 0; i < ${UNITS}; i += 50) memory.put(locale,
       Array.from({ length: 50 }, (_, j) => [keyOf(locale, i + j), text(i + j)]));
   });
   if (memory.problems.length > 0) throw new Error(memory.problems[0].message);
   const [compactMs] = clock(() => memory.compact());
   console.log(JSON.stringify({ putMs, compactMs }));`,
);
for (const [title, keys] of [
  ['5', 5],
  ['all', UNITS],
] as const) {
  print(
    `memory, ${title} of the records of each target recalled in a fresh process`,
    `${journals}
     import { statSync } from 'node:fs';
     const step = ${UNITS / keys};
     const wanted = new Map(locales.map((locale) =>
       [locale, new Set(Array.from({ length: ${keys} }, (_, i) => keyOf(locale, i * step)))]));
     const before = process.memoryUsage().rss;
     const memory = openMemory('state');
     const recall = () => locales.reduce((sum, one) => sum + memory.recall(one, wanted.get(one)).size, 0);
     const [recallMs, found] = clock(recall);
     const rssMiB = (process.memoryUsage().rss - before) / 2 ** 20;
     if (found !== ${keys * LOCALES.length}) throw new Error('lost');
     const [againMs] = clock(recall);
     const fileMiB = statSync('state/memory/de.log').size / 2 ** 20;
     console.log(JSON.stringify({ recallMs, againMs, rssMiB, fileMiB }));`,
  );
}
print(
  'answer that rests on 1,200 files and 200 folders, written',
  `import { mkdirSync, writeFileSync, utimesSync } from 'node:fs';
   import { Stamps, writeAnswer } from './state.mjs';
   import { readStamped, stampFolder } from './state.mjs';
   import { resolve } from 'node:path';
   const inputs = [];
   for (let folder = 0; folder < 200; folder += 1) {
     mkdirSync('files/' + folder, { recursive: true });
     for (let i = 0; i < 6; i += 1) writeFileSync('files/' + folder + '/' + i + '.json', 'x'.repeat(3000));
   }
   await new Promise((resolve) => setTimeout(resolve, 100));
   for (let folder = 0; folder < 200; folder += 1) {
     inputs.push(stampFolder(resolve('files/' + folder)));
     for (let i = 0; i < 6; i += 1) inputs.push(readStamped(resolve('files/' + folder + '/' + i + '.json')).stamp);
   }
   const [writeMs, written] = clock(() => writeAnswer('state', 'sync', { identity: 'x', inputs: Stamps.of(inputs), payload: { ok: true } }));
   if (!written) throw new Error('not written');
   console.log(JSON.stringify({ writeMs }));`,
);
print(
  'the same, checked in a fresh process',
  `import { readAnswer } from './state.mjs';
   const [checkMs, payload] = clock(() => readAnswer('state', 'sync', 'x')?.payload);
   if (payload === undefined) throw new Error('forgotten');
   console.log(JSON.stringify({ checkMs }));`,
);
for (const durability of ['process-end', 'power-loss']) {
  print(
    `300 files of 3 kB replaced (${durability})`,
    `import { resolve } from 'node:path';
     import { writeFileAtomic } from './state.mjs';
     const root = resolve('.');
     const round = String(Math.random());
     const options = { root, state: root + '/state', durability: '${durability}' };
     const [allMs] = clock(() => {
       for (let i = 0; i < 300; i += 1)
         writeFileAtomic('written/' + i + '.json', round.repeat(160), options);
     });
     console.log(JSON.stringify({ allMs }));`,
  );
}
print(
  'run lock, taken and let go',
  `import { acquireRunLock } from './state.mjs';
   const start = performance.now();
   (await acquireRunLock('state')).release();
   console.log(JSON.stringify({ lockMs: performance.now() - start }));`,
);

rmSync(folder, { recursive: true, force: true });
