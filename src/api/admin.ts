import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, secret, timestamp } from './fields.js';

export const developerKey = z.object({
  key_id: z.string(),
  label: z.string(),
  creation_time: timestamp.optional(),
  deactivated_time: timestamp.optional(),
  is_deactivated: z.boolean().default(false),
  usage_limits: z.object({
    // A service may say only the limit that there is.
    characters: integer.nullable().default(null),
    speech_to_text_milliseconds: integer.nullish(),
  }),
  /** The secret. Only the response that creates the key has it. */
  key: secret.optional(),
});

const usageBlock = z.object({
  total_characters: integer,
  text_translation_characters: integer,
  document_translation_characters: integer,
  text_improvement_characters: integer,
  speech_to_text_minutes: z.number().optional(),
});

const keyUsage = z.object({
  api_key: z.string(),
  api_key_label: z.string(),
  usage: usageBlock,
});

export const usageReport = z.object({
  total_usage: usageBlock,
  group_by: z.string().nullish(),
  start_date: timestamp,
  end_date: timestamp,
  key_usages: z.array(keyUsage).optional(),
  key_and_day_usages: z.array(keyUsage.extend({ usage_date: timestamp })).optional(),
});

const keyId = z.string().min(1);
const amount = z.int().min(0).nullable();

/** docs/interface.md 4.7 */
export const adminEndpoints = describeArea('admin', {
  createDeveloperKey: {
    method: 'POST',
    path: '/v2/admin/developer-keys',
    summary: 'Creates a developer key; the answer holds its secret once.',
    auth: 'admin',
    body: { kinds: ['json'], schema: z.object({ label: z.string().optional() }) },
    responses: { 200: developerKey },
    repeatable: false,
  },
  listDeveloperKeys: {
    method: 'GET',
    path: '/v2/admin/developer-keys',
    summary: 'All developer keys, active and deactivated.',
    auth: 'admin',
    responses: { 200: z.array(developerKey) },
    repeatable: true,
  },
  deactivateDeveloperKey: {
    method: 'PUT',
    path: '/v2/admin/developer-keys/deactivate',
    summary: 'Deactivates a developer key for good.',
    auth: 'admin',
    body: { kinds: ['json'], schema: z.object({ key_id: keyId }) },
    responses: { 200: developerKey },
    repeatable: true,
  },
  renameDeveloperKey: {
    method: 'PUT',
    path: '/v2/admin/developer-keys/label',
    summary: 'Renames a developer key.',
    auth: 'admin',
    body: { kinds: ['json'], schema: z.object({ key_id: keyId, label: z.string() }) },
    responses: { 200: developerKey },
    repeatable: true,
  },
  setDeveloperKeyLimits: {
    method: 'PUT',
    path: '/v2/admin/developer-keys/limits',
    summary: 'Limits what a key may consume; null lifts the limit, 0 blocks the key.',
    auth: 'admin',
    body: {
      kinds: ['json'],
      schema: z.object({
        key_id: keyId,
        characters: amount.optional(),
        speech_to_text_milliseconds: amount.optional(),
      }),
    },
    responses: { 200: developerKey },
    repeatable: true,
  },
  getAnalytics: {
    method: 'GET',
    path: '/v2/admin/analytics',
    summary: 'Usage of the organization between two dates.',
    auth: 'admin',
    query: z.object({
      start_date: z.string().min(1),
      end_date: z.string().min(1),
      group_by: z.enum(['key', 'key_and_day']).optional(),
    }),
    responses: { 200: z.object({ usage_report: usageReport }) },
    repeatable: true,
  },
});
