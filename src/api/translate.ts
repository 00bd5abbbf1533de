import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { limits, formalities, modelTypes } from '../facts/index.js';
import { amount, languageCode } from './fields.js';

const tags = z
  .array(z.string())
  .describe('Names of XML elements; an item may hold several with commas between them.');

export const translateBody = z.object({
  text: z.array(z.string()).min(1).max(limits.translate.texts),
  target_lang: languageCode,
  source_lang: languageCode.optional(),
  context: z.string().optional(),
  model_type: z.enum(modelTypes).optional(),
  split_sentences: z.enum(['0', '1', 'nonewlines']).optional(),
  preserve_formatting: z.boolean().optional(),
  formality: z.enum(formalities).optional(),
  glossary_id: z.string().min(1).optional(),
  style_id: z.string().min(1).optional(),
  custom_instructions: z
    .array(z.string().max(limits.translate.instructionCharacters))
    .max(limits.translate.instructions)
    .optional(),
  translation_memory_id: z.string().min(1).optional(),
  translation_memory_threshold: z.int().min(0).max(limits.translate.thresholdMax).optional(),
  show_billed_characters: z.boolean().optional(),
  tag_handling: z.enum(['html', 'xml']).optional(),
  tag_handling_version: z.enum(['v1', 'v2']).optional(),
  outline_detection: z.boolean().optional(),
  non_splitting_tags: tags.optional(),
  splitting_tags: tags.optional(),
  ignore_tags: tags.optional(),
});

export type TranslateBody = z.infer<typeof translateBody>;

const translation = z.object({
  detected_source_language: z.string().optional(),
  text: z.string(),
  billed_characters: amount.optional(),
  model_type_used: z.string().optional(),
});

export const translateAnswer = z.object({
  translations: z.array(translation),
  model_type_used: z.string().optional(),
  billed_characters: amount.optional(),
});

/** docs/interface.md 4.1 */
export const translateEndpoints = describeArea('translate', {
  translateText: {
    method: 'POST',
    path: '/v2/translate',
    summary: `Translates up to ${limits.translate.texts} texts.`,
    auth: 'developer',
    body: { kinds: ['json', 'form'], schema: translateBody },
    responses: { 200: translateAnswer },
    limits: { bodyBytes: limits.translate.bodyBytes },
    // If the response was lost, the repetition may be billed again. A missing translation costs the
    // user more.
    repeatable: true,
  },
});
