import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, timestamp } from './fields.js';

/** Services return counts in units, in characters, or both. */
const productUsage = z.object({
  product_type: z.string(),
  billing_unit: z.string().optional(),
  api_key_unit_count: z.number().optional(),
  account_unit_count: z.number().optional(),
  api_key_character_count: z.number().optional(),
  character_count: z.number().optional(),
});

/** The Free plan returns only the first two fields. */
export const usage = z.object({
  character_count: integer,
  character_limit: integer,
  products: z.array(productUsage).optional(),
  api_key_character_count: integer.optional(),
  api_key_character_limit: integer.optional(),
  speech_to_text_milliseconds_count: integer.optional(),
  speech_to_text_milliseconds_limit: integer.optional(),
  start_time: timestamp.optional(),
  end_time: timestamp.optional(),
});

/** docs/interface.md 4.8 */
export const usageEndpoints = describeArea('usage', {
  getUsage: {
    method: 'GET',
    path: '/v2/usage',
    summary: 'What was consumed in the current period, and the limits.',
    auth: 'developer',
    responses: { 200: usage },
    repeatable: true,
  },
});
