import type { KeyLimits, KeyNews, Report } from '../../model/index.js';
import { EngineError } from '../errors.js';
import type { RunContext } from '../session/index.js';
import { isRehearsal, shown } from './known.js';

type Settled = Pick<Report, 'developerKeys' | 'problems'>;

/**
 * Compares the declared limits of developer keys with the service's. For a push, the returned
 * function sets those that differ, and nothing else. Without an admin key, nothing is asked, and a
 * problem says so.
 * @throws EngineError 'key-unclear', TranslatorError
 */
export async function developerKeys(
  action: 'show' | 'push',
  { config, open, signal }: RunContext,
): Promise<() => Promise<Settled>> {
  const { developerKeys: declared = {}, service, refuseCode } = config;
  if (Object.keys(declared).length === 0 || isRehearsal(config)) {
    return () => Promise.resolve({ problems: [] });
  }
  // A stranger's config could raise limits.
  const isAllowed = refuseCode === undefined && service.adminKey !== undefined;
  const store = isAllowed ? (await open()).keys : undefined;
  if (store === undefined) {
    const why = refuseCode ?? 'because SERVICE_ADMIN_KEY is not set';
    const message = `The limits of developer keys were neither compared nor set ${why}.`;
    const problem = { code: 'limits-unchecked', severity: 'warning', message } as const;
    return () => Promise.resolve({ problems: [problem] });
  }
  const keys = await store.list(signal);
  const own = Object.entries(declared).map(([label, limits]) => {
    const [key, ...others] = keys.filter((one) => one.label === label);
    const isClear = key !== undefined && others.length === 0;
    const state = isClear
      ? stateOf(limits, key.limits)
      : key === undefined
        ? 'missing'
        : 'ambiguous';
    const there = isClear ? { service: key.limits } : {};
    return { id: key?.id ?? '', news: { label, state, declared: limits, ...there } as const };
  });
  const unclear = own.flatMap(({ news: { label, state } }) => {
    if (state === 'missing') return [`there is no active key ${shown(label)}`];
    return state === 'ambiguous' ? [`several active keys are named ${shown(label)}`] : [];
  });
  if (action === 'push' && unclear.length > 0) {
    const message = `Developer keys of the config are not clear on the service: ${unclear.join('; ')}`;
    const hint =
      'Correct the labels under `developer_keys`, or rename the keys on the service. Nothing was sent.';
    throw new EngineError('key-unclear', message, hint);
  }
  return async () => {
    const news: KeyNews[] = [];
    for (const { id, news: one } of own) {
      if (action === 'show' || one.state !== 'different') news.push(one);
      else {
        const { limits } = await store.setLimits(id, one.declared, signal);
        const isSet = stateOf(one.declared, limits) === 'same';
        news.push({ ...one, state: isSet ? 'set' : 'different', service: limits });
      }
    }
    for (const { label, limits } of keys) {
      if (!Object.hasOwn(declared, label))
        news.push({ label, state: 'undeclared', service: limits });
    }
    return { developerKeys: news, problems: [] };
  };
}

/** Whether each declared limit is the key's. The service counts speech in milliseconds. */
function stateOf({ characters, minutes }: KeyLimits, actual: Required<KeyLimits>) {
  const speech = (limit: number | null): number | null => limit && Math.round(limit * 60_000);
  const isSame =
    (characters === undefined || characters === actual.characters) &&
    (minutes === undefined || speech(minutes) === speech(actual.minutes));
  return isSame ? 'same' : 'different';
}
