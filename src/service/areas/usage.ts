import { limits } from '../../api/index.js';
import { charactersOf, type Amounts } from '../accounts/usage.js';
import type { ServiceContext } from '../context.js';
import type { AreaRoutes } from '../http/call.js';

function products(account: Amounts, key: Amounts) {
  const product = (type: string, unit: string, read: (amounts: Amounts) => number) => ({
    product_type: type,
    billing_unit: unit,
    api_key_unit_count: read(key),
    account_unit_count: read(account),
    // The older names of both counts.
    ...(unit === 'characters'
      ? { api_key_character_count: read(key), character_count: read(account) }
      : {}),
  });
  return [
    product('write', 'characters', ({ write }) => write),
    product('translate', 'characters', ({ text, document }) => text + document),
    product('speechToText', 'milliseconds', ({ speech }) => speech),
  ];
}

/** interface.md 4.8 */
export function usageRoutes({ plan, keys, usage }: ServiceContext): AreaRoutes {
  return {
    handlers: {
      getUsage: ({ keyId }) => {
        const account = usage.month();
        const key = usage.month(keyId);
        const record = keys.get(keyId);
        const unlimited = limits.usage.unlimitedCharacters;
        const characters = charactersOf(account);
        // A Free account is the same as its only key; a Pro account has no limit, only its keys
        // have.
        if (plan === 'free') {
          return {
            character_count: characters,
            character_limit: record?.characters ?? unlimited,
          };
        }
        const { start, end } = usage.period();
        return {
          character_count: characters,
          character_limit: unlimited,
          products: products(account, key),
          api_key_character_count: charactersOf(key),
          api_key_character_limit: record?.characters ?? unlimited,
          speech_to_text_milliseconds_count: account.speech,
          speech_to_text_milliseconds_limit: record?.speech_to_text_milliseconds ?? unlimited,
          start_time: start,
          end_time: end,
        };
      },
    },
  };
}
