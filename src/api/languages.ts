import * as z from 'zod';
import { describeArea } from './endpoint.js';

export const resourceNames = [
  'translate_text',
  'translate_document',
  'glossary',
  'voice',
  'write',
  'style_rules',
] as const;

export type ResourceName = (typeof resourceNames)[number];

export const languageStatuses = ['stable', 'beta', 'early_access'] as const;

export const language = z.object({
  lang: z.string(),
  name: z.string(),
  usable_as_source: z.boolean(),
  usable_as_target: z.boolean(),
  status: z.enum(languageStatuses),
  features: z.record(z.string(), z.object({ status: z.enum(languageStatuses) })),
});

export type Language = z.infer<typeof language>;

export const resource = z.object({
  name: z.string(),
  features: z.array(
    z.object({
      name: z.string(),
      needs_source_support: z.boolean(),
      needs_target_support: z.boolean(),
    }),
  ),
});

export type Resource = z.infer<typeof resource>;

export const oldLanguage = z.object({
  language: z.string(),
  name: z.string(),
  supports_formality: z.boolean().optional(),
});

/** docs/interface.md 4.5 */
export const languageEndpoints = describeArea('languages', {
  listLanguages: {
    method: 'GET',
    path: '/v3/languages',
    summary: 'Languages of a resource with their features.',
    auth: 'developer',
    query: z.object({
      resource: z.enum(resourceNames),
      include: z.array(z.enum(['beta', 'external'])).optional(),
    }),
    responses: { 200: z.array(language) },
    repeatable: true,
  },
  listResources: {
    method: 'GET',
    path: '/v3/languages/resources',
    summary: 'Resources and the support that their features need.',
    auth: 'developer',
    responses: { 200: z.array(resource) },
    repeatable: true,
  },
  listOldLanguages: {
    method: 'GET',
    path: '/v2/languages',
    summary: 'Source or target languages; deprecated.',
    auth: 'developer',
    query: z.object({ type: z.enum(['source', 'target']).default('source') }),
    responses: { 200: z.array(oldLanguage) },
    repeatable: true,
  },
});
