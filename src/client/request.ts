import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type {
  BodyOf,
  Endpoint,
  EndpointDescription,
  PathParameter,
  QueryOf,
} from '../api/index.js';
import { signatureScheme } from '../facts/index.js';
import { toWire, type Camel } from './casing.js';
import type { DownloadedFile } from './download.js';
import { ServiceError } from './errors.js';
import { streamOf, type FileReceiver, type OpenFile } from './files.js';
import type { Settings } from './options.js';

/** Input of an operation. The description says which parts it takes. */
export interface RequestInput<E extends EndpointDescription> {
  readonly params?: Readonly<Record<PathParameter<E>, string>>;
  readonly query?: Camel<QueryOf<E>>;
  readonly body?: Camel<BodyOf<E>>;
  readonly file?: OpenFile;
  /** Receives the file of the answer. Default: the answer is a stream. */
  readonly receiver?: FileReceiver;
  /**
   * Address given by the service, used instead of the base address and path. The key is never sent
   * there.
   */
  readonly url?: string;
  /** Signature of a voice file. Without it, the address must be signed. */
  readonly signature?: string | undefined;
  /** Texts, besides the keys, that must not appear in errors. */
  readonly secrets?: readonly string[];
  /** Checks the whole answer. A returned message becomes a `protocol` error. */
  readonly check?: (answer: Answer<E>) => string | undefined;
}

type AnswerBody<R> = R extends 'binary'
  ? DownloadedFile
  : R extends z.ZodType
    ? Camel<z.output<R>>
    : undefined;

/** The answer of an operation, in camelCase. */
export type Answer<E extends EndpointDescription> = AnswerBody<
  E['responses'][keyof E['responses']]
>;

/** A request that is ready to send; again only if `replayable`. */
export interface PreparedRequest {
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly open: () => string | Readable | undefined;
  readonly replayable: boolean;
}

/** Fills in a path's parameters, escaped. Refuses values that would change the path. */
function fillPath(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  if (!endpoint.path.includes('{')) return endpoint.path;
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    if (/^\.{0,2}$/.test(value)) {
      throw new ServiceError('bad-request', `${endpoint.name}: '${name}' is not an id`, {
        operation: endpoint.name,
      });
    }
    return encodeURIComponent(value);
  });
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function encodeQuery(schema: z.ZodType | undefined, query: unknown): string {
  if (schema === undefined || query === undefined) return '';
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(toWire(schema, query) as object)) {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const item of values) if (isPlain(item)) search.append(name, String(item));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The fields of a form, where booleans are `1` or `0` (docs/interface.md 4.1). */
function formFields(schema: z.ZodType, body: unknown): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(toWire(schema, body ?? {}) as object)) {
    if (isPlain(value))
      fields[name] = typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
  }
  return fields;
}

interface Content {
  readonly open: () => string | Readable | undefined;
  readonly replayable: boolean;
  readonly type: string | undefined;
  /** Size in bytes, if undici cannot know it. */
  readonly length: number | undefined;
}

const noContent: Content = {
  type: undefined,
  length: undefined,
  open: () => undefined,
  replayable: true,
};

/** The body of a request: the first content type that the description lists. */
function content(endpoint: Endpoint, body: unknown, file: OpenFile | undefined): Content {
  const description = endpoint.body;
  if (description === undefined) return noContent;
  if (file !== undefined && description.kinds[0] === 'multipart') {
    const { contentType, length, open } = multipart(formFields(description.schema, body), file);
    const { replayable } = file;
    return { type: contentType, length, open: () => streamOf(open()), replayable };
  }
  if (file !== undefined) {
    const open = () => streamOf(file.open());
    const { size, replayable } = file;
    return { type: 'application/octet-stream', length: size, open, replayable };
  }
  const text = encodeJson(description.schema, body);
  return { type: 'application/json', length: undefined, open: () => text, replayable: true };
}

/** Escapes a name in a part's header as browsers do. */
function quotedName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * A `multipart/form-data` body with fields and a part `file`. The file is streamed. The fields go
 * first, so that a service can refuse them before it reads the file.
 */
function multipart(fields: Readonly<Record<string, string>>, file: OpenFile) {
  const boundary = `locale-sync-${crypto.randomUUID()}`;
  const head =
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${quotedName(name)}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quotedName(file.name)}"\r\n` +
    `Content-Type: ${file.type}\r\n\r\n`;
  const before = Buffer.from(head);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield before;
    yield* file.open();
    yield after;
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: file.size === undefined ? undefined : before.length + file.size + after.length,
    open: pieces,
  };
}

/**
 * The JSON of a body with the interface's field names. A missing body stays missing, because `{}`
 * has a meaning of its own.
 */
export function encodeJson(schema: z.ZodType, body: unknown): string {
  return JSON.stringify(toWire(schema, body));
}

/**
 * An address given by the service: absolute or relative to the base address, but never less secure.
 */
function parseGiven(settings: Settings, endpoint: Endpoint, address: string): URL {
  const url = URL.canParse(address, settings.origin)
    ? new URL(address, settings.origin)
    : undefined;
  const safe = settings.origin.startsWith('https:') ? ['https:'] : ['https:', 'http:'];
  if (url === undefined || !safe.includes(url.protocol)) {
    throw new ServiceError('protocol', `${endpoint.name}: the service returned an unusable URL`, {
      operation: endpoint.name,
    });
  }
  return url;
}

function authorization(
  settings: Settings,
  endpoint: Endpoint,
  signature: string | undefined,
): string | undefined {
  if (endpoint.auth === 'signature') {
    return signature === undefined ? undefined : `${signatureScheme} ${signature}`;
  }
  const key = settings.keys[endpoint.auth];
  if (key === '') {
    throw new ServiceError('no-key', `${endpoint.name}: no ${endpoint.auth} key was given`, {
      operation: endpoint.name,
    });
  }
  return `${settings.scheme} ${key}`;
}

/** @throws ServiceError `no-key`, `bad-request` */
export function prepareRequest<E extends Endpoint>(
  settings: Settings,
  endpoint: E,
  input: RequestInput<E>,
): PreparedRequest {
  const given = input.url === undefined ? undefined : parseGiven(settings, endpoint, input.url);
  const { type, length, open, replayable } = content(endpoint, input.body, input.file);
  return {
    origin: given?.origin ?? settings.origin,
    path: given
      ? given.pathname + given.search
      : settings.prefix +
        fillPath(endpoint, input.params) +
        encodeQuery(endpoint.query, input.query),
    headers: {
      authorization: authorization(settings, endpoint, input.signature),
      'user-agent': settings.userAgent,
      'content-type': type,
      'content-length': length === undefined ? undefined : String(length),
    },
    open,
    replayable,
  };
}
