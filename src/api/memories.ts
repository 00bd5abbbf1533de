import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, pageQuery } from './fields.js';

export const translationMemory = z.object({
  translation_memory_id: z.string(),
  name: z.string(),
  source_language: z.string(),
  target_languages: z.array(z.string()),
  segment_count: integer.optional(),
});

/** docs/interface.md 4.9 */
export const memoryEndpoints = describeArea('memories', {
  listTranslationMemories: {
    method: 'GET',
    path: '/v3/translation_memories',
    summary: 'A page of the translation memories of the account.',
    auth: 'developer',
    query: z.object(pageQuery),
    responses: {
      200: z.object({
        translation_memories: z.array(translationMemory),
        total_count: integer.optional(),
      }),
    },
    repeatable: true,
  },
});
