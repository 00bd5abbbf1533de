import { build, preview } from 'vite';
import type { Rolldown } from 'vite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openContext } from '../../plugins/core/context.js';
import { localeSync } from '../../plugins/vite.js';
import { WAIT } from './dev-server.js';
import { app, COMPLETE, saveUntil } from './support.js';

const QUIET = { configFile: false, logLevel: 'silent' } as const;

test('vite preview serves what was built, and looks at nothing', async () => {
  const project = app();
  await build({ root: project.root, ...QUIET, plugins: [localeSync()] });
  project.write('service.config.yaml', 'version: broken\n');
  const { runs } = openContext({}, { root: project.root }).project;
  const server = await preview({
    ...{ root: project.root, ...QUIET, plugins: [localeSync()] },
    preview: { port: 0, host: '127.0.0.1' },
  });
  onTestFinished(() => server.close());
  const page = await fetch(server.resolvedUrls?.local[0] ?? '');
  expect(await page.text()).toContain('/assets/');
  expect(openContext({}, { root: project.root }).project.runs).toBe(runs);
});

test('source maps name the files of the app, and nothing complains about ours', async () => {
  const project = app();
  const onLog = vi.fn();
  const built = (await build({
    ...{ root: project.root, ...QUIET, plugins: [localeSync()] },
    build: { sourcemap: true, minify: false, rolldownOptions: { onLog } },
  })) as Rolldown.RolldownOutput;
  expect(onLog.mock.calls.filter(([level]) => level === 'warn')).toEqual([]);
  const [{ map } = {}] = built.output.filter((one) => one.type === 'chunk');
  expect(map?.sources.some((path) => path.endsWith('src/main.js'))).toBe(true);
});

test('vite build --watch builds again for a saved catalog, and goes on after a mistake', async () => {
  const project = app();
  const watcher = (await build({
    ...{ root: project.root, ...QUIET, plugins: [localeSync()] },
    build: { watch: {} },
  })) as Rolldown.RolldownWatcher;
  onTestFinished(() => watcher.close());
  const seen: string[] = [];
  watcher.on('event', (event) => void seen.push(event.code));
  await expect.poll(() => seen.includes('END'), WAIT).toBe(true);
  const save = (text: string): void => project.write('locales/de.json', text);
  await saveUntil(
    () => save('{ "title": '),
    () => seen.includes('ERROR'),
  );
  const built = (): string =>
    Object.entries(project.files())
      .filter(([path]) => path.startsWith('dist/'))
      .map(([, text]) => text)
      .join('');
  await saveUntil(
    () => save(COMPLETE['locales/de.json'].replace('Willkommen', 'Servus')),
    () => built().includes('Servus'),
  );
});
