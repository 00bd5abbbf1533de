import type { FastifyRequest } from 'fastify';
import {
  documentError,
  documentTypes,
  documentUploadBody,
  type DocumentExtension,
  type DocumentUploadBody,
} from '../../api/index.js';
import { badRequest, ServiceError } from '../errors.js';
import { check, Fields, refuseCredentials } from '../http/body.js';

export interface Upload {
  readonly fields: DocumentUploadBody;
  readonly file: Uint8Array;
  readonly name: string;
  readonly extension: DocumentExtension;
}

interface RawUpload {
  readonly pairs: readonly (readonly [string, string])[];
  readonly file: { readonly name: string; readonly content: Uint8Array } | undefined;
}

export const multipartLimits = {
  fieldNameSize: 200,
  fieldSize: 100_000,
  fields: 50,
  fileSize: Math.max(...Object.values(documentTypes).map(({ bytes }) => bytes)),
  files: 1,
  parts: 60,
  headerPairs: 100,
};

async function readParts(request: FastifyRequest): Promise<RawUpload> {
  const pairs: (readonly [string, string])[] = [];
  let file: RawUpload['file'];
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldnameTruncated || part.valueTruncated) {
        throw badRequest(`Part '${part.fieldname}' is too long`);
      }
      pairs.push([part.fieldname, String(part.value)]);
    } else {
      const content = await part.toBuffer();
      // A part of another name is read, since the body goes on behind it, and ignored.
      if (part.fieldname === 'file') file = { name: part.filename, content };
    }
  }
  return { pairs, file };
}

function isRefusal(error: unknown): boolean {
  const { statusCode } = error as { readonly statusCode?: number };
  return error instanceof ServiceError || (statusCode !== undefined && statusCode < 500);
}

function extensionOf(name: string): DocumentExtension {
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  if (Object.hasOwn(documentTypes, extension)) return extension as DocumentExtension;
  throw badRequest(`File extension not supported: '${extension}' of 'file' '${name}'`);
}

/**
 * Reads and checks a document upload (interface.md 4.2).
 * @throws ServiceError 400, 413
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const { pairs, file } = await readParts(request).catch((cause: unknown) => {
    if (isRefusal(cause)) throw cause;
    throw badRequest('The multipart body is not well-formed');
  });
  const sent = new Fields(
    new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
  );
  refuseCredentials(sent);
  const fields = check(documentUploadBody, sent, 'documents');
  if (file === undefined) throw badRequest("Part 'file' is missing");
  const name = [file.name, fields.filename].find((each) => each !== undefined && each !== '');
  if (name === undefined)
    throw badRequest("Part 'file' has no file name, and 'filename' is missing");
  const extension = extensionOf(name);
  const problem = documentError({ ...fields, extension });
  if (problem !== undefined) throw badRequest(problem);
  const { bytes } = documentTypes[extension];
  if (file.content.length > bytes) {
    throw new ServiceError(413, `'file' is larger than ${bytes} bytes, the limit for ${extension}`);
  }
  return { fields, file: file.content, name, extension };
}
