import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type * as z from 'zod';
import type { ServiceError } from '../errors.js';
import type { Delivery } from './delivery.js';
import type { RequestNotes } from './log.js';
import type { AnswerOf, EndpointName, Endpoints, PathParameter } from '../../api/index.js';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type QueryOutput<E> = E extends { readonly query: infer Q } ? Output<Q> : undefined;
type BodyOutput<E> = E extends { readonly body: { readonly schema: infer B } }
  ? Output<B>
  : undefined;

/** A validated request of an endpoint. */
export interface Call<E extends Endpoints[EndpointName]> {
  readonly params: Readonly<Record<PathParameter<E>, string>>;
  readonly query: QueryOutput<E>;
  readonly body: BodyOutput<E>;
  /** Id of the calling developer key; '' on endpoints that take an admin key or a signature. */
  readonly keyId: string;
  readonly traceId: string;
  readonly notes: RequestNotes;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly delivery: Delivery;
  /** The request itself, for bodies that are streams. */
  readonly request: FastifyRequest;
  readonly setHeader: (name: string, value: string) => void;
}

type Binary<E> = E extends { readonly responses: Readonly<Record<number, infer R>> }
  ? 'binary' extends R
    ? Buffer | Readable
    : never
  : never;

/** The body of a successful response, or a stream of its JSON. The description has the status. */
export type Result<E extends Endpoints[EndpointName]> = AnswerOf<E> | Binary<E> | Readable;

export type Handlers = {
  readonly [K in EndpointName]?: (
    call: Call<Endpoints[K]>,
  ) => Result<Endpoints[K]> | Promise<Result<Endpoints[K]>>;
};

/** The routes of one area of interface.md. */
export interface AreaRoutes {
  readonly handlers: Handlers;
  /** Returns an error if none of its endpoints is available to this account. */
  readonly refuse?: (() => ServiceError) | undefined;
  /** Registers what the area needs on the server, such as a body parser. */
  readonly setUp?: (app: FastifyInstance) => void | Promise<void>;
}
