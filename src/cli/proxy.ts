import { ConfigError } from '../config/index.js';
import type { EngineOptions } from '../index.js';
import type { Io } from './io.js';

/**
 * Proxies from the usual environment variables. As in other tools, lower case wins, and `host:port`
 * without a scheme is http. Read only when something is sent, so looking needs none.
 * @throws ConfigError 'environment'
 */
export function proxyOf(env: Io['env']): NonNullable<EngineOptions['proxy']> {
  const nameOf = (name: string): string => (env[name] === undefined ? name.toUpperCase() : name);
  const read = (name: string): string | undefined => {
    const value = env[nameOf(name)];
    return value === '' ? undefined : value;
  };
  const address = (name: string): string | undefined => {
    const value = read(name);
    return value === undefined ? undefined : proxyAddress(nameOf(name), value);
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

/** Does not quote the value, which may contain a password. */
function proxyAddress(name: string, value: string): string {
  const hasScheme = value.includes('://');
  const address = hasScheme ? value : `http://${value}`;
  // A single word is more likely a mistake than a host name.
  if ((hasScheme || /:\d+\/?$/.test(value)) && isProxy(address)) return address;
  const message = `the environment variable ${name} is not the URL of an HTTP proxy`;
  throw new ConfigError([{ code: 'environment', message }], {
    hint: 'Expected http://[user:password@]host:port, with special characters in the password escaped (@ as %40).',
  });
}

function isProxy(address: string): boolean {
  try {
    const { protocol, username, password, pathname, search, hash } = new URL(address);
    decodeURIComponent(username + password);
    return /^https?:$/.test(protocol) && `${pathname}${search}${hash}` === '/';
  } catch {
    return false;
  }
}
