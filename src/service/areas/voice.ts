import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { signatureScheme } from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { forbidden } from '../errors.js';
import type { AreaRoutes } from '../http/routes.js';
import { VoiceJobs } from '../voice/jobs.js';
import type { VoiceRecord } from '../voice/record.js';
import { createSignatures, type Permission, type Signatures } from '../voice/signatures.js';

const jobsPath = '/v1/jobs/voice/translate';
// The scheme differs between services, like that of the key.
const signatureHeader = /^\S*Signature +(\S+)$/i;

interface Claim {
  readonly request: FastifyRequest;
  readonly jobId: string;
  readonly permission: Permission;
  /** Signature in the query. */
  readonly signed: string | undefined;
}

/** @throws ServiceError 403 for a signature of another job, file or kind (docs/interface.md 5.5) */
function checkSignature(
  { request, jobId, permission, signed }: Claim,
  signatures: Signatures,
): void {
  const header = signatureHeader.exec(request.headers.authorization?.trim() ?? '')?.[1];
  const place = header === undefined ? 'url' : 'header';
  const given = header ?? signed;
  const wanted = signatures.sign(jobId.toLowerCase(), permission, place);
  if (given === undefined || !signatures.isSigned(given, wanted)) {
    throw forbidden(
      `Missing or wrong signature; expected 'Authorization: ${signatureScheme} <signature>'`,
    );
  }
}

interface Addresses {
  readonly base: string;
  readonly isSigned: boolean;
  readonly signatures: Signatures;
}

function shownResults(record: VoiceRecord, { base, isSigned, signatures }: Addresses) {
  const { job_id: id, results } = record;
  return results.map(({ status, message }, index) => {
    if (status === 'failed') return { status, error: { message: message ?? 'failed' } };
    if (status !== 'complete') return { status };
    const permission = `result ${index}` as const;
    const url = `${base}/${id}/results/${index}`;
    const signature = signatures.sign(id, permission, 'header');
    const token = signatures.sign(id, permission, 'url');
    const signed = isSigned ? { signed_download_url: `${url}?signature=${token}` } : {};
    return { status, download_url: url, signature, ...signed };
  });
}

/**
 * The address that the caller used; without a valid `Host`, the address that received the request.
 */
function originOf({ protocol, host, socket }: FastifyRequest): string {
  const asked = `${protocol}://${host}`;
  if (URL.canParse(asked)) return asked;
  const { localAddress = '127.0.0.1', localPort } = socket;
  return `${protocol}://${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** docs/interface.md 4.10 */
export function voiceRoutes(context: ServiceContext): AreaRoutes {
  const jobs = new VoiceJobs(context, context.folder('voice'));
  const signatures = createSignatures(context.store);
  const baseOf = (request: FastifyRequest) => `${originOf(request)}${jobsPath}`;
  return {
    setUp: async (app) => {
      app.addContentTypeParser('application/octet-stream', (_request, payload, done) => {
        done(null, payload);
      });
      app.addHook('onClose', () => jobs.close());
      await jobs.resume();
    },
    handlers: {
      createVoiceJob: async ({ body, query, keyId, request }) => {
        const { job_id } = await jobs.create(body, keyId);
        const url = `${baseOf(request)}/${job_id}/source`;
        const signature = signatures.sign(job_id, 'upload', 'header');
        const token = signatures.sign(job_id, 'upload', 'url');
        const signed =
          query.include === undefined ? {} : { signed_upload_url: `${url}?signature=${token}` };
        return { job_id, upload_url: url, signature, ...signed };
      },
      uploadVoiceSource: async ({ params, query, request }) => {
        const claim = { request, jobId: params.job_id, permission: 'upload' as const };
        checkSignature({ ...claim, signed: query.signature }, signatures);
        const { 'content-length': length } = request.headers;
        const declared = length === undefined ? undefined : Number(length);
        await jobs.upload(params.job_id, request.body as Readable, declared);
        return undefined;
      },
      getVoiceJob: ({ params, query, request }) => {
        const record = jobs.get(params.job_id);
        const isSigned = query.include !== undefined;
        const { job_id, created_at, updated_at, source_file, source_language } = record;
        return {
          ...{ job_id, product: 'voice' as const, operation: 'translate' as const },
          ...{ created_at, updated_at, source_file },
          usage: { storage_used: jobs.storageUsed(record) },
          parameters: source_language === undefined ? {} : { source_language },
          targets: [...record.targets],
          results: shownResults(record, { base: baseOf(request), isSigned, signatures }),
        };
      },
      downloadVoiceResult: async ({ params, query, request, setHeader, delivery }) => {
        const { job_id: jobId, index } = params;
        const permission = `result ${Number(index)}` as const;
        checkSignature({ request, jobId, permission, signed: query.signature }, signatures);
        const { stream, bytes, type } = await jobs.take(jobId, Number(index), delivery);
        setHeader('content-type', type);
        setHeader('content-length', String(bytes));
        return stream;
      },
    },
  };
}
