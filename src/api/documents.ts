import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { limits, formalities } from '../facts/index.js';
import { amount, languageCode, secret } from './fields.js';

/** Fields of the upload besides the part `file`. */
export const documentUploadBody = z.object({
  target_lang: languageCode,
  source_lang: languageCode.optional(),
  filename: z.string().min(1).optional(),
  formality: z.enum(formalities).optional(),
  glossary_id: z.string().min(1).optional(),
  output_format: z.string().min(1).optional(),
  model_type: z.string().optional().describe('Accepted, no effect.'),
  enable_beta_languages: z.boolean().optional().describe('Deprecated, no effect.'),
});

export type DocumentUploadBody = z.infer<typeof documentUploadBody>;

const keyBody = z.object({ document_key: z.string().min(1).meta({ format: 'password' }) });

export const documentHandle = z.object({ document_id: z.string(), document_key: secret });

export const documentStatus = z.object({
  document_id: z.string(),
  status: z.enum(['queued', 'translating', 'done', 'error']),
  seconds_remaining: z.number().optional(),
  billed_characters: amount.optional(),
  message: z.string().optional(),
  error_message: z.string().optional(),
});

/** docs/interface.md 4.2 */
export const documentEndpoints = describeArea('documents', {
  uploadDocument: {
    method: 'POST',
    path: '/v2/document',
    summary: 'Uploads a document and starts its translation.',
    auth: 'developer',
    body: { kinds: ['multipart'], schema: documentUploadBody },
    responses: { 200: documentHandle },
    limits: { bodyBytes: limits.documents.bodyBytes },
    repeatable: false,
  },
  getDocumentStatus: {
    method: 'POST',
    path: '/v2/document/{document_id}',
    summary: 'How far the translation of a document is.',
    auth: 'developer',
    body: { kinds: ['json', 'form', 'multipart'], schema: keyBody },
    responses: { 200: documentStatus },
    repeatable: true,
  },
  downloadDocument: {
    method: 'POST',
    path: '/v2/document/{document_id}/result',
    summary: 'Downloads the translated document; allowed once.',
    auth: 'developer',
    body: { kinds: ['json', 'form', 'multipart'], schema: keyBody },
    responses: { 200: 'binary' },
    repeatable: true,
  },
});
