import { keyScheme, versionAtEnd, engineNames, EMBEDDED } from '../facts/index.js';
import { defined } from '../model/index.js';
import { belowRoot, isOutside } from './options.js';
import type {
  ResolvedBackend,
  ResolvedConfig,
  ResolvedService,
  ResolvedStore,
} from './resolved.js';
import { didYouMean } from './nearest.js';
import { ConfigError, type PathIssue } from './errors.js';
import type { ConfigInput } from './schema.js';

const DEFAULT_KEY_VARIABLE = 'SERVICE_AUTH_KEY';
const SCHEME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `service:` from the file. The key is added from the environment later. */
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
  const flaw = urlFlaw(url);
  if (flaw !== undefined) issue('url', flaw);
  const key = service?.key ?? `\${${DEFAULT_KEY_VARIABLE}}`;
  const variable = /^\$\{([A-Za-z_]\w*)\}$/.exec(key)?.[1];
  if (variable === undefined) {
    // The value is not repeated, because it may be a key.
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
    ...(service?.backend && { backend: backendOf(service.backend, issue) }),
  };
}

type Issue = (name: string, message: string) => void;

/** Environment variables with the keys of the engines' servers. */
const BACKEND_KEYS: Readonly<Record<string, string>> = {
  openai: 'OPENAI_API_KEY',
  libretranslate: 'LIBRETRANSLATE_API_KEY',
};

function backendOf(
  given: NonNullable<NonNullable<ConfigInput['service']>['backend']>,
  issue: Issue,
): ResolvedBackend {
  if (typeof given === 'string') return namedBackend(given, issue);
  const { engine, url, model, memories } = given;
  if (Object.hasOwn(BACKEND_KEYS, engine) && url === undefined) {
    issue('backend', `"${engine}" needs the URL of its server: url`);
  }
  if (url !== undefined && (url === EMBEDDED || serviceUrl(url) === undefined)) {
    issue(
      'backend',
      'has an invalid url: it must be an http(s) URL without user, password or query',
    );
  }
  for (const file of memories ?? []) {
    if (isOutside(file)) issue('backend', `has a memory outside of the config's folder: ${file}`);
  }
  return { engine, ...defined({ url, model, memories: memories?.map(belowRoot) }) };
}

function namedBackend(given: string, issue: Issue): ResolvedBackend {
  const engine = engineNames.find((name) => name === given);
  if (engine !== undefined) return backendOf({ engine }, issue);
  const isModule = /\.[cm]?js$/.test(given);
  if (!isModule || isOutside(given)) {
    const known = `${engineNames.join(', ')}, or a module (.js, .mjs, .cjs) below the config's folder`;
    issue('backend', `must be one of ${known}${didYouMean(given, engineNames)}`);
  }
  return { engine: 'module', module: belowRoot(given) };
}

const URL_RULE = 'must be "embedded" or an http(s) URL without user, password, query or fragment';

/** The problem of a service address, if any. @param url undefined: not an address */
function urlFlaw(url: string | undefined): string | undefined {
  if (url === undefined) return URL_RULE;
  const version = URL.canParse(url) ? versionAtEnd(new URL(url)) : undefined;
  return version && `must not end in ${version}, which is already part of every path`;
}

/** The address without a trailing slash; undefined if it is invalid. */
function serviceUrl(text: string): string | undefined {
  if (text === EMBEDDED) return text;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!plain || !/^https?:$/.test(url.protocol)) return undefined;
  return url.href.replace(/\/+$/, '');
}

/**
 * Applies the environment to a config: `SERVICE_URL` and `SERVICE_AUTH_SCHEME` win over the file,
 * and the key is the value of the variable that the file names. Empty variables count as unset.
 * @throws ConfigError 'environment', which never shows a value
 */
export function withEnvironment(config: ResolvedConfig, env: Environment): ResolvedConfig {
  const { store } = config;
  const service = serviceIn(env, config.service);
  if (store === undefined) return { ...config, service };
  const { url, urlVariable } = store;
  const address = urlVariable === undefined ? url : valueOf(env, urlVariable);
  return { ...config, service, store: { ...store, url: address, key: valueOf(env, KEY_VARIABLE) } };
}

/** The value of a variable; undefined if it is empty. */
function valueOf(env: Environment, name: string): string | undefined {
  const value = (Object.hasOwn(env, name) ? env[name] : undefined)?.trim();
  return value === '' ? undefined : value;
}

const KEY_VARIABLE = 'LOCALE_SYNC_STORE_KEY';
const DEFAULT_SCHEMA = 'locale_sync';

/** `store:` from the file. Values of variables are added from the environment later. */
export function storeSettings(
  store: NonNullable<ConfigInput['store']>,
  report: (issue: PathIssue) => void,
): ResolvedStore {
  const isText = typeof store === 'string';
  const given = isText ? store : store.url;
  const schema = (isText ? undefined : store.schema) ?? DEFAULT_SCHEMA;
  const variable = /^\$\{([A-Za-z_]\w*)\}$/.exec(given)?.[1];
  if (variable !== undefined)
    return { url: undefined, urlVariable: variable, schema, key: undefined };
  if (!isPlainAddress(given)) {
    const path = isText ? ['store'] : ['store', 'url'];
    // The value is not repeated, because it may contain a password.
    const message = `"${path.join('.')}" must be an environment reference such as \${LOCALE_SYNC_STORE}, or a postgres:// URL without a password`;
    report({ code: 'literal-key', path, part: 'value', message });
  }
  return { url: given, schema, key: undefined };
}

function isPlainAddress(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return false;
  // A socket address has no host, but URLs need one.
  const address = text.replace(/^(postgres(?:ql)?:\/\/)(?=\/|\?|$)/, '$1localhost');
  if (!URL.canParse(address)) return false;
  const { password, searchParams } = new URL(address);
  return password === '' && !searchParams.has('password');
}

/**
 * The service from environment variables alone, without a config. @throws ConfigError 'environment'
 */
export function serviceOfEnvironment(env: Environment): ResolvedService {
  return serviceIn(
    env,
    serviceSettings(undefined, () => undefined),
  );
}

function serviceIn(env: Environment, service: ResolvedService): ResolvedService {
  const wantedUrl = valueOf(env, 'SERVICE_URL');
  const url = wantedUrl === undefined ? service.url : serviceUrl(wantedUrl);
  const flaw = wantedUrl === undefined ? undefined : urlFlaw(url);
  if (url === undefined || flaw !== undefined) {
    throw environmentError('SERVICE_URL', flaw ?? URL_RULE);
  }
  const scheme = valueOf(env, 'SERVICE_AUTH_SCHEME') ?? service.scheme;
  if (!SCHEME.test(scheme)) {
    throw environmentError('SERVICE_AUTH_SCHEME', 'must be one word, without the key');
  }
  const key = keyOf(env, service.keyVariable);
  const adminKey = keyOf(env, 'SERVICE_ADMIN_KEY');
  const { backend } = service;
  const backendKey = backend && valueOf(env, BACKEND_KEYS[backend.engine] ?? '');
  return {
    ...service,
    url,
    ...(wantedUrl === undefined ? {} : { urlVariable: 'SERVICE_URL' }),
    scheme,
    key,
    ...defined({ adminKey }),
    ...(backend && backendKey !== undefined ? { backend: { ...backend, key: backendKey } } : {}),
  };
}

function keyOf(env: Environment, name: string): string | undefined {
  const key = valueOf(env, name);
  if (key === undefined || /^[\x21-\x7e]+$/.test(key)) return key;
  throw environmentError(name, 'contains characters that are not allowed in a key');
}

function environmentError(name: string, message: string): ConfigError {
  return new ConfigError([
    { code: 'environment', message: `the environment variable ${name} ${message}` },
  ]);
}
