import { expect, test } from 'vitest';
import { placesOf } from '../../../src/cli/executable/places.js';
import type { Surroundings } from '../../../src/cli/executable/places.js';

const ON_LINUX: Surroundings = {
  env: {},
  platform: 'linux',
  home: '/home/ada',
  temporary: '/tmp',
  user: 1000,
};

test.each<[string, Partial<Surroundings>, readonly string[]]>([
  ['Linux', {}, ['/home/ada/.cache/locale-sync', '/tmp/locale-sync-1000']],
  [
    'macOS',
    { platform: 'darwin' },
    ['/home/ada/Library/Caches/locale-sync', '/tmp/locale-sync-1000'],
  ],
  [
    'XDG_CACHE_HOME',
    { env: { XDG_CACHE_HOME: '/c' } },
    ['/c/locale-sync', '/tmp/locale-sync-1000'],
  ],
  [
    'XDG_CACHE_HOME that is no absolute path',
    { env: { XDG_CACHE_HOME: 'c' } },
    ['/home/ada/.cache/locale-sync', '/tmp/locale-sync-1000'],
  ],
  ['no home', { home: undefined }, ['/tmp/locale-sync-1000']],
  [
    'Windows',
    { platform: 'win32', env: { LOCALAPPDATA: '/l' }, user: undefined },
    ['/l/locale-sync', '/tmp/locale-sync'],
  ],
  [
    'Windows without its variable',
    { platform: 'win32', user: undefined },
    ['/home/ada/AppData/Local/locale-sync', '/tmp/locale-sync'],
  ],
])('the files of the executable are kept: %s', (_, changed, places) => {
  expect(placesOf({ ...ON_LINUX, ...changed })).toEqual(places);
});
