import { limits } from '../../facts/index.js';
import {
  addAmounts,
  charactersOf,
  nothing,
  type Amounts,
  type DayUsage,
  type KeyRecord,
} from '../accounts/accounts.js';
import type { ServiceContext } from '../context.js';
import { badRequest } from '../errors.js';
import type { AreaRoutes } from '../http/routes.js';

const dayMilliseconds = 86_400_000;

function shownKey(record: KeyRecord) {
  const { key_id, label, creation_time, deactivated_time } = record;
  return {
    key_id,
    label,
    creation_time,
    ...(deactivated_time === undefined ? {} : { deactivated_time }),
    is_deactivated: deactivated_time !== undefined,
    usage_limits: {
      characters: record.characters,
      speech_to_text_milliseconds: record.speech_to_text_milliseconds,
    },
  };
}

function totalOf(usages: readonly DayUsage[]) {
  const amounts = usages.reduce<Amounts>((sum, usage) => addAmounts(sum, usage), nothing);
  return {
    total_characters: charactersOf(amounts),
    text_translation_characters: amounts.text,
    document_translation_characters: amounts.document,
    text_improvement_characters: amounts.write,
    speech_to_text_minutes: amounts.speech / 60_000,
  };
}

/** `YYYY-MM-DD` of a date with or without a time. */
function dayOf(value: string, parameter: string): string {
  const match = /^(\d{4}-\d{2}-\d{2})(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)?$/.exec(value);
  const day = match?.[1] ?? '';
  const date = new Date(`${day}T00:00:00Z`);
  if (!Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)) return day;
  throw badRequest(`Value for '${parameter}' is not a date: '${value}'`);
}

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

/** Keys, analytics and usage (docs/interface.md 2.9, 4.7 and 4.8). */
export function accountRoutes({ keys, usage, plan, clock }: ServiceContext): AreaRoutes {
  function keyUsage(keyId: string, usages: readonly DayUsage[]) {
    const { mask: api_key = '****', label: api_key_label = '' } = keys.get(keyId) ?? {};
    return { api_key, api_key_label, usage: totalOf(usages) };
  }

  return {
    handlers: {
      createDeveloperKey: ({ body }) => {
        const { record, secret } = keys.create(body.label);
        return { ...shownKey(record), key: secret };
      },
      listDeveloperKeys: () => keys.list().map(shownKey),
      deactivateDeveloperKey: ({ body }) => shownKey(keys.deactivate(body.key_id)),
      renameDeveloperKey: ({ body }) => shownKey(keys.change(body.key_id, { label: body.label })),
      setDeveloperKeyLimits: ({ body }) => {
        const { key_id, characters, speech_to_text_milliseconds: speech } = body;
        return shownKey(
          keys.change(key_id, {
            ...(characters !== undefined && { characters }),
            ...(speech !== undefined && { speech_to_text_milliseconds: speech }),
          }),
        );
      },
      getAnalytics: ({ query }) => {
        const from = dayOf(query.start_date, 'start_date');
        const to = dayOf(query.end_date, 'end_date');
        const days = (Date.parse(to) - Date.parse(from)) / dayMilliseconds;
        if (days < 0) throw badRequest("'end_date' is before 'start_date'");
        const most = limits.admin.analyticsDays;
        if (days > most) {
          throw badRequest(`'start_date' and 'end_date' are more than ${most} days apart`);
        }
        const usages = usage
          .days()
          .filter(({ day }) => day >= from && day <= to)
          .sort((a, b) => (a.day < b.day ? -1 : 1));
        const report = {
          total_usage: totalOf(usages),
          ...(query.group_by === undefined ? {} : { group_by: query.group_by }),
          start_date: `${from}T00:00:00`,
          end_date: `${to}T00:00:00`,
        };
        switch (query.group_by) {
          case undefined:
            return { usage_report: report };
          case 'key': {
            const ids = [...new Set(usages.map(({ keyId }) => keyId))];
            const key_usages = ids.map((id) =>
              keyUsage(
                id,
                usages.filter(({ keyId }) => keyId === id),
              ),
            );
            return { usage_report: { ...report, key_usages } };
          }
          case 'key_and_day': {
            const key_and_day_usages = usages.map((each) => ({
              ...keyUsage(each.keyId, [each]),
              usage_date: `${each.day}T00:00:00`,
            }));
            return { usage_report: { ...report, key_and_day_usages } };
          }
        }
      },
      getUsage: ({ keyId }) => {
        const account = usage.month();
        const key = usage.month(keyId);
        const unlimited = limits.usage.unlimitedCharacters;
        const { characters, speech_to_text_milliseconds: speech } = keys.get(keyId) ?? {};
        const character_count = charactersOf(account);
        // A Free account is the same as its only key; a Pro account has no limit, only its keys
        // have.
        if (plan === 'free') return { character_count, character_limit: characters ?? unlimited };
        const now = clock();
        const month = (offset: number) =>
          new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString();
        return {
          character_count,
          character_limit: unlimited,
          products: products(account, key),
          api_key_character_count: charactersOf(key),
          api_key_character_limit: characters ?? unlimited,
          speech_to_text_milliseconds_count: account.speech,
          speech_to_text_milliseconds_limit: speech ?? unlimited,
          start_time: month(0),
          end_time: month(1),
        };
      },
    },
  };
}
