import type { IncomingMessage, ServerResponse } from 'node:http';
import { LocaleSyncError } from '../../model/index.js';
import { targetHash } from '../../state/index.js';
import { headOf } from '../head.js';
import { parseEdits } from '../patch.js';
import { pageHeaders, pageHtml } from '../page-html.js';
import { refusalOf } from './guard.js';
import type { Guarding } from './guard.js';
import type { LiveReview } from './live-review.js';

/** Maximum size of a request in bytes: approving 100,000 texts at once sends about 30 MB. */
const LARGEST = 256 * 1024 * 1024;

/** Number of rows embedded in the page, which are shown before the rest is loaded. */
const FIRST = 60;

export interface Answering extends Guarding {
  readonly live: LiveReview;
  /** Path of the page: '' or `/__locale-sync`; everything else is below it. */
  readonly base: string;
  /** Whether the page itself, which contains the token, is served without it. Default: false. */
  readonly isOpenPage?: boolean;
  /** Path, below the base, of a page that this one links to. */
  readonly status?: string | undefined;
}

/**
 * Responds to requests for the page and its data; false: it is none of their paths.
 * @param path below the base, without a query: `/data.json`
 */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { path, ...answering }: Answering & { readonly path: string },
): Promise<boolean> {
  const { base, token, isOpenPage = false } = answering;
  const route = ROUTES[`${request.method ?? ''} ${path === '' ? '/' : path}`];
  if (route === undefined) return false;
  const isPage = route === page;
  const given = isPage && isOpenPage ? token : tokenOf(request);
  const refusal = refusalOf({ ...askingOf(request), token: given }, answering);
  if (refusal !== undefined) {
    send(response, { status: 403, type: 'text/plain', text: `${refusal}\n` });
    return true;
  }
  try {
    await route({ request, response, ...answering, base });
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const message = answering.live.explained(error);
    send(response, { status: 409, type: 'application/json', text: JSON.stringify({ message }) });
  }
  return true;
}

type Route = (
  at: Answering & { readonly request: IncomingMessage; readonly response: ServerResponse },
) => Promise<void>;

const page: Route = async ({ response, live, base, token, status }) => {
  const shown = { data: headOf(await live.data(), FIRST), runs: [] };
  const { html, policy } = pageHtml({ home: 'server', base, token, shown, status });
  response.writeHead(200, { ...pageHeaders(policy), 'content-type': 'text/html; charset=utf-8' });
  response.end(html);
};

const data: Route = async ({ response, live }) => {
  send(response, { status: 200, type: 'application/json', text: await live.json() });
};

const events: Route = ({ request, response, live }) => {
  response.writeHead(200, { ...COMMON, 'content-type': 'text/event-stream' });
  response.write(': open\n\n');
  const stop = live.listen((event) => response.write(`data: ${JSON.stringify(event)}\n\n`));
  request.once('close', stop);
  return Promise.resolve();
};

const check: Route = async ({ request, response, live }) => {
  const [edit] = parseEdits([await bodyOf(request)]) ?? [];
  const found = edit && (await live.reviewer.check(edit, edit.text ?? ''));
  const text = JSON.stringify(found ?? { findings: [], previews: [] });
  send(response, { status: 200, type: 'application/json', text });
};

const apply: Route = async ({ request, response, live }) => {
  const edits = parseEdits(await bodyOf(request));
  if (edits === undefined) {
    const text = JSON.stringify({
      message: 'The request is not a list of edits. Reload the page.',
    });
    send(response, { status: 400, type: 'application/json', text });
    return;
  }
  const applied = await live.reviewer.apply(edits);
  live.wrote();
  const hashes = edits.map(({ text, seen }) =>
    text === undefined ? seen.target : targetHash(text),
  );
  const answer = JSON.stringify({ ...applied, hashes });
  send(response, { status: 200, type: 'application/json', text: answer });
};

const undo: Route = async ({ request, response, live }) => {
  const undone = await live.reviewer.undo(stepIn(await bodyOf(request)));
  live.wrote();
  const text = JSON.stringify(undone ?? { files: [], message: 'There is nothing to undo.' });
  send(response, { status: 200, type: 'application/json', text });
};

function stepIn(body: unknown): string | undefined {
  const { step } = (body ?? {}) as { readonly step?: unknown };
  return typeof step === 'string' ? step : undefined;
}

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /': page,
  'GET /data.json': data,
  'GET /events': events,
  'POST /check': check,
  'POST /apply': apply,
  'POST /undo': undo,
};

/** Headers of all responses: no caching, no content sniffing, no referrer. */
const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};

interface Sent {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function send(response: ServerResponse, { status, type, text }: Sent): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...COMMON, 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}

function askingOf({
  method = '',
  headers,
  socket,
}: IncomingMessage): Parameters<typeof refusalOf>[0] {
  const site = headers['sec-fetch-site'];
  return {
    method,
    host: headers.host,
    origin: headers.origin,
    site: typeof site === 'string' ? site : undefined,
    token: undefined,
    address: socket.remoteAddress,
  };
}

/** From a header, or from the query if the browser cannot send one. */
function tokenOf({ headers, url = '/' }: IncomingMessage): string | undefined {
  const header = headers['x-locale-sync-token'];
  if (typeof header === 'string') return header;
  return new URL(url, 'http://localhost').searchParams.get('token') ?? undefined;
}

/** Undefined for a body that is not JSON or too large. */
async function bodyOf(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\b/.test(request.headers['content-type'] ?? '')) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}
