import type { KeyLimits, KeyNews, KeyStore, Problem, StoredKey } from '../../model/index.js';
import { EngineError } from '../errors.js';
import type { RunContext } from '../session/index.js';
import { isRehearsal, shown } from './known.js';

/** The account's keys beside those of the config. */
export interface DeveloperKeys {
  readonly news: readonly KeyNews[];
  readonly problems: readonly Problem[];
  /** Sets the limits that differ, and nothing else. @throws TranslatorError */
  push(): Promise<readonly KeyNews[]>;
}

/**
 * Compares the declared limits with the service's. Without an admin key, nothing is asked, and a
 * problem says so.
 * @returns undefined: the config declares none, or the embedded service would be asked
 * @throws TranslatorError
 */
export async function developerKeys({
  config,
  open,
  signal,
}: RunContext): Promise<DeveloperKeys | undefined> {
  const { developerKeys: declared = {}, refuseCode } = config;
  if (Object.keys(declared).length === 0 || isRehearsal(config)) return undefined;
  const unchecked = (why: string): DeveloperKeys => {
    const message = `The limits of developer keys were neither compared nor set ${why}.`;
    const problem = { code: 'limits-unchecked', severity: 'warning', message } as const;
    return { news: [], problems: [problem], push: () => Promise.resolve([]) };
  };
  // The config may be a stranger's, and raise limits.
  if (refuseCode !== undefined) return unchecked(refuseCode);
  if (config.service.adminKey === undefined)
    return unchecked('because SERVICE_ADMIN_KEY is not set');
  const store = await (await open()).keys?.();
  if (store === undefined) return unchecked('because the translator does not support it');
  const keys = await store.list(signal);
  const news = newsOf(declared, keys);
  return { news, problems: [], push: () => push(news, { keys, store, signal }) };
}

function newsOf(
  declared: Readonly<Record<string, KeyLimits>>,
  keys: readonly StoredKey[],
): readonly KeyNews[] {
  const own = Object.entries(declared).map(([label, limits]): KeyNews => {
    const [key, ...others] = keys.filter((one) => one.label === label);
    if (key === undefined) return { label, state: 'missing', declared: limits };
    if (others.length > 0) return { label, state: 'ambiguous', declared: limits };
    const state = isMet(limits, key.limits) ? 'same' : 'different';
    return { label, state, declared: limits, service: key.limits };
  });
  const others = keys
    .filter(({ label }) => !Object.hasOwn(declared, label))
    .map(({ label, limits }): KeyNews => ({ label, state: 'undeclared', service: limits }));
  return [...own, ...others];
}

/** Whether each declared limit is the key's. */
function isMet({ characters, minutes }: KeyLimits, actual: Required<KeyLimits>): boolean {
  // The service counts milliseconds.
  const rounded = (limit: number | null): number | null => limit && Math.round(limit * 60_000);
  return (
    (characters === undefined || characters === actual.characters) &&
    (minutes === undefined || rounded(minutes) === rounded(actual.minutes))
  );
}

/** @throws TranslatorError */
async function push(
  news: readonly KeyNews[],
  account: {
    readonly keys: readonly StoredKey[];
    readonly store: KeyStore;
    readonly signal: AbortSignal;
  },
): Promise<readonly KeyNews[]> {
  const { keys, store, signal } = account;
  const after: KeyNews[] = [];
  for (const one of news) {
    const { label, state, declared } = one;
    const key = keys.find((other) => other.label === label);
    if (state !== 'different' || key === undefined || declared === undefined) {
      after.push(one);
      continue;
    }
    const { limits } = await store.setLimits(key.id, declared, signal);
    const isSet = isMet(declared, limits);
    after.push({ label, state: isSet ? 'set' : 'different', declared, service: limits });
  }
  return after;
}

/** @throws EngineError 'key-unclear' */
export function refuseUnclear(news: readonly KeyNews[]): void {
  const unclear = news.flatMap(({ label, state }) => {
    if (state === 'missing') return [`there is no active key ${shown(label)}`];
    return state === 'ambiguous' ? [`several active keys are named ${shown(label)}`] : [];
  });
  if (unclear.length === 0) return;
  const message = `Developer keys of the config are not clear on the service: ${unclear.join('; ')}`;
  const hint =
    'Correct the labels under `developer_keys`, or rename the keys on the service. Nothing was sent.';
  throw new EngineError('key-unclear', message, hint);
}
