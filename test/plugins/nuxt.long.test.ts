import { expect, test } from 'vitest';
import localeSyncModule from '../../plugins/nuxt.js';

test('the module adds the plugin to each bundler of Nuxt, and the types of its modules', async () => {
  const options = { rootDir: '/app', vite: { plugins: [{ name: 'mine' }] as unknown[] } };
  const hooks = new Map<string, (value: never) => unknown>();
  const hook = (name: string, listener: (value: never) => unknown): unknown =>
    hooks.set(name, listener);
  localeSyncModule({ onProblem: 'warn' }, { options, hook });
  expect(options.vite.plugins).toMatchObject([{ name: 'mine' }, { name: 'locale-sync' }]);
  const configs = [{}, { plugins: ['mine'] }] as { plugins?: unknown[] }[];
  await hooks.get('webpack:config')?.(configs as never);
  expect(configs.map(({ plugins }) => plugins?.length)).toEqual([1, 2]);
  const references: unknown[] = [];
  hooks.get('prepare:types')?.({ references } as never);
  expect(references).toEqual([{ types: 'locale-sync/virtual' }]);
});
