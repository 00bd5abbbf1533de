import { isAbsolute, join } from 'node:path';

/** Inputs of the decision. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Undefined if the user has no existing home folder, as in some containers. */
  readonly home: string | undefined;
  /** The system's folder for temporary files. */
  readonly temporary: string;
  /** Undefined on Windows. */
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

/** The system's folder for caches. */
function cacheFolder({ env, platform, home }: Surroundings): string | undefined {
  const named = env[platform === 'win32' ? 'LOCALAPPDATA' : 'XDG_CACHE_HOME'];
  if (named !== undefined && isAbsolute(named)) return named;
  if (home === undefined) return undefined;
  if (platform === 'win32') return join(home, 'AppData', 'Local');
  return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}
