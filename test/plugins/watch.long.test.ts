import { setTimeout as sleep } from 'node:timers/promises';
import { rspack } from '@rspack/core';
import { context as esbuildContext } from 'esbuild';
import type { RspackOptions } from '@rspack/core';
import { watch as rolldownWatch } from 'rolldown';
import { watch as rollupWatch } from 'rollup';
import { webpack } from 'webpack';
import type { Compiler, Stats } from 'webpack';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { recall } from '../../src/index.js';
import { openContext } from '../../plugins/core/context.js';
import type { LocaleSyncOptions } from '../../plugins/core/options.js';
import { localeSync as esbuildPlugin } from '../../plugins/esbuild.js';
import { localeSync as rolldownPlugin } from '../../plugins/rolldown.js';
import { localeSync as rollupPlugin } from '../../plugins/rollup.js';
import { LocaleSyncPlugin as RspackPlugin } from '../../plugins/rspack.js';
import { KEY, service } from '../support/service.js';
import { Project } from '../support/project.js';
import { codeIn, webpackConfig } from './bundlers.js';
import { app, CONFIG, MISSING, saveUntil, settled } from './support.js';

const WAIT = { timeout: 60_000, interval: 50 };

function watch(root: string, options: LocaleSyncOptions): Stats[] {
  const builds: Stats[] = [];
  const compiler = webpack({ ...webpackConfig(root, options), mode: 'development' });
  const watching = compiler.watch({ aggregateTimeout: 20 }, (_, stats) => {
    if (stats !== undefined) builds.push(stats);
  });
  onTestFinished(
    () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
  );
  return builds;
}

/** An app whose last `sync` left nothing to do, which another process remembers. */
async function remembered(): Promise<Project> {
  const project = app({
    'src/main.js': "import de from '../locales/de.json';\nconsole.log(de.title);\n",
  });
  await sleep(100);
  const other = openContext({ mode: 'sync', ci: true, debounce: 11 }, { root: project.root });
  await other.project.run();
  expect(recall({ cwd: project.root })).toBeDefined();
  return project;
}

const said = (builds: readonly Stats[]): string =>
  (builds.at(-1)?.compilation.errors ?? []).map(({ message }) => message).join('\n');

describe('webpack in watch mode', () => {
  test('without a source file it waits for one', async () => {
    const project = new Project({
      'service.config.yaml': CONFIG,
      'package.json': '{ "type": "module" }\n',
      'src/main.js': 'console.log(1);\n',
    });
    const builds = watch(project.root, {});
    await expect.poll(() => said(builds), WAIT).toMatch(/no source file matches/);
    for (const locale of ['en', 'de', 'fr']) {
      await sleep(300);
      project.write(`locales/${locale}.json`, '{\n  "title": "Title 1"\n}\n');
    }
    await expect.poll(() => said(builds), WAIT).toBe('');
  });

  test('follows source, target and config, also after a failed check', async () => {
    const project = app(MISSING);
    const builds = watch(project.root, { onProblem: { open: 'error' } });
    await expect.poll(() => said(builds), WAIT).toMatch(/missing \[fr\] hello/);
    project.write(
      'locales/fr.json',
      '{\n  "title": "Bienvenue",\n  "hello": "Bonjour {name}"\n}\n',
    );
    await expect.poll(() => said(builds), WAIT).toBe('');
    project.write('service.config.yaml', 'version: 2\n');
    await expect.poll(() => said(builds), WAIT).toMatch(/service\.config\.yaml:1/);
    project.remove('service.config.yaml');
    await expect.poll(() => said(builds), WAIT).toContain('no config found');
    await settled(() => builds.length);
    project.write('service.config.yaml', CONFIG);
    await expect.poll(() => said(builds), WAIT).toBe('');
  });

  test('sync ends: its own writes do not build without end, catalogs beside the output too', async () => {
    const project = app({
      'service.config.yaml': CONFIG.replace('locales/{locale}.json', "'{locale}.json'"),
      'en.json': '{\n  "title": "Welcome"\n}\n',
      'src/main.js': "import de from '../de.json';\nconsole.log(de.title);\n",
    });
    const builds = watch(project.root, { mode: 'sync', ci: true });
    await expect.poll(() => project.has('de.json') && project.read('de.json'), WAIT).toBeTruthy();
    await expect.poll(() => builds.length, WAIT).toBeGreaterThan(0);
    const ended = await settled(() => builds.length);
    // Of files just written webpack may build twice.
    expect(ended).toBeLessThanOrEqual(6);
    project.write('dist/report.json', '{}');
    project.write('.locale-sync/tmp/1-1', '{}');
    expect(await settled(() => builds.length)).toBe(ended);
    expect(said(builds)).toBe('');
  });
});

test('webpack watching says what is open in one line, and fails on mistakes alone', async () => {
  const project = app(MISSING);
  const builds: Stats[] = [];
  const lines: string[] = [];
  const compiler = webpack({
    ...webpackConfig(project.root, {}),
    mode: 'development',
    infrastructureLogging: {
      level: 'warn',
      console: { warn: (...parts: unknown[]) => lines.push(parts.join(' ')) } as unknown as Console,
    },
  });
  const watching = compiler.watch({ aggregateTimeout: 20 }, (_, stats) => {
    if (stats !== undefined) builds.push(stats);
  });
  onTestFinished(
    () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
  );
  await expect.poll(() => builds.length, WAIT).toBeGreaterThan(0);
  await settled(() => builds.length);
  expect(said(builds)).toBe('');
  expect(builds.at(-1)?.compilation.warnings).toEqual([]);
  expect(lines.join('\n')).toMatch(/locale-sync: 1 missing in fr; first /);
  expect(lines).toHaveLength(1);
  project.write('locales/fr.json', '{\n  "title": \n}\n');
  await expect.poll(() => said(builds), WAIT).toMatch(/fr\.json/);
  project.write('locales/fr.json', '{\n  "title": "Bienvenue"\n}\n');
  await expect.poll(() => said(builds), WAIT).toBe('');
});

describe('webpack, when the first run is remembered or slow', () => {
  test('a remembered answer holds until the config changes', async () => {
    const project = await remembered();
    const builds = watch(project.root, { mode: 'sync', ci: true });
    await expect.poll(() => builds.length, WAIT).toBeGreaterThan(0);
    expect(said(builds)).toBe('');
    project.write('service.config.yaml', CONFIG.replace('targets', 'targts'));
    await expect.poll(() => said(builds), WAIT).toContain('unknown key "targts"');
    project.write('service.config.yaml', CONFIG.replace('fr]', 'fr, it]'));
    await expect.poll(() => said(builds), WAIT).toBe('');
    await expect.poll(() => project.has('locales/it.json'), WAIT).toBe(true);
  });

  test('a source that no code imports is followed after a slow first run', async () => {
    const slow = await service({ faults: [{ fault: 'latency', milliseconds: 4000 }] });
    vi.stubEnv('SERVICE_URL', slow.url);
    vi.stubEnv('SERVICE_AUTH_KEY', KEY);
    onTestFinished(() => void vi.unstubAllEnvs());
    const project = app({ ...MISSING, 'src/main.js': 'console.log(1);\n' });
    const builds = watch(project.root, { mode: 'sync', ci: true });
    await expect.poll(() => builds.length, WAIT).toBeGreaterThan(0);
    expect(project.read('locales/fr.json')).not.toContain('hello');
    expect([...builds[0]!.compilation.fileDependencies]).toContain(
      project.path('service.config.yaml'),
    );
    await expect.poll(() => project.read('locales/fr.json'), WAIT).toContain('hello');
    // As above.
    expect(await settled(() => builds.length)).toBeLessThanOrEqual(6);
    project.write(
      'locales/en.json',
      project.read('locales/en.json').replace('{', '{ "new": "New",'),
    );
    await expect.poll(() => project.read('locales/fr.json'), WAIT).toContain('"new"');
  });

  test('a config that comes to stand above the root is found', async () => {
    const project = app({ '.git/HEAD': '', 'apps/web/src/main.js': 'console.log(1);\n' });
    project.remove('service.config.yaml');
    const builds = watch(project.path('apps/web'), {});
    await expect.poll(() => said(builds), WAIT).toContain('no config found');
    await settled(() => builds.length, 1500);
    project.write('service.config.yaml', CONFIG);
    await expect.poll(() => said(builds), WAIT).toBe('');
  });
});

test('webpack takes a config that comes to stand nearer', async () => {
  const project = app({
    '.git/HEAD': '',
    'apps/web/src/main.js': 'console.log(1);\n',
    'apps/web/locales/en.json': '{ "near": "Near" }\n',
  });
  const builds = watch(project.path('apps/web'), { onProblem: { open: 'error' } });
  await expect.poll(() => builds.length > 0 && said(builds), WAIT).toBe('');
  project.write('apps/web/service.config.yaml', CONFIG);
  await expect.poll(() => said(builds), WAIT).toMatch(/missing \[de\] near/);
});

describe.each(['webpack', 'Rspack'])('the status module in watch mode: %s', (name) => {
  const start = (root: string, options: LocaleSyncOptions): void => {
    const config = { ...webpackConfig(root, options), mode: 'development' as const };
    const compiler =
      name === 'webpack'
        ? webpack(config)
        : (rspack({
            ...(config as RspackOptions),
            plugins: [new RspackPlugin(options)],
          }) as unknown as Compiler);
    const watching = compiler.watch({ aggregateTimeout: 20 }, () => undefined);
    onTestFinished(
      () => new Promise((done) => watching?.close(() => compiler.close(() => done(undefined)))),
    );
  };
  /** Counts of missing units, as the bundle has them. */
  const missing = (project: Project): string =>
    [...codeIn(project.path('dist')).matchAll(/missing(?:\\"|%22|"):(\d)/g)]
      .map(([, amount]) => amount)
      .join();
  const MAIN = {
    'src/main.js':
      "import { status } from 'virtual:locale-sync/status';\nconsole.log(status.locales);\n",
  };

  test('is of the last build', async () => {
    const project = app(MAIN);
    start(project.root, { onProblem: 'warn' });
    await expect.poll(() => missing(project), WAIT).toBe('0,0');
    project.write('locales/de.json', '{ "title": "Willkommen" }\n');
    await expect.poll(() => missing(project), WAIT).toBe('1,0');
  });

  test('follows a slow first run', async () => {
    const slow = await service({ faults: [{ fault: 'latency', milliseconds: 2000 }] });
    vi.stubEnv('SERVICE_URL', slow.url);
    vi.stubEnv('SERVICE_AUTH_KEY', KEY);
    onTestFinished(() => void vi.unstubAllEnvs());
    const project = app({ ...MISSING, ...MAIN });
    start(project.root, { mode: 'sync', ci: true });
    await expect.poll(() => missing(project), WAIT).toBe('0,0');
  });
});

describe('Rollup in watch mode', () => {
  test('a remembered answer holds until the config changes', async () => {
    const project = await remembered();
    project.write('src/main.js', 'console.log(1);\n');
    let last = '';
    const watcher = rollupWatch({
      input: project.path('src/main.js'),
      output: { dir: project.path('dist') },
      plugins: [rollupPlugin({ root: project.root, mode: 'sync', ci: true })],
    });
    onTestFinished(() => watcher.close());
    watcher.on('event', (event) => {
      if (event.code === 'END' && last === '') last = 'ended';
      if (event.code === 'ERROR') last = event.error.message;
      if (event.code === 'BUNDLE_END') void event.result.close();
    });
    await expect.poll(() => last, WAIT).toBe('ended');
    await saveUntil(
      () => project.write('service.config.yaml', CONFIG.replace('targets', 'targts')),
      () => last.includes('unknown key "targts"'),
    );
    project.write('service.config.yaml', CONFIG.replace('fr]', 'fr, it]'));
    await expect.poll(() => project.has('locales/it.json'), WAIT).toBe(true);
  });
});

describe('Rolldown in watch mode', () => {
  test('translates a saved source and ends with the watcher', async () => {
    const project = app();
    const watcher = rolldownWatch({
      input: project.path('src/main.js'),
      output: { dir: project.path('dist') },
      plugins: [rolldownPlugin({ root: project.root, mode: 'sync', ci: true })],
    });
    onTestFinished(() => watcher.close());
    const built = (): string => codeIn(project.path('dist'));
    await expect.poll(built, WAIT).toContain('Willkommen');
    const more = '{\n  "title": "Welcome",\n  "hello": "Hello {name}",\n  "new": "New"\n}\n';
    await saveUntil(
      () => project.write('locales/en.json', more),
      () => project.read('locales/de.json').includes('"new"'),
    );
    await expect.poll(built, WAIT).toContain('"units": 3');
  });
});

describe('esbuild in watch mode', () => {
  test('follows source, target and config, also after a failed check', async () => {
    const project = app(MISSING);
    let last: string | undefined;
    const context = await esbuildContext({
      absWorkingDir: project.root,
      entryPoints: ['src/main.js'],
      ...{ bundle: true, format: 'esm', charset: 'utf8', outdir: 'dist', logLevel: 'silent' },
      plugins: [
        esbuildPlugin({ onProblem: { open: 'error' } }),
        {
          name: 'last',
          setup: (build) => {
            build.onEnd(({ errors }) => void (last = errors.map(({ text }) => text).join('\n')));
          },
        },
      ],
    });
    onTestFinished(() => context.dispose());
    await context.watch();
    await expect.poll(() => last, WAIT).toMatch(/missing \[fr\] hello/);
    project.write(
      'locales/fr.json',
      '{\n  "title": "Bienvenue",\n  "hello": "Bonjour {name}"\n}\n',
    );
    await expect.poll(() => last, WAIT).toBe('');
    project.write('service.config.yaml', 'version: 2\n');
    await expect.poll(() => last, WAIT).toMatch(/service\.config\.yaml:1/);
    project.write('service.config.yaml', CONFIG);
    await expect.poll(() => last, WAIT).toBe('');
    project.write(
      'locales/en.json',
      '{\n  "title": "Welcome",\n  "hello": "Hello {name}",\n  "new": "New"\n}\n',
    );
    await expect.poll(() => last, WAIT).toMatch(/missing \[de\] new/);
  });

  test('translates a saved source, builds it, and ends', async () => {
    const project = app();
    let builds = 0;
    const context = await esbuildContext({
      absWorkingDir: project.root,
      entryPoints: ['src/main.js'],
      ...{ bundle: true, format: 'esm', charset: 'utf8', outdir: 'dist', logLevel: 'silent' },
      plugins: [
        esbuildPlugin({ mode: 'sync', ci: true }),
        { name: 'count', setup: (build): void => build.onEnd(() => void (builds += 1)) },
      ],
    });
    onTestFinished(() => context.dispose());
    await context.watch();
    await expect.poll(() => builds, WAIT).toBeGreaterThan(0);
    const more = '{ "title": "Welcome", "hello": "Hello {name}", "more": "More" }\n';
    await saveUntil(
      () => project.write('locales/en.json', more),
      () => project.read('locales/de.json').includes('"more"'),
    );
    const { more: german } = project.json('locales/de.json') as { readonly more: string };
    await expect.poll(() => codeIn(project.path('dist')), WAIT).toContain(german);
    const ended = await settled(() => builds);
    expect(await settled(() => builds)).toBe(ended);
  });
});

describe('one project', () => {
  test('is looked at once however many environments ask, and again when something changed', async () => {
    const project = app();
    await sleep(50);
    const contexts = [0, 1, 2].map(() => openContext({}, { root: project.root }));
    const shared = contexts[0]!.project;
    const outcomes = await Promise.all(contexts.map((context) => context.project.run()));
    expect(new Set(outcomes).size).toBe(1);
    await shared.run();
    expect(shared.runs).toBe(1);
    project.write('locales/de.json', '{}\n');
    expect((await shared.run()).report?.ok).toBe(false);
    expect(shared.runs).toBe(2);
  });

  test('changes that follow each other within the debounce are one run', async () => {
    const files = app();
    const { project } = openContext({ debounce: 1500 }, { root: files.root });
    onTestFinished(project.subscribe(() => undefined));
    await project.run({ quick: false });
    const { runs } = project;
    for (let i = 0; i < 5; i += 1) {
      files.write('locales/de.json', `{ "title": "${i}" }\n`);
      project.changed(files.path('locales/de.json'));
      await sleep(20);
    }
    expect(project.runs).toBe(runs);
    await expect.poll(() => project.last?.report?.ok, WAIT).toBe(false);
    expect(await settled(() => project.runs)).toBe(runs + 1);
  });

  test('three apps of a monorepo with shared catalogs each have their own', async () => {
    const apps = ['shop', 'admin', 'docs'];
    const config = (name: string): string =>
      `version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: shared/{locale}.json\n  - files: apps/${name}/{locale}.json\n`;
    const files = apps.flatMap((name) => [
      [`${name}.config.yaml`, config(name)],
      [`apps/${name}/en.json`, '{ "own": "Own" }\n'],
      [`apps/${name}/de.json`, name === 'docs' ? '{}\n' : '{ "own": "Eigenes" }\n'],
    ]);
    const project = app({
      ...(Object.fromEntries(files) as Record<string, string>),
      'shared/en.json': '{ "save": "Save" }\n',
      'shared/de.json': '{ "save": "Sichern" }\n',
    });
    const outcomes = await Promise.all(
      apps.map((name) =>
        openContext(
          { root: '../..', config: `${name}.config.yaml` },
          { root: project.path(`apps/${name}`) },
        ).project.run(),
      ),
    );
    expect(outcomes.map(({ report }) => report?.ok)).toEqual([true, true, false]);
    expect(outcomes[2]?.notice?.text).toMatch(/apps\/docs\/en\.json:1:\d+: missing \[de\] own/);
    expect(outcomes[2]?.notice?.text).toContain('docs.config.yaml');
  });
});
