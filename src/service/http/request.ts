import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import type * as z from 'zod';
import { decodeFields, fieldIssues, issueMessage, structureOf } from '../../api/index.js';
import { keyScheme } from '../../facts/index.js';
import type { Auth, BodyKind } from '../../api/index.js';
import type { Keys } from '../accounts/accounts.js';
import { badRequest, forbidden, ServiceError, tooLargeBody } from '../errors.js';
import type { Scratch } from '../tools/tool.js';

const maximumFields = 20_000;
export const credentialName = 'auth_key';

/** A form or query before decoding; the schema determines the types of its fields. */
export class Fields {
  readonly pairs: readonly (readonly [name: string, value: string])[];

  constructor(text: string) {
    // A body with an `&` per byte would take a hundred times its size as objects.
    if (text.split('&', maximumFields + 1).length > maximumFields) {
      throw badRequest(`More than ${maximumFields} form fields`);
    }
    this.pairs = text === '' ? [] : [...new URLSearchParams(text)];
  }
}

export type Authorize = (header: string | undefined, wanted: Auth) => string;

/**
 * Checks `Authorization: Service-Auth-Key <KEY>` (docs/interface.md 5). The returned function gives
 * the id of the developer key, or '' for an admin key on admin paths and for endpoints with
 * signatures.
 * @param extra another scheme that is accepted in place of `Service-Auth-Key`
 */
export function createAuthorize(keys: Keys, extra: string = keyScheme): Authorize {
  const words = [keyScheme.toLowerCase(), extra.toLowerCase()];
  return (header, wanted) => {
    if (wanted === 'signature') return '';
    if (header === undefined) throw forbidden(`Missing header 'Authorization: ${keyScheme} <key>'`);
    const [word = '', secret, ...rest] = header.trim().split(/ +/);
    if (!words.includes(word.toLowerCase()) || secret === undefined || rest.length > 0) {
      throw forbidden(`Malformed header 'Authorization'; expected '${keyScheme} <key>'`);
    }
    const caller = keys.callerOf(secret);
    if (caller === undefined) throw forbidden('Unknown or deactivated key');
    if (caller.kind !== wanted) {
      throw forbidden(`This endpoint needs ${wanted === 'admin' ? 'an' : 'a'} ${wanted} key`);
    }
    return caller.kind === 'admin' ? '' : caller.id;
  };
}

/** Refuses credentials in a body or query; they belong in the header (docs/interface.md 5.2). */
export function refuseCredentials(fields: unknown): void {
  const given =
    fields instanceof Fields
      ? fields.pairs.some(([name]) => name === credentialName)
      : typeof fields === 'object' && fields !== null && Object.hasOwn(fields, credentialName);
  if (!given) return;
  throw forbidden(
    `'${credentialName}' in the query or body is not accepted; use the Authorization header`,
  );
}

export const mediaTypes: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
};

/** Refuses (415) a body of a kind that the endpoint does not accept, before it is read. */
export function checkContentType(request: FastifyRequest, accepted: readonly BodyKind[]): void {
  const { headers } = request;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    throw new ServiceError(415, `Unsupported content encoding '${encoding}'`);
  }
  const type = headers['content-type'];
  const media = type?.split(';', 1)[0]?.trim().toLowerCase();
  const isEmpty =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (type === undefined ? isEmpty : accepted.some((kind) => mediaTypes[kind] === media)) return;
  throw new ServiceError(415, `Unsupported content type '${type ?? ''}'`);
}

const notUtf8 = () => badRequest('The body is not UTF-8');

/** @throws ServiceError 400 for bytes that are not UTF-8, in which letters would be lost */
function textOf(body: Buffer): string {
  if (isUtf8(body)) return body.toString();
  throw notUtf8();
}

export function parseJson(body: Buffer): unknown {
  const text = textOf(body);
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    throw badRequest('The body is not well-formed JSON');
  }
}

/** @throws ServiceError 400, also for escaped bytes that are not UTF-8 */
function parseForm(body: Buffer): Fields {
  const text = textOf(body);
  for (const [escaped] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(escaped.replaceAll('%', ''), 'hex'))) throw notUtf8();
  }
  return new Fields(text);
}

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const add = (type: string, parse: (body: Buffer) => unknown) =>
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => {
      try {
        done(null, parse(body as Buffer));
      } catch (error) {
        done(error as Error);
      }
    });
  add(mediaTypes.json, parseJson);
  add(mediaTypes.form, parseForm);
}

/**
 * Validates a query or body. A missing one counts as one without fields, unless the schema has no
 * fixed fields, such as configured rules.
 * @param rule why values of the right types are refused; undefined: they are accepted
 * @throws ServiceError 400 that names the first invalid field
 */
export function check<S extends z.ZodType>(
  schema: S,
  raw: unknown,
  area: string,
  rule?: (value: never) => string | undefined,
): z.output<S> {
  const hasFields = structureOf(schema).properties !== undefined;
  const given = raw === undefined && hasFields ? {} : raw;
  const value = raw instanceof Fields ? decodeFields(schema, raw.pairs) : given;
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = fieldIssues(result.error, value);
    if (issue === undefined) throw badRequest('Bad request');
    throw badRequest(
      area === 'voice' ? `${issue.pointer}: Value is not valid` : issueMessage(issue),
    );
  }
  const problem = rule?.(result.data as never);
  if (problem !== undefined) throw badRequest(problem);
  return result.data;
}

/**
 * Passes data through, and keeps the connection open for the response.
 * @throws ServiceError 413 if it exceeds a number of bytes
 */
export async function* atMost(bytes: number, body: Readable): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    received += (chunk as Buffer).length;
    if (received > bytes) throw tooLargeBody();
    yield chunk as Buffer;
  }
}

const largeFrom = 1_048_576;

/**
 * Parsing a body of tens of megabytes takes many times its size in memory. So each is saved to disk
 * first, and only one at a time is in memory, from reading to response. A slow sender delays
 * nobody.
 * @returns the body, when it is its turn @throws ServiceError 413
 */
export function receiveLargeBodies(scratch: Scratch) {
  const oneAtATime = pLimit(1);
  return (request: FastifyRequest, reply: FastifyReply, body: Readable): Promise<Readable> => {
    const length = Number(request.headers['content-length'] ?? Infinity);
    const { bodyLimit } = request.routeOptions;
    const isRefused = length > bodyLimit && length < Infinity;
    if (length < largeFrom || isRefused) return Promise.resolve(body);
    return new Promise((resolve, reject) => {
      const work = async (folder: string) => {
        const file = join(folder, 'body');
        await writeFile(file, atMost(bodyLimit, body), { mode: 0o600 });
        await oneAtATime(async () => {
          if (reply.raw.closed) return;
          const answered = once(reply.raw, 'close');
          resolve(createReadStream(file));
          await answered;
        });
      };
      scratch.use(work).catch(reject);
    });
  };
}
