import { describe, expect, test } from 'vitest';
import type { LocaleSyncOptions } from '../../plugins/core/options.js';
import { localeSync as esbuildPlugin } from '../../plugins/esbuild.js';
import { localeSync as rolldownPlugin } from '../../plugins/rolldown.js';
import { localeSync as rollupPlugin } from '../../plugins/rollup.js';
import { LocaleSyncPlugin as RspackPlugin } from '../../plugins/rspack.js';
import { openContext } from '../../plugins/core/context.js';
import { localeSync } from '../../plugins/vite.js';
import { LocaleSyncPlugin } from '../../plugins/webpack.js';
import { app, CONFIG, MISSING } from './support.js';

const WRONG: readonly (readonly [options: unknown, message: string])[] = [
  [{ mode: 'synk' }, 'option "mode" must be "check" or "sync", not "synk"'],
  [{ modes: 'sync' }, 'unknown option "modes"; did you mean "mode"?'],
  [
    { onProblem: 'ignore' },
    'option "onProblem" must be "error", "warn" or one of them for each of "open" and "broken", not "ignore"',
  ],
  [{ debounce: 'x' }, 'option "debounce" must be a number of milliseconds, 0 or more, not "x"'],
  [{ debounce: NaN }, 'option "debounce" must be a number of milliseconds, 0 or more, not NaN'],
  [{ locales: 'de' }, 'option "locales" must be a list of texts, not "de"'],
  [{ include: ['a', 1] }, `option "include" must be a list of texts, not [ 'a', 1 ]`],
  [{ config: 1 }, 'option "config" must be a text, not 1'],
  [{ root: null }, 'option "root" must be a text, not null'],
  [{ ci: 'true' }, 'option "ci" must be true or false, not "true"'],
  [{ toString: 1 }, 'unknown option "toString"; known: mode, config, root, '],
  ['sync', 'options must be an object, not "sync"'],
  [{ mode: 'x', extract: 1 }, 'option "extract" must be true or false, not 1'],
];

const PLUGINS: Readonly<Record<string, (options: LocaleSyncOptions) => unknown>> = {
  Vite: localeSync,
  Rollup: rollupPlugin,
  Rolldown: rolldownPlugin,
  esbuild: esbuildPlugin,
  webpack: (options) => new LocaleSyncPlugin(options),
  Rspack: (options) => new RspackPlugin(options),
};

describe.each(Object.entries(PLUGINS))('%s', (_, make) => {
  test.each(WRONG)('refuses %j', (options, message) => {
    expect(() => make(options as LocaleSyncOptions)).toThrow(`locale-sync: ${message}`);
  });

  test('takes every option, and those that are left undefined', () => {
    const given = { mode: 'sync', config: 'a', root: '.', locales: [], include: ['a'] } as const;
    make({ ...given, onProblem: 'warn', ci: false, debounce: 0, extract: true });
    make({ mode: undefined, locales: undefined } as unknown as LocaleSyncOptions);
  });
});

describe('errors name options, not flags', () => {
  const told = async (options: LocaleSyncOptions, config = CONFIG): Promise<string> => {
    const { root } = app({ ...MISSING, '.git/HEAD': '', 'service.config.yaml': config });
    const outcome = await openContext(options, { root }).project.run();
    return outcome.notice?.text ?? '';
  };

  test('include that means nothing', async () => {
    const text = await told({ include: ['nope/*'] });
    expect(text).toContain('`include` nope/* matches no source or target file');
  });

  test('a config that is not there', async () => {
    const text = await told({ config: 'other.yaml' });
    expect(text).toContain('Check the path given with `config`.');
  });

  test('more characters than the limit', async () => {
    const limited = `${CONFIG}limits: { characters: 1 }\n`;
    const text = await told({ mode: 'sync', ci: true }, limited);
    expect(text).toContain(
      'Raise the limit in `limits`, or narrow the run with `locales` or `include`.',
    );
  });
});
