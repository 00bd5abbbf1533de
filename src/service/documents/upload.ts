import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { documentError, documentUploadBody } from '../../api/index.js';
import { documentTypes } from '../../facts/index.js';
import type { DocumentExtension } from '../../facts/index.js';
import type { DocumentUploadBody } from '../../api/index.js';
import { badRequest, isOfFiles, ServiceError } from '../errors.js';
import { check, credentialName, Fields, refuseCredentials } from '../http/request.js';

export interface Upload {
  readonly fields: DocumentUploadBody;
  readonly name: string;
  readonly extension: DocumentExtension;
}

/** Saves the file as it arrives, so that no upload is ever completely in memory. */
export type Receive = (file: Readable) => Promise<void>;

interface RawUpload {
  readonly pairs: readonly (readonly [string, string])[];
  readonly file: { readonly name: string; readonly bytes: number } | undefined;
}

export const multipartOptions = {
  limits: {
    fieldNameSize: 200,
    // Values of unknown fields are in memory too until the upload ends.
    fieldSize: 10_000,
    fields: 1000,
    fileSize: Math.max(...Object.values(documentTypes).map(({ bytes }) => bytes)),
    files: 50,
    parts: 1050,
    headerPairs: 100,
  },
  /** If the part `file` has no file name, the field `filename` gives it (docs/interface.md 4.2). */
  isPartAFile: (
    field: string | undefined,
    type: string | undefined,
    name: string | undefined,
  ): boolean => field === 'file' || name !== undefined || type === 'application/octet-stream',
};

/** Fields without effect may have any value. */
const effectiveFields = documentUploadBody.omit({ model_type: true, enable_beta_languages: true });
const knownFields = new Set([...Object.keys(effectiveFields.shape), credentialName]);

const tooLarge = () => new ServiceError(413, "'file' is too large");

async function readParts(request: FastifyRequest, receive: Receive): Promise<RawUpload> {
  const pairs: (readonly [string, string])[] = [];
  let file: RawUpload['file'];
  // There is no body.
  if (!request.isMultipart()) return { pairs, file };
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      // Unknown parameters are ignored.
      if (!knownFields.has(part.fieldname)) continue;
      if (part.valueTruncated) throw badRequest(`Part '${part.fieldname}' is too long`);
      pairs.push([part.fieldname, String(part.value)]);
    } else if (part.fieldname === 'file') {
      if (file !== undefined) throw badRequest("Part 'file' appears twice");
      await receive(part.file);
      if (part.file.truncated) throw tooLarge();
      file = { name: part.filename, bytes: part.file.bytesRead };
    } else {
      // A part with another name is ignored, but read, because the body continues after it.
      part.file.resume();
    }
  }
  return { pairs, file };
}

/** Whether an error already describes itself: a refusal, or a disk that cannot store the file. */
function isKnown(error: unknown): boolean {
  const { statusCode } = error as { readonly statusCode?: number };
  const isRefusal = statusCode !== undefined && statusCode < 500;
  return error instanceof ServiceError || isRefusal || isOfFiles(error);
}

/** Clients use `blob` for a part without a name. */
function isFileName(name: string | undefined): name is string {
  return name !== undefined && name !== '' && name !== 'blob';
}

function extensionOf(name: string): DocumentExtension {
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  if (Object.hasOwn(documentTypes, extension)) return extension as DocumentExtension;
  throw badRequest(`File extension not supported: '${extension}' of 'file' '${name}'`);
}

/**
 * Reads and validates a document upload (docs/interface.md 4.2). Part of the file may have been
 * received before a refusal.
 * @throws ServiceError 400, 413
 */
export async function readUpload(request: FastifyRequest, receive: Receive): Promise<Upload> {
  const { pairs, file } = await readParts(request, receive).catch((cause: unknown) => {
    if (isKnown(cause)) throw cause;
    throw badRequest('The multipart body is not well-formed');
  });
  const sent = new Fields(
    new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
  );
  refuseCredentials(sent);
  const fields = check(effectiveFields, sent, 'documents');
  if (file === undefined) throw badRequest("Part 'file' is missing");
  const name = [file.name, fields.filename].find(isFileName);
  if (name === undefined)
    throw badRequest("Part 'file' has no file name, and 'filename' is missing");
  const extension = extensionOf(name);
  const problem = documentError({ ...fields, extension });
  if (problem !== undefined) throw badRequest(problem);
  const { bytes } = documentTypes[extension];
  if (file.bytes > bytes) {
    throw new ServiceError(413, `'file' is larger than ${bytes} bytes, the limit for ${extension}`);
  }
  return { fields, name, extension };
}
