import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import {
  decodeFields,
  fieldIssues,
  issueMessage,
  structureOf,
  type BodyKind,
} from '../../api/index.js';
import type * as z from 'zod';
import { badRequest, forbidden, ServiceError } from '../errors.js';

export type Pairs = readonly (readonly [name: string, value: string])[];

/** A form or query before decoding; the schema determines the types of its fields. */
export class Fields {
  readonly pairs: Pairs;

  constructor(text: string) {
    if (text === '') {
      this.pairs = [];
      return;
    }
    // A body with an `&` per byte would take a hundred times its size as objects.
    if (text.split('&', maximumFields + 1).length > maximumFields) {
      throw badRequest(`More than ${maximumFields} form fields`);
    }
    this.pairs = [...new URLSearchParams(text)];
  }
}

const maximumFields = 20_000;
export const credentialName = 'auth_key';

const kinds: readonly (readonly [type: string, kind: BodyKind])[] = [
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data', 'multipart'],
  ['application/octet-stream', 'binary'],
];

function kindOf(contentType: string): BodyKind | undefined {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return kinds.find(([name]) => name === type)?.[1];
}

/** Refuses (415) a body of a kind that the endpoint does not accept, before it is read. */
export function checkContentType(request: FastifyRequest, accepted: readonly BodyKind[]): void {
  const { headers } = request;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') {
    throw new ServiceError(415, `Unsupported content encoding '${encoding}'`);
  }
  const type = headers['content-type'];
  const isEmpty =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (type === undefined ? isEmpty : accepted.includes(kindOf(type) ?? 'multipart')) {
    if (type === undefined || kindOf(type) !== undefined) return;
  }
  throw new ServiceError(415, `Unsupported content type '${type ?? ''}'`);
}

/** @throws ServiceError 400 for bytes that are not UTF-8, in which letters would be lost */
function textOf(body: Buffer): string {
  if (isUtf8(body)) return body.toString();
  throw notUtf8();
}

const notUtf8 = () => badRequest('The body is not UTF-8');

/** @throws ServiceError 400, also for escaped bytes that are not UTF-8 */
function formTextOf(body: Buffer): string {
  const text = textOf(body);
  for (const [escaped] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(escaped.replaceAll('%', ''), 'hex'))) throw notUtf8();
  }
  return text;
}

export function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      const text = textOf(body as Buffer);
      done(null, text === '' ? undefined : (JSON.parse(text) as unknown));
    } catch (error) {
      done(error instanceof ServiceError ? error : badRequest('The body is not well-formed JSON'));
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      try {
        done(null, new Fields(formTextOf(body as Buffer)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

/** Refuses credentials in a body or query; they belong in the header (interface.md 5.2). */
export function refuseCredentials(fields: unknown): void {
  const given =
    fields instanceof Fields
      ? fields.pairs.some(([name]) => name === credentialName)
      : typeof fields === 'object' && fields !== null && Object.hasOwn(fields, credentialName);
  if (given)
    throw forbidden(
      `'${credentialName}' in the query or body is not accepted; use the Authorization header`,
    );
}

function describe(error: z.ZodError, value: unknown, area: string): string {
  const [issue] = fieldIssues(error, value);
  if (issue === undefined) return 'Bad request';
  return area === 'voice' ? `${issue.pointer}: Value is not valid` : issueMessage(issue);
}

/**
 * A missing body counts as one without fields, unless the schema has no fixed fields, such as
 * configured rules.
 */
function given(schema: z.ZodType, raw: unknown): unknown {
  return raw === undefined && structureOf(schema).properties !== undefined ? {} : raw;
}

/** Validates a value. @throws ServiceError 400 that names the first invalid field */
export function check<S extends z.ZodType>(schema: S, raw: unknown, area: string): z.output<S> {
  const value = raw instanceof Fields ? decodeFields(schema, raw.pairs) : given(schema, raw);
  const result = schema.safeParse(value);
  if (!result.success) throw badRequest(describe(result.error, value, area));
  return result.data;
}
