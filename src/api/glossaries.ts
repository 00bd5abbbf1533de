import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, languageCode, timestamp } from './fields.js';
import { limits } from './facts/limits.js';

const pair = { source_lang: languageCode, target_lang: languageCode };

export const dictionaryInput = z.object({
  ...pair,
  entries: z.string(),
  entries_format: z.enum(['tsv', 'csv']).default('tsv'),
});

export type DictionaryInput = z.infer<typeof dictionaryInput>;

export const dictionary = z.object({
  source_lang: z.string(),
  target_lang: z.string(),
  entry_count: integer.optional(),
});

export const glossary = z.object({
  glossary_id: z.string(),
  name: z.string(),
  dictionaries: z.array(dictionary),
  creation_time: timestamp.optional(),
});

export const glossaryEntries = z.object({
  dictionaries: z.array(
    z.object({
      source_lang: z.string(),
      target_lang: z.string(),
      entries: z.string(),
      entries_format: z.string(),
    }),
  ),
});

const name = z.string().min(1);
const bodyLimit = { bodyBytes: limits.glossaries.bodyBytes };

/** docs/interface.md 4.3 */
export const glossaryEndpoints = describeArea('glossaries', {
  createGlossary: {
    method: 'POST',
    path: '/v3/glossaries',
    summary: 'Creates a glossary of one or more dictionaries.',
    auth: 'developer',
    body: {
      kinds: ['json', 'form'],
      schema: z.object({ name, dictionaries: z.array(dictionaryInput).min(1) }),
    },
    responses: { 201: glossary },
    limits: bodyLimit,
    repeatable: false,
  },
  listGlossaries: {
    method: 'GET',
    path: '/v3/glossaries',
    summary: 'Every glossary, without its entries.',
    auth: 'developer',
    responses: { 200: z.object({ glossaries: z.array(glossary) }) },
    repeatable: true,
  },
  getGlossary: {
    method: 'GET',
    path: '/v3/glossaries/{glossary_id}',
    summary: 'Name, creation time and dictionaries of a glossary.',
    auth: 'developer',
    responses: { 200: glossary },
    repeatable: true,
  },
  getGlossaryEntries: {
    method: 'GET',
    path: '/v3/glossaries/{glossary_id}/entries',
    summary: "One dictionary's entries as TSV.",
    auth: 'developer',
    query: z.object(pair),
    responses: { 200: glossaryEntries },
    repeatable: true,
  },
  putDictionary: {
    method: 'PUT',
    path: '/v3/glossaries/{glossary_id}/dictionaries',
    summary: 'Creates or replaces the dictionary of a pair.',
    auth: 'developer',
    body: { kinds: ['json', 'form'], schema: dictionaryInput },
    responses: { 200: dictionary },
    limits: bodyLimit,
    repeatable: true,
  },
  patchGlossary: {
    method: 'PATCH',
    path: '/v3/glossaries/{glossary_id}',
    summary: 'Renames a glossary, merges entries into one dictionary, or both.',
    auth: 'developer',
    body: {
      kinds: ['json', 'form'],
      schema: z.object({
        name: name.optional(),
        dictionaries: z.array(dictionaryInput).max(1).optional(),
      }),
    },
    responses: { 200: glossary },
    limits: bodyLimit,
    repeatable: true,
  },
  deleteGlossary: {
    method: 'DELETE',
    path: '/v3/glossaries/{glossary_id}',
    summary: 'Deletes a glossary.',
    auth: 'developer',
    responses: { 204: 'empty' },
    repeatable: true,
  },
  deleteDictionary: {
    method: 'DELETE',
    path: '/v3/glossaries/{glossary_id}/dictionaries',
    summary: 'Deletes the dictionary of a pair.',
    auth: 'developer',
    query: z.object(pair),
    responses: { 204: 'empty' },
    repeatable: true,
  },
});
