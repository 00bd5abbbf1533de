import type { FastifyError, FastifyReply } from 'fastify';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { traceHeader } from '../../api/index.js';
import { BackendError } from '../backends/backend.js';
import { errorBody, ServiceError } from '../errors.js';
import { tooLargeBody } from './large-bodies.js';
import { newTraceId } from './trace.js';

const framework: Readonly<Record<string, ServiceError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLargeBody(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ServiceError(415, 'Unsupported content type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new ServiceError(
    400,
    "'Content-Length' does not fit the body",
  ),
  FST_ERR_BAD_URL: new ServiceError(400, 'The path is not well-formed'),
  FST_ERR_MAX_PARAM_LENGTH: new ServiceError(404, 'Not found'),
};

/** Whether an error is one of files: a disk or folder, but not a lost connection ('read'). */
export function isOfFiles(error: unknown): boolean {
  const syscall = (error as NodeJS.ErrnoException | null | undefined)?.syscall;
  return syscall !== undefined && syscall !== 'read';
}

/** Converts any thrown error to a response. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof BackendError) return new ServiceError(503, error.message);
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : framework[code];
  if (known !== undefined) return known;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new ServiceError(statusCode, (error as Error).message);
  }
  return isOfFiles(error)
    ? new ServiceError(503, 'The change could not be stored')
    : new ServiceError(500, 'Internal error');
}

export function sendProblem(reply: FastifyReply, error: unknown): FastifyReply {
  const problem = toServiceError(error);
  // Closing the connection while the client still sends would lose the response, so the rest of the
  // body is read and dropped.
  if (problem.status === 413) void reply.removeHeader('connection');
  return reply.status(problem.status).send(errorBody(problem));
}

const connectionAnswers: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Responds to what is not HTTP, or too slow, and closes the connection. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  endWith(socket, connectionAnswers[error.code ?? ''] ?? '400 Bad Request');
}

/** @param status code and phrase, which is also the message */
function endWith(socket: Duplex, status: string): void {
  const body = JSON.stringify({ message: status.slice(4) });
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n` +
      `${traceHeader}: ${newTraceId()}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** Responds to requests for which Node's own response would be bare or missing, before routing. */
export function answerBeforeRoutes(server: Server): void {
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
