import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Keys, newSecret, Usage } from './accounts/accounts.js';
import { accountRoutes } from './areas/accounts.js';
import { documentRoutes } from './documents/documents.js';
import { glossaryRoutes } from './areas/glossaries.js';
import { languageRoutes } from './areas/languages.js';
import { memoryRoutes } from './areas/memories.js';
import { styleRuleRoutes } from './areas/style-rules.js';
import { translateRoutes } from './areas/translate.js';
import { voiceRoutes } from './voice/jobs.js';
import { writeRoutes } from './areas/write.js';
import { createBackends } from './backends/select.js';
import type { ServiceContext } from './context.js';
import { CounterBook } from './counters.js';
import type { Counters } from './counters.js';
import { FaultDesk, registerControl } from './faults/desk.js';
import { Glossaries } from './glossaries/glossaries.js';
import { createApp } from './http/app.js';
import { createAuthorize } from './http/request.js';
import { registerAreas } from './http/routes.js';
import type { ServiceOptions } from './options.js';
import { explained, unusable } from './store/data-folder.js';
import { Store } from './store/store.js';
import { openScratch } from './tools/tool.js';
import * as z from 'zod';
import { endpoints } from '../api/index.js';
import type { BodyKind, Endpoint, ResponseBody } from '../api/index.js';
import { keyScheme, signatureScheme } from '../facts/index.js';

/** A service that is listening. */
export interface RunningService {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly port: number;
  /** Set if other machines can reach it: a warning that says so. */
  readonly warning: string | undefined;
  /** The first developer and admin key, given or generated. */
  readonly keys: { readonly developer: string; readonly admin: string };
  counters(): Counters;
  /** Lets open requests finish (10 seconds at most), then closes everything. */
  close(): Promise<void>;
}

const graceMilliseconds = 10_000;
const loopback = ['127.0.0.1', '::1', 'localhost'];

/** @throws TypeError for keys that cannot be sent in a header */
function checkKeys({ keys = [], adminKeys = [] }: ServiceOptions): void {
  for (const key of [...keys, ...adminKeys]) {
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('a key must be one word of ASCII');
  }
  if (adminKeys.some((key) => keys.includes(key))) {
    throw new TypeError('a key cannot be both a developer key and an admin key');
  }
}

/**
 * The given keys, or generated ones, which are stored with the data so that they survive a restart.
 */
function keyRing({ keys = [], adminKeys = [] }: ServiceOptions, store: Store) {
  if (keys.length > 0 || adminKeys.length > 0) return { developer: keys, admin: adminKeys };
  const made = store.collection<RunningService['keys']>('made_keys');
  const ring = made.get('first') ?? { developer: newSecret(), admin: newSecret() };
  if (made.size === 0) made.set('first', ring);
  return { developer: [ring.developer], admin: [ring.admin] };
}

async function createContext(
  options: ServiceOptions,
  store: Store,
  secrets: ReturnType<typeof keyRing>,
): Promise<ServiceContext> {
  const { data } = options;
  const clock = options.clock ?? (() => new Date());
  const folder = (name: string) => (data === undefined ? undefined : join(data, name));
  const keys = new Keys(store, clock, secrets);
  return {
    plan: options.plan ?? 'pro',
    clock,
    store,
    scratch: await openScratch(folder('scratch')),
    folder,
    keys,
    usage: new Usage(store, keys, clock, options.notify),
    glossaries: new Glossaries(store, clock),
    memories: options.memories ?? [],
    backends: createBackends(options),
    counters: new CounterBook(),
  };
}

async function closeGracefully(
  app: FastifyInstance,
  context: ServiceContext,
  desk: FaultDesk,
): Promise<void> {
  desk.close();
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMilliseconds);
  // A connection whose last request has just ended would stay open for another one.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 20);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
    clearInterval(sweep);
    await context.backends.close();
    await context.store.close();
  }
}

/**
 * Starts the embedded service: the whole of docs/interface.md on this machine.
 * @throws StoreError if the data folder cannot be used, TypeError for invalid keys
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  checkKeys(options);
  const store = options.data === undefined ? new Store() : await Store.open(options.data);
  try {
    return await startWith(store, options);
  } catch (error) {
    await store.close().catch(() => undefined);
    throw options.data === undefined ? error : explained(unusable(options.data), error);
  }
}

async function startWith(store: Store, options: ServiceOptions): Promise<RunningService> {
  const ring = keyRing(options, store);
  const context = await createContext(options, store, ring);
  const { counters, clock, keys, glossaries, memories } = context;
  const app = createApp(context, options);
  const authorize = createAuthorize(keys, options.scheme);
  const desk = new FaultDesk(clock);
  desk.set(options.faults ?? []);
  const areas = [
    translateRoutes(context),
    documentRoutes(context),
    voiceRoutes(context),
    accountRoutes(context),
    languageRoutes,
    glossaryRoutes(glossaries),
    styleRuleRoutes(context),
    memoryRoutes(memories),
    writeRoutes(context),
  ];
  await registerAreas(app, areas, context, { authorize, desk });
  const { control = false } = options;
  if (control !== false) {
    const token = control === true ? undefined : control;
    registerControl(app, desk, counters, { authorize, token });
  }
  registerPages(app, counters);
  await store.flush();
  if (options.warm === true) await import('./detect/detect.js');
  const host = options.host ?? '127.0.0.1';
  await app.listen({ port: options.port ?? 0, host, backlog: 4096 });
  const { port } = app.server.address() as AddressInfo;
  const open = !loopback.includes(host);
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    port,
    warning: open ? `listening on ${host}: other machines can reach this service` : undefined,
    keys: { developer: ring.developer[0] ?? '', admin: ring.admin[0] ?? '' },
    counters: () => counters.read(),
    close: () => (closing ??= closeGracefully(app, context, desk)),
  };
}

const mediaTypes: Readonly<Record<BodyKind, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  binary: 'application/octet-stream',
};

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
}

function parametersOf({ path, query }: Endpoint): readonly object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query === undefined ? {} : schemaOf(query, 'input');
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  return [...inPath, ...inQuery];
}

function contentOf(body: ResponseBody) {
  if (body === 'empty') return {};
  if (body === 'binary') return { content: { 'application/octet-stream': {} } };
  return { content: { 'application/json': { schema: schemaOf(body, 'output') } } };
}

/** Adds the file to the schema of a multipart body, which describes only the fields. */
function withFile(schema: Schema): Schema {
  const file = { type: 'string', format: 'binary' };
  return {
    ...schema,
    properties: { ...schema.properties, file },
    required: [...(schema.required ?? []), 'file'],
  };
}

function operationOf(endpoint: Endpoint) {
  const { name, area, summary, body, responses, auth } = endpoint;
  const described = body === undefined ? {} : schemaOf(body.schema, 'input');
  const content = body?.kinds.map((kind) => [
    mediaTypes[kind],
    { schema: kind === 'multipart' ? withFile(described) : described },
  ]);
  return {
    operationId: name,
    tags: [area],
    summary,
    security: [{ [auth]: [] }],
    parameters: parametersOf(endpoint),
    ...(content === undefined
      ? {}
      : { requestBody: { required: true, content: Object.fromEntries(content) as object } }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, answer]) => [
          status,
          { description: 'Success', ...contentOf(answer) },
        ]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

const key = (description: string) => ({
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description,
});

const problem = z.object({
  message: z.string(),
  code: z.string().optional(),
  detail: z.string().optional(),
});

/** The OpenAPI 3.1 document of all endpoints, generated from their descriptions. */
function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const item = (paths[endpoint.path] ??= {});
    item[endpoint.method.toLowerCase()] = operationOf(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Translation service', version: '1.0.0' },
    paths,
    components: {
      securitySchemes: {
        developer: key(`\`${keyScheme} <developer key>\``),
        admin: key(`\`${keyScheme} <admin key>\``),
        signature: key(`\`${signatureScheme} <signature>\``),
      },
      responses: {
        Problem: {
          description: 'Anything but success; every answer carries `X-Trace-ID`',
          content: { 'application/json': { schema: schemaOf(problem, 'output') } },
        },
      },
    },
  };
}

const rows = Object.values<Endpoint>(endpoints)
  .map(
    ({ method, path, summary }) =>
      `<tr><td>${method}</td><td><code>${path}</code></td><td>${summary}</td></tr>`,
  )
  .join('\n');

function counterItems(counters: Counters): string {
  const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return Object.entries(counters)
    .filter(([, value]) => typeof value === 'number')
    .map(([name, value]) => `<dt>${spaced(name)}</dt><dd>${String(value)}</dd>`)
    .join('\n');
}

function startPage(counters: Counters): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>locale-sync service</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1rem/1.5 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem}td{padding:.1rem .8rem .1rem 0;vertical-align:top}
dl{display:grid;grid-template-columns:max-content auto;gap:0 1rem}dd{margin:0}</style></head><body>
<h1>locale-sync service</h1>
<p>Send <code>Authorization: ${keyScheme} &lt;key&gt;</code>. Description: <a href="/openapi.json">openapi.json</a></p>
<h2>Since the start</h2><dl>
${counterItems(counters)}
</dl>
<h2>Endpoints</h2><table>
${rows}
</table></body></html>
`;
}

/** `/` for people, `/openapi.json` for tools. */
function registerPages(app: FastifyInstance, counters: CounterBook): void {
  let description: string | undefined;
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(startPage(counters.read())),
  );
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApiDocument());
    return reply.type('application/json').send(description);
  });
}
