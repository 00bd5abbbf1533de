import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { documentError, documentUploadBody } from '../../api/index.js';
import { documentTypes } from '../../facts/index.js';
import type { DocumentExtension } from '../../facts/index.js';
import { badRequest, isOfFiles, ServiceError } from '../errors.js';
import { check, credentialName, Fields, refuseCredentials } from '../http/request.js';

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

/**
 * The fields of a multipart body. Unknown parameters are ignored.
 * @param receive gets each part that is a file
 * @throws ServiceError 400
 */
async function readFields(
  request: FastifyRequest,
  known: ReadonlySet<string>,
  receive: (part: MultipartFile) => void | Promise<void>,
): Promise<Fields> {
  const pairs: [name: string, value: string][] = [];
  try {
    // Without a body, there are no parts.
    for await (const part of request.isMultipart() ? request.parts() : []) {
      if (part.type === 'file') {
        await receive(part);
      } else if (known.has(part.fieldname)) {
        if (part.valueTruncated) throw badRequest(`Part '${part.fieldname}' is too long`);
        pairs.push([part.fieldname, String(part.value)]);
      }
    }
  } catch (cause) {
    // Refusals, and disks that cannot store the file, already say what is wrong.
    const { statusCode = 500 } = cause as { readonly statusCode?: number };
    if (cause instanceof ServiceError || statusCode < 500 || isOfFiles(cause)) throw cause;
    throw badRequest('The multipart body is not well-formed');
  }
  return new Fields(new URLSearchParams(pairs).toString());
}

const keyField = new Set(['document_key', credentialName]);

/** The fields by which some clients ask for a document's status or result. */
export const readKey = (request: FastifyRequest): Promise<Fields> =>
  readFields(request, keyField, ({ file }) => void file.resume());

/**
 * Reads and validates a document upload (docs/interface.md 4.2). Part of the file may have been
 * received before a refusal.
 * @param receive saves the file as it arrives, so that no upload is ever completely in memory
 * @throws ServiceError 400, 413
 */
export async function readUpload(
  request: FastifyRequest,
  receive: (file: Readable) => Promise<void>,
) {
  let file: { readonly name: string; readonly bytes: number } | undefined;
  const sent = await readFields(request, knownFields, async (part) => {
    if (part.fieldname !== 'file') {
      // Ignored, but read, because the body continues after it.
      part.file.resume();
      return;
    }
    if (file !== undefined) throw badRequest("Part 'file' appears twice");
    await receive(part.file);
    if (part.file.truncated) throw new ServiceError(413, "'file' is too large");
    file = { name: part.filename, bytes: part.file.bytesRead };
  });
  refuseCredentials(sent);
  const fields = check(effectiveFields, sent, 'documents');
  if (file === undefined) throw badRequest("Part 'file' is missing");
  // Clients use `blob` for a part without a name.
  const name = [file.name, fields.filename].find(
    (each) => each !== undefined && each !== '' && each !== 'blob',
  );
  if (name === undefined)
    throw badRequest("Part 'file' has no file name, and 'filename' is missing");
  const dot = name.lastIndexOf('.');
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  if (!isKnown(extension)) {
    throw badRequest(`The file extension '${extension}' of 'file' '${name}' is not supported`);
  }
  const problem = documentError({ ...fields, extension });
  if (problem !== undefined) throw badRequest(problem);
  const { bytes } = documentTypes[extension];
  if (file.bytes > bytes) {
    throw new ServiceError(413, `'file' is larger than ${bytes} bytes, the limit for ${extension}`);
  }
  return { fields, name, extension };
}

function isKnown(extension: string): extension is DocumentExtension {
  return Object.hasOwn(documentTypes, extension);
}
