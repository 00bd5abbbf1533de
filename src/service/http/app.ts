import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { traceHeader } from '../../api/index.js';
import type { CounterBook } from '../counters.js';
import { badRequest, notFound, ServiceError } from '../errors.js';
import { Fields } from './body.js';
import type { RequestLog, RequestNotes, Timeouts } from './log.js';
import { methodsOf } from './paths.js';
import { answerBeforeRoutes, answerBrokenConnection, isOfFiles, sendProblem } from './problems.js';
import { endSlowBodies } from './slow-bodies.js';
import { newTraceId } from './trace.js';

export interface AppOptions {
  readonly counters: CounterBook;
  readonly clock: () => Date;
  readonly log: ((entry: RequestLog) => void) | undefined;
  readonly labelOf: (keyId: string) => string | undefined;
  readonly timeouts: Timeouts;
  readonly headerBytes: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string;
    notes: RequestNotes;
    failure: unknown;
  }
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

/** Counts and logs a request when its connection is done with it, for whatever reason. */
function observe(options: AppOptions, request: FastifyRequest, reply: FastifyReply): void {
  const { counters, clock, log, labelOf } = options;
  const started = performance.now();
  counters.enter();
  let inFlight = true;
  const answered = (): void => {
    if (inFlight) counters.answered();
    inFlight = false;
  };
  // Not 'finish': a client that has the response may send its next request before that event.
  reply.raw.once('prefinish', answered);
  reply.raw.once('close', () => {
    answered();
    const status = reply.raw.writableFinished ? reply.raw.statusCode : 0;
    counters.leave(request.routeOptions.url ?? 'unknown', status);
    if (log === undefined) return;
    const keyLabel = labelOf(request.keyId);
    log({
      time: clock().toISOString(),
      method: request.method,
      path: pathOf(request),
      status,
      milliseconds: Math.round((performance.now() - started) * 10) / 10,
      traceId: request.id,
      ...(keyLabel === undefined ? {} : { keyLabel }),
      ...request.notes,
      ...(status === 500 || isOfFiles(request.failure) ? { error: String(request.failure) } : {}),
    });
  });
}

/** Drops the rest of an unread body, which would block the next request on its connection. */
function dropRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('finish', () => {
    raw.unpipe();
    raw.resume();
  });
}

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsOf(request.url);
  if (methods.length === 0) return sendProblem(reply, notFound(`Not found: ${pathOf(request)}`));
  const allowed = methods.join(', ');
  void reply.header('allow', allowed);
  return sendProblem(
    reply,
    new ServiceError(405, `Method ${request.method} is not allowed here; allowed: ${allowed}`),
  );
}

/** The bare server: ids, counters, log and error bodies for everything that is registered on it. */
export function createApp(options: AppOptions): FastifyInstance {
  const app = fastify({
    http: {
      maxHeaderSize: options.headerBytes,
      headersTimeout: options.timeouts.headers ?? 10_000,
      connectionsCheckingInterval: 1000,
      // Node would refuse such a request without a body; the hook below does it with one.
      requireHostHeader: false,
    },
    requestTimeout: options.timeouts.request ?? 300_000,
    keepAliveTimeout: 60_000,
    exposeHeadRoutes: false,
    genReqId: newTraceId,
    requestIdHeader: false,
    routerOptions: {
      maxParamLength: 200,
      querystringParser: (text) => new Fields(text) as unknown as Record<string, unknown>,
    },
    frameworkErrors: (error, request, reply) => {
      void reply.header(traceHeader, request.id);
      sendProblem(reply, error);
    },
    clientErrorHandler: answerBrokenConnection,
  });
  app.decorateRequest('keyId', '');
  app.decorateRequest('notes');
  app.decorateRequest('failure');
  app.addHook('onRequest', (request, reply, done) => {
    request.notes = {};
    void reply.header(traceHeader, request.id);
    observe(options, request, reply);
    dropRest(request, reply);
    const isHostMissing = request.headers.host === undefined && request.raw.httpVersion === '1.1';
    done(isHostMissing ? badRequest("Header 'Host' is missing") : undefined);
  });
  app.setErrorHandler((error, request, reply) => {
    request.failure = error;
    return sendProblem(reply, error);
  });
  app.setNotFoundHandler(answerUnknown);
  answerBeforeRoutes(app.server);
  endSlowBodies(app, options.timeouts.body ?? 30_000);
  return app;
}
