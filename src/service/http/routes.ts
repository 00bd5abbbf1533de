import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type * as z from 'zod';
import { bodyRules, endpoints } from '../../api/index.js';
import { limits } from '../../facts/index.js';
import type {
  AnswerOf,
  Area,
  Endpoint,
  EndpointName,
  Endpoints,
  PathParameter,
} from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { forbidden } from '../errors.js';
import type { FaultDesk } from '../faults/desk.js';
import type { RequestNotes } from '../options.js';
import { callerSignal, deliveryOf, withHeldEnd, type Delivery } from './delivery.js';
import {
  addBodyParsers,
  check,
  checkContentType,
  receiveLargeBodies,
  refuseCredentials,
  type Authorize,
} from './request.js';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * A validated request of an endpoint. A class, because object literals with getters each have their
 * own hidden class, which keeps what they refer to alive for long.
 */
export class Call<E extends Endpoints[EndpointName]> {
  readonly params: Readonly<Record<PathParameter<E>, string>>;
  readonly query: E extends { readonly query: infer Q } ? Output<Q> : undefined;
  readonly body: E extends { readonly body: { readonly schema: infer B } } ? Output<B> : undefined;
  /** Id of the calling developer key; '' on endpoints that take an admin key or a signature. */
  readonly keyId: string;
  readonly notes: RequestNotes;
  /** The request itself, for bodies that are streams. */
  readonly request: FastifyRequest;
  readonly setHeader: (name: string, value: string) => void;
  /** Whether it matters that the response arrives. */
  isWatched = false;
  readonly #reply: FastifyReply;
  #knownSignal: AbortSignal | undefined;

  /** @throws ServiceError 400 */
  constructor(endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    const { area, query, body, name } = endpoint;
    this.params = request.params as this['params'];
    this.query = (query && check(query, request.query, area)) as this['query'];
    this.body = (
      body !== undefined && isParsed(endpoint)
        ? check(body.schema, request.body, area, bodyRules[name])
        : undefined
    ) as this['body'];
    this.keyId = request.keyId;
    this.notes = request.notes;
    this.request = request;
    this.setHeader = (header, value) => void reply.header(header, value);
    this.#reply = reply;
  }

  /** Aborted when the caller disconnects. */
  get signal(): AbortSignal {
    return (this.#knownSignal ??= callerSignal(this.#reply));
  }

  get delivery(): Delivery {
    this.isWatched = true;
    return deliveryOf(this.#reply);
  }
}

/** Whether the body is parsed here: files are streams that the area reads itself. */
function isParsed({ body }: Endpoint): boolean {
  return body !== undefined && (body.kinds.includes('json') || body.kinds.includes('form'));
}

/** The body of a successful response, or a stream of it. The description has the status. */
export type Result<E extends Endpoints[EndpointName]> = AnswerOf<E> | Buffer | Readable;

export type Handlers = {
  readonly [K in EndpointName]?: (
    call: Call<Endpoints[K]>,
  ) => Result<Endpoints[K]> | Promise<Result<Endpoints[K]>>;
};

/** The routes of one area of docs/interface.md. */
export interface AreaRoutes {
  readonly handlers: Handlers;
  /** Registers what the area needs on the server, such as a body parser. */
  readonly setUp?: (app: FastifyInstance) => void | Promise<void>;
}

/** Areas that a Free account is refused, with the reason. */
const proOnly: Readonly<Partial<Record<Area, string>>> = {
  admin: 'The Admin API needs the Pro plan',
  styleRules: 'Style rules need the Pro plan',
};

/** Registers every endpoint that an area handles. */
export async function registerAreas(
  app: FastifyInstance,
  areas: readonly AreaRoutes[],
  context: ServiceContext,
  { authorize, desk }: { readonly authorize: Authorize; readonly desk: FaultDesk },
): Promise<void> {
  const { store, counters, plan } = context;
  const receive = receiveLargeBodies(context.scratch);

  addBodyParsers(app);
  for (const { handlers, setUp } of areas) {
    // In a separate scope, so that an area's hooks do not run for other areas.
    await app.register(async (scope) => {
      await setUp?.(scope);
      for (const [name, handler] of Object.entries(handlers)) {
        const endpoint: Endpoint = endpoints[name as EndpointName];
        const { auth, body, responses } = endpoint;
        const status = Number(Object.keys(responses)[0] ?? 200);
        const bodyLimit = endpoint.limits?.bodyBytes ?? limits.bodyBytes;
        const refusal = plan === 'free' ? proOnly[endpoint.area] : undefined;
        scope.route({
          method: [endpoint.method, ...(endpoint.otherMethods ?? [])],
          // `/v2/document/{document_id}` in the router's syntax.
          url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
          bodyLimit,
          onRequest: (request, _reply, done) => {
            refuseCredentials(request.query);
            request.keyId = authorize(request.headers.authorization, auth);
            if (refusal !== undefined) throw forbidden(refusal);
            if (body !== undefined) checkContentType(request, body.kinds);
            done();
          },
          ...(bodyLimit > limits.bodyBytes && isParsed(endpoint)
            ? {
                preParsing: (request, reply, stream) => receive(request, reply, stream as Readable),
              }
            : {}),
          preValidation: (request, _reply, done) => {
            refuseCredentials(request.body);
            counters.body(Number(request.headers['content-length'] ?? 0));
            done();
          },
          handler: async (request, reply) => {
            const pending = desk.intercept(request, reply, counters.inFlight);
            const interception = pending === undefined ? 'continue' : await pending;
            if (interception === 'answered') return reply;
            const call = new Call(endpoint, request, reply);
            let result: unknown;
            try {
              result = await (handler as (call: unknown) => unknown)(call);
              await store.flush();
            } finally {
              if (typeof interception === 'object') await interception.until;
            }
            if (typeof interception === 'function') {
              result = interception(result);
              if (reply.sent) return reply;
            }
            // Gives a disconnection a chance to be noticed before the response is sent.
            if (call.isWatched) await nextTurn();
            return reply
              .status(status)
              .send(result instanceof Readable ? withHeldEnd(result) : result);
          },
        });
      }
    });
  }
}
