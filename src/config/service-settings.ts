import { keyScheme } from '../api/facts/headers.js';
import type { ResolvedConfig, ResolvedService } from './resolved.js';
import { ConfigError } from './errors.js';
import type { ConfigInput } from './schema.js';
import type { PathIssue } from './path-issue.js';

/** `service.url` that starts the local service inside the run. */
export const EMBEDDED = 'embedded';

const DEFAULT_KEY_VARIABLE = 'SERVICE_AUTH_KEY';
const SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Names and values of environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `service:` from the file; the key itself comes from the environment later. */
export function serviceSettings(
  service: ConfigInput['service'],
  report: (issue: PathIssue) => void,
): ResolvedService {
  const issue = (name: string, message: string, code: PathIssue['code'] = 'invalid-value') => {
    report({
      code,
      path: ['service', name],
      part: 'value',
      message: `"service.${name}" ${message}`,
    });
  };
  const url = service?.url === undefined ? '' : serviceUrl(service.url);
  if (url === undefined) issue('url', URL_RULE);
  const key = service?.key ?? `\${${DEFAULT_KEY_VARIABLE}}`;
  const variable = /^\$\{([A-Za-z_]\w*)\}$/.exec(key)?.[1];
  if (variable === undefined) {
    // The value is not repeated: it may be a key.
    issue(
      'key',
      'must be an environment reference such as ${SERVICE_AUTH_KEY}; a key never belongs in a file',
      'literal-key',
    );
  }
  const scheme = service?.scheme ?? keyScheme;
  if (!SCHEME.test(scheme)) issue('scheme', 'must be one word, without the key');
  return {
    url: url ?? '',
    key: undefined,
    keyVariable: variable ?? DEFAULT_KEY_VARIABLE,
    scheme,
  };
}

const URL_RULE =
  'must be "embedded" or an http(s) address without user, password, query or fragment';

/** The address without a last slash; undefined if it cannot be one. */
function serviceUrl(text: string): string | undefined {
  if (text === EMBEDDED) return text;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !/^https?:$/.test(url.protocol)) return undefined;
  return url.href.replace(/\/+$/, '');
}

/**
 * Lays the environment over a config: `SERVICE_URL` and `SERVICE_AUTH_SCHEME` win over the file,
 * the key is the value of the variable that the file names. Empty variables count as not set.
 * @throws ConfigError 'environment', which never shows a value
 */
export function withEnvironment(config: ResolvedConfig, env: Environment): ResolvedConfig {
  const { service } = config;
  const read = (name: string) => {
    const value = (Object.hasOwn(env, name) ? env[name] : undefined)?.trim();
    return value === '' ? undefined : value;
  };
  const wantedUrl = read('SERVICE_URL');
  const url = wantedUrl === undefined ? service.url : serviceUrl(wantedUrl);
  if (url === undefined) throw environmentError('SERVICE_URL', URL_RULE);
  const scheme = read('SERVICE_AUTH_SCHEME') ?? service.scheme;
  if (!SCHEME.test(scheme)) {
    throw environmentError('SERVICE_AUTH_SCHEME', 'must be one word, without the key');
  }
  const key = read(service.keyVariable);
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw environmentError(service.keyVariable, 'contains characters that a key cannot have');
  }
  const origin = wantedUrl === undefined ? {} : ({ urlVariable: 'SERVICE_URL' } as const);
  return { ...config, service: { ...service, url, ...origin, scheme, key } };
}

function environmentError(name: string, message: string): ConfigError {
  return new ConfigError([
    { code: 'environment', message: `the environment variable ${name} ${message}` },
  ]);
}
