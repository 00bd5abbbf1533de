import type { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import type { Endpoint, ResponseBody } from '../api/index.js';
import { fieldIssues } from '../api/index.js';
import type * as z from 'zod';
import { fromWire } from './casing.js';
import { ServiceError, type ServiceErrorDetails } from './errors.js';

/** The described body for a status. Services differ between 200 and 201 for the same answer. */
export function expectedBody(endpoint: Endpoint, status: number): ResponseBody {
  return endpoint.responses[status] ?? Object.values(endpoint.responses)[0] ?? 'empty';
}

/** The most bytes read from a failure's body. */
const longestFailure = 65_536;

/** Codings of HTTP; deflate comes with and without its header. */
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes, DECODED),
  br: (bytes) => brotliDecompressSync(bytes, DECODED),
  deflate: (bytes) => {
    const isWrapped = ((bytes[0] ?? 0) & 0x0f) === 8 && bytes.readUInt16BE(0) % 31 === 0;
    return isWrapped ? inflateSync(bytes, DECODED) : inflateRawSync(bytes, DECODED);
  },
};
/** A few kilobytes must not become gigabytes. */
const DECODED = { maxOutputLength: 512 * 1024 * 1024 };

/**
 * A body without its codings. Requests ask for none, but proxies and services may not care. What
 * cannot be decoded stays as it is, and is then something other than what was described.
 */
export function withoutCodings(
  body: Buffer,
  header: string | readonly string[] | undefined,
): Buffer {
  const codings = [header ?? []].flat().join().toLowerCase().split(',').reverse();
  try {
    return codings
      .map((coding) => DECODERS[coding.trim().replace(/^x-/, '')])
      .reduce((bytes, decode) => (bytes.length === 0 ? bytes : (decode?.(bytes) ?? bytes)), body);
  } catch {
    return body;
  }
}

/** The start of a failure's body. If reading it fails, the status is enough. */
export async function readFailure(body: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= longestFailure) break;
    }
  } catch {
    // Use what was read so far.
  }
  return Buffer.concat(pieces).subarray(0, longestFailure);
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) as unknown };
  } catch {
    return undefined;
  }
}

export interface JsonAnswer {
  readonly text: string;
  readonly details: () => ServiceErrorDetails;
  /** Removes secrets from quoted parts of the answer. */
  readonly redact: (text: string) => string;
}

/**
 * The checked answer in camelCase.
 * @throws ServiceError `protocol`, naming the first field that does not match its description
 */
export function checkedAnswer(endpoint: Endpoint, schema: z.ZodType, answer: JsonAnswer): unknown {
  const refuse = (problem: string): never => {
    const message = `${endpoint.method} ${endpoint.path} answered ${answer.redact(problem)}`;
    throw new ServiceError('protocol', message, answer.details());
  };
  const json = parseJson(answer.text);
  if (json === undefined) {
    return refuse(
      answer.text.trim() === '' ? 'with an empty body' : 'with something other than JSON',
    );
  }
  const { success, data, error } = schema.safeParse(json.value);
  if (success) return fromWire(schema, data);
  const lenient = schema.safeParse(withoutWrongScalars(json.value, error));
  if (lenient.success) return fromWire(schema, lenient.data);
  const issue = fieldIssues(error, json.value)[0];
  const field = issue?.parameter === '' ? 'body' : `'${issue?.parameter ?? ''}'`;
  return refuse(
    issue?.missing === true
      ? `without ${field}, which is required`
      : `with a wrong ${field}: ${issue?.reason ?? 'not as described'}`,
  );
}

/**
 * Drops optional scalar fields with an invalid value, so that one of them does not waste a paid
 * answer. A required field is then reported as missing.
 */
function withoutWrongScalars(value: unknown, { issues }: z.ZodError): unknown {
  const copy = structuredClone(value);
  for (const { path } of issues) {
    const last = path.at(-1);
    const holder = path.slice(0, -1).reduce(memberOf, copy);
    // Items of lists keep their position, and objects matter more than scalars.
    if (typeof last !== 'string' || isObject(memberOf(holder, last))) continue;
    if (isObject(holder)) Reflect.deleteProperty(holder, last);
  }
  return copy;
}

function memberOf(holder: unknown, name: PropertyKey): unknown {
  return isObject(holder) ? (holder as Readonly<Record<PropertyKey, unknown>>)[name] : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
