import type { EngineOptions } from '../index.js';
import type { Io } from './io.js';

/** Proxies as the usual environment variables name them; lower case wins, as in other tools. */
export function proxyOf(env: Io['env']): NonNullable<EngineOptions['proxy']> {
  const read = (name: string): string | undefined => {
    const value = env[name] ?? env[name.toUpperCase()];
    return value === '' ? undefined : value;
  };
  const all = read('all_proxy');
  return {
    http: read('http_proxy') ?? all,
    https: read('https_proxy') ?? all,
    noProxy: read('no_proxy'),
  };
}
