import { ConfigError } from '../config/index.js';
import type { EngineOptions } from '../index.js';
import type { Io } from './io.js';

/**
 * Proxies from the usual environment variables. As in other tools, lower case wins, and an address
 * without a scheme is http. They are read when something is sent, so looking needs none.
 * @throws ConfigError 'environment'
 */
export function proxyOf(env: Io['env']): NonNullable<EngineOptions['proxy']> {
  const read = (name: string): string | undefined => {
    const value = env[name] ?? env[name.toUpperCase()];
    return value === '' ? undefined : value;
  };
  const address = (name: string): string | undefined => {
    const value = read(name);
    return value === undefined ? undefined : proxyAddress(name, value);
  };
  return {
    get http() {
      return address('http_proxy') ?? address('all_proxy');
    },
    get https() {
      return address('https_proxy') ?? address('all_proxy');
    },
    noProxy: read('no_proxy'),
  };
}

/** The value is not repeated: it may hold a password. */
function proxyAddress(name: string, value: string): string {
  const address = value.includes('://') ? value : `http://${value}`;
  if (isProxy(address)) return address;
  const message = `the environment variable ${name} is not the address of an HTTP proxy`;
  throw new ConfigError([{ code: 'environment', message }], {
    hint: 'Expected: http://[user:password@]host:port, with special characters of the password as %40.',
  });
}

function isProxy(address: string): boolean {
  try {
    const { protocol, username, password } = new URL(address);
    decodeURIComponent(username + password);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
}
