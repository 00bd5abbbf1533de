/**
 * What the plugins cost, 1,000 keys × 6 locales, on built files. `tsx bench/plugins.ts [RUNS] [SAVES]` prints one JSON object;
 * times are medians in milliseconds.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const ROOT = resolve(import.meta.dirname, '..');
const TARGETS = ['de', 'fr', 'es', 'it', 'nl', 'pl'];
const RUNS = Number(process.argv[2] ?? 7);
/** An hour of work. */
const SAVES = Number(process.argv[3] ?? 500);

const folder = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

function prepare(): void {
  const keys = Array.from({ length: 1000 }, (_, i) => [`key${i}`, `Text number ${i}`]);
  write('locales/en.json', `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`);
  write(
    'service.config.yaml',
    `version: 1\nservice: { url: embedded }\nsource: en\ntargets: [${TARGETS.join(', ')}]\ncatalogs:\n  - files: locales/{locale}.json\n`,
  );
  write('package.json', '{ "type": "module" }\n');
  write('index.html', '<script type="module" src="/main.js"></script>\n');
  write('main.js', "import de from './locales/de.json';\nconsole.log(de.key1);\n");
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['vite', 'webpack']) {
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
  }
  symlinkSync(ROOT, join(folder, 'node_modules/locale-sync'), 'dir');
  write(
    'vite.js',
    `import { build } from 'vite';
const plugins = process.argv[2] === 'with' ? [(await import('locale-sync/vite')).localeSync()] : [];
const start = performance.now();
await build({ root: import.meta.dirname, configFile: false, logLevel: 'silent', plugins });
console.log(performance.now() - start);
`,
  );
  write(
    'webpack.js',
    `import webpack from 'webpack';
const plugins = process.argv[2] === 'with' ? [new (await import('locale-sync/webpack')).LocaleSyncPlugin()] : [];
const context = import.meta.dirname;
const start = performance.now();
webpack({ mode: 'production', context, entry: './main.js', plugins }).run((error) => {
  if (error) throw error;
  console.log(performance.now() - start);
});
`,
  );
  write(
    'import.js',
    `const start = performance.now();
await import(process.argv[2]);
console.log(performance.now() - start);
`,
  );
}

/** Milliseconds that a script reports, and those until its process has ended. */
function run(script: string, argument: string): { readonly told: number; readonly ended: number } {
  const start = performance.now();
  const output = execFileSync(process.execPath, [join(folder, script), argument], { cwd: folder });
  return { told: Number(output.toString().trim()), ended: performance.now() - start };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10;
}

/** With and without in turn, so that a busy machine weighs on both alike. */
function compare(script: string): Record<string, number> {
  const results = Array.from({ length: RUNS }, () => {
    return { without: run(script, 'without'), with: run(script, 'with') };
  });
  const without = median(results.map((result) => result.without.told));
  const added = median(results.map((result) => result.with.told - result.without.told));
  const exit = median(
    results.map(
      (result) =>
        result.with.ended - result.with.told - (result.without.ended - result.without.told),
    ),
  );
  return { without, added, exit };
}

/** Many saves in one process: time from the save to written targets, memory and handles before and after. */
async function saves(): Promise<Record<string, number>> {
  const { openContext } = await import('../plugins/shared.js');
  const { project } = openContext({ mode: 'sync', ci: true, debounce: 0 }, { root: folder });
  const stop = project.subscribe(() => undefined);
  const source = join(folder, 'locales/en.json');
  const catalog = JSON.parse(readFileSync(source, 'utf8')) as Record<string, string>;
  const times: number[] = [];
  await project.run({ quick: false });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const handles = (): number => process.getActiveResourcesInfo().length;
  const memory = (): number => {
    collect();
    return process.memoryUsage().heapUsed / 1024 / 1024;
  };
  const save = async (i: number): Promise<void> => {
    catalog['key1'] = `Text that was saved for the time ${i % 5}`;
    writeFileSync(source, `${JSON.stringify(catalog, null, 2)}\n`);
    const start = performance.now();
    await project.run({ quick: false });
    times.push(performance.now() - start);
  };
  for (let i = 0; i < 20; i += 1) await save(i);
  const before = { memory: memory(), handles: handles() };
  for (let i = 0; i < SAVES; i += 1) await save(i);
  const after = { memory: memory(), handles: handles() };
  stop();
  return {
    save: median(times),
    grownMiB: Math.round((after.memory - before.memory) * 10) / 10,
    moreHandles: after.handles - before.handles,
  };
}

prepare();
try {
  execFileSync(process.execPath, [join(ROOT, 'dist/cli.js'), 'sync', '--quiet'], { cwd: folder });
  const imports = Object.fromEntries(
    ['locale-sync/vite', 'locale-sync/webpack'].map((name) => [
      name,
      median(Array.from({ length: RUNS }, () => run('import.js', name).told)),
    ]),
  );
  const result = { import: imports, vite: compare('vite.js'), webpack: compare('webpack.js') };
  console.log(JSON.stringify({ ...result, saves: await saves() }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
