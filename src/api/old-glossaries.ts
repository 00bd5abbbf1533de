import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, timestamp } from './fields.js';
import { limits } from './facts/limits.js';
import { dictionaryInput } from './glossaries.js';

/** A glossary with one dictionary, as in the v2 endpoints. */
export const oldGlossary = z.object({
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
