import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Finished, Repository } from './repository.js';

export interface Asked {
  readonly method: string;
  /** Path in the API, with its query. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: IncomingMessage['headers'];
}

export interface Answer {
  /** 0: the connection breaks. */
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeRequest {
  readonly number: number;
  state: 'open' | 'closed' | 'merged';
  title: string;
  body: string;
  labels: string[];
  reviewers: (string | number)[];
  readonly head: string;
  readonly base: string;
}

/** Adds labels that the request does not have yet. */
export function addLabels(request: FakeRequest, labels: unknown): void {
  request.labels = [...new Set([...request.labels, ...(labels as string[])])];
}

/** A simulated failure of calls. */
export interface Trap {
  readonly method: string;
  readonly path: RegExp;
  readonly answer: Answer;
  /** Default: every call. */
  times?: number;
}

/** The common part of both hosts: a repository, its requests, and a log of calls. */
export class FakeHost {
  readonly repository: Repository;
  readonly asked: Asked[] = [];
  readonly requests: FakeRequest[] = [];
  readonly traps: Trap[] = [];
  /** Called before each commit, to simulate somebody else's faster push. */
  beforeCommit: (() => void) | undefined;
  /** Called for each call, after it was carried out and before the response. */
  onAnswer: ((asked: Asked) => void | Promise<void>) | undefined;
  url = '';
  token = 'host-token-0123456789';

  constructor(repository: Repository) {
    this.repository = repository;
  }

  get open(): readonly FakeRequest[] {
    return this.requests.filter(({ state }) => state === 'open');
  }

  /** Requests of the branch that a query names, newest first. GitHub's `head` starts with the owner. */
  asksFor({ path }: Asked): readonly FakeRequest[] {
    const { searchParams } = new URL(path, 'http://host');
    const branch =
      searchParams.get('source_branch') ?? searchParams.get('head')?.replace(/^[^:]*:/, '');
    return this.requests.filter(({ head }) => head === branch).reverse();
  }

  /** Calls as `POST /pulls`, without the repository. */
  calls(): readonly string[] {
    return this.asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
  }

  async start(
    answer: (asked: Asked) => Answer,
    finished: Finished = onTestFinished,
  ): Promise<void> {
    const server = createServer((request, response) => {
      void read(request).then(async (text) => {
        const asked: Asked = {
          method: request.method ?? '',
          path: request.url ?? '',
          body: text === '' ? {} : (JSON.parse(text) as Asked['body']),
          headers: request.headers,
        };
        this.asked.push(asked);
        const { status, body, headers = {} } = this.#trapped(asked) ?? answer(asked);
        await this.onAnswer?.(asked);
        if (status === 0) {
          response.destroy();
          return;
        }
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body === undefined ? '' : JSON.stringify(body));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    finished(() => void server.close());
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  #trapped({ method, path }: Asked): Answer | undefined {
    const trap = this.traps.find(
      (one) => one.method === method && one.path.test(path) && (one.times ?? 1) > 0,
    );
    if (trap?.times !== undefined) trap.times -= 1;
    return trap?.answer;
  }
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
