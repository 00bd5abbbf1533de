import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { defined, LocaleSyncError } from '../../../model/index.js';
import type { ReviewData, ReviewEdit } from '../../../model/index.js';
import { targetHash } from '../../../lock/index.js';
import type { Guest } from '../delta.js';
import { parseEdits } from '../patch.js';
import { pageHeaders, pageHtml } from '../page-html.js';
import { readScreens, screenImage } from '../screens.js';
import type { LiveReview } from './live-review.js';

/** Maximum size of a request in bytes: approving 100,000 texts at once sends about 30 MB. */
const LARGEST = 256 * 1024 * 1024;

/** Number of rows embedded in the page, which are shown before the rest is loaded. */
const FIRST = 60;

/** What a token opens: everything to the person at this machine, one language to a guest. */
export interface Link {
  readonly token: string;
  readonly live: LiveReview;
  readonly guest?: Guest;
}

export interface Answering {
  readonly links: readonly Link[];
  /** Path of the page in the browser: '' or `/__locale-sync`; everything else is below it. */
  readonly base: string;
  /** `127.0.0.1:4000` and its other names; undefined: the host server checks this itself. */
  readonly hosts: readonly string[] | undefined;
  /** Origin of the page behind a reverse proxy. */
  readonly origin?: string | undefined;
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
  const { links, isOpenPage = false } = answering;
  const route = ROUTES[`${request.method ?? ''} ${path === '' ? '/' : path}`];
  if (route === undefined) return false;
  const given = tokenOf(request);
  const [own] = links;
  const link =
    route === page && isOpenPage ? own : links.find(({ token }) => isEqual(given, token));
  const { headers, socket } = request;
  const refusal = refusalOf({ headers, address: socket.remoteAddress, link }, answering);
  if (link === undefined || refusal !== undefined) {
    send(response, { status: 403, type: 'text/plain', text: `${refusal ?? ''}\n` });
    return true;
  }
  try {
    await route({ request, response, ...answering, link });
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const message = link.live.explained(error);
    send(response, { status: 409, type: 'application/json', text: JSON.stringify({ message }) });
  }
  return true;
}

type Route = (
  at: Answering & {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly link: Link;
  },
) => Promise<void>;

const page: Route = async ({ response, link: { live, token, guest }, base, status }) => {
  const shown = { data: headOf(await live.data(), FIRST), runs: [] };
  const { html, policy } = pageHtml({
    ...{ home: 'server', base, token, shown, status },
    ...defined({ guest }),
  });
  response.writeHead(200, { ...pageHeaders(policy), 'content-type': 'text/html; charset=utf-8' });
  response.end(html);
};

/**
 * The first rows of the data with everything they need: small enough to be embedded in the page,
 * which shows them while the rest is loading. Pure.
 */
export function headOf(data: ReviewData, many: number): ReviewData {
  const last = data.rows.text.slice(0, many).reduce((most, text) => Math.max(most, text + 1), 0);
  return { ...data, texts: firstOf(data.texts, last), rows: firstOf(data.rows, many) };
}

/** The first entries of all columns: lists, and objects by place. */
function firstOf<Columns extends object>(columns: Columns, many: number): Columns {
  const first = Object.entries(columns).map(([name, column]: [string, object]) => [
    name,
    Array.isArray(column)
      ? column.slice(0, many)
      : Object.fromEntries(Object.entries(column).filter(([at]) => Number(at) < many)),
  ]);
  return Object.fromEntries(first) as Columns;
}

const data: Route = async ({ response, link }) => {
  send(response, { status: 200, type: 'application/json', text: await link.live.json() });
};

// Pictures show other languages, too, so guests see none.
const screens: Route = ({ response, link: { live, guest } }) => {
  const text = JSON.stringify(guest === undefined ? readScreens(live.screens) : []);
  send(response, { status: 200, type: 'application/json', text });
  return Promise.resolve();
};

const screen: Route = ({ request, response, link: { live, guest } }) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const name = searchParams.get('name') ?? '';
  const image = guest === undefined ? screenImage(live.screens, name) : undefined;
  response.writeHead(image === undefined ? 404 : 200, { ...COMMON, 'content-type': 'image/png' });
  response.end(image);
  return Promise.resolve();
};

const events: Route = ({ request, response, link }) => {
  // Reverse proxies would collect events.
  const headers = { ...COMMON, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
  response.writeHead(200, headers);
  response.write(': open\n\n');
  const stop = link.live.listen((event) => response.write(`data: ${JSON.stringify(event)}\n\n`));
  request.once('close', stop);
  return Promise.resolve();
};

const check: Route = async ({ request, response, link }) => {
  const [edit] = editsOf([await bodyOf(request)], link) ?? [];
  const found = edit && (await link.live.reviewer.check(edit, edit.text ?? ''));
  const text = JSON.stringify(found ?? { findings: [], previews: [], codes: [], terms: [] });
  send(response, { status: 200, type: 'application/json', text });
};

const apply: Route = async ({ request, response, link }) => {
  const edits = editsOf(await bodyOf(request), link);
  if (edits === undefined) {
    const text = JSON.stringify({
      message: 'The request is not a list of edits that this link allows. Reload the page.',
    });
    send(response, { status: 400, type: 'application/json', text });
    return;
  }
  const applied = await link.live.reviewer.apply(edits);
  link.live.wrote();
  const hashes = edits.map(({ text, seen, suggest }) =>
    text === undefined || suggest === true ? seen.target : targetHash(text),
  );
  const answer = JSON.stringify({ ...applied, hashes });
  send(response, { status: 200, type: 'application/json', text: answer });
};

/** The edits of a request, as its link allows them; undefined if it does not, or it is invalid. */
function editsOf(value: unknown, { guest }: Link): readonly ReviewEdit[] | undefined {
  const edits = parseEdits(value);
  if (edits === undefined || guest === undefined) return edits;
  const { locale, name, may } = guest;
  const mayAll = edits.every(
    (edit) =>
      edit.locale === locale &&
      (may === 'decide' || (edit.dismiss === undefined && edit.reply === undefined)),
  );
  if (!mayAll) return undefined;
  return edits.map((edit) => ({
    ...edit,
    // Nobody is asked for an address, so none that somebody typed gets into commits.
    by: name === '' ? (edit.by ?? '').replace(/[<>]/g, '') : name,
    ...(may === 'suggest' && { suggest: true }),
  }));
}

const undo: Route = async ({ request, response, link: { live, guest } }) => {
  const { step } = ((await bodyOf(request)) ?? {}) as { readonly step?: unknown };
  const named = typeof step === 'string' ? step : undefined;
  // Several guests share the steps of a language, and each knows the names of their own.
  const undone =
    guest !== undefined && named === undefined ? undefined : await live.reviewer.undo(named);
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

/** Who asks. */
interface Asking {
  readonly headers: IncomingMessage['headers'];
  /** Remote address. */
  readonly address: string | undefined;
  /** What the token opens; undefined: nothing. */
  readonly link: Pick<Link, 'guest'> | undefined;
}

/** Why a request is refused; undefined: it is allowed. Pure. */
export function refusalOf(
  { headers, address = '', link }: Asking,
  { hosts, origin }: Pick<Answering, 'hosts' | 'origin'>,
): string | undefined {
  const { host = '', 'sec-fetch-site': site } = headers;
  // Refuses other names that resolve to this machine (DNS rebinding).
  if (hosts !== undefined && !hosts.includes(host)) return 'The request is for another host name.';
  const isOwn = [undefined, `http://${host}`, `https://${host}`, origin].includes(headers.origin);
  if (!isOwn || !(site === undefined || site === 'same-origin' || site === 'none')) {
    return 'The request comes from another site.';
  }
  if (link === undefined) {
    return 'The token is missing or wrong. Open the complete URL that `locale-sync review` printed.';
  }
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  if (isLoopback || link.guest !== undefined) return undefined;
  return 'The review page only accepts requests from this machine.';
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
