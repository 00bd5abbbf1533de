import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { hashOf } from '../accounts/accounts.js';
import type { CounterBook } from '../counters.js';
import { forbidden } from '../errors.js';
import { check, Fields, type Authorize } from '../http/request.js';
import { faultRules, type Distortion, type FaultInput, type FaultRule } from './rules.js';

/**
 * What happens to a request. `answered`: nothing is left to do. `until` holds the response, while
 * the work continues. A function receives the response before it is sent, and returns undefined if
 * it closed the connection instead.
 */
type Interception =
  'continue' | 'answered' | { readonly until: Promise<unknown> } | ((result: unknown) => unknown);

interface ArmedRule {
  readonly rule: FaultRule;
  /** Number of requests that matched so far. */
  count: number;
}

/** The values of a field of the body. */
function valuesOf(body: unknown, name: string): readonly string[] {
  if (body instanceof Fields) {
    return body.pairs.flatMap(([field, value]) => (field === name ? [value] : []));
  }
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
}

function fits(rule: FaultRule, { body, headers, url }: FastifyRequest, inFlight: number): boolean {
  const target = valuesOf(body, 'target_lang')[0]?.toLowerCase();
  const isTagged = valuesOf(body, 'tag_handling').length > 0;
  const text = () =>
    body instanceof Fields ? body.pairs.flat().join('\n') : JSON.stringify(body ?? '');
  return (
    (rule.path === undefined || url.startsWith(rule.path)) &&
    (rule.bytes === undefined || Number(headers['content-length'] ?? 0) >= rule.bytes) &&
    (rule.inFlightAbove === undefined || inFlight > rule.inFlightAbove) &&
    (rule.tagged === undefined || isTagged === rule.tagged) &&
    (rule.target === undefined || target === rule.target.toLowerCase()) &&
    // Searched in its JSON form, so that texts with quotes are found too.
    (rule.contains === undefined || text().includes(JSON.stringify(rule.contains).slice(1, -1)))
  );
}

/** Counts a request that matches a rule, and decides whether the rule applies to it. */
function isDue(armed: ArmedRule): boolean {
  const { next, every } = armed.rule;
  if (next !== undefined && every === undefined && armed.count >= next) return false;
  armed.count += 1;
  if (every === undefined) return true;
  if (next !== undefined && armed.count > next * every) return false;
  return armed.count % every === 0;
}

function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.destroy();
}

/** Damage to tags and placeholders as seen from real services. */
function mangled(text: string): string {
  return text
    .replace(/\{(\w+)\}/g, '{ $1X }')
    .replace(/%(?:\d\$)?[sd@]/g, '% s')
    .replace(/<(\w)[^<>]*>/g, '<$1 ');
}

/** Sound texts that are wrong. */
const distorted: Readonly<Record<Distortion, (text: string, source: string) => string>> = {
  'no-end': (text) => text.replace(/[.!?…。？！]+(?=[\])"'\s]*$)/u, ''),
  'one-line': (text) => text.replace(/\s*\n\s*/g, ' '),
  repeat: (text) => `${text} ${text} ${text}`,
  'cut-short': (text) => text.slice(0, Math.ceil(text.length / 8)),
  echo: (_text, source) => source,
};

type Translations = readonly { readonly text: string }[];

/** Changes the translations of a translate response; other responses stay. */
function withTranslations(result: unknown, change: (all: Translations) => Translations): unknown {
  const { translations } = (result ?? {}) as { readonly translations?: Translations };
  if (translations === undefined) return result;
  return { ...(result as object), translations: change(translations) };
}

/** Makes requests fail deliberately, for tests and rehearsals. */
export class FaultDesk {
  #armed: ArmedRule[] = [];
  readonly #hanging = new Set<Socket>();
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** Replaces all earlier rules. @throws ZodError */
  set(rules: readonly FaultInput[]): void {
    this.#armed = faultRules.parse(rules).map((rule) => ({ rule, count: 0 }));
  }

  /** Called before a request is handled. @param inFlight open requests, including this one */
  intercept(
    request: FastifyRequest,
    reply: FastifyReply,
    inFlight: number,
  ): Promise<Interception> | undefined {
    const due: FaultRule[] = [];
    for (const armed of this.#armed) {
      const isSecond =
        armed.rule.fault !== 'latency' && due.some(({ fault }) => fault !== 'latency');
      if (!isSecond && fits(armed.rule, request, inFlight) && isDue(armed)) due.push(armed.rule);
    }
    return due.length === 0 ? undefined : this.#carryOut(due, request, reply);
  }

  /** Closes connections that never get a response. */
  close(): void {
    for (const socket of this.#hanging) socket.destroy();
  }

  async #carryOut(
    due: readonly FaultRule[],
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Interception> {
    const latency = due.reduce(
      (sum, rule) => sum + (rule.fault === 'latency' ? rule.milliseconds : 0),
      0,
    );
    const rule = due.find(({ fault }) => fault !== 'latency');
    // The delay overlaps with the work, as in a real service.
    if (rule === undefined) return { until: sleep(latency) };
    if (latency > 0) await sleep(latency);
    if (reply.raw.destroyed) return 'continue';
    switch (rule.fault) {
      case 'status': {
        const { status, body, retryAfter: seconds, retryAfterDate } = rule;
        if (seconds !== undefined) {
          const date = new Date(this.#clock().getTime() + seconds * 1000).toUTCString();
          void reply.header('retry-after', retryAfterDate ? date : String(seconds));
        }
        void reply.status(status);
        if (body === 'none') await reply.send();
        else if (body === 'json') await reply.send({ message: `Injected fault: ${status}` });
        else {
          void reply.header('content-type', 'text/html');
          await reply.send(`<html><body><h1>${status}</h1></body></html>`);
        }
        return 'answered';
      }
      case 'drop':
        hangUp(reply);
        return 'answered';
      case 'hang': {
        const { socket } = reply.raw;
        reply.hijack();
        if (socket === null) return 'answered';
        this.#hanging.add(socket);
        socket.once('close', () => this.#hanging.delete(socket));
        return 'answered';
      }
      case 'half':
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
        reply.raw.write('{"translations":[{"detected_source_language":"EN","te', () =>
          reply.raw.socket?.destroy(),
        );
        return 'answered';
      case 'lose':
        return () => hangUp(reply);
      case 'too-few':
        return (result) => withTranslations(result, (all) => all.slice(0, -1));
      case 'mangle':
        return (result) =>
          withTranslations(result, (all) =>
            all.map((each) => ({ ...each, text: mangled(each.text) })),
          );
      case 'distort': {
        const sources = valuesOf(request.body, 'text');
        const distort = distorted[rule.how];
        return (result) =>
          withTranslations(result, (all) =>
            all.map((each, at) => ({
              ...each,
              text: distort(each.text, sources[at] ?? each.text),
            })),
          );
      }
      case 'latency':
        return 'continue';
    }
  }
}

const controlBody = z.strictObject({ faults: faultRules });

/**
 * `POST /_control/faults` and `GET /_control/counters`, with an admin key or the token.
 * @param token accepted in `X-Control-Token` in place of an admin key
 */
export function registerControl(
  app: FastifyInstance,
  desk: FaultDesk,
  counters: CounterBook,
  { authorize, token }: { readonly authorize: Authorize; readonly token: string | undefined },
): void {
  function guard({ headers }: FastifyRequest): void {
    const given = headers['x-control-token'];
    if (typeof given !== 'string') authorize(headers.authorization, 'admin');
    else if (token === undefined || hashOf(given) !== hashOf(token)) {
      throw forbidden("Wrong 'X-Control-Token'");
    }
  }

  app.post('/_control/faults', (request, reply) => {
    guard(request);
    desk.set(check(controlBody, request.body, 'control').faults);
    return reply.status(204).send();
  });
  app.get('/_control/counters', (request) => {
    guard(request);
    return counters.read();
  });
}
