import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, languageCode, secret, signedUrl, timestamp } from './fields.js';
import { limits } from '../facts/index.js';

export const voiceSourceTypes = [
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/flac',
  'audio/mp4',
  'audio/webm',
] as const;

export const voiceTargetTypes = [
  'text/plain',
  'application/x-subrip',
  'audio/pcm;encoding=s16le;rate=16000',
  'audio/pcm;encoding=s16le;rate=24000',
  'audio/pcm;encoding=ulaw;rate=8000',
  'audio/pcm;encoding=alaw;rate=8000',
  'audio/flac',
  'audio/opus',
  'audio/ogg',
  'audio/webm',
  'audio/x-matroska',
] as const;

export const voiceJobBody = z.object({
  source_file: z.object({
    name: z.string().min(1),
    content_type: z.enum(voiceSourceTypes),
    content_length: z.int().min(1).max(limits.voice.sourceBytes),
  }),
  parameters: z.object({ source_language: languageCode.optional() }).optional(),
  targets: z.array(z.object({ language: languageCode, type: z.enum(voiceTargetTypes) })).min(1),
});

export type VoiceJobBody = z.infer<typeof voiceJobBody>;

export const voiceUpload = z.object({
  job_id: z.string(),
  upload_url: z.string(),
  signature: secret,
  signed_upload_url: secret.optional(),
});

/** `status` is not an enum: services may have more states than docs/interface.md 3.2 shows. */
export const voiceResult = z.object({
  status: z.string(),
  download_url: z.string().optional(),
  signature: secret.optional(),
  signed_download_url: secret.optional(),
  error: z.object({ message: z.string() }).optional(),
});

export const voiceJob = z.object({
  job_id: z.string(),
  product: z.string().optional(),
  operation: z.string().optional(),
  created_at: timestamp.optional(),
  updated_at: timestamp.optional(),
  usage: z.object({ storage_used: integer }).optional(),
  source_file: z.object({
    name: z.string(),
    content_type: z.string(),
    content_length: integer,
  }),
  parameters: z.object({ source_language: z.string().nullish() }).optional(),
  targets: z.array(z.object({ language: z.string(), type: z.string() })),
  results: z.array(voiceResult),
});

const query = z.object({ include: signedUrl.optional() });
const signature = z.object({ signature: z.string().optional() });

/**
 * docs/interface.md 4.10. The paths of the two files are the embedded service's; clients use the
 * addresses in the responses.
 */
export const voiceEndpoints = describeArea('voice', {
  createVoiceJob: {
    method: 'POST',
    path: '/v1/jobs/voice/translate',
    summary: 'Creates a voice translation job.',
    auth: 'developer',
    query,
    body: { kinds: ['json'], schema: voiceJobBody },
    responses: { 201: voiceUpload },
    repeatable: false,
  },
  uploadVoiceSource: {
    method: 'PUT',
    path: '/v1/jobs/voice/translate/{job_id}/source',
    summary: 'Uploads the audio of a job.',
    auth: 'signature',
    query: signature,
    body: { kinds: ['binary'], schema: z.unknown() },
    responses: { 204: 'empty' },
    limits: { bodyBytes: limits.voice.sourceBytes },
    repeatable: true,
  },
  getVoiceJob: {
    method: 'GET',
    path: '/v1/jobs/voice/translate/{job_id}',
    summary: 'State and results of a job.',
    auth: 'developer',
    query,
    responses: { 200: voiceJob },
    repeatable: true,
  },
  downloadVoiceResult: {
    method: 'GET',
    path: '/v1/jobs/voice/translate/{job_id}/results/{index}',
    summary: 'Downloads the result for one target.',
    auth: 'signature',
    query: signature,
    responses: { 200: 'binary' },
    repeatable: true,
  },
});
