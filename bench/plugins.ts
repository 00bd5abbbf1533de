/**
 * The cost of the plugins with 1,000 keys × 6 locales, on built files.
 * `tsx bench/plugins.ts [RUNS] [SAVES] [PART…]` prints one JSON object for each part, or only for
 * the named parts; times are medians in milliseconds.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import type * as VitePlugin from '../plugins/vite.js';
import { switchBranches } from './support/branch-switches.js';
import { bundlerPlugin, saveAgainAndAgain } from './support/dev-saves.js';
import { KEY, openService } from './support/service.js';

const ROOT = resolve(import.meta.dirname, '..');
const CLI = join(ROOT, 'dist/cli.cjs');
const TARGETS = ['de', 'fr', 'es', 'it', 'nl', 'pl'];
const RUNS = Number(process.argv[2] ?? 11);
/** As many saves as in an hour of work. */
const SAVES = Number(process.argv[3] ?? 500);
const CATALOGS = 800;
const PARTS = process.argv.slice(4);

/** The last output line of a script: its duration, when it ended, and its CPU time. */
const PRINT = `const took = performance.now() - start;
const { user, system } = process.cpuUsage(before);
console.log(JSON.stringify([took, Date.now(), (user + system) / 1000]));`;

const folder = mkdtempSync(join(tmpdir(), 'locale-sync-bench-'));

function write(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

function prepareTexts(): void {
  const keys = Array.from({ length: 1000 }, (_, i) => [`key${i}`, `Text number ${i}`]);
  write('locales/en.json', `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`);
  write('service.config.yaml', configFor(TARGETS));
}

/** Three human translations and no lock, as a first build finds in a small app. */
function smallApp(): void {
  rmSync(join(folder, 'locale-sync.lock'), { force: true });
  for (const locale of ['en', ...TARGETS.slice(0, 2)]) {
    const texts = {
      title: `Title ${locale}`,
      hello: `Hello {name} ${locale}`,
      bye: `Bye ${locale}`,
    };
    write(`locales/${locale}.json`, `${JSON.stringify(texts, null, 2)}\n`);
  }
  write('service.config.yaml', configFor(TARGETS.slice(0, 2)));
}

function configFor(targets: readonly string[]): string {
  return `version: 1\nsource: en\ntargets: [${targets.join(', ')}]\ncatalogs:\n  - files: locales/{locale}.json\n`;
}

function prepare(): void {
  prepareTexts();
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
const start = performance.now(), before = process.cpuUsage();
await build({ root: import.meta.dirname, configFile: false, logLevel: 'silent', plugins });
${PRINT}
`,
  );
  write(
    'webpack.js',
    `import webpack from 'webpack';
const plugins = process.argv[2] === 'with' ? [new (await import('locale-sync/webpack')).LocaleSyncPlugin()] : [];
const context = import.meta.dirname;
const start = performance.now(), before = process.cpuUsage();
webpack({ mode: 'production', context, entry: './main.js', plugins }).run((error) => {
  if (error) throw error;
  ${PRINT}
});
`,
  );
  write('empty.js', '');
  write(
    'import.js',
    `await import('./empty.js');
const start = performance.now(), before = process.cpuUsage();
await import(process.argv[2]);
${PRINT}
`,
  );
}

interface Run {
  /** Milliseconds measured by the script. */
  readonly took: number;
  /** Milliseconds from then until its process ended. */
  readonly exit: number;
  /** CPU time of all threads in milliseconds, the figure least affected by a busy machine. */
  readonly processor: number;
}

function run(script: string, argument: string): Run {
  const output = execFileSync(process.execPath, [join(folder, script), argument], { cwd: folder });
  const ended = Date.now();
  const [took, done, processor] = JSON.parse(output.toString()) as [number, number, number];
  return { took, exit: ended - done, processor };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10;
}

/**
 * Alternates runs with and without the plugin, so that a busy machine affects both alike.
 * @param isFresh every run is the first in its checkout, without stored state
 */
function compare(script: string, { isFresh = false } = {}): Record<string, number> {
  const results = Array.from({ length: RUNS }, () => {
    if (isFresh) rmSync(join(folder, '.locale-sync'), { recursive: true, force: true });
    return { without: run(script, 'without'), with: run(script, 'with') };
  });
  const without = median(results.map((result) => result.without.took));
  const added = median(results.map((result) => result.with.took - result.without.took));
  const processor = median(
    results.map((result) => result.with.processor - result.without.processor),
  );
  const exit = median(results.map((result) => result.with.exit - result.without.exit));
  return { without, added, processor, exit };
}

/** Sends the requests of a save, one per target at once, from a client that does nothing else. */
async function serviceTime(url: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < RUNS + 3; i += 1) {
    const start = performance.now();
    await Promise.all(
      TARGETS.map(async (target) => {
        const answer = await fetch(`${url}/v2/translate`, {
          method: 'POST',
          headers: {
            authorization: `DeepL-Auth-Key ${KEY}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ text: [`Text ${i}`], source_lang: 'EN', target_lang: target }),
        });
        if (!answer.ok) throw new Error(`${target}: ${answer.status} ${await answer.text()}`);
        await answer.json();
      }),
    );
    times.push(performance.now() - start);
  }
  return median(times.slice(3));
}

function imported(name: string): Record<string, number> {
  const runs = Array.from({ length: RUNS }, () => run('import.js', name));
  const took = median(runs.map((one) => one.took));
  return { took, processor: median(runs.map((one) => one.processor)) };
}

async function saves(url: string): Promise<Record<string, number>> {
  process.env['SERVICE_URL'] = url;
  process.env['SERVICE_AUTH_KEY'] = KEY;
  process.env['SERVICE_AUTH_SCHEME'] = 'DeepL-Auth-Key';
  // The built plugin, as users load it, with the types of the source.
  const built = pathToFileURL(join(ROOT, 'dist/vite.js')).href;
  const { localeSync } = (await import(built)) as typeof VitePlugin;
  const plugin = localeSync({ mode: 'sync', ci: true });
  const service = await serviceTime(url);
  const options = { folder, targets: TARGETS, saves: SAVES };
  const found = await saveAgainAndAgain({ ...options, plugin });
  const bundler = await saveAgainAndAgain({
    ...options,
    saves: 50,
    plugin: bundlerPlugin(options),
  });
  const beyond = median(found.times) - median(bundler.times) - service;
  return {
    service,
    bundler: median(bundler.times),
    saveToPage: median(found.times),
    beyondBundlerAndService: Math.round(beyond * 10) / 10,
    processor: median(found.processor),
    grownMiB: Math.round(found.grownMiB * 10) / 10,
    moreHandles: found.moreHandles,
  };
}

/** In this order, because the last one changes the project. */
const parts: Readonly<Record<string, (url: string) => unknown>> = {
  import: () => ({ vite: imported('locale-sync/vite'), webpack: imported('locale-sync/webpack') }),
  known: () => ({ vite: compare('vite.js'), webpack: compare('webpack.js') }),
  saves,
  switched: () => switchBranches({ catalogs: CATALOGS, switches: 8 }),
  fresh: () => {
    smallApp();
    const isFresh = true;
    return { vite: compare('vite.js', { isFresh }), webpack: compare('webpack.js', { isFresh }) };
  },
};

prepare();
const service = await openService(CLI, 0);
try {
  execFileSync(process.execPath, [CLI, 'sync', '--quiet'], {
    cwd: folder,
    // Texts left by a rehearsal are not reused by the builds, which use another service.
    env: { ...process.env, SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY },
  });
  for (const [name, measure] of Object.entries(parts)) {
    if (PARTS.length > 0 && !PARTS.includes(name)) continue;
    console.log(JSON.stringify({ [name]: await measure(service.url) }));
  }
} finally {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
}
