import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints, limits, type BodyKind, type Endpoint } from '../../api/index.js';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CounterBook } from '../counters.js';
import type { Store } from '../store/store.js';
import type { Authorize } from './auth.js';
import { addBodyParsers, check, checkContentType, refuseCredentials } from './body.js';
import type { AreaRoutes } from './call.js';
import { callerSignal, deliveryOf, type Delivery } from './delivery.js';
import { withHeldEnd } from './held-end.js';
import type { RequestNotes } from './log.js';
import type { LargeBodies } from './large-bodies.js';
import { routePath } from './paths.js';

/** Holds the response until this resolves; the work continues meanwhile. */
export interface Hold {
  readonly until: Promise<unknown>;
}

/**
 * `answered`: nothing is left to do. A function receives the response before it is sent, and
 * returns undefined if it closed the connection instead.
 */
export type Interception = 'continue' | 'answered' | Hold | ((result: unknown) => unknown);

/** Called before a request is handled. */
export type Interceptor = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<Interception> | undefined;

export interface RouteOptions {
  readonly authorize: Authorize;
  readonly store: Store;
  readonly counters: CounterBook;
  readonly intercept: Interceptor;
  readonly largeBodies: LargeBodies;
}

type AnyHandler = (call: unknown) => unknown;

function successStatus({ responses }: Endpoint): number {
  return Number(Object.keys(responses)[0] ?? 200);
}

/**
 * A class, because object literals with getters each have their own hidden class, which keeps what
 * they refer to alive for long.
 */
class OpenCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly keyId: string;
  readonly traceId: string;
  readonly notes: RequestNotes;
  readonly request: FastifyRequest;
  readonly setHeader: (name: string, value: string) => void;
  /** Whether it matters that the response arrives. */
  isWatched = false;
  readonly #reply: FastifyReply;
  #knownSignal: AbortSignal | undefined;

  /** @throws ServiceError 400 */
  constructor({ area, query, body }: Endpoint, request: FastifyRequest, reply: FastifyReply) {
    this.params = request.params;
    this.query = query === undefined ? undefined : check(query, request.query, area);
    this.body =
      body === undefined || !isParsed(body.kinds)
        ? undefined
        : check(body.schema, request.body, area);
    this.keyId = request.keyId;
    this.traceId = request.id;
    this.notes = request.notes;
    this.request = request;
    this.setHeader = (name, value) => void reply.header(name, value);
    this.#reply = reply;
  }

  get signal(): AbortSignal {
    return (this.#knownSignal ??= callerSignal(this.#reply));
  }

  get delivery(): Delivery {
    this.isWatched = true;
    return deliveryOf(this.#reply);
  }
}

/** Whether the body is parsed here: files are streams that the area reads itself. */
function isParsed(kinds: readonly BodyKind[]): boolean {
  return kinds.includes('json') || kinds.includes('form');
}

function register(
  app: FastifyInstance,
  endpoint: Endpoint,
  { handler, refuse }: { readonly handler: AnyHandler } & Pick<AreaRoutes, 'refuse'>,
  { authorize, store, counters, intercept, largeBodies }: RouteOptions,
): void {
  const status = successStatus(endpoint);
  const bodyLimit = endpoint.limits?.bodyBytes ?? limits.bodyBytes;
  const mayBeLarge = bodyLimit > limits.bodyBytes && isParsed(endpoint.body?.kinds ?? []);
  app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    bodyLimit,
    onRequest: (request, _reply, done) => {
      refuseCredentials(request.query);
      request.keyId = authorize(request.headers.authorization, endpoint.auth);
      if (refuse !== undefined) throw refuse();
      if (endpoint.body !== undefined) checkContentType(request, endpoint.body.kinds);
      done();
    },
    ...(mayBeLarge
      ? {
          preParsing: (request, reply, body) =>
            largeBodies.receive(request, reply, body as Readable),
        }
      : {}),
    preValidation: (request, _reply, done) => {
      refuseCredentials(request.body);
      counters.body(Number(request.headers['content-length'] ?? 0));
      done();
    },
    handler: async (request, reply) => {
      const pending = intercept(request, reply);
      const interception = pending === undefined ? 'continue' : await pending;
      if (interception === 'answered') return reply;
      const call = new OpenCall(endpoint, request, reply);
      let result: unknown;
      try {
        result = await handler(call);
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
      return reply.status(status).send(result instanceof Readable ? withHeldEnd(result) : result);
    },
  });
}

/** Registers every endpoint that an area handles. */
export async function registerAreas(
  app: FastifyInstance,
  areas: readonly AreaRoutes[],
  options: RouteOptions,
): Promise<void> {
  addBodyParsers(app);
  for (const area of areas) {
    // In a separate scope, so that an area's hooks do not run for other areas.
    await app.register(async (scope) => {
      await area.setUp?.(scope);
      for (const [name, handler] of Object.entries(area.handlers)) {
        const endpoint: Endpoint = endpoints[name as keyof typeof endpoints];
        const { refuse } = area;
        register(scope, endpoint, { handler: handler as AnyHandler, refuse }, options);
      }
    });
  }
}
