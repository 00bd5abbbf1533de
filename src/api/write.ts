import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { languageCode } from './fields.js';
import { limits, writeTones, writingStyles } from '../facts/index.js';

export const rephraseBody = z.object({
  text: z.union([z.string(), z.array(z.string()).min(1)]),
  target_lang: languageCode.optional(),
  writing_style: z.enum(writingStyles).optional(),
  tone: z.enum(writeTones).optional(),
});

export type RephraseBody = z.infer<typeof rephraseBody>;

const improvement = z.object({
  text: z.string(),
  // Absent in responses to requests without a target.
  target_language: z.string().nullish(),
  detected_source_language: z.string().optional(),
});

/** docs/interface.md 4.6 */
export const writeEndpoints = describeArea('write', {
  rephrase: {
    method: 'POST',
    path: '/v2/write/rephrase',
    summary: 'Improves texts within one language.',
    auth: 'developer',
    body: { kinds: ['json', 'form'], schema: rephraseBody },
    responses: { 200: z.object({ improvements: z.array(improvement) }) },
    limits: { bodyBytes: limits.write.bodyBytes },
    repeatable: true,
  },
});
