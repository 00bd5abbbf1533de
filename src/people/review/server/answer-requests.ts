import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LocaleSyncError } from '../../../model/index.js';
import type { ReviewData } from '../../../model/index.js';
import { targetHash } from '../../../lock/index.js';
import { parseEdits } from '../patch.js';
import { pageHeaders, pageHtml } from '../page-html.js';
import { readScreens, screenImage } from '../screens.js';
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

/**
 * The first rows of the data with everything they need: small enough to be embedded in the page,
 * which shows them while the rest is loading. Pure.
 */
export function headOf(data: ReviewData, many: number): ReviewData {
  const { rows, texts } = data;
  const first = <T>(column: readonly T[]): readonly T[] => column.slice(0, many);
  const own = first(rows.text);
  const last = own.reduce((most, text) => Math.max(most, text), -1) + 1;
  const upTo = <T>(column: readonly T[]): readonly T[] => column.slice(0, last);
  return {
    ...data,
    texts: {
      file: upTo(texts.file),
      key: upTo(texts.key),
      text: upTo(texts.text),
      hash: upTo(texts.hash),
      line: upTo(texts.line),
      more: firstOf(texts.more, last),
    },
    rows: {
      text: own,
      file: first(rows.file),
      status: first(rows.status),
      target: first(rows.target),
      hash: first(rows.hash),
      person: first(rows.person),
      more: firstOf(rows.more, many),
    },
  };
}

function firstOf<T>(more: Readonly<Record<number, T>>, many: number): Record<number, T> {
  const found: Record<number, T> = {};
  for (let at = 0; at < many; at += 1) {
    const one = more[at];
    if (one !== undefined) found[at] = one;
  }
  return found;
}

const data: Route = async ({ response, live }) => {
  send(response, { status: 200, type: 'application/json', text: await live.json() });
};

const screens: Route = ({ response, live }) => {
  const text = JSON.stringify(readScreens(live.screens));
  send(response, { status: 200, type: 'application/json', text });
  return Promise.resolve();
};

const screen: Route = ({ request, response, live }) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const image = screenImage(live.screens, searchParams.get('name') ?? '');
  response.writeHead(image === undefined ? 404 : 200, { ...COMMON, 'content-type': 'image/png' });
  response.end(image);
  return Promise.resolve();
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
  const text = JSON.stringify(found ?? { findings: [], previews: [], codes: [], terms: [] });
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
  const { step } = ((await bodyOf(request)) ?? {}) as { readonly step?: unknown };
  const undone = await live.reviewer.undo(typeof step === 'string' ? step : undefined);
  live.wrote();
  const text = JSON.stringify(undone ?? { files: [], message: 'There is nothing to undo.' });
  send(response, { status: 200, type: 'application/json', text });
};

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /': page,
  'GET /data.json': data,
  'GET /screens.json': screens,
  'GET /screen.png': screen,
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

function send(
  response: ServerResponse,
  { status, type, text }: { readonly status: number; readonly type: string; readonly text: string },
): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...COMMON, 'content-type': `${type}; charset=utf-8` });
  response.end(text);
}

function askingOf({ method = '', headers, socket }: IncomingMessage): Asking {
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

/** The parts of a request that identify its sender. */
interface Asking {
  readonly method: string;
  /** Header `host`. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Header `sec-fetch-site`, sent by browsers. */
  readonly site: string | undefined;
  readonly token: string | undefined;
  /** Remote address. */
  readonly address: string | undefined;
}

interface Guarding {
  readonly token: string;
  /** `127.0.0.1:4000` and its other names; undefined: the host server checks this itself. */
  readonly hosts: readonly string[] | undefined;
}

/** Why a request is refused; undefined: it is allowed. Pure. */
export function refusalOf(asking: Asking, { token, hosts }: Guarding): string | undefined {
  const { host = '', origin, site, address } = asking;
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '');
  if (!isLoopback) return 'The review page only accepts requests from this machine.';
  // Refuses other names that resolve to this machine (DNS rebinding).
  if (hosts !== undefined && !hosts.includes(host)) return 'The request is for another host name.';
  const isOwn = [undefined, `http://${host}`, `https://${host}`].includes(origin);
  if (!isOwn || ![undefined, 'same-origin', 'none'].includes(site)) {
    return 'The request comes from another site.';
  }
  if (!isEqual(asking.token, token)) {
    return 'The token is missing or wrong. Open the complete URL that `locale-sync review` printed.';
  }
  return undefined;
}

/** Host names for a page on a port of this machine. */
export function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function isEqual(a: string | undefined, b: string): boolean {
  const given = Buffer.from(a ?? '');
  const wanted = Buffer.from(b);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
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
