import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Fields } from '../http/body.js';
import type { Interception } from '../http/routes.js';
import { distort, misread } from './distort.js';
import { faultRules, type FaultInput, type FaultRule } from './rules.js';

interface ArmedRule {
  readonly rule: FaultRule;
  /** Number of requests that matched so far. */
  count: number;
}

/** The properties of a request that rules can select. */
interface Seen {
  readonly path: string;
  readonly bytes: number;
  readonly target: string | undefined;
  readonly tagged: boolean;
  readonly body: () => string;
  readonly inFlight: number;
}

function fieldOf(body: unknown, name: string): string | undefined {
  if (body instanceof Fields) return body.pairs.find(([field]) => field === name)?.[1];
  const value = (body as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof value === 'string' ? value : undefined;
}

/** The texts of a translate request. */
function textsOf(body: unknown): readonly string[] {
  if (body instanceof Fields) {
    return body.pairs.flatMap(([field, value]) => (field === 'text' ? [value] : []));
  }
  const text = (body as { readonly text?: unknown } | undefined)?.text;
  return Array.isArray(text) ? text.filter((one) => typeof one === 'string') : [];
}

function see(request: FastifyRequest, inFlight: number): Seen {
  const { body, headers, url } = request;
  return {
    path: url,
    bytes: Number(headers['content-length'] ?? 0),
    target: fieldOf(body, 'target_lang')?.toLowerCase(),
    tagged: fieldOf(body, 'tag_handling') !== undefined,
    body: () =>
      body instanceof Fields ? body.pairs.flat().join('\n') : JSON.stringify(body ?? ''),
    inFlight,
  };
}

function fits(rule: FaultRule, seen: Seen): boolean {
  return (
    (rule.path === undefined || seen.path.startsWith(rule.path)) &&
    (rule.bytes === undefined || seen.bytes >= rule.bytes) &&
    (rule.inFlightAbove === undefined || seen.inFlight > rule.inFlightAbove) &&
    (rule.tagged === undefined || seen.tagged === rule.tagged) &&
    (rule.target === undefined || seen.target === rule.target.toLowerCase()) &&
    // Searched in its JSON form, so that texts with quotes are found too.
    (rule.contains === undefined ||
      seen.body().includes(JSON.stringify(rule.contains).slice(1, -1)))
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

function retryAfter(rule: FaultRule & { readonly fault: 'status' }, now: Date): string | undefined {
  if (rule.retryAfter === undefined) return undefined;
  if (!rule.retryAfterDate) return String(rule.retryAfter);
  return new Date(now.getTime() + rule.retryAfter * 1000).toUTCString();
}

function sendStatus(
  rule: FaultRule & { readonly fault: 'status' },
  reply: FastifyReply,
  now: Date,
) {
  const after = retryAfter(rule, now);
  if (after !== undefined) void reply.header('retry-after', after);
  void reply.status(rule.status);
  if (rule.body === 'none') return reply.send();
  if (rule.body === 'json') return reply.send({ message: `Injected fault: ${rule.status}` });
  void reply.header('content-type', 'text/html');
  return reply.send(`<html><body><h1>${rule.status}</h1></body></html>`);
}

function hangUp(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.socket?.destroy();
}

function sendHalf(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  reply.raw.write('{"translations":[{"detected_source_language":"EN","te', () =>
    reply.raw.socket?.destroy(),
  );
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

  /** @param inFlight number of open requests, including this one */
  intercept(
    request: FastifyRequest,
    reply: FastifyReply,
    inFlight: number,
  ): Promise<Interception> | undefined {
    if (this.#armed.length === 0) return undefined;
    const seen = see(request, inFlight);
    const due: FaultRule[] = [];
    for (const armed of this.#armed) {
      const isSecond =
        armed.rule.fault !== 'latency' && due.some(({ fault }) => fault !== 'latency');
      if (!isSecond && fits(armed.rule, seen) && isDue(armed)) due.push(armed.rule);
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
      case 'status':
        await sendStatus(rule, reply, this.#clock());
        return 'answered';
      case 'drop':
        hangUp(reply);
        return 'answered';
      case 'hang':
        this.#hang(reply);
        return 'answered';
      case 'half':
        sendHalf(reply);
        return 'answered';
      case 'lose':
        return () => hangUp(reply);
      case 'too-few':
      case 'mangle':
        return (result) => distort(result, rule.fault);
      case 'distort':
        return (result) => misread(result, rule.how, textsOf(request.body));
      case 'latency':
        return 'continue';
    }
  }

  #hang(reply: FastifyReply): void {
    const { socket } = reply.raw;
    reply.hijack();
    if (socket === null) return;
    this.#hanging.add(socket);
    socket.once('close', () => this.#hanging.delete(socket));
  }
}
