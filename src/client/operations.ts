import { endpoints, fieldIssues, issueMessage } from '../api/index.js';
import type { EndpointName, Endpoint, FieldIssue } from '../api/index.js';
import { fromWire, toWire } from './casing.js';
import type { DownloadedFile } from './download.js';
import { ServiceError } from './errors.js';
import { openFile, type FileSource } from './files.js';
import { openSend } from './transport.js';
import type { CallOptions, ClientOptions } from './options.js';

/** Input of an operation, with the interface's field names. */
export interface OperationInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** Undefined: no body. */
  readonly body: unknown;
  readonly file?: FileSource | undefined;
  /** Address given by the service, for files of voice jobs. */
  readonly url?: string | undefined;
  readonly signature?: string | undefined;
  /** Values that must not appear in errors. */
  readonly secrets: readonly string[];
}

export type OperationAnswer =
  | { readonly kind: 'data'; readonly value: unknown }
  | { readonly kind: 'file'; readonly file: DownloadedFile }
  | { readonly kind: 'nothing' };

/** All operations by name, with the interface's field names. */
export interface Operations {
  /** @throws ServiceError */
  call(name: string, input: OperationInput, call?: CallOptions): Promise<OperationAnswer>;
  close(): Promise<void>;
}

/** @throws ServiceError `bad-request` or `no-key` for options that cannot work */
export function openOperations(options: ClientOptions): Operations {
  const { send, close } = openSend(options);
  return {
    close,
    call: async (name, input, call) => {
      const endpoint = endpointOf(name);
      const { params, url, signature, secrets } = input;
      const answer: unknown = await send(
        endpoint,
        {
          params,
          ...(endpoint.query === undefined || endpoint.auth === 'signature'
            ? {}
            : { query: fromWire(endpoint.query, input.query) as never }),
          ...(input.body === undefined ? {} : { body: inCamel(endpoint, input.body) as never }),
          ...(input.file === undefined ? {} : { file: await openFile(input.file) }),
          ...(url === undefined ? {} : { url }),
          signature,
          secrets,
        },
        call,
      );
      return asAnswer(endpoint, answer);
    },
  };
}

/** Problems of a call's fields, found before it is sent. */
export function inputIssues(name: string, input: OperationInput): readonly FieldIssue[] {
  const { query, body, auth } = endpointOf(name);
  const isSigned = auth === 'signature';
  const parts = [
    ...(query === undefined || isSigned ? [] : [{ schema: query, value: input.query }]),
    ...(body === undefined || isSigned ? [] : [{ schema: body.schema, value: input.body ?? {} }]),
  ];
  return parts.flatMap(({ schema, value }) => {
    const { error } = schema.safeParse(value);
    return error === undefined ? [] : fieldIssues(error, value);
  });
}

export { issueMessage };

function endpointOf(name: string): Endpoint {
  const all: Readonly<Partial<Record<string, Endpoint>>> = endpoints;
  const endpoint = Object.hasOwn(all, name) ? all[name as EndpointName] : undefined;
  if (endpoint !== undefined) return endpoint;
  throw new ServiceError('bad-request', `there is no operation ${name}`);
}

function inCamel({ body }: Endpoint, value: unknown): unknown {
  return body === undefined ? value : fromWire(body.schema, value);
}

function asAnswer({ responses }: Endpoint, answer: unknown): OperationAnswer {
  const [schema] = Object.values(responses);
  if (schema === 'binary') return { kind: 'file', file: answer as DownloadedFile };
  if (schema === undefined || schema === 'empty') return { kind: 'nothing' };
  return { kind: 'data', value: toWire(schema, answer) };
}
