import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { endpoints } from '../../api/index.js';
import { limits, traceHeader } from '../../facts/index.js';
import type { Endpoint } from '../../api/index.js';
import { BackendError } from '../backends/backend.js';
import type { ServiceContext } from '../context.js';
import { badRequest, isOfFiles, notFound, ServiceError, tooLargeBody } from '../errors.js';
import type { RequestNotes, ServiceOptions } from '../options.js';
import { Fields } from './request.js';

declare module 'fastify' {
  interface FastifyRequest {
    keyId: string;
    notes: RequestNotes;
    failure: unknown;
  }
}

/** 32 hex digits (docs/interface.md 7). */
const newTraceId = () => randomUUID().replaceAll('-', '');

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '';

/** Counts and logs a request when its connection is done with it, for whatever reason. */
function observe(
  { counters, clock, keys }: ServiceContext,
  log: ServiceOptions['log'],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
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
    const keyLabel = keys.get(request.keyId)?.label;
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

const ofFramework: Readonly<Record<string, ServiceError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLargeBody(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ServiceError(415, 'Unsupported content type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: badRequest("'Content-Length' does not fit the body"),
  FST_ERR_BAD_URL: badRequest('The path is not well-formed'),
  FST_ERR_MAX_PARAM_LENGTH: notFound('Not found'),
};

/** Converts any thrown error to a response. */
function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof BackendError) {
    return new ServiceError(error.milliseconds === undefined ? 503 : 429, error.message);
  }
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = ofFramework[code];
  if (known !== undefined) return known;
  if (statusCode >= 400 && statusCode < 500) {
    return new ServiceError(statusCode, (error as Error).message);
  }
  return isOfFiles(error)
    ? new ServiceError(503, 'The change could not be stored')
    : new ServiceError(500, 'Internal error');
}

function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  if (error instanceof BackendError && error.milliseconds !== undefined) {
    void reply.header('retry-after', Math.ceil(error.milliseconds / 1000));
  }
  const { status, message, detail } = toServiceError(error);
  // Closing the connection while the client still sends would lose the response, so the rest of the
  // body is read and dropped.
  if (status === 413) void reply.removeHeader('connection');
  return reply.status(status).send({ message, detail });
}

const known = Object.values<Endpoint>(endpoints).map(({ method, otherMethods = [], path }) => ({
  methods: [method, ...otherMethods],
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request);
  const methods = known
    .filter(({ pattern }) => pattern.test(path))
    .flatMap(({ methods: each }) => each);
  if (methods.length === 0) return sendProblem(reply, notFound(`Not found: ${path}`));
  const allowed = [...new Set(methods)].join(', ');
  void reply.header('allow', allowed);
  const message = `Method ${request.method} is not allowed here; allowed: ${allowed}`;
  return sendProblem(reply, new ServiceError(405, message));
}

/** @param status code and phrase, which is also the message */
function endWith(socket: Duplex, status: string): void {
  const body = JSON.stringify({ message: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `${traceHeader}: ${newTraceId()}\r\nConnection: close\r\n\r\n${body}`,
  );
}

const connectionAnswers: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to requests for which Node's own response would be bare or missing, before routing. */
function answerBeforeRoutes(server: Server): void {
  server.on('checkExpectation', ({ headers }: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ message: `Unsupported expectation '${headers.expect ?? ''}'` });
    response.writeHead(417, { 'content-type': 'application/json', [traceHeader]: newTraceId() });
    response.end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    endWith(socket, '405 Method Not Allowed');
  });
}

/** Bytes per second that a body must deliver after its initial time. */
const leastPace = 16_384;

/**
 * Ends a request with a trickling body with 408, as Node does for headers: Node allows every body
 * five minutes, during which it holds a connection.
 * @param patience milliseconds allowed for any body
 */
function endSlowBody(server: Server, raw: IncomingMessage, patience: number): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers;
  const hasBody = encoding !== undefined || (length !== undefined && length !== '0');
  if (raw.complete || !hasBody) return;
  const { socket } = raw;
  const before = socket.bytesRead;
  let started = performance.now();
  const look = (): void => {
    if (raw.complete || raw.destroyed) return;
    // In this case, the service is not reading.
    if (raw.readableLength >= raw.readableHighWaterMark) started = performance.now();
    const granted = patience + ((socket.bytesRead - before) / leastPace) * 1000;
    const left = started + granted - performance.now();
    if (left > 0) {
      timer = setTimeout(look, left).unref();
      return;
    }
    const error = Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    server.emit('clientError', error, socket);
  };
  let timer = setTimeout(look, patience).unref();
  raw.once('close', () => clearTimeout(timer));
}

/** The bare server: ids, counters, log and error bodies for everything that is registered on it. */
export function createApp(
  context: ServiceContext,
  { log, timeouts = {} }: ServiceOptions,
): FastifyInstance {
  const app = fastify({
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: timeouts.headers ?? 10_000,
      connectionsCheckingInterval: 1000,
      // Node would refuse such a request without a body; the hook below does it with one.
      requireHostHeader: false,
    },
    requestTimeout: timeouts.request ?? 300_000,
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
    // What is not HTTP, or too slow.
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
      else endWith(socket, connectionAnswers[error.code ?? ''] ?? '400 Bad Request');
    },
  });
  app.decorateRequest('keyId', '');
  app.decorateRequest('notes');
  app.decorateRequest('failure');
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    request.notes = {};
    void reply.header(traceHeader, request.id);
    observe(context, log, request, reply);
    // The rest of an unread body would block the next request on its connection.
    reply.raw.once('finish', () => {
      raw.unpipe();
      raw.resume();
    });
    const isHostMissing = request.headers.host === undefined && raw.httpVersion === '1.1';
    if (!isHostMissing) endSlowBody(app.server, raw, timeouts.body ?? 30_000);
    done(isHostMissing ? badRequest("Header 'Host' is missing") : undefined);
  });
  app.setErrorHandler((error, request, reply) => {
    request.failure = error;
    return sendProblem(reply, error);
  });
  app.setNotFoundHandler(answerUnknown);
  answerBeforeRoutes(app.server);
  return app;
}
