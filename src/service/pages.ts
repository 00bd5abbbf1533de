import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { endpoints } from '../api/index.js';
import { keyScheme, signatureScheme } from '../facts/index.js';
import type { BodyKind, Endpoint, ResponseBody } from '../api/index.js';
import type { CounterBook, Counters } from './counters.js';

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
export function registerPages(app: FastifyInstance, counters: CounterBook): void {
  let description: string | undefined;
  app.get('/', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(startPage(counters.read())),
  );
  app.get('/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApiDocument());
    return reply.type('application/json').send(description);
  });
}
