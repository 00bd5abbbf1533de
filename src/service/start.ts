import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Keys, newSecret, Usage } from './accounts/accounts.js';
import { accountRoutes } from './areas/accounts.js';
import { documentRoutes } from './documents/documents.js';
import { glossaryRoutes } from './areas/glossaries.js';
import { Glossaries } from './glossaries/glossaries.js';
import { languageRoutes } from './areas/languages.js';
import { memoryRoutes } from './areas/memories.js';
import { readMemory } from './memory-files.js';
import { styleRuleRoutes } from './areas/style-rules.js';
import { translateRoutes } from './areas/translate.js';
import { voiceRoutes } from './areas/voice.js';
import { writeRoutes } from './areas/write.js';
import { createBackends } from './backends/select.js';
import type { ServiceContext } from './context.js';
import { CounterBook } from './counters.js';
import type { Counters } from './counters.js';
import { FaultDesk, registerControl } from './faults/desk.js';
import { createApp } from './http/app.js';
import { createAuthorize, mediaTypes } from './http/request.js';
import { registerAreas } from './http/routes.js';
import type { ServiceOptions } from './options.js';
import { explained, unusable } from './store/data-folder.js';
import { Store } from './store/store.js';
import { openScratch } from './tools/tool.js';
import * as z from 'zod';
import { endpoints } from '../api/index.js';
import type { Endpoint } from '../api/index.js';
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

/**
 * Starts the embedded service: the whole of docs/interface.md on this machine.
 * @throws StoreError if the data folder cannot be used, TypeError for invalid keys
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const { keys: given = [], adminKeys = [], data, control = false } = options;
  for (const key of [...given, ...adminKeys]) {
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('a key must be one word of ASCII');
  }
  if (adminKeys.some((key) => given.includes(key))) {
    throw new TypeError('a key cannot be both a developer key and an admin key');
  }
  const store = data === undefined ? new Store() : await Store.open(data);
  try {
    let ring = { developer: given, admin: adminKeys };
    if (given.length === 0 && adminKeys.length === 0) {
      // Generated keys are stored with the data so that they survive a restart.
      const made = store.collection<RunningService['keys']>('made_keys');
      const { developer, admin } = made.get('first') ?? {
        developer: newSecret(),
        admin: newSecret(),
      };
      if (made.size === 0) made.set('first', { developer, admin });
      ring = { developer: [developer], admin: [admin] };
    }

    const clock = options.clock ?? (() => new Date());
    const folder = (name: string) => (data === undefined ? undefined : join(data, name));
    const keys = new Keys(store, clock, ring);
    const counters = new CounterBook();
    const context: ServiceContext = {
      plan: options.plan ?? 'pro',
      clock,
      store,
      scratch: await openScratch(folder('scratch')),
      folder,
      keys,
      usage: new Usage(store, keys, clock, options.notify),
      glossaries: new Glossaries(store, clock),
      memories: (options.memories ?? []).map((one) =>
        typeof one === 'string' ? readMemory(one) : one,
      ),
      backends: createBackends(options),
      counters,
    };

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
      glossaryRoutes(context),
      styleRuleRoutes(context),
      memoryRoutes(context),
      writeRoutes(context),
    ];
    await registerAreas(app, areas, context, { authorize, desk });
    if (control !== false) {
      const token = control === true ? undefined : control;
      registerControl(app, desk, counters, { authorize, token });
    }
    let description: string | undefined;
    app.get('/openapi.json', (_request, reply) => {
      description ??= JSON.stringify(openApiDocument());
      return reply.type('application/json').send(description);
    });
    await store.flush();

    if (options.warm === true) await import('./translate/detect.js');
    const host = options.host ?? '127.0.0.1';
    await app.listen({ port: options.port ?? 0, host, backlog: 4096 });
    const { port } = app.server.address() as AddressInfo;
    const isOpen = !loopback.includes(host);
    let closing: Promise<void> | undefined;
    return {
      url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
      port,
      warning: isOpen ? `listening on ${host}: other machines can reach this service` : undefined,
      keys: { developer: ring.developer[0] ?? '', admin: ring.admin[0] ?? '' },
      counters: () => counters.read(),
      close: () => (closing ??= closeGracefully(app, context, desk)),
    };
  } catch (error) {
    await store.close().catch(() => undefined);
    throw data === undefined ? error : explained(unusable(data), error);
  }
}

async function closeGracefully(
  app: FastifyInstance,
  { backends, store }: ServiceContext,
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
    await backends.close();
    await store.close();
  }
}

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  return z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' });
}

function operationOf({ name, area, summary, path, query, body, responses, auth }: Endpoint) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query === undefined ? {} : schemaOf(query, 'input');
  const inQuery = Object.entries(properties).map(([parameter, schema]) => ({
    name: parameter,
    in: 'query',
    required: required.includes(parameter),
    schema,
  }));

  const fields = body === undefined ? {} : schemaOf(body.schema, 'input');
  // A description of a multipart body has only its fields.
  const withFile = {
    ...fields,
    properties: { ...fields.properties, file: { type: 'string', format: 'binary' } },
    required: [...(fields.required ?? []), 'file'],
  };
  const accepted = body?.kinds.map((kind) => [
    mediaTypes[kind],
    { schema: kind === 'multipart' ? withFile : fields },
  ]);

  const answers = Object.entries(responses).map(([status, answer]): [string, object] => {
    if (answer === 'empty') return [status, { description: 'Success' }];
    const content =
      answer === 'binary'
        ? { 'application/octet-stream': {} }
        : { 'application/json': { schema: schemaOf(answer, 'output') } };
    return [status, { description: 'Success', content }];
  });
  return {
    operationId: name,
    tags: [area],
    summary,
    security: [{ [auth]: [] }],
    parameters: [...inPath, ...inQuery],
    requestBody: accepted && { required: true, content: Object.fromEntries(accepted) as object },
    responses: {
      ...Object.fromEntries(answers),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

/** The OpenAPI 3.1 document of all endpoints, generated from their descriptions. */
function openApiDocument() {
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
