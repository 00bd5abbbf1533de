import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, languageCode, timestamp } from './fields.js';
import { limits } from '../facts/index.js';

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

/** A glossary with one dictionary, as in the v2 endpoints. */
const oldGlossary = z.object({
  glossary_id: z.string(),
  name: z.string(),
  ready: z.boolean().optional(),
  source_lang: z.string(),
  target_lang: z.string(),
  creation_time: timestamp.optional(),
  entry_count: integer.optional(),
});

/** docs/interface.md 9.2: glossaries have one language pair and cannot be changed. */
export const oldGlossaryEndpoints = describeArea('glossaries', {
  createOldGlossary: {
    method: 'POST',
    path: '/v2/glossaries',
    summary: 'Creates a glossary of one language pair.',
    auth: 'developer',
    body: {
      kinds: ['json', 'form'],
      schema: z.object({ name: z.string().min(1), ...dictionaryInput.shape }),
    },
    responses: { 201: oldGlossary },
    limits: { bodyBytes: limits.glossaries.bodyBytes },
    repeatable: false,
  },
  listOldGlossaries: {
    method: 'GET',
    path: '/v2/glossaries',
    summary: 'Every glossary of one language pair, without its entries.',
    auth: 'developer',
    responses: { 200: z.object({ glossaries: z.array(oldGlossary) }) },
    repeatable: true,
  },
  getOldGlossary: {
    method: 'GET',
    path: '/v2/glossaries/{glossary_id}',
    summary: 'Facts of a glossary of one language pair.',
    auth: 'developer',
    responses: { 200: oldGlossary },
    repeatable: true,
  },
  getOldGlossaryEntries: {
    method: 'GET',
    path: '/v2/glossaries/{glossary_id}/entries',
    summary: 'Its entries as TSV, which is the whole answer.',
    auth: 'developer',
    responses: { 200: 'binary' },
    repeatable: true,
  },
  deleteOldGlossary: {
    method: 'DELETE',
    path: '/v2/glossaries/{glossary_id}',
    summary: 'Deletes a glossary of one language pair.',
    auth: 'developer',
    responses: { 204: 'empty' },
    repeatable: true,
  },
  listGlossaryPairs: {
    method: 'GET',
    path: '/v2/glossary-language-pairs',
    summary: 'Language pairs that a glossary may have; deprecated.',
    auth: 'developer',
    responses: {
      200: z.object({
        supported_languages: z.array(
          z.object({ source_lang: z.string(), target_lang: z.string() }),
        ),
      }),
    },
    repeatable: true,
  },
});
