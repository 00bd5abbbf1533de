import { limits } from '../../api/index.js';
import type { KeyRecord } from '../accounts/keys.js';
import {
  addAmounts,
  charactersOf,
  nothing,
  type Amounts,
  type DayUsage,
} from '../accounts/usage.js';
import type { ServiceContext } from '../context.js';
import { badRequest, forbidden } from '../errors.js';
import type { AreaRoutes } from '../http/call.js';

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

function usageBlock(amounts: Amounts) {
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
  const day = match?.[1];
  const date = day === undefined ? undefined : new Date(`${day}T00:00:00Z`);
  if (
    day === undefined ||
    Number.isNaN(date?.getTime()) ||
    date?.toISOString().slice(0, 10) !== day
  ) {
    throw badRequest(`Value for '${parameter}' is not a date: '${value}'`);
  }
  return day;
}

function rangeOf(start: string, end: string) {
  const from = dayOf(start, 'start_date');
  const to = dayOf(end, 'end_date');
  const days = (Date.parse(to) - Date.parse(from)) / dayMilliseconds;
  if (days < 0) throw badRequest("'end_date' is before 'start_date'");
  if (days > limits.admin.analyticsDays) {
    throw badRequest(
      `'start_date' and 'end_date' are more than ${limits.admin.analyticsDays} days apart`,
    );
  }
  return { from, to };
}

const total = (usages: readonly DayUsage[]) => usages.reduce<Amounts>(addAmounts, nothing);

/** interface.md 4.7 and 2.9: Pro only. */
export function adminRoutes({ keys, usage, plan }: ServiceContext): AreaRoutes {
  function keyUsage(keyId: string, usages: readonly DayUsage[]) {
    const record = keys.get(keyId);
    return {
      api_key: record?.mask ?? '****',
      api_key_label: record?.label ?? '',
      usage: usageBlock(total(usages)),
    };
  }

  function grouped(usages: readonly DayUsage[], groupBy: 'key' | 'key_and_day' | undefined) {
    if (groupBy === undefined) return {};
    if (groupBy === 'key_and_day') {
      const items = usages.map((each) => ({
        ...keyUsage(each.keyId, [each]),
        usage_date: `${each.day}T00:00:00`,
      }));
      return { key_and_day_usages: items };
    }
    const ids = [...new Set(usages.map(({ keyId }) => keyId))];
    const ofKey = (id: string) =>
      keyUsage(
        id,
        usages.filter(({ keyId }) => keyId === id),
      );
    return { key_usages: ids.map(ofKey) };
  }

  return {
    ...(plan === 'free' ? { refuse: () => forbidden('The Admin API needs the Pro plan') } : {}),
    handlers: {
      createDeveloperKey: ({ body }) => {
        const { record, secret } = keys.create(body.label);
        return { ...shownKey(record), key: secret };
      },
      listDeveloperKeys: () => keys.list().map(shownKey),
      deactivateDeveloperKey: ({ body }) => shownKey(keys.deactivate(body.key_id)),
      renameDeveloperKey: ({ body }) => shownKey(keys.change(body.key_id, { label: body.label })),
      setDeveloperKeyLimits: ({ body }) => {
        const { characters, speech_to_text_milliseconds: speech } = body;
        const limit = speech === undefined ? {} : { speech_to_text_milliseconds: speech };
        return shownKey(keys.change(body.key_id, { characters, ...limit }));
      },
      getAnalytics: ({ query }) => {
        const { from, to } = rangeOf(query.start_date, query.end_date);
        const usages = [...usage.days()]
          .filter(({ day }) => day >= from && day <= to)
          .sort((a, b) => (a.day < b.day ? -1 : 1));
        return {
          usage_report: {
            total_usage: usageBlock(total(usages)),
            ...(query.group_by === undefined ? {} : { group_by: query.group_by }),
            start_date: `${from}T00:00:00`,
            end_date: `${to}T00:00:00`,
            ...grouped(usages, query.group_by),
          },
        };
      },
    },
  };
}
