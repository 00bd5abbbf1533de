import type { ResolvedStore } from './resolved.js';
import type { ConfigInput } from './schema.js';
import type { PathIssue } from './path-issue.js';

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

/** The store with the values of its variables. Empty variables count as unset. */
export function storeIn(
  env: Readonly<Record<string, string | undefined>>,
  store: ResolvedStore,
): ResolvedStore {
  const read = (name: string): string | undefined => {
    const value = (Object.hasOwn(env, name) ? env[name] : undefined)?.trim();
    return value === '' ? undefined : value;
  };
  const { url, urlVariable } = store;
  return {
    ...store,
    url: urlVariable === undefined ? url : read(urlVariable),
    key: read(KEY_VARIABLE),
  };
}

function isPlainAddress(text: string): boolean {
  if (!/^postgres(?:ql)?:\/\//.test(text)) return false;
  // A socket address has no host, but URLs need one.
  const address = text.replace(/^(postgres(?:ql)?:\/\/)(?=\/|\?|$)/, '$1localhost');
  if (!URL.canParse(address)) return false;
  const { password, searchParams } = new URL(address);
  return password === '' && !searchParams.has('password');
}
