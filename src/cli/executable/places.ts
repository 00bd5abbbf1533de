import { isAbsolute, join } from 'node:path';

/** What the decision rests on. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** undefined where the user has none that exists, as in some containers. */
  readonly home: string | undefined;
  /** The system's folder for temporary files. */
  readonly temporary: string;
  /** undefined on Windows. */
  readonly user: number | undefined;
}

/** Folders in which the executable may keep its files, best first. */
export function placesOf(surroundings: Surroundings): readonly string[] {
  const { temporary, user } = surroundings;
  const cache = cacheFolder(surroundings);
  return [
    ...(cache === undefined ? [] : [join(cache, 'locale-sync')]),
    join(temporary, user === undefined ? 'locale-sync' : `locale-sync-${user}`),
  ];
}

/** Where programs of this system keep what they can make again. */
function cacheFolder({ env, platform, home }: Surroundings): string | undefined {
  const named = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  if (home === undefined) return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}
