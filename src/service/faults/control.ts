import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { fieldIssues, issueMessage } from '../../api/index.js';
import { hashOf } from '../accounts/keys.js';
import type { CounterBook } from '../counters.js';
import { badRequest, forbidden } from '../errors.js';
import type { Authorize } from '../http/auth.js';
import type { FaultDesk } from './desk.js';
import { faultRules } from './rules.js';

export interface ControlOptions {
  readonly desk: FaultDesk;
  readonly counters: CounterBook;
  readonly authorize: Authorize;
  /** Accepted in `X-Control-Token` in place of an admin key. */
  readonly token: string | undefined;
}

const body = z.strictObject({ faults: faultRules });

/** `POST /_control/faults` and `GET /_control/counters`, with an admin key or the token. */
export function registerControl(
  app: FastifyInstance,
  { desk, counters, authorize, token }: ControlOptions,
): void {
  const expected = token === undefined ? undefined : hashOf(token);
  function guard(headers: Readonly<Record<string, unknown>>): void {
    const given = headers['x-control-token'];
    if (typeof given === 'string') {
      if (hashOf(given) !== expected) throw forbidden("Wrong 'X-Control-Token'");
    } else {
      authorize(headers['authorization'] as string | undefined, 'admin');
    }
  }

  app.post('/_control/faults', (request, reply) => {
    guard(request.headers);
    const result = body.safeParse(request.body);
    if (!result.success) {
      const [issue] = fieldIssues(result.error, request.body);
      throw badRequest(issue === undefined ? 'Bad request' : issueMessage(issue));
    }
    desk.set(result.data.faults);
    return reply.status(204).send();
  });
  app.get('/_control/counters', (request) => {
    guard(request.headers);
    return counters.read();
  });
}
